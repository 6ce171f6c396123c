import Bytes
import Timeline
import Y4M

/// The brightness that pictures are led to.
enum DeflickerMode: String, Choice {
  case mean
  case median
}

/// Evens out brightness that flickers from picture to picture.
///
/// The mean of luma above black of the picture and of those before it is measured; the picture's
/// colours are multiplied so that its own becomes the mean or the median of them.
struct Deflicker: HistoryEffect {
  static let size = Setting<Int>(
    "size", default: 5, in: 2...64, "How many pictures are measured, this one among them.")
  static let mode = Setting<DeflickerMode>(
    "mode", default: .mean, "How their brightnesses are averaged.")
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...1, "How much of the difference is taken away; 0 changes nothing.")
  static let cut = Setting<Double>(
    "cut", default: 0.4, in: 0...1,
    """
    By what share of its brightness a picture may differ from the next one; more is taken for a \
    cut, and pictures before a cut do not count.
    """)

  static let declaration = Declaration(
    name: "deflicker",
    summary: "Evens out brightness that flickers from picture to picture.",
    discussion: """
      It helps against time lapses whose exposure jumps, and lamps that flicker with the mains. \
      R'G'B' is multiplied by the brightness of the last `size` pictures over that of this one, \
      from a half to two. It looks only at earlier pictures, so slow changes are followed a little \
      late.
      """,
    example: #"""
      { "type": "effect", "effect": "deflicker", "size": 9, "mode": "median" }
      """#,
    parameters: [size, mode, amount, cut])

  static let names = EffectNames(
    synonyms: ["flicker-removal", "stabilize-exposure"],
    elsewhere: ["ffmpeg deflicker", "DaVinci Resolve Deflicker"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  let history: Int
  private let mode: DeflickerMode
  private let amount: Animated<Double>
  private let cut: Double

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    history = arguments[Self.size] - 1
    mode = arguments[Self.mode]
    amount = arguments[Self.amount]
    cut = arguments[Self.cut]
  }

  func reads(at time: Time, _ past: PastTimes) -> [Int] {
    past.count > 0 ? Array(1...past.count) : []
  }

  func apply(_ job: EffectJob, at time: Time) {
    let amount = amount.value(at: time, within: 0...1)
    guard amount > 0, !job.past.frames.isEmpty else { return }
    let coding = RGBCoding(job.coding, depth: job.source.format.depth)
    let black = Double(coding.black)
    let own = SharedFrame(job.source).meanLuma - black
    guard own > 0.5 else { return }
    var means = [own]
    for (_, frame) in job.past.frames {
      let mean = frame.meanLuma - black
      let next = means[means.count - 1]
      guard abs(mean - next) <= cut * max(mean, next) else { break }
      means.append(mean)
    }
    let target = mode == .mean ? means.reduce(0, +) / Double(means.count) : Self.median(of: means)
    let gain = 1 + (min(max(target / own, 0.5), 2) - 1) * amount
    if gain == 1 { return }
    job.run(Brightening(gain: Float(gain), black: coding.black, grey: coding.grey))
  }

  private static func median(of values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

extension SharedFrame {
  /// The mean of all samples of luma, exactly.
  fileprivate var meanLuma: Double {
    let layout = format.planes[0]
    let count = layout.width * layout.height
    let sum =
      format.depth == 8 ? Self.sum(samples8(layout), layout) : Self.sum(samples16(layout), layout)
    return Double(sum) / Double(max(count, 1))
  }

  private static func sum<S: Sample>(_ samples: UnsafePointer<S>, _ layout: PlaneLayout) -> UInt64 {
    var sum: UInt64 = 0
    for y in 0..<layout.height {
      let row = samples + y * layout.width
      // A row of 65,536 samples of 16 bits at most.
      var part: UInt32 = 0
      for x in 0..<layout.width { part &+= UInt32(row[x]) }
      sum &+= UInt64(part)
    }
    return sum
  }
}

/// Multiplies R'G'B': luma above black, and chroma around grey.
private struct Brightening: PlaneKernel {
  let gain: Float
  let black: Float
  let grey: Float

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let alpha = planes.first { $0.source.role == .alpha }?.source
    for plane in planes where plane.source.role != .alpha {
      let zero = plane.source.role == .luma ? black : grey
      let (peak, gain) = (Float(plane.source.peak), gain)
      for y in box.y..<box.maxY {
        let (source, target) = (plane.source.row(y) + box.x, plane.target.row(y) + box.x)
        if let alpha {
          // Of a premultiplied sample as much is black as it is opaque.
          let covers = alpha.row(y) + box.x
          let share = zero / peak
          for x in 0..<box.width {
            let zero = Float(covers[x]) * share
            let value = min(max(zero + (Float(source[x]) - zero) * gain, 0), peak)
            target[x] = S(truncatingIfNeeded: (value + 0x1p23).bitPattern)
          }
        } else {
          for x in 0..<box.width {
            let value = min(max(zero + (Float(source[x]) - zero) * gain, 0), peak)
            target[x] = S(truncatingIfNeeded: (value + 0x1p23).bitPattern)
          }
        }
      }
    }
  }
}
