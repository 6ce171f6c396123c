import Bytes
import Timeline
import Y4M

/// A crossfade whose pace depends on how different the pictures are at each sample.
struct DifferenceFade: Transition {
  static let variants = [
    TransitionVariant(
      "fadefast", "One picture fades into the other, sooner where they differ much."),
    TransitionVariant(
      "fadeslow", "One picture fades into the other, sooner where they differ little."),
  ]

  private let isFast: Bool

  init(_ variant: String, _ setting: TransitionSetting) { isFast = variant == "fadefast" }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    // Differences of more than 11 bits are rounded.
    let depth = job.target.format.depth
    let count = 1 << min(depth, 11)
    let shares = job.scratch.take(UInt16.self, count + 1)
    let logarithm = Maths.log(1 - progress)
    for index in 0...count {
      let difference = Double(index) / Double(count - 1)
      let power = 1 + Maths.log(isFast ? 1 + difference : max(2 - difference, 1))
      shares[index] = Share.of(1 - Maths.exp(power * logarithm))
    }
    job.run(
      DifferenceMix(
        shares: shares, shift: depth - min(depth, 11), isShared: job.isPremultiplied))
  }
}

/// Mixes each sample by a share that its difference looks up.
private struct DifferenceMix: TransitionKernel {
  /// The share of the picture that comes, for each difference.
  let shares: UnsafeMutablePointer<UInt16>
  /// The bits that a difference loses.
  let shift: Int
  /// Whether all planes fade as the first one does, as colours that are multiplied by alpha must.
  let isShared: Bool

  func callAsFunction<S: Sample>(
    _ planes: TransitionPlanes<S>, rows: Range<Int>, scratch: Scratch
  ) {
    let shift = Int32(truncatingIfNeeded: shift)
    let half = (1 &<< shift) &>> 1
    let row = scratch.take(UInt16.self, planes.layout.width)
    for plane in planes {
      for y in rows {
        let (from, to) = (plane.from.row(y), plane.to.row(y))
        let leading = isShared ? planes[0] : plane
        let (first, second) = (leading.from.row(y), leading.to.row(y))
        for x in 0..<plane.width {
          let difference =
            Int32(truncatingIfNeeded: first[x]) &- Int32(truncatingIfNeeded: second[x])
          row[x] = shares[Int((Int32(truncatingIfNeeded: difference.magnitude) &+ half) &>> shift)]
        }
        mixRows(plane.target.row(y), from, to, shares: row, count: plane.width)
      }
    }
  }
}
