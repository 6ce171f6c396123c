import Timeline
import Y4M

/// A crossfade under a blur along rows that widens and narrows again.
struct HorizontalBlur: Transition {
  static let variants = [
    TransitionVariant(
      "hblur", "One picture fades into the other under a blur along rows, widest half way.")
  ]

  init(_ variant: String, _ setting: TransitionSetting) {}

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let rest = 1 - Float(progress)
    let strength = (rest <= 0.5 ? rest : 1 - rest) * 2
    let size = 1 + Int(Float(job.width / 2) * strength)
    job.run(RowMeans(size: size, share: Share.of(progress)))
  }
}

/// Each sample is the mean of those from it on, of both pictures mixed.
private struct RowMeans: TransitionKernel {
  /// Luma samples in a mean; there are fewer at the end of a row.
  let size: Int
  let share: UInt16

  func callAsFunction<S: Sample>(
    _ planes: TransitionPlanes<S>, rows: Range<Int>, scratch: Scratch
  ) {
    let layout = planes.layout
    let width = layout.width
    // A luma sample's span starts within the span of a wider sample that has its centre.
    let side = Float(1 << layout.shiftX)
    let lead = 0.5 - 0.5 / side
    let length = Float(size) / side
    let sums = scratch.take(UInt32.self, width + 2)
    let firsts = scratch.take(MeanSpan.self, width)
    for x in 0..<width {
      let start = Float(x) + lead
      firsts[x] = MeanSpan(start, min(start + length, Float(width)))
    }
    for plane in planes {
      for y in rows {
        add(plane.from.row(y), plane.to.row(y), count: width, sums)
        let target = plane.target.row(y)
        for x in 0..<width {
          let mean = firsts[x].mean(sums)
          target[x] = S(
            truncatingIfNeeded: (mean * (S.self == UInt8.self ? 1 / 256 : 1) + 0x1p23).bitPattern)
        }
      }
    }
  }

  /// Makes the running sums of a row of the mixed picture, with 8 more bits where samples have 8.
  private func add<S: Sample>(
    _ from: UnsafePointer<S>, _ to: UnsafePointer<S>, count: Int,
    _ sums: UnsafeMutablePointer<UInt32>
  ) {
    let (rest, share) = (UInt32(Share.whole &- share), UInt32(share))
    let shift: UInt32 = S.self == UInt8.self ? 7 : 15
    let half = UInt32(1) &<< (shift &- 1)
    var sum: UInt32 = 0
    for x in 0..<count {
      sums[x] = sum
      let mixed =
        UInt32(truncatingIfNeeded: from[x]) &* rest &+ UInt32(truncatingIfNeeded: to[x]) &* share
      sum = sum &+ (mixed &+ half) &>> shift
    }
    sums[count] = sum
    sums[count + 1] = sum
  }
}

/// A part of a row, with parts of samples at its ends.
private struct MeanSpan: BitwiseCopyable {
  private let first: Int32
  private let last: Int32
  private let firstPart: Float
  private let lastPart: Float
  private let scale: Float

  init(_ start: Float, _ end: Float) {
    let (first, last) = (start.rounded(.down), end.rounded(.down))
    self.first = Int32(first)
    self.last = Int32(last)
    firstPart = start - first
    lastPart = end - last
    scale = 1 / max(end - start, 0.125)
  }

  /// The mean of the samples whose running sums these are.
  @inline(__always)
  func mean(_ sums: UnsafeMutablePointer<UInt32>) -> Float {
    let (start, end) = (sums + Int(first), sums + Int(last))
    let whole = Float(end[0] &- start[0])
    let parts = Float(end[1] &- end[0]) * lastPart - Float(start[1] &- start[0]) * firstPart
    return (whole + parts) * scale
  }
}
