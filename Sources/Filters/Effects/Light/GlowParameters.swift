import Timeline
import Y4M

/// What glows, and how far.
struct GlowParameters: Sendable {
  static let threshold = Parameter<Double>(
    "threshold", default: 0.8, in: 0...1, "The luma, 0 to 1, from which on half of a colour glows.")
  static let softness = Parameter<Double>(
    "softness", default: 0.2, in: 0...1,
    "How far below the threshold the glow begins, and how far above it all of a colour glows.")
  static let radius = Parameter<Length>(
    "radius", default: Length(fraction: 0.02), in: 0...LightBlur.largestSigma, unit: "px",
    "The standard deviation of the glow; a percentage is of the canvas's shorter side.")

  private let threshold: Animated<Double>
  private let softness: Animated<Double>
  private let radius: Animated<Length>

  init(_ arguments: Arguments) {
    threshold = arguments[Self.threshold]
    softness = arguments[Self.softness]
    radius = arguments[Self.radius]
  }

  /// How many samples of luma around a place its glow is made of.
  func margin(at time: Time, width: Int, height: Int) -> Int {
    LightBlur.margin(radius.sigma(at: time, width, height), width, height)
  }

  /// What glows, in light, blurred.
  func grid(_ job: EffectJob, _ curve: LightCurve, at time: Time) -> LightGrid {
    let source = BrightLight(
      threshold: threshold.value(at: time, within: 0...1),
      softness: softness.value(at: time, within: 0...1), curve: curve,
      luma: LumaWeights(job.coding.matrix))
    return LightGrid(job, sigma: radius.sigma(at: time, job.width, job.height), source)
  }
}

extension Animated<Length> {
  /// The standard deviation of a blur of light, in pixels.
  func sigma(at time: Time, _ width: Int, _ height: Int) -> Double {
    pixels(at: time, width, height, upTo: LightBlur.largestSigma)
  }
}

extension LightBlur {
  /// The widest blur of light, in pixels of the canvas.
  static let largestSigma = 1000.0

  /// How many samples of luma around a place a blur of light there reads.
  static func margin(_ sigma: Double, _ width: Int, _ height: Int) -> Int {
    let factor = factor(sigma: sigma, area: width * height)
    // Splines reach a cell and a half, triangles one more; chroma lies a few samples apart.
    return (reach(sigma: sigma, factor: factor) + 3) * factor + 8
  }
}

extension LightGrid {
  /// The light of a picture, blurred by `sigma` luma samples.
  init(_ job: EffectJob, sigma: Double, _ source: some LightSource) {
    let factor = LightBlur.factor(sigma: sigma, area: job.width * job.height)
    let blur = LightBlur(sigma: sigma, factor: factor, job.scratch)
    self.init(job, job.box, factor: factor, margin: blur.radius, down: blur)
    fill(from: job, source, across: blur)
  }
}

/// The light of what is brighter than a threshold.
struct BrightLight: LightSource {
  private let low: Float
  private let scale: Float
  private let curve: LightCurve
  private let luma: LumaWeights

  init(threshold: Double, softness: Double, curve: LightCurve, luma: LumaWeights) {
    let softness = max(softness, 1.0 / 1024)
    low = Float(threshold - softness)
    scale = Float(1 / (2 * softness))
    (self.curve, self.luma) = (curve, luma)
  }

  /// A little less, so that no rounding gives what is left out a share.
  var darkness: Float? { low > margin ? low - margin : nil }
  private let margin: Float = 1.0 / 1024

  func extract(_ colors: RGBRow, scratch: Scratch) {
    let shares = scratch.take(Float.self, colors.count)
    weigh(colors, to: shares)
    curve.decode(colors)
    for channel in 0..<3 {
      let row = colors[channel]
      for x in 0..<colors.count { row[x] = max(0, row[x] * shares[x]) }
    }
  }

  private func weigh(_ colors: RGBRow, to shares: UnsafeMutablePointer<Float>) {
    let (red, green, blue) = (colors.red, colors.green, colors.blue)
    let (low, scale) = (low, scale)
    for x in 0..<colors.count {
      let share = min(max((luma(red[x], green[x], blue[x]) - low) * scale, 0), 1)
      shares[x] = share * share * (3 - 2 * share)
    }
  }
}

extension Color {
  /// R'G'B' of a job's stream; alpha does not count.
  func signal(_ job: EffectJob) -> SIMD3<Float> {
    func part(_ part: Double) -> Int { Int((min(max(part, 0), 1) * 65535).rounded()) }
    let color = job.coding.inStream(part(red), part(green), part(blue))
    return SIMD3(Float(color.red), Float(color.green), Float(color.blue)) / 65535
  }

  /// The light of that.
  func light(_ job: EffectJob, _ curve: LightCurve) -> SIMD3<Float> {
    let signal = signal(job)
    return job.scratch.scope {
      let line = job.scratch.take(Float.self, 8)
      line.update(repeating: 0, count: 8)
      for channel in 0..<3 { line[channel] = signal[channel] }
      curve.decode(line, count: 3)
      return SIMD3(line[0], line[1], line[2])
    }
  }
}
