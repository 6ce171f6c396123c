import Geometry
import Y4M

/// One plane of a picture drawn onto one plane of a frame, where boxes stay boxes: a filter across
/// and one down, and at the edges a mix with what is there.
struct PlaneDrawing {
  /// Where the picture goes, in coordinates of its luma plane and of the frame's.
  let placement: Placement
  /// The plane that is read, as a layout of the picture.
  let from: PlaneLayout
  /// The plane that is written.
  let to: PlaneLayout
  /// The part of the frame that may be seen, in luma samples.
  let canvas: Box
  /// What becomes of the picture's samples; nil leaves them as they are.
  var gain: SampleGain?
  /// 0 to 65,535.
  var opacity: UInt16 = 65535
  /// The cover of each sample of the frame, and the number of the plane in it.
  var mask: (cover: RegionMask, plane: Int)?

  /// Whether rows are to be given as columns, for quarter turns.
  var isTransposed: Bool { placement.map.isTransposing }

  /// Draws `rows`, which are those of ``from``, transposed if asked for.
  func draw<Rows: RowSource>(_ rows: Rows, on target: Frame, _ workspace: Workspace) {
    workspace.scratch.scope {
      guard let resize = resize(rows, workspace.scratch), !resize.box.isEmpty else { return }
      let writer = PlaneWriter(frame: target, layout: to, opacity: opacity)
      let box = resize.box
      let least = max(16, Workspace.leastRows(width: box.width))
      if target.format.depth == 8, gain == nil,
        let bytes = ByteResize(resize, workspace.scratch)
      {
        // The rows keep the memory that is read.
        withExtendedLifetime(rows) {
          workspace.split(box.y..<box.maxY, least: least) { rows, scratch in
            draw(bytes, of: resize, rows, writer, scratch)
          }
        }
        return
      }
      workspace.split(box.y..<box.maxY, least: least) { rows, scratch in
        resize.run(scratch, rows: rows) { row, samples in
          gain?.apply(samples[0], count: box.width)
          writer.write(
            samples[0], row: row, x: box.x, across: resize.across,
            down: resize.down.coverage[row - box.y],
            mask: mask.map { $0.cover.row(plane: $0.plane, x: box.x, y: row) })
        }
      }
    }
  }

  /// Draws some rows in 8 bits: straight to their place where they cover it all.
  private func draw<Rows: RowSource>(
    _ bytes: ByteResize, of resize: Resize<Rows>, _ rows: Range<Int>, _ writer: PlaneWriter,
    _ scratch: Scratch
  ) {
    let (box, across) = (resize.box, resize.across)
    func isWhole(_ row: Int) -> Bool {
      mask == nil && opacity == 65535 && across.edges.isEmpty
        && resize.down.coverage[row - box.y] == 65535
    }
    bytes.run(scratch, rows: rows) { row in
      isWhole(row) ? writer.frame.samples8(to) + (row * to.width + box.x) : nil
    } _: { row, samples in
      if isWhole(row) { return }
      writer.write(
        samples, row: row, x: box.x, across: across, down: resize.down.coverage[row - box.y],
        mask: mask.map { $0.cover.row(plane: $0.plane, x: box.x, y: row) })
    }
  }

  private func resize<Rows: RowSource>(_ rows: Rows, _ scratch: Scratch) -> Resize<Rows>? {
    guard let toPicture = from.map.inverse else { return nil }
    var whole = to.map.after(placement.map).after(toPicture)
    if isTransposed { whole = whole.after(Affine(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)) }
    let (domain, extent) = (placement.domain, from.map)
    let (left, right) = (extent.tx + extent.a * domain.left, extent.tx + extent.a * domain.right)
    let (top, bottom) = (extent.ty + extent.d * domain.top, extent.ty + extent.d * domain.bottom)
    let snapped = whole.snapped
    guard snapped.a != 0, snapped.d != 0 else { return nil }
    let visible = to.extent(of: canvas)
    let limit = to.box(covering: canvas)
    return Resize(
      source: rows, channels: .single,
      across: Axis(
        domain: isTransposed ? top..<bottom : left..<right, scale: snapped.a, offset: snapped.tx,
        limit: limit.x..<limit.maxX, available: 0..<rows.width, visible: visible.x,
        sampling: placement.sampling, scratch: scratch),
      down: Axis(
        domain: isTransposed ? left..<right : top..<bottom, scale: snapped.d, offset: snapped.ty,
        limit: limit.y..<limit.maxY, available: 0..<rows.height, visible: visible.y,
        sampling: placement.sampling, scratch: scratch))
  }
}

/// Writes rows of picture units to a plane of a frame.
private struct PlaneWriter {
  let frame: Frame
  let layout: PlaneLayout
  let opacity: UInt16

  /// Writes a row at `x`, mixed with what is there where it covers a sample only in part.
  func write(
    _ samples: UnsafeMutablePointer<UInt16>, row: Int, x: Int, across: Axis, down: UInt16,
    mask: UnsafeMutablePointer<UInt16>?
  ) {
    let start = row * layout.width + x
    let depth = frame.format.depth
    if depth == 8 {
      write(samples, to: frame.samples8(layout) + start, across, down, mask) { value in
        UInt8(truncatingIfNeeded: min((UInt32(value) &+ 128) &>> 8, 255))
      }
    } else {
      let shift = UInt32(16 - depth)
      let half = shift == 0 ? 0 : UInt32(1) << (shift - 1)
      let peak = UInt32(frame.format.peak)
      write(samples, to: frame.samples16(layout) + start, across, down, mask) { value in
        UInt16(truncatingIfNeeded: min((UInt32(value) &+ half) &>> shift, peak))
      }
    }
  }

  /// Writes a row of samples of 8 bits to a frame of such.
  func write(
    _ samples: UnsafeMutablePointer<UInt8>, row: Int, x: Int, across: Axis, down: UInt16,
    mask: UnsafeMutablePointer<UInt16>?
  ) {
    let target = frame.samples8(layout) + (row * layout.width + x)
    write(samples, to: target, across, down, mask) { $0 }
  }

  @inline(__always)
  private func write<Made: Sample, S: Sample>(
    _ samples: UnsafeMutablePointer<Made>, to target: UnsafeMutablePointer<S>, _ across: Axis,
    _ down: UInt16, _ mask: UnsafeMutablePointer<UInt16>?, _ encoded: (Made) -> S
  ) {
    let count = across.count
    let rowCover = UInt64(down) &+ UInt64(down &>> 15)
    let whole = (rowCover &* (UInt64(opacity) &+ UInt64(opacity &>> 15))) &>> 16
    if let mask {
      for i in 0..<count {
        let part = (whole &* (UInt64(mask[i]) &+ UInt64(mask[i] &>> 15))) &>> 16
        target[i] = mixed(encoded(samples[i]), target[i], cover(across.coverage[i], part))
      }
    } else if whole == 65536 {
      var next = 0
      for edge in across.edges {
        let edge = Int(edge)
        for i in next..<edge { target[i] = encoded(samples[i]) }
        target[edge] = mixed(
          encoded(samples[edge]), target[edge], cover(across.coverage[edge], whole))
        next = edge &+ 1
      }
      for i in next..<count { target[i] = encoded(samples[i]) }
    } else {
      for i in 0..<count {
        target[i] = mixed(encoded(samples[i]), target[i], cover(across.coverage[i], whole))
      }
    }
  }

  /// A share of `whole`, both of 65,536.
  @inline(__always)
  private func cover(_ across: UInt16, _ whole: UInt64) -> UInt32 {
    UInt32(
      truncatingIfNeeded: ((UInt64(across) &+ UInt64(across &>> 15)) &* whole) &>> 16)
  }
}
