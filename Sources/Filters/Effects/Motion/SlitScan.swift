import Bytes
import Timeline
import Y4M

/// Where time goes back across the picture.
enum ScanDirection: String, Choice {
  case down
  case up
  case right
  case left
}

/// Shows each line of the picture at another time.
struct SlitScan: HistoryEffect {
  static let span = AgedPictures.span
  static let direction = Setting<ScanDirection>(
    "direction", default: .down,
    "The way in which time goes back: at its beginning the picture is that of now, at its end that of `span` ago."
  )
  static let blend = AgedPictures.blend

  static let declaration = Declaration(
    name: "slit-scan",
    summary: "Shows each line of the picture at another time.",
    discussion: """
      The lines across `direction` are those of ever earlier pictures, from now to `span` ago, so what \
      turns becomes a screw and what passes leans. Before the film's beginning, its first picture \
      counts. As many frames are kept as `span` has, at most 256.
      """,
    example: #"""
      { "type": "effect", "effect": "slit-scan", "span": 0.8, "direction": "right" }
      """#,
    parameters: [span, direction, blend])

  static let names = EffectNames(
    synonyms: ["slitscan", "rolling-shutter", "time-slice"],
    elsewhere: ["After Effects Time Displacement with a ramp", "TikTok Time Warp Scan"])

  static let identity: Arguments? = Arguments().setting(span, to: .zero)

  private let pictures: AgedPictures
  private let direction: ScanDirection
  var history: Int { pictures.history }

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    pictures = AgedPictures(arguments, setting)
    direction = arguments[Self.direction]
  }

  func reads(at time: Time, _ past: PastTimes) -> [Int] { pictures.reads(past) }

  func apply(_ job: EffectJob, at time: Time) {
    let angle: Double
    switch direction {
    case .right: angle = 0
    case .down: angle = 90
    case .left: angle = 180
    case .up: angle = 270
    }
    pictures.draw(job, .linear(degrees: angle))
  }
}
