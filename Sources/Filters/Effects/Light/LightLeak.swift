import Bytes
import Timeline
import Y4M

/// Lets light into the camera: soft patches of colour that drift over the picture.
///
/// Each of four patches is an ellipse of radii about `size` near `position`; at a distance d of its
/// radii it has `(1 - d^2)^2` of its light. R'G'B' is screened with them.
struct LightLeak: Effect {
  static let color = Parameter<Color>(
    "color", default: Color(packed: 0xFF7A_1AFF), "The colour of the light.")
  static let amount = Parameter<Double>(
    "amount", default: 0.7, in: 0...1, "How bright it is; 0 changes nothing.")
  static let position = Parameter<Point>(
    "position", default: Point(x: Length(fraction: 0.95), y: Length(fraction: 0.4)),
    "The place about which the light drifts.")
  static let size = Parameter<Length>(
    "size", default: Length(fraction: 0.8), in: 0...100_000, unit: "px",
    "How far the light reaches from its middle, about; a percentage is of the canvas's shorter side."
  )
  static let rate = Parameter<Double>(
    "rate", default: 0.2, in: 0...20, unit: "Hz", "How many times a second it drifts to and fro.")
  static let seed = Setting<Int>(
    "seed", default: 0, "Another number gives other patches and other ways.")

  static let declaration = Declaration(
    name: "light-leak",
    summary: "Lets light into the camera: soft patches of colour that drift over the picture.",
    discussion: """
      Four soft ellipses about `position` drift, grow and shrink, and are screened over the \
      picture. They depend on the time and on `seed` alone.
      """,
    example: #"""
      { "type": "effect", "effect": "light-leak", "amount": 0.8, "position": ["0%", "20%"],
        "duration": 4 }
      """#,
    parameters: [color, amount, position, size, rate, seed])

  static let names = EffectNames(
    synonyms: ["film-leak", "film-burn", "leak"], elsewhere: ["CapCut Light Leak"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let light: DrawnLight
  private let rate: Animated<Double>
  private let seed: Int

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    light = DrawnLight(
      position: arguments[Self.position], color: arguments[Self.color],
      size: arguments[Self.size], amount: arguments[Self.amount])
    rate = arguments[Self.rate]
    seed = arguments[Self.seed]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? { 8 }

  func apply(_ job: EffectJob, at time: Time) {
    guard let moment = light.moment(at: time, on: job) else { return }
    let size = moment.size
    var factor = 1
    while factor < 64, size >= Double(48 * factor) { factor *= 2 }
    let grid = LightGrid(drawingOn: job, factor: factor)
    let cycles = rate.cycles(at: time, within: 0...20)
    for index in 0..<LeakPatch.count {
      let patch = LeakPatch(
        index, NoiseHash(seed: seed), cycles, middle: moment.place, size: size, moment.color)
      grid.draw(patch, job)
    }
    moment.screen(grid, over: job)
  }
}

/// One patch of a leak at one moment.
private struct LeakPatch {
  static let count = 4

  /// The colour at its middle.
  let color: SIMD3<Float>
  private let middle: SIMD2<Float>
  /// From pixels to shares of the radii, along both axes of the ellipse.
  private let across: SIMD2<Float>
  private let down: SIMD2<Float>

  init(
    _ index: Int, _ hash: NoiseHash, _ cycles: Double, middle: SIMD2<Double>, size: Double,
    _ color: SIMD3<Float>
  ) {
    func unit(_ channel: Int) -> Double { hash.unit(index, 0, channel) }
    /// A number that swings between -1 and 1, at a pace and from a start of its own.
    func swing(_ channel: Int) -> Double {
      let turns = cycles * (0.6 + 0.8 * unit(channel)) + unit(channel + 1)
      return Maths.sin(2 * .pi * (turns - turns.rounded(.down)))
    }
    let place = SIMD2(
      middle.x + size * (0.35 * (2 * unit(0) - 1) + 0.25 * swing(1)),
      middle.y + size * (0.6 * (2 * unit(3) - 1) + 0.3 * swing(4)))
    let radius = size * (0.55 + 0.5 * unit(6)) * (1 + 0.12 * swing(7))
    let (width, height) = (radius, radius * (1.1 + 0.7 * unit(9)))
    let angle = 0.5 * (2 * unit(10) - 1) + 0.15 * swing(11)
    let (sine, cosine) = (Maths.sin(angle), Maths.cos(angle))
    self.middle = SIMD2(Float(place.x), Float(place.y))
    across = SIMD2(Float(cosine / width), Float(sine / width))
    down = SIMD2(Float(-sine / height), Float(cosine / height))
    // From the colour itself to a deeper and to a paler one.
    let strength = Float(0.8 + 0.15 * swing(13))
    let shade = Float(index % 3)
    let deep = color * (color * 0.5 + 0.5)
    let pale = color + (1 - color) * 0.3
    let tone = shade == 0 ? color : shade == 1 ? deep : pale
    self.color = tone * strength
  }

  /// How much of its light it has at a place.
  @inline(__always)
  func share(_ x: Float, _ y: Float) -> Float {
    let (dx, dy) = (x - middle.x, y - middle.y)
    let (u, v) = (dx * across.x + dy * across.y, dx * down.x + dy * down.y)
    let left = max(0, 1 - (u * u + v * v))
    return left * left
  }
}

extension LightGrid {
  /// Screens a patch over what stands in the grid.
  fileprivate func draw(_ patch: LeakPatch, _ job: EffectJob) {
    job.workspace.split(rows, least: 32) { part, _ in
      for row in part {
        let y = Float(place(row))
        let (red, green, blue) = (self.row(0, row), self.row(1, row), self.row(2, row))
        let start = Float(place(columns.lowerBound))
        let step = Float(factor)
        let color = patch.color
        for cell in 0..<columns.count {
          let share = patch.share(start + Float(Int32(truncatingIfNeeded: cell)) * step, y)
          red[cell] += (1 - red[cell]) * share * color.x
          green[cell] += (1 - green[cell]) * share * color.y
          blue[cell] += (1 - blue[cell]) * share * color.z
        }
      }
    }
  }
}
