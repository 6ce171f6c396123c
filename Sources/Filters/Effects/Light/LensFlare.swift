import Bytes
import Timeline
import Y4M

/// Draws what a strong light leaves in a lens: its glow, a star, a ring and ghosts across the
/// picture.
///
/// Everything is light that R'G'B' is screened with. The ghosts stand on the line from the light
/// through the middle of the picture.
struct LensFlare: Effect {
  static let position = Parameter<Point>(
    "position", default: Point(x: Length(fraction: 0.25), y: Length(fraction: 0.25)),
    "Where the light stands; it may lie outside the picture.")
  static let color = Parameter<Color>(
    "color", default: Color(packed: 0xFFE8_C8FF), "The colour of the light.")
  static let size = Parameter<Length>(
    "size", default: Length(fraction: 0.5), in: 0...100_000, unit: "px",
    "The radius of the glow; all else grows with it. A percentage is of the canvas's shorter side.")
  static let rays = Setting<Int>(
    "rays", default: 6, in: 0...32, "How many rays the star has.")
  static let ghosts = Setting<Int>(
    "ghosts", default: 5, in: 0...16, "How many ghosts there are across the picture.")
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...1, "How bright it is; 0 changes nothing.")
  static let angle = Parameter<Angle>(
    "angle", default: Angle(degrees: 15), "How far the star is turned, clockwise.")
  static let seed = Setting<Int>("seed", default: 0, "Another number gives other ghosts.")

  static let declaration = Declaration(
    name: "lens-flare",
    summary: "Draws what a strong light leaves in a lens: a glow, a star, a ring and ghosts.",
    discussion: """
      The ghosts stand on the line from `position` through the middle of the picture, so that they \
      move across it as the light does. Everything is screened over the picture.
      """,
    example: #"""
      { "type": "effect", "effect": "lens-flare", "duration": 4,
        "position": { "from": ["10%", "20%"], "to": ["60%", "30%"] } }
      """#,
    parameters: [position, color, size, rays, ghosts, amount, angle, seed])

  static let names = EffectNames(
    synonyms: ["flare", "sun-flare", "star-glint"],
    elsewhere: [
      "OpenShot Lens Flare", "After Effects Lens Flare",
      "Core Image CIStarShineGenerator, CILenticularHaloGenerator",
    ])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let light: DrawnLight
  private let angle: Animated<Angle>
  private let rays: Int
  private let ghosts: Int
  private let seed: Int

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    light = DrawnLight(
      position: arguments[Self.position], color: arguments[Self.color],
      size: arguments[Self.size], amount: arguments[Self.amount])
    angle = arguments[Self.angle]
    rays = arguments[Self.rays]
    ghosts = arguments[Self.ghosts]
    seed = arguments[Self.seed]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? { 8 }

  func apply(_ job: EffectJob, at time: Time) {
    guard let moment = light.moment(at: time, on: job) else { return }
    let (light, size, tone) = (moment.place, moment.size, moment.color)
    let middle = SIMD2(Double(job.width), Double(job.height)) / 2
    // At most half a million cells; the thinnest lines are wider than two of them.
    var factor = 1
    while job.width * job.height > (factor * factor) << 19 { factor *= 2 }
    let grid = LightGrid(drawingOn: job, factor: factor)
    let turn = angle.value(at: time).degrees * .pi / 180
    grid.draw(FlareGlow(at: light, size: size, tone), job)
    grid.draw(FlareRing(at: light, size: size, tone), job)
    for index in 0..<rays {
      let angle = turn + 2 * .pi * Double(index) / Double(rays)
      // Every other ray is shorter.
      let length = size * (index % 2 == 0 ? 1.3 : 0.8)
      grid.draw(
        FlareRay(
          at: light, angle: angle, length: length, width: max(0.012 * size, Double(factor)), tone),
        job)
    }
    for index in 0..<ghosts {
      let hash = NoiseHash(seed: seed)
      grid.draw(FlareGhost(index, of: ghosts, hash, light, middle, size: size, tone), job)
    }
    moment.screen(grid, over: job)
  }
}

/// A part of a flare.
private protocol FlarePart {
  /// What may be lit, in pixels.
  var low: SIMD2<Double> { get }
  var high: SIMD2<Double> { get }

  /// Its light at a place, of 1 and below.
  func light(_ x: Float, _ y: Float) -> SIMD3<Float>
}

extension LightGrid {
  /// Screens a part over what stands in the grid.
  fileprivate func draw(_ part: some FlarePart, _ job: EffectJob) {
    func cells(_ low: Double, _ high: Double, _ all: Range<Int>) -> Range<Int> {
      let first = (low / Double(factor) - 1).rounded(.down)
      let last = (high / Double(factor) + 1).rounded(.up)
      let bounds = (Double(all.lowerBound), Double(all.upperBound))
      let start = Int(min(max(first, bounds.0), bounds.1))
      return start..<max(start, Int(min(max(last, bounds.0), bounds.1)))
    }
    let lit = cells(part.low.y, part.high.y, rows)
    let across = cells(part.low.x, part.high.x, columns)
    job.workspace.split(lit, least: 16) { rows, _ in
      for row in rows {
        let y = Float(place(row))
        let (red, green, blue) = (self.row(0, row), self.row(1, row), self.row(2, row))
        for column in across {
          let light = part.light(Float(place(column)), y)
          let cell = column &- columns.lowerBound
          red[cell] += (1 - red[cell]) * light.x
          green[cell] += (1 - green[cell]) * light.y
          blue[cell] += (1 - blue[cell]) * light.z
        }
      }
    }
  }
}

/// A part of a flare that lies in a disc.
private protocol RoundFlarePart: FlarePart {
  var disc: FlareDisc { get }
}

extension RoundFlarePart {
  fileprivate var low: SIMD2<Double> { disc.low }
  fileprivate var high: SIMD2<Double> { disc.high }
}

/// The disc that a round part of a flare covers, and the corners of its box.
private struct FlareDisc {
  let low: SIMD2<Double>
  let high: SIMD2<Double>
  private let middle: SIMD2<Float>
  private let scale: Float

  init(at place: SIMD2<Double>, radius: Double) {
    (low, high) = (place - radius, place + radius)
    middle = SIMD2<Float>(place)
    scale = Float(1 / radius)
  }

  /// How far from the middle a place is, in radii.
  @inline(__always)
  func distance(_ x: Float, _ y: Float) -> Float { square(x, y).squareRoot() }

  /// The square of that.
  @inline(__always)
  func square(_ x: Float, _ y: Float) -> Float {
    let (dx, dy) = ((x - middle.x) * scale, (y - middle.y) * scale)
    return dx * dx + dy * dy
  }
}

/// The glow: `(1 - d)^3` to its radius, and a white core.
private struct FlareGlow: RoundFlarePart {
  let disc: FlareDisc
  private let color: SIMD3<Float>

  init(at place: SIMD2<Double>, size: Double, _ color: SIMD3<Float>) {
    disc = FlareDisc(at: place, radius: size)
    self.color = color
  }

  @inline(__always)
  func light(_ x: Float, _ y: Float) -> SIMD3<Float> {
    let distance = disc.distance(x, y)
    let left = max(0, 1 - distance)
    // A core of a tenth of the radius is white, and fades into the glow.
    let core = min(max(1.6 - distance * 11, 0), 1)
    let glow = color * (0.75 * left * left * left)
    return glow + (SIMD3(repeating: 1) - glow) * (core * core * (3 - 2 * core))
  }
}

/// The ring about the light, in the order of a rainbow, blue within.
private struct FlareRing: RoundFlarePart {
  let disc: FlareDisc
  private let color: SIMD3<Float>

  init(at place: SIMD2<Double>, size: Double, _ color: SIMD3<Float>) {
    disc = FlareDisc(at: place, radius: size)
    self.color = color
  }

  @inline(__always)
  func light(_ x: Float, _ y: Float) -> SIMD3<Float> {
    let distance = disc.distance(x, y)
    let away = (SIMD3<Float>(0.80, 0.765, 0.73) - SIMD3(repeating: distance)) * 14
    var left = SIMD3<Float>(repeating: 1) - away * away
    left.replace(with: 0, where: left .< 0)
    return left * left * color * 0.11
  }
}

/// One ray of the star: a line that grows thinner and fainter.
private struct FlareRay: FlarePart {
  let low: SIMD2<Double>
  let high: SIMD2<Double>
  private let start: SIMD2<Float>
  private let along: SIMD2<Float>
  private let scale: Float
  private let thinness: Float
  private let color: SIMD3<Float>

  init(
    at place: SIMD2<Double>, angle: Double, length: Double, width: Double, _ color: SIMD3<Float>
  ) {
    let way = SIMD2(Maths.cos(angle), Maths.sin(angle))
    let end = place + way * length
    low = SIMD2(min(place.x, end.x), min(place.y, end.y)) - 3 * width
    high = SIMD2(max(place.x, end.x), max(place.y, end.y)) + 3 * width
    start = SIMD2<Float>(place)
    along = SIMD2<Float>(way)
    scale = Float(1 / length)
    thinness = Float(1 / (3 * width))
    self.color = color
  }

  @inline(__always)
  func light(_ x: Float, _ y: Float) -> SIMD3<Float> {
    let (dx, dy) = (x - start.x, y - start.y)
    let way = (dx * along.x + dy * along.y) * scale
    let side = (dx * along.y - dy * along.x) * thinness
    let length = max(0, 1 - way.magnitude) * (way < 0 ? 0 : 1)
    let line = max(0, 1 - side * side / (0.15 + 0.85 * length))
    return color * (0.7 * length * length * line * line * line)
  }
}

/// One ghost: a faint disc with a brighter edge.
private struct FlareGhost: RoundFlarePart {
  let disc: FlareDisc
  private let color: SIMD3<Float>

  init(
    _ index: Int, of count: Int, _ hash: NoiseHash, _ light: SIMD2<Double>,
    _ middle: SIMD2<Double>, size: Double, _ tone: SIMD3<Float>
  ) {
    func unit(_ channel: Int) -> Double { hash.unit(index, 1, channel) }
    // From near the light to beyond its mirror image.
    let way = 0.4 + 1.9 * (Double(index) + 0.25 + 0.5 * unit(0)) / Double(count)
    let place = light + (middle - light) * way
    disc = FlareDisc(at: place, radius: size * (0.06 + 0.2 * unit(1) * unit(2)))
    // A coating throws back a colour of its own.
    let coat = SIMD3(Float(unit(3)), Float(unit(4)), Float(unit(5)))
    let strength = Float(0.1 + 0.14 * unit(6))
    color = (SIMD3(repeating: 0.35) + coat * 0.65) * tone * strength
  }

  @inline(__always)
  func light(_ x: Float, _ y: Float) -> SIMD3<Float> {
    let square = disc.square(x, y)
    // The edge is an eighth of the radius wide.
    let edge = min(max((1 - square) * 4, 0), 1)
    return color * (edge * edge * (3 - 2 * edge) * (0.45 + 0.55 * square * square))
  }
}
