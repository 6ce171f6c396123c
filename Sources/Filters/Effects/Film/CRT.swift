import Bytes
import Timeline
import Y4M

/// What a tube's colours glow behind.
enum TubeMask: String, Choice {
  case none
  /// Upright stripes of red, green and blue.
  case aperture
  /// Dots of them, in rows that are set off against one another.
  case shadow
}

/// Shows the picture on the curved tube of an old screen.
///
/// With u and v from -1 to 1 over the picture and c a quarter of `curvature`, what stands at (u, v)
/// comes from (u (1 + c v^2), v (1 + c u^2)), and beyond 1 the tube is black. A line is as bright
/// as the picture in its middle, and between lines R'G'B' is multiplied by
/// `1 - strength (1 - bloom Y)`, along a cosine.
struct CRT: Effect {
  static let lines = Parameter<Double>(
    "lines", default: 240, in: 1...4320, "How many lines the tube has.")
  static let strength = Parameter<Double>(
    "strength", default: 0.3, in: 0...1, "How dark it is between lines, and between a mask's holes."
  )
  static let mask = Setting<TubeMask>(
    "mask", default: .none, "The mask of the tube: stripes, dots, or none.")
  static let curvature = Parameter<Double>(
    "curvature", default: 0.1, in: 0...1, "How far the tube bulges.")
  static let bloom = Parameter<Double>(
    "bloom", default: 0.5, in: 0...1, "How far bright lines fill the gaps between them.")

  static let declaration = Declaration(
    name: "crt",
    summary: "Shows the picture on the curved tube of an old screen.",
    discussion: """
      Between lines, R'G'B' is multiplied by `1 - strength (1 - bloom Y)`, so that what is bright \
      spreads. Lines that are finer than the canvas's rows fade away instead of beating with them. \
      A `mask` stands on the glass, in triads of a 240th of the canvas's shorter side, at least 3 \
      pixels. Curved corners show the black around the tube.
      """,
    example: #"""
      { "type": "effect", "effect": "crt", "lines": 240, "strength": 0.5, "mask": "aperture" }
      """#,
    parameters: [lines, strength, mask, curvature, bloom])

  static let names = EffectNames(
    synonyms: ["scanlines", "tv", "old-tv", "monitor", "tube"],
    elsewhere: [
      "frei0r scanline0r", "Shotcut Scan Lines", "OBS CRT shader", "After Effects Bad TV",
    ])

  static let identity: Arguments? = Arguments().setting(strength, to: 0).setting(curvature, to: 0)

  private let lines: Animated<Double>
  private let strength: Animated<Double>
  private let mask: TubeMask
  private let curvature: Animated<Double>
  private let bloom: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    lines = arguments[Self.lines]
    strength = arguments[Self.strength]
    mask = arguments[Self.mask]
    curvature = arguments[Self.curvature]
    bloom = arguments[Self.bloom]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    let curvature = curvature.value(at: time, within: 0...1)
    return Int((curvature / 8 * Double(max(width, height))).rounded(.up)) + 16
  }

  func apply(_ job: EffectJob, at time: Time) {
    let strength = strength.value(at: time, within: 0...1)
    let tube = TubeGlass(
      curvature: curvature.value(at: time, within: 0...1), width: job.width, height: job.height)
    guard strength > 0 || tube.bulge > 0 else { return }
    let glow = TubeGlow(
      tube: tube, lines: lines.value(at: time, within: 1...4320), strength: strength,
      bloom: bloom.value(at: time, within: 0...1), mask: mask)
    guard tube.bulge > 0 else {
      return job.run(TubeKernel(source: job.source, glow: glow, coding: job.coding))
    }
    job.workspace.withFrame(job.source.format) { bent in
      // Luma around samples of chroma.
      let box = job.box.grown(by: 8).intersection(tube.reach)
      job.source.run(
        DistortionKernel(
          distortions: [tube], sampling: .bilinear,
          picture: (bent.format.width, bent.format.height)), to: bent, box: box,
        includesAlpha: job.includesAlpha, job.workspace)
      bent.run(
        TubeKernel(source: bent, glow: glow, coding: job.coding), to: job.target, box: job.box,
        includesAlpha: job.includesAlpha, job.workspace)
    }
  }
}

/// The glass of a tube, which bulges.
struct TubeGlass: Distortion {
  /// How far a place at an edge lies further out, of half a side, at a corner.
  let bulge: Float
  let reach: Box
  let half: SIMD2<Float>
  var stretch: Double { 1 + Double(bulge) * 3 }

  init(curvature: Double, width: Int, height: Int) {
    // On a grid, so that it is exact as Float.
    bulge = Float((curvature / 4 * 65536).rounded() / 65536)
    reach = Box(x: 0, y: 0, width: width, height: height)
    half = SIMD2(Float(width), Float(height)) / 2
  }

  func displacement(of place: SIMD2<Float>) -> SIMD2<Float> {
    let unit = (place - half) / half
    let square = unit * unit
    return unit * SIMD2(square.y, square.x) * bulge * half
  }

  /// A polynomial of the third degree all over.
  func bend(in part: Extent2D) -> Bend { bulge > 0 ? .nodes(1024) : .none }
}

/// How bright the parts of a tube are.
struct TubeGlow {
  let tube: TubeGlass
  let lines: Float
  let strength: Float
  let bloom: Float
  let mask: TubeMask
  /// How wide a triad of the mask is, in pixels.
  let pitch: Double

  init(tube: TubeGlass, lines: Double, strength: Double, bloom: Double, mask: TubeMask) {
    self.tube = tube
    self.lines = Float(lines)
    self.strength = Float(strength)
    self.bloom = Float(bloom)
    self.mask = mask
    pitch = max(Double(min(tube.reach.width, tube.reach.height)) / 240, 3)
  }

  /// What is left of a wave of which so many pass a sample, when the sample shows its mean.
  static func rest(_ waves: Double) -> Double {
    if waves >= 1 { return 0 }
    return waves == 0 ? 1 : Maths.sin(.pi * waves) / (.pi * waves)
  }

  /// Writes how bright a mask leaves the columns of a row; `channel` is 0 for red to 2 for blue.
  func fill(
    _ gains: UnsafeMutablePointer<Float>, _ columns: Range<Int>, channel: Int, isSetOff: Bool,
    pixels: Double, origin: Double
  ) {
    let amount = Double(strength) * Self.rest(pixels / pitch)
    for x in columns {
      let place = (Double(x) * pixels + origin) / pitch - Double(channel) / 3 + (isSetOff ? 0.5 : 0)
      let wave = Maths.cos(2 * .pi * place)
      gains[x - columns.lowerBound] = Float(1 - Double(strength) / 2 + amount / 2 * wave)
    }
  }
}
