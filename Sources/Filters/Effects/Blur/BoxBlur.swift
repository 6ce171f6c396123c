import Timeline
import Y4M

/// Blurs the picture with a box filter, the plain mean of a square.
struct BoxBlur: EdgedEffect {
  /// The largest radius, in pixels.
  private static let largest = 500.0

  static let radius = Parameter<Length>(
    "radius", default: Length(pixels: 10), in: 0...largest, unit: "px",
    """
    How many pixels on each side count, fractions of one included; a percentage is of the canvas's \
    shorter side, 0 changes nothing.
    """)
  static let passes = Parameter<Double>(
    "passes", default: 1, in: 1...5,
    "How often the filter is applied; three passes look like a gaussian.")
  static let direction = Setting<BlurDirection>(
    "direction", default: .both, "The axes along which the picture is blurred.")

  static let declaration = Declaration(
    name: "box-blur",
    summary: "Blurs the picture with a box filter, the plain mean of a square.",
    discussion: """
      Every sample becomes the mean of a square of `2 radius + 1` pixels. Corners and lines stay visible as squares, unlike those of `blur`; its cost is \
      the same at every radius. Passes are whole numbers.
      """,
    example: #"""
      { "type": "effect", "effect": "box-blur", "radius": 12, "passes": 2 }
      """#,
    parameters: [radius, passes, direction] + EffectEdges.parameters)

  static let names = EffectNames(
    synonyms: ["average", "mean-blur", "boxblur"],
    elsewhere: [
      "Core Image CIBoxBlur", "ffmpeg boxblur, avgblur", "MLT box_blur", "GPUImage BoxBlur",
      "After Effects Fast Box Blur",
    ])

  static let identity: Arguments? = Arguments().setting(radius, to: Length(pixels: 0))

  private let radius: Animated<Length>
  private let passes: Animated<Double>
  private let direction: BlurDirection

  let edges: EffectEdges

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    edges = EffectEdges(arguments)
    radius = arguments[Self.radius]
    passes = arguments[Self.passes]
    direction = arguments[Self.direction]
  }

  func spread(at time: Time, width: Int, height: Int) -> Int {
    let kernel = kernel(at: time, width, height)
    return (0...2).map { (kernel.passes * kernel.window(shift: $0).reach + 1) << $0 }.max() ?? 0
  }

  func draw(_ job: EffectJob, at time: Time) {
    let kernel = kernel(at: time, job.width, job.height)
    if kernel.radius > 0 { job.run(kernel) }
  }

  private func kernel(at time: Time, _ width: Int, _ height: Int) -> BoxBlurKernel {
    BoxBlurKernel(
      radius: radius.pixels(at: time, width, height, upTo: Self.largest),
      passes: Int(passes.value(at: time, within: 1...5)), direction: direction)
  }
}

/// The kernel: passes through rows of 16 bits, so that only the last one rounds to samples.
private struct BoxBlurKernel: PlaneKernel {
  /// In pixels of the picture.
  let radius: Double
  let passes: Int
  let direction: BlurDirection

  var leastRows: Int { max(32, 2 * passes * window(shift: 0).reach) }

  /// The window of a plane that is halved so many times: as wide as that of luma.
  func window(shift: Int) -> RunningWindow {
    RunningWindow(width: (2 * radius + 1) / Double(1 << shift))
  }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    let point = RunningWindow(width: 1)
    let blur = BoxMeans(
      across: direction == .vertical ? point : window(shift: layout.shiftX),
      down: direction == .horizontal ? point : window(shift: layout.shiftY), scratch: scratch)
    if blur.across.isPoint && blur.down.isPoint { return }
    for plane in planes {
      let source = GaussianGrid(
        reading: plane.source.samples, width: layout.width, height: layout.height)
      let target = GaussianGrid(plane.target.samples, width: layout.width, height: layout.height)
      let units = 65536 / Double(plane.source.peak + 1)
      scratch.scope {
        guard passes > 1 else { return blur.run(source, to: target, box, scale: 1) }
        var part = self.part(box, blur, after: 1, layout)
        var now = GaussianGrid<UInt16>(
          x: part.x..<part.maxX, y: part.y..<part.maxY, scratch)
        var next = GaussianGrid<UInt16>(x: now.x, y: now.y, scratch)
        blur.run(source, to: now, part, scale: units)
        for pass in 2..<max(passes, 2) {
          part = self.part(box, blur, after: pass, layout)
          blur.run(now, to: next, part, scale: 1)
          swap(&now, &next)
        }
        blur.run(now, to: target, box, scale: 1 / units)
      }
    }
  }

  /// What is needed of the plane after so many passes.
  private func part(_ box: Box, _ blur: BoxMeans, after pass: Int, _ layout: PlaneLayout) -> Box {
    let (x, y) = (blur.across.reach * (passes - pass), blur.down.reach * (passes - pass))
    return Box(
      x: box.x - x, y: box.y - y, width: box.width + 2 * x, height: box.height + 2 * y
    ).intersection(layout.box)
  }
}
