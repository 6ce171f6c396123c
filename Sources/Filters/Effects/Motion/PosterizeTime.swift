import Bytes
import Timeline
import Y4M

/// Shows fewer pictures a second, each for longer.
struct PosterizeTime: HistoryEffect {
  static let rate = Setting<Double>(
    "rate", default: 12, in: 0.25...240, unit: "Hz",
    "How many pictures a second are shown; more than the film has change nothing.")

  static let declaration = Declaration(
    name: "posterize-time",
    summary: "Shows fewer pictures a second, each for longer.",
    discussion: """
      Time goes on in steps of `1 / rate` seconds from the effect's start, and what is seen at the \
      beginning of a step is held. That looks like stop motion, or like drawings. It holds all that \
      lies below, layers too; what stands above goes on. As many frames are kept as a step has, at \
      most 256.
      """,
    example: #"""
      { "type": "effect", "effect": "posterize-time", "rate": 8 }
      """#,
    parameters: [rate])

  static let names = EffectNames(
    synonyms: ["choppy", "stop-motion", "stutter", "hold", "framerate"],
    elsewhere: ["After Effects Posterize Time", "MLT choppy", "ffmpeg fps"])

  let history: Int
  /// How long a picture is held.
  private let step: Time

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    // In millionths, so that times stay exact.
    let rate = Int((arguments[Self.rate] * 1_000_000).rounded())
    step = Time(1_000_000, max(rate, 1)) ?? Time(seconds: 1)
    history = setting.frames(in: step) + 1
  }

  func reads(at time: Time, _ past: PastTimes) -> [Int] {
    // No picture is held where each is on for as long as that.
    guard let latest = past.ages.first, latest < step else { return [] }
    let steps = time.divided(by: step).map { Rational(Int(clamping: $0.floor)) } ?? .zero
    let age = time - step * steps
    let number = past.number(at: age)
    return number > 0 ? [number] : []
  }

  func apply(_ job: EffectJob, at time: Time) {
    guard let held = job.past.frames.first else { return }
    job.run(Holding(held: held.frame))
  }
}

/// The kernel: an earlier picture in place of this one.
struct Holding: PlaneKernel {
  let held: SharedFrame

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    for plane in planes {
      let layout = plane.source.layout
      let samples = held.samples(layout, as: S.self) + box.x
      for y in box.y..<box.maxY {
        (plane.target.row(y) + box.x).update(from: samples + y * layout.width, count: box.width)
      }
    }
  }
}
