import Bytes
import Timeline
import Y4M

/// How differences are shown.
enum DifferenceMode: String, Choice {
  /// Black where nothing changed.
  case absolute
  /// Grey where nothing changed, lighter where it grew lighter.
  case signed
}

/// Shows what has changed since a moment ago.
struct FrameDifference: HistoryEffect {
  static let delay = Setting<Time>(
    "delay", default: Time(1, 25) ?? .zero,
    "How long ago the picture is that this one is compared with: at least a frame, and rounded to frames."
  )
  static let mode = Setting<DifferenceMode>(
    "mode", default: .absolute,
    "`absolute` is black where nothing changed; `signed` is grey there, and lighter where a channel grew."
  )
  static let gain = Parameter<Double>(
    "gain", default: 1, in: 0...64, "How strongly differences are shown.")

  static let declaration = Declaration(
    name: "frame-difference",
    summary: "Shows what has changed since a moment ago.",
    discussion: """
      Each channel of R'G'B' becomes `gain * |c - p|`, or `0.5 + gain * (c - p) / 2` where it is \
      `signed`; p is the channel `delay` ago. It shows where something moves, and whether what \
      should stand still does. Before the film's beginning, its first picture counts.
      """,
    example: #"""
      { "type": "effect", "effect": "frame-difference", "delay": "2f", "gain": 4 }
      """#,
    parameters: [delay, mode, gain])

  static let names = EffectNames(
    synonyms: ["motion-detection", "tblend", "temporal-difference"],
    elsewhere: ["ffmpeg tblend difference, grainextract", "After Effects Time Difference"])

  let history: Int
  private let mode: DifferenceMode
  private let gain: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    history = max(1, setting.frames(in: arguments[Self.delay]))
    mode = arguments[Self.mode]
    gain = arguments[Self.gain]
  }

  func reads(at time: Time, _ past: PastTimes) -> [Int] {
    past.count > 0 ? [min(history, past.count)] : []
  }

  func apply(_ job: EffectJob, at time: Time) {
    let before = job.past.frames.first?.frame ?? SharedFrame(job.source)
    job.run(
      FoldedColors(
        source: job.source, past: [before], coding: job.coding,
        fold: Difference(
          gain: Float(gain.value(at: time, within: 0...64)), isSigned: mode == .signed)))
  }
}

/// How far colours of a frame are from those of an earlier one: without a sign, or about grey.
private struct Difference: ColorFold {
  let gain: Float
  let isSigned: Bool

  func fold(_ row: Line, _ index: Int, into sum: Line, count: Int, isAlpha: Bool, cover: Line?) {
    let gain = gain
    if isAlpha {
      for x in 0..<count { sum[x] = max(sum[x], row[x]) }
    } else if !isSigned {
      for x in 0..<count { sum[x] = abs(sum[x] - row[x]) * gain }
    } else if let cover {
      for x in 0..<count { sum[x] = 0.5 * cover[x] + (sum[x] - row[x]) * gain * 0.5 }
    } else {
      for x in 0..<count { sum[x] = 0.5 + (sum[x] - row[x]) * gain * 0.5 }
    }
    if let cover { for x in 0..<count { sum[x] = min(max(sum[x], 0), cover[x]) } }
  }
}
