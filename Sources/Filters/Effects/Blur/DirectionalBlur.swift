import Bytes
import Timeline
import Y4M

/// Blurs the picture along lines, as a fast camera does.
struct DirectionalBlur: EdgedEffect {
  /// The longest line, in pixels.
  private static let longest = 1000.0

  static let angle = Parameter<Angle>(
    "angle", default: Angle(degrees: 0), "The direction of the lines, clockwise from the right.")
  static let length = Parameter<Length>(
    "length", default: Length(pixels: 20), in: 0...longest, unit: "px",
    "How long the lines are; a percentage is of the canvas's shorter side, 0 changes nothing.")

  static let declaration = Declaration(
    name: "directional-blur",
    summary: "Blurs the picture along lines, as a fast camera does.",
    discussion: """
      Every sample becomes the even mean of a line about it, read once in each row or in each \
      column that it crosses, whichever are more. The cost is the same at every length.
      """,
    example: #"""
      { "type": "effect", "effect": "directional-blur", "angle": 30,
        "length": { "from": 0, "to": 60 }, "duration": 1 }
      """#,
    parameters: [angle, length] + EffectEdges.parameters)

  static let names = EffectNames(
    synonyms: ["motion-blur", "linear-blur", "line-blur", "dblur"],
    elsewhere: [
      "Core Image CIMotionBlur", "ffmpeg dblur", "GPUImage MotionBlur",
      "After Effects Directional Blur",
    ])

  static let identity: Arguments? = Arguments().setting(length, to: Length(pixels: 0))

  private let angle: Animated<Angle>
  private let length: Animated<Length>

  let edges: EffectEdges

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    edges = EffectEdges(arguments)
    angle = arguments[Self.angle]
    length = arguments[Self.length]
  }

  func spread(at time: Time, width: Int, height: Int) -> Int {
    // Half of the line, and samples beside it in planes that are halved twice.
    Int(length.pixels(at: time, width, height, upTo: Self.longest) / 2) + 16
  }

  func draw(_ job: EffectJob, at time: Time) {
    let length = length.pixels(at: time, job.width, job.height, upTo: Self.longest)
    guard length > 0 else { return }
    // Right angles are exact.
    let degrees = angle.value(at: time).degrees.truncatingRemainder(dividingBy: 180)
    let turn = degrees * .pi / 180
    let across = degrees.magnitude == 90 ? 0 : Maths.cos(turn)
    job.run(DirectionalBlurKernel(x: length * across, y: length * Maths.sin(turn)))
  }
}

/// The kernel: where lines are flat, columns are taken for rows.
private struct DirectionalBlurKernel: PlaneKernel {
  /// From the line's beginning to its end, in pixels.
  let x: Double
  let y: Double

  var leastRows: Int { max(64, Int(y.magnitude)) }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    let (x, y) = (x / Double(1 << layout.shiftX), y / Double(1 << layout.shiftY))
    let isSteep = y.magnitude >= x.magnitude
    let (long, short) = isSteep ? (y, x) : (x, y)
    let window = RunningWindow(width: long.magnitude)
    if window.isPoint { return }
    for plane in planes {
      let means = LineMeans(
        window: window, slope: short / long, depth: (plane.source.peak + 1).trailingZeroBitCount)
      let source = GaussianGrid(
        reading: plane.source.samples, width: layout.width, height: layout.height)
      let target = GaussianGrid(plane.target.samples, width: layout.width, height: layout.height)
      if isSteep {
        means.run(source, to: target, box, scratch)
        continue
      }
      scratch.scope {
        let (columns, rows) = (box.x..<box.maxX, box.y..<box.maxY)
        let turned = source.turned(
          columns.grown(by: window.reach + 1), rows.grown(by: means.reach), scratch)
        let result = GaussianGrid<S>(x: rows, y: columns, scratch)
        means.run(
          turned, to: result, Box(x: box.y, y: box.x, width: box.height, height: box.width), scratch
        )
        target.copy(x: columns, y: rows, turned: result)
      }
    }
  }
}
