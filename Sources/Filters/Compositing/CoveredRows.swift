import Y4M

/// What covers a row of samples.
struct RowCover {
  /// The coverage of each column.
  let across: UnsafeBufferPointer<UInt16>
  /// The columns that are covered in part.
  let edges: UnsafeBufferPointer<Int32>
  /// The coverage of the row.
  let down: UInt16
  /// The coverage of each sample besides, where that is limited.
  let mask: UnsafeMutablePointer<UInt16>?

  init(across: Axis, down: UInt16, mask: UnsafeMutablePointer<UInt16>?) {
    self.across = across.coverage
    edges = across.edges
    self.down = down
    self.mask = mask
  }

  /// Whether all samples are replaced.
  var isWhole: Bool { mask == nil && edges.isEmpty && down == 65535 }
}

/// Puts rows over a plane of a frame, mixed with what is there where they cover a sample only in
/// part.
struct CoveredRows {
  private let frame: Frame
  private let layout: PlaneLayout
  private let depth: Int
  private let peak: UInt32
  private let opacity: UInt16

  /// - Parameter opacity: 0 to 65,535.
  fileprivate init(_ frame: Frame, _ layout: PlaneLayout, opacity: UInt16) {
    self.frame = frame
    self.layout = layout
    depth = frame.format.depth
    peak = UInt32(frame.format.peak)
    self.opacity = opacity
  }

  /// Where a row of 8 bits that covers everything may be written itself; nil where it is to be
  /// mixed.
  func place(row: Int, x: Int, _ cover: RowCover) -> UnsafeMutablePointer<UInt8>? {
    opacity == 65535 && cover.isWhole ? target(row, x) : nil
  }

  /// Puts a row of picture units at `x`.
  func put(_ samples: UnsafeMutablePointer<UInt16>, row: Int, x: Int, _ cover: RowCover) {
    if depth == 8 {
      put(samples, over: target(row, x), cover) { value in
        UInt8(truncatingIfNeeded: min((UInt32(value) &+ 128) &>> 8, 255))
      }
    } else {
      let shift = UInt32(16 - depth)
      let half = shift == 0 ? 0 : UInt32(1) << (shift - 1)
      let peak = peak
      put(samples, over: target(row, x), cover) { value in
        UInt16(truncatingIfNeeded: min((UInt32(value) &+ half) &>> shift, peak))
      }
    }
  }

  /// Puts a row of samples of 8 bits on a frame of such.
  func put(_ samples: UnsafeMutablePointer<UInt8>, row: Int, x: Int, _ cover: RowCover) {
    put(samples, over: target(row, x), cover) { $0 }
  }

  private func target<S: Sample>(_ row: Int, _ x: Int) -> UnsafeMutablePointer<S> {
    frame.samples(layout) + (row * layout.width + x)
  }

  @inline(__always)
  private func put<Made: Sample, S: Sample>(
    _ samples: UnsafeMutablePointer<Made>, over target: UnsafeMutablePointer<S>, _ cover: RowCover,
    _ encoded: (Made) -> S
  ) {
    let (across, count) = (cover.across, cover.across.count)
    let rowCover = UInt64(cover.down) &+ UInt64(cover.down &>> 15)
    let whole = (rowCover &* (UInt64(opacity) &+ UInt64(opacity &>> 15))) &>> 16
    if let mask = cover.mask {
      for i in 0..<count {
        let masked = UInt64(part(mask[i], of: whole))
        target[i] = mixed(encoded(samples[i]), target[i], part(across[i], of: masked))
      }
    } else if whole == 65536 {
      var next = 0
      for edge in cover.edges {
        let edge = Int(edge)
        for i in next..<edge { target[i] = encoded(samples[i]) }
        target[edge] = mixed(
          encoded(samples[edge]), target[edge], part(across[edge], of: whole))
        next = edge &+ 1
      }
      for i in next..<count { target[i] = encoded(samples[i]) }
    } else {
      for i in 0..<count {
        target[i] = mixed(encoded(samples[i]), target[i], part(across[i], of: whole))
      }
    }
  }
}

extension Compositor {
  /// Puts rows over the plane of a layout.
  ///
  /// - Parameter opacity: 0 to 65,535.
  func rows(of layout: PlaneLayout, opacity: UInt16) -> CoveredRows {
    CoveredRows(frame, layout, opacity: opacity)
  }

  /// Leaves so much of what the frame holds now over what it was before, within a box.
  func mix(over before: Frame, _ share: MixShare) {
    before.run(
      MixKernel(share: share), to: frame, box: share.box, includesAlpha: share.includesAlpha,
      workspace)
  }
}

/// How much of a change is left.
struct MixShare {
  let box: Box
  /// The coverage of each sample; nil for all of the box alike.
  let mask: RegionMask?
  /// 0 to 65,535.
  let mix: UInt16
  /// Whether alpha is mixed too.
  let includesAlpha: Bool

  /// Writes the shares of a row's columns, 0 to 1; beyond the box nothing is left of the change.
  func row(_ y: Int, _ columns: Range<Int>, _ line: UnsafeMutablePointer<Float>) -> Bool {
    let inside = columns.clamped(to: box.x..<box.maxX)
    guard !inside.isEmpty, y >= box.y, y < box.maxY else { return false }
    line.update(repeating: 0, count: columns.count)
    let (whole, line) = (Float(mix) / 65535, line - columns.lowerBound)
    if let cover = mask?.row(.luma, x: inside.lowerBound, y: y) {
      for x in inside {
        line[x] = Float(cover[x - inside.lowerBound]) * (1 / 65535) * whole
      }
    } else {
      for x in inside { line[x] = whole }
    }
    return true
  }
}

/// Mixes new samples into old ones, in the new ones' place.
private struct MixKernel: PlaneKernel {
  let share: MixShare

  /// A row is a tenth of the work of most kernels.
  var leastRows: Int { 128 }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let whole = UInt64(share.mix) &+ UInt64(share.mix &>> 15)
    for plane in planes {
      for y in box.y..<box.maxY {
        let (new, old) = (plane.target.row(y) + box.x, plane.source.row(y) + box.x)
        if let cover = share.mask?.row(plane.target.role, x: box.x, y: y) {
          for x in 0..<box.width {
            new[x] = mixed(new[x], old[x], part(cover[x], of: whole))
          }
        } else {
          let whole = UInt32(truncatingIfNeeded: whole)
          for x in 0..<box.width { new[x] = mixed(new[x], old[x], whole) }
        }
      }
    }
  }
}

/// A share, 0 to 65,535, of `whole`, which is 0 to 65,536.
@inline(__always)
private func part(_ cover: UInt16, of whole: UInt64) -> UInt32 {
  UInt32(truncatingIfNeeded: ((UInt64(cover) &+ UInt64(cover &>> 15)) &* whole) &>> 16)
}
