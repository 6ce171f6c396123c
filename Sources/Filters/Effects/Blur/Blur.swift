import Timeline
import Y4M

/// The axes along which a picture is blurred.
enum BlurDirection: String, Choice {
  case both
  case horizontal
  case vertical
}

/// Blurs the picture with a gaussian.
///
/// Every sample becomes the mean of its surroundings, weighted by `exp(-d^2 / (2 sigma^2))` at
/// distance d.
struct Blur: EdgedEffect {
  /// The widest blur, in pixels of the canvas.
  private static let largestSigma = 1000.0

  static let sigma = Parameter<Length>(
    "sigma", default: Length(pixels: 8), in: 0...largestSigma, unit: "px",
    "The standard deviation; a percentage is of the canvas's shorter side, 0 changes nothing.")
  static let direction = Setting<BlurDirection>(
    "direction", default: .both, "The axes along which the picture is blurred.")

  static let declaration = Declaration(
    name: "blur",
    summary: "Blurs the picture with a gaussian.",
    discussion: """
      Every sample becomes the mean of its surroundings, weighted by `exp(-d^2 / (2 sigma^2))` at \
      distance d. The sigma is limited to 1000 pixels.
      """,
    example: #"""
      { "type": "effect", "effect": "blur", "start": 3, "duration": 1, "sigma": { "from": 0, "to": 24 } }
      """#,
    parameters: [sigma, direction] + EffectEdges.parameters)

  static let names = EffectNames(
    synonyms: ["gaussian", "gaussianblur", "gblur", "fastblur"],
    elsewhere: [
      "Core Image CIGaussianBlur", "ffmpeg gblur", "CSS blur()", "After Effects Gaussian Blur",
    ])

  static let identity: Arguments? = Arguments().setting(sigma, to: Length(pixels: 0))

  private let sigma: Animated<Length>
  private let direction: BlurDirection

  let edges: EffectEdges

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    edges = EffectEdges(arguments)
    sigma = arguments[Self.sigma]
    direction = arguments[Self.direction]
  }

  func spread(at time: Time, width: Int, height: Int) -> Int {
    let sigma = sigma.pixels(at: time, width, height, upTo: Self.largestSigma)
    var margin = 0
    // A sample of a plane that is halved stands for several pixels.
    for shift in 0...2 {
      let reach = GaussianAxis.reach(sigma: sigma / Double(1 << shift))
      margin = max(margin, (reach + 1) << shift)
    }
    return margin
  }

  func draw(_ job: EffectJob, at time: Time) {
    let sigma = sigma.pixels(at: time, job.width, job.height, upTo: Self.largestSigma)
    guard sigma > 0 else { return }
    job.run(
      Gaussian(
        sigmaX: direction == .vertical ? 0 : sigma, sigmaY: direction == .horizontal ? 0 : sigma,
        format: job.source.format, job.scratch))
  }
}

/// The kernel: a blur along both axes, prepared for all planes of a format.
struct Gaussian: PlaneKernel {
  /// The axes of planes that are halved 0, 1 and 2 times: across first, then down.
  private let axes: UnsafeMutablePointer<GaussianAxis>
  let leastRows: Int
  private let depth: Int

  init(sigmaX: Double, sigmaY: Double, format: PixelFormat, _ scratch: Scratch) {
    axes = scratch.take(GaussianAxis.self, 6)
    for shift in 0...2 {
      let size = Double(1 << shift)
      if format.planes.contains(where: { $0.shiftX == shift }) {
        (axes + shift).initialize(to: GaussianAxis(sigma: sigmaX / size, scratch))
      }
      if format.planes.contains(where: { $0.shiftY == shift }) {
        (axes + 3 + shift).initialize(to: GaussianAxis(sigma: sigmaY / size, scratch))
      }
    }
    // Each band reads what lies around it again.
    leastRows = max(32, 2 * GaussianAxis.reach(sigma: sigmaY))
    depth = format.depth
  }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    for plane in planes {
      GaussianBlur(
        source: GaussianGrid(
          reading: plane.source.samples, width: layout.width, height: layout.height),
        target: GaussianGrid(plane.target.samples, width: layout.width, height: layout.height),
        depth: depth, across: axes[layout.shiftX], down: axes[3 + layout.shiftY], scratch: scratch
      ).run(box)
    }
  }
}
