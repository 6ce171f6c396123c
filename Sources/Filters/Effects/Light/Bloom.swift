import Timeline
import Y4M

/// How the light of a bloom is added.
enum BloomMode: String, Choice {
  /// `1 - (1 - c) (1 - b)`, which never reaches beyond white.
  case screen
  /// `c + b`, cut at white.
  case add
}

/// Lets what is bright glow over its surroundings.
///
/// In linear light: `b = gaussian(c * smoothstep(threshold - softness, threshold + softness, Y))`,
/// with Y the luma of R'G'B', and c becomes `c + intensity * tint * b`, or the screen of both.
struct Bloom: Effect {
  static let threshold = GlowParameters.threshold
  static let softness = GlowParameters.softness
  static let radius = GlowParameters.radius
  static let intensity = Parameter<Double>(
    "intensity", default: 0.5, in: 0...8, "How much of the glow is added; 0 changes nothing.")
  static let mode = Setting<BloomMode>(
    "mode", default: .screen,
    "`screen` keeps what is bright from becoming white; `add` adds light as it is.")
  static let tint = Parameter<Color>("tint", default: .white, "What the glow is multiplied by.")

  static let declaration = Declaration(
    name: "bloom",
    summary: "Lets what is bright glow over its surroundings.",
    discussion: """
      Of the picture's linear light, what is brighter than `threshold` is blurred and added: b is \
      the gaussian of `c * smoothstep(threshold - softness, threshold + softness, Y)`, where c is \
      light, and Y luma from 0 to 1. `add` makes `c + intensity * b`, cut at white, `screen` `c + \
      intensity * b * (1 - c)`. What is not seen of a layer does not glow, and the glow stays \
      within the layer.
      """,
    example: #"""
      { "type": "effect", "effect": "bloom", "threshold": 0.7, "intensity": 0.8, "radius": "3%" }
      """#,
    parameters: [threshold, softness, radius, intensity, mode, tint])

  static let names = EffectNames(
    synonyms: ["glow", "halation"],
    elsewhere: [
      "Core Image CIBloom", "frei0r glow, softglow", "movit glow", "After Effects Glow",
    ])

  static let identity: Arguments? = Arguments().setting(intensity, to: 0)

  private let glow: GlowParameters
  private let intensity: Animated<Double>
  private let tint: Animated<Color>
  private let mode: BloomMode

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    glow = GlowParameters(arguments)
    intensity = arguments[Self.intensity]
    tint = arguments[Self.tint]
    mode = arguments[Self.mode]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    glow.margin(at: time, width: width, height: height)
  }

  func apply(_ job: EffectJob, at time: Time) {
    let intensity = intensity.value(at: time, within: 0...8)
    let tint = tint.value(at: time)
    if intensity == 0 || tint.alpha <= 0 { return }
    let curve = LightCurve(job.coding.light.transfer.curve)
    let grid = glow.grid(job, curve, at: time)
    let color = tint.light(job, curve)
    let gain = color * Float(intensity * min(tint.alpha, 1))
    Lighting(
      job: job,
      rule: AddedLight(
        grid: grid, curve: curve, gain: gain, mixing: mode == .screen ? .screen : .sum)
    ).run()
  }
}

/// Adds the light of a grid to that of colours.
struct AddedLight: LightRule {
  /// What becomes of a light c by an added b.
  enum Mixing {
    /// `c + b`.
    case sum
    /// `c + b (1 - c)`.
    case screen
    /// `c (1 - b)`.
    case shade
  }

  let grid: LightGrid
  let curve: LightCurve
  /// What the grid's channels are multiplied by.
  let gain: SIMD3<Float>
  let mixing: Mixing

  func reader(_ columns: Range<Int>, _ sites: PlaneLayout, _ scratch: Scratch) -> LightReader {
    LightReader(grid, columns, sites, scratch)
  }

  func read(_ place: LitPlace, _ reader: LightReader, to light: RGBRow, scratch: Scratch) {
    reader.read(place.y, to: light)
  }

  func add(_ light: RGBRow, to colors: RGBRow, scratch: Scratch) {
    let line = scratch.take(Float.self, colors.count + 8)
    for channel in 0..<3 {
      let (light, row) = (light[channel], colors[channel])
      for x in 0..<colors.count { line[x] = max(0, row[x]) }
      curve.decode(line, count: colors.count)
      mix(light, gain[channel], into: line, colors.count)
      curve.encode(line, count: colors.count)
      for x in 0..<colors.count {
        let change = line[x] - max(0, row[x])
        row[x] += light[x] == 0 ? 0 : change
      }
    }
  }

  private func mix(
    _ light: UnsafeMutablePointer<Float>, _ gain: Float, into line: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    switch mixing {
    case .sum: for x in 0..<count { line[x] += light[x] * gain }
    case .screen:
      for x in 0..<count { line[x] += min(light[x] * gain, 1) * max(1 - line[x], 0) }
    case .shade: for x in 0..<count { line[x] *= 1 - min(light[x] * gain, 1) }
    }
  }
}
