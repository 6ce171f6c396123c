import Bytes
import Timeline
import Y4M

/// Winds the picture up around a point, most at the point itself.
///
/// A place at distance r from `center` turns by `angle * (1 - r / radius) ^ falloff`, clockwise;
/// from `radius` on nothing moves.
struct Vortex: WarpEffect {
  static let center = Parameter<Point>(
    "center", default: Point(x: Length(fraction: 0.5), y: Length(fraction: 0.5)),
    "The point about which the picture turns.")
  static let radius = Parameter<Length>(
    "radius", default: Length(fraction: 1), in: 0..., unit: "px",
    "The radius of the vortex; a percentage is of the canvas's shorter side.")
  static let angle = Parameter<Angle>(
    "angle", from: Angle(degrees: 0), to: Angle(degrees: 360),
    "How far the middle turns, clockwise. Without it, one turn over the layer's range.")
  static let falloff = Parameter<Double>(
    "falloff", default: 2, in: 0.25...16,
    "How fast the turn fades towards the radius; 1 is linear, a higher value fades sooner.")

  static let declaration = Declaration(
    name: "vortex",
    summary: "Winds the picture up around a point, most at the point itself.",
    discussion: """
      A place at distance r from `center` turns by `angle * (1 - r / radius) ^ falloff`, clockwise; \
      from `radius` on nothing moves.
      """,
    example: #"""
      { "type": "effect", "effect": "vortex", "start": 1, "duration": 4,
        "angle": { "from": 0, "to": 720, "ease": "ease-in-out" }, "radius": 900 }
      """#,
    parameters: [center, radius, angle, falloff] + WarpSettings.parameters)

  static let names = EffectNames(
    synonyms: ["whirl", "whirlpool", "spiral"], elsewhere: ["Core Image CIVortexDistortion"])

  static let identity: Arguments? = Arguments().setting(angle, to: Angle(degrees: 0))

  private let center: Animated<Point>
  private let radius: Animated<Length>
  private let angle: Animated<Angle>
  private let falloff: Animated<Double>
  let settings: WarpSettings

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    center = arguments[Self.center]
    radius = arguments[Self.radius]
    angle = arguments[Self.angle]
    falloff = arguments[Self.falloff]
    settings = WarpSettings(arguments, setting)
  }

  func reach(at time: Time, width: Int, height: Int) -> Box? {
    winding(at: time, width: width, height: height)?.reach ?? .empty
  }

  /// A place is read from the same distance, so only interpolation looks beyond the radius.
  func margin(at time: Time, width: Int, height: Int) -> Int? { settings.marginOfReach }

  func distortion(
    at time: Time, width: Int, height: Int, tolerance: Double, _ workspace: Workspace
  ) -> (any Distortion)? {
    winding(at: time, width: width, height: height).map {
      PreparedWinding($0, tolerance: tolerance, workspace.scratch)
    }
  }

  /// What is to be done at a time; nil when nothing turns.
  private func winding(at time: Time, width: Int, height: Int) -> Winding? {
    let center = center.value(at: time)
    let (width, height) = (Double(width), Double(height))
    let radius = radius.value(at: time).resolved(against: min(width, height))
    let turn = angle.value(at: time).degrees * .pi / 180
    guard radius >= 1, turn != 0 else { return nil }
    return Winding(
      centerX: center.x.resolved(against: width), centerY: center.y.resolved(against: height),
      radius: min(radius, Winding.largestRadius), turn: turn, falloff: falloff.value(at: time))
  }
}

/// A vortex at one time.
struct Winding {
  /// Beyond this, distances would not fit the fixed-point arithmetic.
  static let largestRadius = 16_000.0

  let center: SIMD2<Float>
  let radius: Float
  let turn: Double
  let falloff: Double

  init(centerX: Double, centerY: Double, radius: Double, turn: Double, falloff: Double) {
    // Animated values are rounded to 1/256 pixel, so that they are exact as Float.
    func grid(_ value: Double) -> Float {
      Float((min(max(value, -32768), 65536) * 256).rounded() / 256)
    }
    center = SIMD2(grid(centerX), grid(centerY))
    self.radius = max(grid(radius), 1)
    self.turn = turn
    // An easing may overshoot.
    self.falloff = min(max(falloff, 0.25), 16)
  }

  /// The part of the picture inside the radius.
  var reach: Box {
    let r = Double(radius)
    let side = Int((2 * r).rounded(.up)) + 1
    return Box(
      x: Int((Double(center.x) - r).rounded(.down)), y: Int((Double(center.y) - r).rounded(.down)),
      width: side, height: side)
  }

  /// The magnitudes of the turn's first four derivatives by the distance: at most these from `near`
  /// to `far`, which are shares of the radius. They rise or fall all the way, so one end has the
  /// most.
  func slopes(from near: Double, to far: Double) -> SIMD4<Double> {
    var slopes = SIMD4<Double>.zero
    var factor = turn.magnitude
    for order in 0..<4 {
      let exponent = falloff - Double(order) - 1
      factor *= (exponent + 1).magnitude / Double(radius)
      if factor == 0 { break }
      let rest = exponent >= 0 ? 1 - near : 1 - far
      if rest > 0 {
        slopes[order] = factor * Maths.pow(rest, exponent)
      } else {
        slopes[order] = exponent > 0 ? 0 : exponent == 0 ? factor : .infinity
      }
    }
    return slopes
  }
}

/// A vortex with its tables, ready to be drawn.
///
/// The sine and the cosine of the turn are read from a table by the distance, linearly; with a
/// falloff below 1, of which the turn changes without bound at the radius, by the fourth root of
/// how far that is. Between
/// nodes h apart, displacements are interpolated by curves of the third degree through four of
/// them, which are off by at most e = h^4 / 24 of the fourth derivative (the remainder of
/// Lagrange's form, whose product of distances is at most h^4 over the three intervals). A curve
/// may make errors of its nodes 1.64 times as large (Lebesgue's constant for four even nodes):
/// along columns and then along rows, that is 2.64 e, and 2.67 times the table's own error.
///
/// That derivative is bounded here. With the place z from the centre as a complex number, r = |z|
/// and the turn a(r), a place is read from z e^(-ia). Along any line z' = 1, so its fourth
/// derivative is z B4 + 4 B3, where Bn, the n-th derivative of e^(-ia), is in magnitude at most the
/// complete Bell polynomial of the bounds t1 ... t4 of a's derivatives along the line:
///
///     B3 = t3 + 3 t1 t2 + t1^3
///     B4 = t4 + 4 t1 t3 + 3 t2^2 + 6 t1^2 t2 + t1^4
///
/// Those follow from the derivatives by the distance (a1 ... a4), as the distance itself has the
/// derivatives cos p, sin^2 p / r, -3 sin^2 p cos p / r^2 and (12 sin^2 p cos^2 p - 3 sin^4 p) /
/// r^3:
///
///     t1 = a1
///     t2 = a2 + a1 / r
///     t3 = a3 + 1.16 (a2 / r + a1 / r^2)
///     t4 = a4 + 1.5 a3 / r + 3 (a2 / r^2 + a1 / r^3)
///
/// Unchecked: its tables are written as it is made, and then only read.
struct PreparedWinding: Distortion, @unchecked Sendable {
  let reach: Box
  let stretch: Double
  private let center: SIMD2<Float>
  /// The turn by distance: entry `i` holds the sine and the cosine less one for `i / (count - 1)`
  /// of the radius, or of the root, and behind them what they grow by to the next entry.
  private let turns: UnsafeMutablePointer<SIMD4<Float>>
  private let lastTurn: Int32
  private let turnsPerPixel: Float
  /// Whether turns are read by the root.
  private let isSteep: Bool
  private let rings: RingSpacings

  /// - Parameter tolerance: how far, in pixels, a place may be read from where it should be.
  init(_ winding: Winding, tolerance: Double, _ scratch: Scratch) {
    reach = winding.reach
    center = winding.center
    let radius = Double(winding.radius)

    // The table takes a third of the tolerance, 2.67 * 0.125, and the curves 0.6 of it.
    isSteep = winding.falloff < 1
    let count = Self.turnCount(winding, isSteep, tolerance: 0.125 * tolerance)
    turns = scratch.take(SIMD4<Float>.self, count + 1)
    lastTurn = Int32(truncatingIfNeeded: count - 1)
    turnsPerPixel = Float(Double(count - 1) / radius)
    var next = SIMD2<Float>.zero
    for index in stride(from: count, through: 0, by: -1) {
      let angle = winding.turn * Self.share(Double(index) / Double(count - 1), winding, isSteep)
      let exact = SIMD2(Float(Maths.sin(angle)), Float(Maths.cos(angle) - 1))
      turns[index] = SIMD4(lowHalf: exact, highHalf: next - exact)
      next = exact
    }

    let rings = RingSpacings(radius: radius, scratch)
    let ringCount = Double(RingSpacings.count)
    var steepest = 0.0
    for ring in 0...RingSpacings.count {
      // A hair wider than the ring, for distances are rounded.
      let near = max(0, (Double(ring) - 0.01) / ringCount)
      let far = min(1, (Double(ring) + 1.01) / ringCount)
      let slopes = winding.slopes(from: near, to: far)
      let bend = Self.bend(slopes, near: near * radius, far: far * radius)
      rings.set(ring, fourth: bend, tolerance: tolerance)
      steepest = max(steepest, far * radius * slopes[0])
    }
    self.rings = rings
    stretch = 1 + steepest
  }

  /// At most the fourth derivative of a place that is read, along any line.
  private static func bend(_ slopes: SIMD4<Double>, near r: Double, far: Double) -> Double {
    guard r > 0 else { return .infinity }
    let t1 = slopes[0]
    let t2 = slopes[1] + slopes[0] / r
    let t3 = slopes[2] + 1.16 * (slopes[1] / r + slopes[0] / (r * r))
    let t4 = slopes[3] + 1.5 * slopes[2] / r + 3 * (slopes[1] / (r * r) + slopes[0] / (r * r * r))
    let b3 = t3 + 3 * t1 * t2 + t1 * t1 * t1
    let b4 = t4 + 4 * t1 * t3 + 3 * t2 * t2 + 6 * t1 * t1 * t2 + t1 * t1 * t1 * t1
    return far * b4 + 4 * b3
  }

  /// How much of the turn there is at a part of the table.
  private static func share(_ part: Double, _ winding: Winding, _ isSteep: Bool) -> Double {
    if isSteep { return Maths.pow(min(part, 1), 4 * winding.falloff) }
    let rest = max(0, 1 - part)
    return winding.falloff == 2 ? rest * rest : Maths.pow(rest, winding.falloff)
  }

  /// How many entries the table of turns has.
  ///
  /// Linear interpolation between entries h apart is off by at most h^2 / 8 of the second
  /// derivative. A falloff below 2 bends without bound towards the radius, so the bend a quarter
  /// pixel away counts; by the root, the turn is a power from 1 to 4, and the bend counts from a
  /// 160,000th of the radius on.
  private static func turnCount(
    _ winding: Winding, _ isSteep: Bool, tolerance: Double
  ) -> Int {
    let radius = Double(winding.radius)
    if isSteep {
      let power = 4 * winding.falloff
      let slope = winding.turn.magnitude * power
      let curve = slope * (power - 1).magnitude * (power < 2 ? Maths.pow(0.05, power - 2) : 1)
      let count = (radius * (slope * slope + curve) / (8 * tolerance)).squareRoot()
      return Int(min(max(count, 64), 65_534).rounded(.up)) + 2
    }
    let slopes = winding.slopes(from: 0, to: max(1 - 0.25 / radius, 0))
    let bend = radius * slopes[0] * slopes[0] + 2 * slopes[0] + radius * slopes[1]
    let count = radius * (bend / (8 * tolerance)).squareRoot()
    return Int(min(max(count, 64), 65_534).rounded(.up)) + 2
  }

  @inline(__always)
  func displacement(of place: SIMD2<Float>) -> SIMD2<Float> {
    let d = place - center
    var distance = (d.x * d.x + d.y * d.y).squareRoot() * turnsPerPixel
    if isSteep {
      let all = Float(lastTurn)
      distance = all * max(1 - distance / all, 0).squareRoot().squareRoot()
    }
    let entry = min(distance.flooredToInt32, lastTurn)
    let turn = turns[Int(entry)]
    let now = turn.lowHalf + turn.highHalf * (distance - Float(entry))
    return SIMD2(d.x * now.y + d.y * now.x, d.y * now.y - d.x * now.x)
  }

  func bend(in part: Extent2D) -> Bend { rings.bend(in: part, around: center, isBounded: true) }
}
