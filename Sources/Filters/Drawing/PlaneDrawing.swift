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
      let made = Compositor(target, workspace).rows(of: to, opacity: opacity)
      let box = resize.box
      let least = max(16, Workspace.leastRows(width: box.width))
      if target.format.depth == 8, gain == nil {
        func draw(_ bytes: some ByteRows) {
          // The rows keep the memory that is read.
          withExtendedLifetime(rows) {
            workspace.split(box.y..<box.maxY, least: least) { rows, scratch in
              self.draw(bytes, of: resize, rows, made, scratch)
            }
          }
        }
        if let bytes = ByteResize(resize, workspace.scratch) { return draw(bytes) }
        if let bytes = ByteReduction(resize, workspace.scratch) { return draw(bytes) }
      }
      workspace.split(box.y..<box.maxY, least: least) { rows, scratch in
        resize.run(scratch, rows: rows) { row, samples in
          gain?.apply(samples[0], count: box.width)
          made.put(samples[0], row: row, x: box.x, cover(of: row, resize))
        }
      }
    }
  }

  /// Draws some rows in 8 bits: straight to their place where they cover it all.
  private func draw<Rows: RowSource>(
    _ bytes: some ByteRows, of resize: Resize<Rows>, _ rows: Range<Int>, _ made: CoveredRows,
    _ scratch: Scratch
  ) {
    let x = resize.box.x
    bytes.run(scratch, rows: rows) { row in
      made.place(row: row, x: x, cover(of: row, resize))
    } _: { row, samples in
      let cover = cover(of: row, resize)
      if made.place(row: row, x: x, cover) == nil { made.put(samples, row: row, x: x, cover) }
    }
  }

  private func cover<Rows: RowSource>(of row: Int, _ resize: Resize<Rows>) -> RowCover {
    let box = resize.box
    return RowCover(
      across: resize.across, down: resize.down.coverage[row - box.y],
      mask: mask.map { $0.cover.row(plane: $0.plane, x: box.x, y: row) })
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
