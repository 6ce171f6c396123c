import Bytes
import Images
import Timeline
import Y4M

/// Takes away what looks as in a still or a film.
struct DifferenceKey: KeyEffect {
  static let source = FilmParameter(
    "source", part: "clean plate",
    "A still of what lies behind, or a film that plays from the effect's start on, stretched to the "
      + "canvas. Without one, all stays.")
  static let tolerance = Parameter<Double>(
    "tolerance", default: 0.08, in: 0...1,
    "How far from the still a colour may lie and still be taken away completely: from black to "
      + "white is 1.")
  static let softness = Parameter<Double>(
    "softness", default: 0.1, in: 0...1,
    "How much further away colours lie that stay completely; in between they are partly taken "
      + "away.")

  static let declaration = Declaration(
    name: "difference-key",
    summary: "Keys out what looks the same as in a still, such as a room before anyone enters.",
    discussion: """
      Colours of the picture and of the still lie `sqrt((dr^2 + dg^2 + db^2) / 3)` apart. Keyed \
      parts show a clip's background, or what lies below a layer; in an effect layer over \
      everything they are black. The camera must not move, unless the still is a film of the same \
      movement.
      """,
    example: #"""
      { "type": "video", "source": "room.mp4",
        "effects": [ { "effect": "difference-key", "source": "empty-room.png" } ] }
      """#,
    parameters: [source, tolerance, softness, view])

  static let names = EffectNames(
    synonyms: ["differencematte", "backgroundsubtraction"],
    elsewhere: ["After Effects Difference Matte"])

  private let plate: CleanPlate?
  private let tolerance: Animated<Double>
  private let softness: Animated<Double>
  private let view: KeyView

  init(_ arguments: Arguments, _ setting: EffectSetting) throws(RenderError) {
    if let file = arguments[Self.source] {
      plate = try CleanPlate(file, setting)
    } else {
      plate = nil
    }
    tolerance = arguments[Self.tolerance]
    softness = arguments[Self.softness]
    view = arguments[Self.view]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? { 8 }

  func apply(_ job: EffectJob, at time: Time) {
    guard let plate, view != .source else { return }
    let levels = KeyLevels(
      tolerance: tolerance.value(at: time), softness: softness.value(at: time))
    let rule = PlateRule(planes: plate.planes(for: job, at: time), levels: levels)
    Keying(job: job, rule: rule, showsAlpha: view == .alpha).run()
  }

  func release() { plate?.release() }

  var workingBytes: Int { plate?.workingBytes ?? 0 }
}

/// The rule: the distance from the still in R'G'B'.
private struct PlateRule: KeyRule {
  let planes: PicturePlanes
  let levels: KeyLevels

  func key(
    _ colors: RGBRow, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace, scratch: Scratch
  ) {
    guard let plate = planes.samples(of: place.sites) else {
      return shares.update(repeating: 1, count: colors.count)
    }
    let start = place.y * place.sites.width + place.columns.lowerBound
    let size = place.sites.width * place.sites.height
    let row = plate.base + start
    let unit: Float = 1.0 / 65535
    // What lies beyond black and white is held there, as in the still.
    func held(_ color: Float) -> Float { min(max(color, 0), 1) }
    for x in 0..<colors.count {
      let r = held(colors.red[x]) - Float(row[x]) * unit
      let g = held(colors.green[x]) - Float(row[size &+ x]) * unit
      let b = held(colors.blue[x]) - Float(row[2 &* size &+ x]) * unit
      shares[x] = ((r * r + g * g + b * b) * (1.0 / 3)).squareRoot()
    }
    levels.apply(shares, count: colors.count)
  }
}
