import Y4M

/// Two parts of the picture with a seam between them, each with a picture that is moved along one
/// axis by whole luma samples.
///
/// In a subsampled plane the pictures are moved by the same way: where that is no whole number of
/// its samples, they are interpolated, and the sample at the seam is mixed of both.
struct MoveKernel: TransitionKernel {
  /// What is seen in one of the parts.
  struct Part: BitwiseCopyable {
    /// Whether it is the picture that comes.
    let isNext: Bool
    /// What is seen at a place lies so many luma samples further on.
    let shift: Int
  }

  let isHorizontal: Bool
  /// The first luma sample behind the seam.
  let seam: Int
  let before: Part
  let behind: Part

  func callAsFunction<S: Sample>(
    _ planes: TransitionPlanes<S>, rows: Range<Int>, scratch: Scratch
  ) {
    let layout = planes.layout
    if isHorizontal {
      let axis = SeamAxis(shift: layout.shiftX, origin: layout.originX, seam: seam)
      for plane in planes { moveAcross(plane, rows, axis, scratch) }
    } else {
      let axis = SeamAxis(shift: layout.shiftY, origin: layout.originY, seam: seam)
      for plane in planes { moveDown(plane, rows, axis, scratch) }
    }
  }

  private func moveAcross<S: Sample>(
    _ plane: TransitionPlane<S>, _ rows: Range<Int>, _ axis: SeamAxis, _ scratch: Scratch
  ) {
    let width = plane.width
    let mixed = axis.mixed(count: width)
    let spare = scratch.take(S.self, max(mixed.count, 1))
    for y in rows {
      let target = plane.target.row(y)
      move(before, plane, y, to: target, 0..<mixed.upperBound, axis)
      move(behind, plane, y, to: target + mixed.upperBound, mixed.upperBound..<width, axis)
      if mixed.isEmpty { continue }
      move(behind, plane, y, to: spare, mixed, axis)
      for x in mixed {
        let sample = target + x
        mixRows(sample, sample, spare + (x - mixed.lowerBound), share: axis.share(x), count: 1)
      }
    }
  }

  /// Writes a part of a row of a moved picture.
  private func move<S: Sample>(
    _ part: Part, _ plane: TransitionPlane<S>, _ y: Int, to target: UnsafeMutablePointer<S>,
    _ samples: Range<Int>, _ axis: SeamAxis
  ) {
    let source = (part.isNext ? plane.to : plane.from).row(y)
    let (shift, share) = axis.way(part.shift)
    let last = plane.width - 1
    // What both neighbours lie inside the picture of; beyond, its edges repeat.
    let low = min(max(samples.lowerBound, -shift), samples.upperBound)
    let high = max(min(samples.upperBound, last - shift + (share == 0 ? 1 : 0)), low)
    let first = source + (low + shift)
    mixRows(
      target + (low - samples.lowerBound), first, share == 0 ? first : first + 1, share: share,
      count: high - low)
    for x in samples.lowerBound..<low { target[x - samples.lowerBound] = source[0] }
    for x in high..<samples.upperBound { target[x - samples.lowerBound] = source[last] }
  }

  private func moveDown<S: Sample>(
    _ plane: TransitionPlane<S>, _ rows: Range<Int>, _ axis: SeamAxis, _ scratch: Scratch
  ) {
    let width = plane.width
    let spare = scratch.take(S.self, width)
    for y in rows {
      let target = plane.target.row(y)
      let share = axis.share(y)
      if share < Share.whole { move(before, plane, y, to: target, axis) }
      if share == 0 { continue }
      let row = share < Share.whole ? spare : target
      move(behind, plane, y, to: row, axis)
      if share < Share.whole { mixRows(target, target, spare, share: share, count: width) }
    }
  }

  /// Writes a row of a moved picture.
  private func move<S: Sample>(
    _ part: Part, _ plane: TransitionPlane<S>, _ y: Int, to target: UnsafeMutablePointer<S>,
    _ axis: SeamAxis
  ) {
    let view = part.isNext ? plane.to : plane.from
    let (shift, share) = axis.way(part.shift)
    func row(_ y: Int) -> UnsafePointer<S> { view.row(min(max(y, 0), view.height - 1)) }
    mixRows(target, row(y + shift), row(y + shift + 1), share: share, count: plane.width)
  }
}

/// A seam across the samples of a plane.
struct SeamAxis: BitwiseCopyable {
  /// How often the plane is halved.
  let shift: Int
  /// Where sample 0 lies, in luma samples from the centre of the first.
  let origin: Double
  /// Where the seam is, in luma samples from the edge of the picture.
  let seam: Double

  init(shift: Int, origin: Double, seam: Double) {
    self.shift = shift
    self.origin = origin
    self.seam = seam
  }

  init(shift: Int, origin: Double, seam: Int) {
    self.init(shift: shift, origin: origin, seam: Double(seam))
  }

  /// The share of the footprint of sample `index` that lies behind the seam.
  func share(_ index: Int) -> UInt16 {
    let side = Double(1 << shift)
    let end = origin + 0.5 + (Double(index) + 0.5) * side
    return Share.of((end - seam) / side)
  }

  /// The samples that the seam goes through.
  func mixed(count: Int) -> Range<Int> {
    let place = Int((seam / Double(1 << shift)).rounded(.down))
    var low = min(max(place - 2, 0), count)
    var high = min(max(place + 3, 0), count)
    while low < high, share(low) == 0 { low += 1 }
    while high > low, share(high - 1) == Share.whole { high -= 1 }
    return low..<high
  }

  /// A way in luma samples as one in samples of the plane, and the share of the next sample.
  func way(_ luma: Int) -> (whole: Int, share: UInt16) {
    let rest = luma & (1 << shift - 1)
    return (luma >> shift, Share.whole >> UInt16(shift) * UInt16(rest))
  }
}
