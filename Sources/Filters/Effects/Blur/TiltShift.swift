import Bytes
import Geometry
import Timeline
import Y4M

/// Keeps a band of the picture sharp and blurs the rest, as if it were a small model.
struct TiltShift: EdgedEffect {
  static let center = Parameter<Point>(
    "center", default: Point(x: Length(fraction: 0.5), y: Length(fraction: 0.5)),
    "A point in the middle of the sharp band.")
  static let angle = Parameter<Angle>(
    "angle", default: Angle(degrees: 0), "How far the band is turned from the level, clockwise.")
  static let focus = Parameter<Length>(
    "focus", default: Length(fraction: 0.2), in: 0...65_536, unit: "px",
    "How wide the sharp band is; a percentage is of the canvas's shorter side.")
  static let falloff = Parameter<Length>(
    "falloff", default: Length(fraction: 0.2), in: 0...65_536, unit: "px",
    "How far beyond the band the blur reaches its full strength; a percentage is of the canvas's "
      + "shorter side.")
  static let blur = Parameter<Length>(
    "blur", default: Length(pixels: 7), in: 0...200, unit: "px",
    """
    The standard deviation of the blur at its full strength; a percentage is of the canvas's \
    shorter side, 0 changes nothing.
    """)

  static let declaration = Declaration(
    name: "tilt-shift",
    summary: "Keeps a band of the picture sharp and blurs the rest, as if it were a small model.",
    discussion: """
      From the band's edge on, the standard deviation rises smoothly over `falloff` (by \
      `s^2 (3 - 2 s)`) from 0 to `blur`. A sample is mixed from the two nearest of five pictures, \
      blurred by 0, 1/4, 1/2, 3/4 and all of it.
      """,
    example: #"""
      { "type": "effect", "effect": "tilt-shift", "center": ["50%", "60%"],
        "focus": "15%", "blur": 9 }
      """#,
    parameters: [center, angle, focus, falloff, blur] + EffectEdges.parameters)

  static let names = EffectNames(
    synonyms: ["miniature", "tiltshift", "toy", "depth-of-field"],
    elsewhere: ["GPUImage TiltShift", "Core Image CIDepthOfField", "Photoshop Tilt-Shift"])

  static let identity: Arguments? = Arguments().setting(blur, to: Length(pixels: 0))

  private let center: Animated<Point>
  private let angle: Animated<Angle>
  private let focus: Animated<Length>
  private let falloff: Animated<Length>
  private let blur: Animated<Length>

  let edges: EffectEdges

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    edges = EffectEdges(arguments)
    center = arguments[Self.center]
    angle = arguments[Self.angle]
    focus = arguments[Self.focus]
    falloff = arguments[Self.falloff]
    blur = arguments[Self.blur]
  }

  func spread(at time: Time, width: Int, height: Int) -> Int {
    GaussianAxes.margin(sigma: blur.pixels(at: time, width, height, upTo: 200))
  }

  func draw(_ job: EffectJob, at time: Time) {
    let (width, height) = (job.width, job.height)
    let sigma = blur.pixels(at: time, width, height, upTo: 200)
    guard sigma > 0 else { return }
    let axes = job.scratch.take(GaussianAxes.self, FocusBlur.steps)
    for step in 1...FocusBlur.steps {
      (axes + step - 1).initialize(
        to: GaussianAxes(
          sigma: sigma * Double(step) / Double(FocusBlur.steps), format: job.source.format,
          job.scratch))
    }
    let point = center.value(at: time)
    let turn = angle.value(at: time).degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
    func held(_ value: Double) -> Double { min(max(value, -1e6), 1e6) }
    job.run(
      FocusBlur(
        axes: axes,
        center: Vector(
          held(point.x.resolved(against: Double(width)) + Double(job.border)),
          held(point.y.resolved(against: Double(height)) + Double(job.border))),
        across: Vector(-Maths.sin(turn), Maths.cos(turn)),
        focus: focus.pixels(at: time, width, height, upTo: 65_536) / 2,
        falloff: falloff.pixels(at: time, width, height, upTo: 65_536)))
  }
}

/// The kernel: one blur after another, of which each sample takes its part.
private struct FocusBlur: PlaneKernel {
  /// How many blurs there are.
  static let steps = 4

  let axes: UnsafeMutablePointer<GaussianAxes>
  let center: Vector
  /// The direction in which the picture gets blurred.
  let across: Vector
  /// How far from the centre the blur begins, and how much further it is whole, in pixels.
  let focus: Double
  let falloff: Double

  var leastRows: Int { axes[Self.steps - 1].leastRows }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    // Bands of rows, as a blur is needed in some of them alone.
    let rows = min(max(64, leastRows), 256)
    let amounts = scratch.take(Float.self, box.width * rows)
    let sums = scratch.take(Float.self, box.width * rows)
    var y = box.y
    while y < box.maxY {
      let part = Box(x: box.x, y: y, width: box.width, height: min(rows, box.maxY - y))
      let range = measure(part, planes[0].source.layout, amounts)
      if range.upperBound > 0 {
        for plane in planes { blur(plane, part, amounts, sums, range, scratch) }
      }
      y += rows
    }
  }

  /// Writes how many steps of blur each sample has; gives the least and the most.
  private func measure(
    _ box: Box, _ layout: PlaneLayout, _ amounts: UnsafeMutablePointer<Float>
  ) -> ClosedRange<Float> {
    let map = layout.map
    // A short falloff still has no jump between samples.
    let slope = Float(1 / max(falloff, 1e-3))
    let (focus, steps) = (Float(focus), Float(Self.steps))
    var (least, most) = (steps, Float(0))
    for y in box.y..<box.maxY {
      let row = amounts + (y - box.y) * box.width
      let down = ((Double(y) + 0.5 - map.ty) / map.d - center.y) * across.y
      // Counted from column 0 on, so that places are rounded alike whatever is drawn.
      let left = ((0.5 - map.tx) / map.a - center.x) * across.x
      let (start, step) = (Float(down + left), Float(across.x / map.a))
      for x in 0..<box.width {
        let column = Float(Int32(truncatingIfNeeded: box.x &+ x))
        let distance = (start + column * step).magnitude - focus
        let share = min(max(distance * slope, 0), 1)
        row[x] = share * share * (3 - 2 * share) * steps
      }
      for x in 0..<box.width {
        least = min(least, row[x])
        most = max(most, row[x])
      }
    }
    return min(least, most)...most
  }

  private func blur<S: Sample>(
    _ plane: PlanePair<S>, _ box: Box, _ amounts: UnsafeMutablePointer<Float>,
    _ sums: UnsafeMutablePointer<Float>, _ range: ClosedRange<Float>, _ scratch: Scratch
  ) {
    let count = box.width
    for y in 0..<box.height {
      let (source, line) = (plane.source.row(box.y + y) + box.x, y * count)
      let (sums, amounts) = (sums + line, amounts + line)
      for x in 0..<count { sums[x] = Float(source[x]) * max(1 - amounts[x], 0) }
    }
    let scale = Float(plane.source.peak + 1) / 65536
    for step in 1...Self.steps
    where range.upperBound > Float(step - 1) && range.lowerBound < Float(step + 1) {
      scratch.scope {
        let blurred = axes[step - 1].blur(plane.source, box, scratch)
        for y in 0..<box.height {
          let (units, line) = (blurred.row(box.y + y), y * count)
          Self.add(units, Float(step), scale, amounts + line, to: sums + line, count: count)
        }
      }
    }
    for y in 0..<box.height {
      GaussianRows.round(
        sums + y * count, to: plane.target.row(box.y + y) + box.x, count: count,
        peak: plane.source.peak)
    }
  }

  /// Adds the part that samples take of a blur: all at its step, none at the next.
  private static func add(
    _ units: UnsafeMutablePointer<UInt16>, _ step: Float, _ scale: Float,
    _ amounts: UnsafeMutablePointer<Float>, to sums: UnsafeMutablePointer<Float>, count: Int
  ) {
    for x in 0..<count {
      let share = max(1 - (amounts[x] - step).magnitude, 0)
      sums[x] += Float(units[x]) * (scale * share)
    }
  }
}
