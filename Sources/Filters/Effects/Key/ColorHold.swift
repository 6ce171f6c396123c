import Timeline

/// Leaves one hue its colour, and makes all else grey.
struct ColorHold: Effect {
  static let color = Parameter<Color>(
    "color", default: Color(red: 1, green: 0, blue: 0), "The colour that stays.")
  static let tolerance = Parameter<Double>(
    "tolerance", default: 0.15, in: 0...1,
    "How far from its hue a colour may lie and still stay as it is: the opposite hue is 1.")
  static let softness = Parameter<Double>(
    "softness", default: 0.1, in: 0...1,
    "How much further away hues are that turn grey completely.")
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...1, "How grey the rest gets: 0 changes nothing.")

  static let declaration = Declaration(
    name: "color-hold",
    summary: "Leaves one hue its colour, and makes all else grey.",
    discussion: """
      Hues are compared as directions of chroma: `(1 - cos(angle)) / 2` lies between them. Grey is \
      of no hue, and stays. What turns grey keeps its luma.
      """,
    example: #"""
      { "type": "effect", "effect": "color-hold", "color": "crimson", "tolerance": 0.1 }
      """#,
    parameters: [color, tolerance, softness, amount])

  static let names = EffectNames(
    synonyms: ["colorpop", "chromahold", "keepcolor", "splash", "colorsplash"],
    elsewhere: ["ffmpeg colorhold, chromahold", "MLT chroma_hold", "After Effects Leave Color"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let color: Animated<Color>
  private let tolerance: Animated<Double>
  private let softness: Animated<Double>
  private let amount: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    color = arguments[Self.color]
    tolerance = arguments[Self.tolerance]
    softness = arguments[Self.softness]
    amount = arguments[Self.amount]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? { 8 }

  func apply(_ job: EffectJob, at time: Time) {
    // An easing may overshoot.
    let amount = min(max(amount.value(at: time), 0), 1)
    if amount == 0 { return }
    let color = color.value(at: time)
    let levels = KeyLevels(
      tolerance: tolerance.value(at: time), softness: softness.value(at: time))
    let matrix = job.coding.matrix
    let change = HueHold(
      color: SIMD3(Float(color.red), Float(color.green), Float(color.blue)), levels: levels,
      amount: Float(amount), luma: (Float(matrix.red), Float(matrix.blue)))
    Recoloring(
      source: job.source, target: job.target, change: change, coding: job.coding,
      isPremultiplied: job.includesAlpha
    ).run(job.box, job.workspace)
  }
}

/// The change: colours move towards their luma as far as their chroma points elsewhere.
private struct HueHold: ColorChange {
  let color: SIMD3<Float>
  let levels: KeyLevels
  let amount: Float
  /// The weights of red and of blue for luma.
  let luma: (red: Float, blue: Float)

  func apply(to colors: RGBRow, scratch: Scratch) {
    let (red, blue) = luma
    let (green, amount) = (1 - red - blue, amount)
    let (toU, toV) = (1 / (2 * (1 - blue)), 1 / (2 * (1 - red)))
    let bright = color.x * red + color.y * green + color.z * blue
    let chroma = ((color.z - bright) * toU, (color.x - bright) * toV)
    let length = (chroma.0 * chroma.0 + chroma.1 * chroma.1).squareRoot()
    let (u, v) = (chroma.0 / max(length, 1.0 / 1024), chroma.1 / max(length, 1.0 / 1024))
    let shares = scratch.take(Float.self, colors.count)
    let grey = scratch.take(Float.self, colors.count)
    for x in 0..<colors.count {
      let (r, g, b) = (colors.red[x], colors.green[x], colors.blue[x])
      let bright = r * red + g * green + b * blue
      let (du, dv) = ((b - bright) * toU, (r - bright) * toV)
      let size = max((du * du + dv * dv).squareRoot(), 1.0 / 65536)
      shares[x] = 0.5 - 0.5 * (du * u + dv * v) / size
      grey[x] = bright
    }
    levels.apply(shares, count: colors.count)
    func fade(_ row: UnsafeMutablePointer<Float>) {
      for x in 0..<colors.count { row[x] += amount * shares[x] * (grey[x] - row[x]) }
    }
    fade(colors.red)
    fade(colors.green)
    fade(colors.blue)
  }
}
