import Bytes
import Timeline
import Y4M

/// Winds the picture up around a point, most at the point itself.
///
/// A place at distance r from `center` turns by `angle * (1 - r / radius) ^ falloff`, clockwise;
/// from `radius` on nothing moves.
struct Vortex: Effect {
  static let center = Parameter<Point>(
    "center", default: Point(x: Length(fraction: 0.5), y: Length(fraction: 0.5)),
    "The point that the picture turns about.")
  static let radius = Parameter<Length>(
    "radius", default: Length(fraction: 1), unit: "px",
    "How far the vortex reaches; a percentage is of the canvas's shorter side.")
  static let angle = Parameter<Angle>(
    "angle", from: Angle(degrees: 0), to: Angle(degrees: 360),
    "How far the middle turns, clockwise. Without it, one turn over the layer's range.")
  static let falloff = Parameter<Double>(
    "falloff", default: 2, in: 0.25...16,
    "How fast the turn fades towards the radius; 1 is evenly, more is sooner.")
  static let sampling = Setting<WarpSampling>(
    "sampling", default: .bilinear, "How the picture is read between its samples.")

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
    parameters: [center, radius, angle, falloff, sampling])

  private let center: Animated<Point>
  private let radius: Animated<Length>
  private let angle: Animated<Angle>
  private let falloff: Animated<Double>
  private let sampling: WarpSampling

  init(_ arguments: Arguments) {
    center = arguments[Self.center]
    radius = arguments[Self.radius]
    angle = arguments[Self.angle]
    falloff = arguments[Self.falloff]
    sampling = arguments[Self.sampling]
  }

  func reach(at time: Time, width: Int, height: Int) -> Box? {
    swirl(at: time, width: width, height: height)?.reach ?? .empty
  }

  /// A place is read from the same distance, so only interpolation looks beyond the radius.
  func margin(at time: Time, width: Int, height: Int) -> Int? { 8 }

  func apply(_ job: EffectJob, at time: Time) {
    guard var swirl = swirl(at: time, width: job.width, height: job.height) else { return }
    swirl.prepare()
    job.run(swirl, within: swirl.reach)
  }

  /// What is to be done at a time; nil when nothing turns.
  private func swirl(at time: Time, width: Int, height: Int) -> Swirl? {
    let center = center.value(at: time)
    let (width, height) = (Double(width), Double(height))
    let radius = radius.value(at: time).resolved(against: min(width, height))
    let turn = angle.value(at: time).degrees * .pi / 180
    guard radius >= 1, turn != 0 else { return nil }
    return Swirl(
      centerX: center.x.resolved(against: width), centerY: center.y.resolved(against: height),
      radius: min(radius, Swirl.largestRadius), turn: turn, falloff: falloff.value(at: time),
      sampling: sampling)
  }
}

/// The kernel: each sample is read from where its place was before the turn.
private struct Swirl: PlaneKernel {
  /// Beyond this, distances would not fit the fixed-point arithmetic.
  static let largestRadius = 16_000.0

  let centerX: Float
  let centerY: Float
  let radius: Float
  let sampling: WarpSampling
  /// The part of the picture inside the radius.
  let reach: Box
  /// The turn by distance: entry `i` holds the sine and the cosine less one for `i / (count - 1)` of
  /// the radius, and behind them what they grow by to the next entry.
  private var turns: [SIMD4<Float>] = []
  private let turn: Double
  private let falloff: Double

  init(
    centerX: Double, centerY: Double, radius: Double, turn: Double, falloff: Double,
    sampling: WarpSampling
  ) {
    // Animated values are rounded to 1/256 pixel, so that they are exact as Float.
    func grid(_ value: Double) -> Float {
      Float((min(max(value, -32768), 65536) * 256).rounded() / 256)
    }
    self.centerX = grid(centerX)
    self.centerY = grid(centerY)
    self.radius = max(grid(radius), 1)
    self.sampling = sampling
    self.turn = turn
    // An easing may overshoot.
    self.falloff = min(max(falloff, 0.25), 16)
    let r = Double(self.radius)
    reach = Box(
      x: Int((Double(self.centerX) - r).rounded(.down)),
      y: Int((Double(self.centerY) - r).rounded(.down)),
      width: Int((2 * r).rounded(.up)) + 1, height: Int((2 * r).rounded(.up)) + 1)
  }

  /// Computes ``turns``, without which nothing can be drawn.
  mutating func prepare() {
    let r = Double(radius)
    // Linear interpolation between entries h apart is off by at most h^2 / 8 of the second
    // derivative; for 1/32 pixel that asks for this many entries. A falloff below 2 bends without
    // bound towards the radius, so the bend a quarter pixel away counts.
    let edge = min(0.25 / r, 1)
    let slope = turn.magnitude * falloff * max(Maths.pow(edge, falloff - 1), 1) / r
    let curve =
      turn.magnitude * falloff * (falloff - 1).magnitude * max(Maths.pow(edge, falloff - 2), 1) / r
    let bend = r * slope * slope + 2 * slope + curve
    let count = Int(min(max(r * (4 * bend).squareRoot(), 64), 65_534).rounded(.up)) + 2
    let exact = (0..<count + 2).map { index in
      let rest = max(0, 1 - Double(index) / Double(count - 1))
      let share = falloff == 2 ? rest * rest : Maths.pow(rest, falloff)
      return SIMD2(Float(Maths.sin(turn * share)), Float(Maths.cos(turn * share) - 1))
    }
    turns = (0..<count + 1).map { index in
      SIMD4(lowHalf: exact[index], highHalf: exact[index + 1] - exact[index])
    }
  }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let map = planes[0].source.layout.map
    let (pitchX, pitchY) = (Float(1 / map.a), Float(1 / map.d))
    let coordinates = Coordinates(count: box.width)
    let (firstX, firstY) = (Float((0.5 - map.tx) / map.a), Float((0.5 - map.ty) / map.d))
    for y in box.y..<box.maxY {
      let dy = Float(y) * pitchY + firstY - centerY
      guard dy.magnitude < radius else { continue }
      let chord = (radius * radius - dy * dy).squareRoot()
      let bounds = [centerX - chord, centerX + chord].map { ($0 - firstX) / pitchX }
      let left = max(box.x, Int(bounds[0].rounded(.up)))
      let right = min(box.maxX, Int(bounds[1].rounded(.down)) + 1)
      guard left < right else { continue }
      fill(
        coordinates, dx: Float(left) * pitchX + firstX - centerX, dy: dy, pitch: pitchX,
        toPlaneX: Float(map.a) * 256, toPlaneY: Float(map.d) * 256, x: left, y: y,
        count: right - left)
      for plane in planes {
        plane.source.sample(
          coordinates, count: right - left, to: plane.target.row(y) + left, sampling: sampling)
      }
    }
  }

  /// Computes where a run of samples is read from: the place turned back, as an offset from the
  /// sample itself, so that what is not turned stays exactly where it is.
  private func fill(
    _ coordinates: Coordinates, dx start: Float, dy: Float, pitch: Float, toPlaneX: Float,
    toPlaneY: Float, x: Int, y: Int, count: Int
  ) {
    let perPixel = Float(turns.count - 2) / radius
    let last = Int32(turns.count - 2)
    let (targetX, targetY) = (coordinates.x, coordinates.y)
    let (baseX, baseY) = (Int32(truncatingIfNeeded: x) &<< 8, Int32(truncatingIfNeeded: y) &<< 8)
    turns.withUnsafeBufferPointer { turns in
      for i in 0..<count {
        let dx = start + Float(i) * pitch
        let place = (dx * dx + dy * dy).squareRoot() * perPixel
        let entry = min(place.flooredToInt32, last)
        let turn = turns[Int(entry)]
        let now = turn.lowHalf + turn.highHalf * (place - Float(entry))
        let moveX = (dx * now.y + dy * now.x) * toPlaneX
        let moveY = (dy * now.y - dx * now.x) * toPlaneY
        targetX[i] = baseX &+ Int32(truncatingIfNeeded: i &<< 8) &+ moveX.roundedToInt32
        targetY[i] = baseY &+ moveY.roundedToInt32
      }
    }
  }
}

extension Float {
  /// The nearest whole number, for magnitudes below 2^22: adding 1.5 * 2^23 leaves it in the low
  /// bits. Swift's own conversion checks its range, which keeps a loop from being vectorised.
  @inline(__always)
  var roundedToInt32: Int32 {
    Int32(bitPattern: (self + 12_582_912).bitPattern) &- 0x4B40_0000
  }

  /// The whole number below or nearest, for magnitudes below 2^22.
  @inline(__always)
  var flooredToInt32: Int32 { (self - 0.5).roundedToInt32 }
}
