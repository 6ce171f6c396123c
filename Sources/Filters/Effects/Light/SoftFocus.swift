import Timeline
import Y4M

/// Lays a veil of light over the picture, as a diffusion filter before a lens does.
///
/// R'G'B' c becomes `c + amount * (screen(c, g) - c)`, with g the gaussian of c.
struct SoftFocus: Effect {
  static let radius = Parameter<Length>(
    "radius", default: Length(fraction: 0.01), in: 0...LightBlur.largestSigma, unit: "px",
    "The standard deviation of the veil; a percentage is of the canvas's shorter side.")
  static let amount = Parameter<Double>(
    "amount", default: 0.5, in: 0...1, "How much of the veil is seen; 0 changes nothing.")

  static let declaration = Declaration(
    name: "soft-focus",
    summary: "Lays a veil of light over the picture, as a diffusion filter does.",
    discussion: """
      The picture is screened with its own gaussian g: a channel c becomes \
      `c + amount * g * (1 - c)`. Edges stay sharp, what is bright shines over them, and black \
      among black stays black.
      """,
    example: #"""
      { "type": "effect", "effect": "soft-focus", "amount": 0.6, "radius": "1.5%" }
      """#,
    parameters: [radius, amount])

  static let names = EffectNames(
    synonyms: ["diffusion", "dreamy", "orton", "pro-mist"],
    elsewhere: ["movit diffusion", "frei0r softglow"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let radius: Animated<Length>
  private let amount: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    radius = arguments[Self.radius]
    amount = arguments[Self.amount]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    LightBlur.margin(radius.sigma(at: time, width, height), width, height)
  }

  func apply(_ job: EffectJob, at time: Time) {
    let amount = amount.value(at: time, within: 0...1)
    if amount == 0 { return }
    let sigma = radius.sigma(at: time, job.width, job.height)
    let grid = LightGrid(job, sigma: sigma, WholePicture())
    Lighting(job: job, rule: ScreenedLight(grid: grid, gain: SIMD3(repeating: Float(amount)))).run()
  }
}

/// R'G'B' itself.
private struct WholePicture: LightSource {
  var darkness: Float? { nil }

  func extract(_ colors: RGBRow, scratch: Scratch) {
    for channel in 0..<3 {
      let row = colors[channel]
      for x in 0..<colors.count { row[x] = min(max(row[x], 0), 1) }
    }
  }
}

/// Screens R'G'B' with what stands in a grid.
struct ScreenedLight: LightRule {
  let grid: LightGrid
  /// What the grid's channels are multiplied by, at most 1.
  let gain: SIMD3<Float>

  func reader(_ columns: Range<Int>, _ sites: PlaneLayout, _ scratch: Scratch) -> LightReader {
    LightReader(grid, columns, sites, scratch)
  }

  func read(_ place: LitPlace, _ reader: LightReader, to light: RGBRow, scratch: Scratch) {
    reader.read(place.y, to: light)
  }

  func add(_ light: RGBRow, to colors: RGBRow, scratch: Scratch) {
    for channel in 0..<3 {
      Self.screen(light[channel], gain[channel], to: colors[channel], colors.count)
    }
  }

  private static func screen(
    _ light: UnsafeMutablePointer<Float>, _ gain: Float, to row: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    for x in 0..<count { row[x] += light[x] * gain * max(1 - row[x], 0) }
  }
}
