import Bytes
import Timeline
import Y4M

/// How time goes back where no picture says it.
enum TimeGradient: String, Choice {
  /// Along `angle`.
  case linear
  /// From the middle to the corners.
  case radial
}

/// Shows each place at another time, as a gradient, a picture or a film says.
struct TimeDisplace: HistoryEffect {
  static let source = FilmParameter(
    "source", part: "map",
    "The picture or the film that says how long ago, stretched to the canvas: black is now, white is "
      + "`span` ago. A film plays once from the effect's start on. Without one, `gradient` says it."
  )
  static let channel = Setting<DisplacementChannel>(
    "channel", default: .luma, "Which of its channels counts.")
  static let gradient = Setting<TimeGradient>(
    "gradient", default: .radial,
    "Without a picture: time goes back along `angle`, or from the middle to the corners (`radial`)."
  )
  static let angle = Parameter<Angle>(
    "angle", default: .zero, unit: "degrees",
    "Where a linear gradient leads, clockwise: 0 is to the right, 90 down.")
  static let span = AgedPictures.span
  static let invert = Setting<Bool>(
    "invert", default: false, "Whether white is now, and black `span` ago.")
  static let blend = AgedPictures.blend

  static let declaration = Declaration(
    name: "time-displace",
    summary: "Shows each place at another time, as a gradient, a picture or a film says.",
    discussion: """
      A place shows what lay there `span * m` ago; m is the picture's channel, from 0 to 1 as it is \
      stored, or the gradient. Before the film's beginning, its first picture counts. As many frames \
      are kept as `span` has, at most 256.
      """,
    example: #"""
      { "type": "effect", "effect": "time-displace", "gradient": "radial", "span": 0.6 }
      """#,
    parameters: [source, channel, gradient, angle, span, invert, blend])

  static let names = EffectNames(
    synonyms: ["time-displacement", "time-warp", "time-map"],
    elsewhere: ["After Effects Time Displacement"])

  static let identity: Arguments? = Arguments().setting(span, to: .zero)

  private let pictures: AgedPictures
  private let field: DisplacementField?
  private let gradient: TimeGradient
  private let angle: Animated<Angle>
  private let isInverted: Bool
  var history: Int { pictures.history }

  init(_ arguments: Arguments, _ setting: EffectSetting) throws(RenderError) {
    pictures = AgedPictures(arguments, setting)
    field = try arguments[Self.source].map { (file) throws(RenderError) in
      try DisplacementField(file, arguments[Self.channel], .none, setting)
    }
    gradient = arguments[Self.gradient]
    angle = arguments[Self.angle]
    isInverted = arguments[Self.invert]
  }

  func reads(at time: Time, _ past: PastTimes) -> [Int] { pictures.reads(past) }

  func apply(_ job: EffectJob, at time: Time) {
    let ages: AgeField
    if let field {
      ages = .picture(
        field.map(width: job.width, height: job.height, at: time, job.workspace))
    } else if gradient == .radial {
      ages = .radial
    } else {
      ages = .linear(degrees: angle.value(at: time).degrees)
    }
    pictures.draw(job, ages, isInverted: isInverted)
  }

  func release() { field?.release() }

  var workingBytes: Int { field?.workingBytes ?? 0 }
}
