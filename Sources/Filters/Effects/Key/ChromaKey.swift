import Timeline

/// What a chroma key goes by.
enum KeyMethod: String, Choice {
  case difference
  case distance
}

/// Takes a screen of one colour away.
struct ChromaKey: KeyEffect {
  static let method = Setting<KeyMethod>(
    "method", default: .difference,
    "How the screen is recognised: `difference` keeps hair and smoke, `distance` takes away what "
      + "is near in hue.")
  static let color = Parameter<Color>(
    "color", default: Color(red: 0, green: 1, blue: 0), "The colour of the screen.")
  static let tolerance = Parameter<Double>(
    "tolerance", default: 0.07, in: 0...1,
    "How unlike the screen a colour may be and still be taken away completely: 0 is the screen "
      + "itself, 1 is grey. With `difference`, soft parts such as smoke are cut only by what this "
      + "has beyond 0.07.")
  static let softness = Parameter<Double>(
    "softness", default: 0.8, in: 0...1,
    "How much more unlike it colours are that stay completely; in between are soft edges. With "
      + "`difference`, soft parts are cut only where `tolerance` and `softness` together are below "
      + "0.87.")
  static let balance = Parameter<Double>(
    "balance", default: 0.5, in: 0...1,
    "The weight of the first of the two other channels when they are compared with the screen's, "
      + "and 1 minus that of the second: for green, those of red and of blue.")
  static let despill = Parameter<Double>(
    "despill", default: 1, in: 0...1, "How much of the screen's light is taken from what stays.")
  static let despillMode = Setting<DespillMode>(
    "despillMode", default: .max,
    "How bright the screen's channel may stay: the others' `average`, their `max`, or their mean "
      + "with the second taken `double`.")
  static let cleanPlate = FilmParameter(
    "cleanPlate", part: "clean plate",
    "A still of the screen alone, or a film that plays from the effect's start on, stretched to the "
      + "canvas: with it, `difference` knows how bright the screen is in every place.")
  static let shrink = Parameter<Length>(
    "shrink", default: Length(pixels: 0), in: -20...20, unit: "px",
    "How far the edges of what stays are moved inwards; below 0, outwards.")
  static let feather = Parameter<Length>(
    "feather", default: Length(pixels: 0), in: 0...100, unit: "px",
    "The standard deviation of a blur of the edges.")

  static let declaration = Declaration(
    name: "chroma-key",
    summary: "Keys out a screen of one colour, such as a green one behind an actor.",
    discussion: """
      Keyed parts show a clip's background, or what lies below a layer; in an effect layer over \
      everything they are black. `difference` measures how far the screen's channel stands out \
      above the two others, `distance` how far chroma lies from the screen's. By `difference`, \
      noise is measured on the screen and smoothed, edges are as sharp as luma, and a screen that \
      is brighter in places than in others is followed, from 0.6 to 1.3 times the colour given, \
      and with a `cleanPlate` from 0.25 to 3 times, shadows and seams included; the camera must \
      not move then, unless the plate is a film of the same movement. At soft edges the screen's \
      part is taken out of the colour, so that no seam of it stays; `shrink` goes by squares, and \
      then `feather` softens. A colour in which no channel stands out keys nothing.
      """,
    example: #"""
      { "type": "video", "source": "actor.mp4",
        "effects": [ { "effect": "chroma-key", "color": "#26a03e" } ] }
      """#,
    parameters: [
      method, color, tolerance, softness, balance, despill, despillMode, cleanPlate, shrink,
      feather, view,
    ])

  static let names = EffectNames(
    synonyms: ["greenscreen", "bluescreen", "keylight", "chroma", "ultrakey"],
    elsewhere: ["ffmpeg chromakey", "OBS Chroma Key", "After Effects Keylight", "MLT chroma"])

  private let method: KeyMethod
  private let color: Animated<Color>
  private let tolerance: Animated<Double>
  private let softness: Animated<Double>
  private let balance: Animated<Double>
  private let despill: Animated<Double>
  private let despillMode: DespillMode
  private let plate: CleanPlate?
  private let shrink: Animated<Length>
  private let feather: Animated<Length>
  private let view: KeyView
  private let grid: ScreenGrid

  init(_ arguments: Arguments, _ setting: EffectSetting) throws(RenderError) {
    method = arguments[Self.method]
    color = arguments[Self.color]
    tolerance = arguments[Self.tolerance]
    softness = arguments[Self.softness]
    balance = arguments[Self.balance]
    despill = arguments[Self.despill]
    despillMode = arguments[Self.despillMode]
    grid = ScreenGrid(setting.format)
    if let file = arguments[Self.cleanPlate] {
      plate = try CleanPlate(file, setting, grid: grid)
    } else {
      plate = nil
    }
    shrink = arguments[Self.shrink]
    feather = arguments[Self.feather]
    view = arguments[Self.view]
  }

  func apply(_ job: EffectJob, at time: Time) {
    let color = color.value(at: time)
    if view == .source { return }
    guard let screen = KeyScreen(color, balance: balance.value(at: time)) else {
      // Its alpha is whole everywhere.
      if view == .alpha { Keying(job: job, rule: KeepingRule(), showsAlpha: true).run() }
      return
    }
    let despilling = Despilling(screen, despillMode, amount: despill.value(at: time))
    switch method {
    case .difference:
      run(differenceRule(screen, despilling, job, at: time), job, at: time)
    case .distance:
      let levels = KeyLevels(
        tolerance: tolerance.value(at: time), softness: softness.value(at: time))
      let matrix = job.coding.matrix
      let rule = DistanceRule(
        screen: screen, levels: levels, despilling: despilling,
        luma: (Float(matrix.red), Float(matrix.blue)))
      run(rule, job, at: time)
    }
  }

  private func differenceRule(
    _ screen: KeyScreen, _ despilling: Despilling, _ job: EffectJob, at time: Time
  ) -> DifferenceRule {
    let planes = plate?.planes(for: job, at: time)
    let field = ScreenField(job, grid, screen, plate: planes)
    // As much as rounding makes of K.
    let floor = 0.0025 / screen.strength / Float(1 << (job.coding.depth - 8))
    let levels = MatteLevels(
      tolerance: tolerance.value(at: time), softness: softness.value(at: time), field, floor: floor)
    let unlikeness = Unlikeness(screen: screen)
    let light = planes.map { .plate($0) } ?? ScreenLight.measured(field)
    // What is shrunk or blurred is the matte of the whole picture.
    let (shrink, feather) = edges(job, at: time)
    let whole = Box(x: 0, y: 0, width: job.width, height: job.height)
    let matte = ScreenMatte(
      job, grid, unlikeness, light, levels, around: shrink != 0 || feather > 0 ? whole : job.box)
    let matrix = job.coding.matrix
    return DifferenceRule(
      unlikeness: unlikeness, matte: matte, despilling: despilling, light: light,
      least: 0.02 + 4 * levels.noise, luma: (Float(matrix.red), Float(matrix.blue)))
  }

  /// By how many pixels the matte is shrunk, and the deviation by which it is blurred.
  private func edges(_ job: EffectJob, at time: Time) -> (shrink: Double, feather: Double) {
    (
      shrink.pixels(at: time, job.width, job.height, within: -20...20),
      feather.pixels(at: time, job.width, job.height, upTo: 100)
    )
  }

  private func run(_ rule: some KeyRule, _ job: EffectJob, at time: Time) {
    let (shrink, feather) = edges(job, at: time)
    guard shrink != 0 || feather > 0 else {
      return Keying(job: job, rule: rule, showsAlpha: view == .alpha).run()
    }
    let matte = KeyMatte(job, rule, shrink: shrink, feather: feather)
    let matted = MattedRule(rule: rule, matte: matte)
    Keying(job: job, rule: matted, showsAlpha: view == .alpha).run()
  }

  func release() { plate?.release() }

  var workingBytes: Int {
    (method == .difference ? ScreenMatte.byteCount(of: grid) : 0) + (plate?.workingBytes ?? 0)
  }
}
