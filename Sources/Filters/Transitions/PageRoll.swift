import Bytes
import Geometry
import Timeline
import Y4M

/// A page that lies flat up to a line, rolls up there over a cylinder, and lies flat again on top
/// of itself, its back upwards; as it stands at one moment, in luma samples.
///
/// Places are measured along the axis, from the line on. Up to the radius, one looks at the roll:
/// through a place x, at the turn asin(x / radius), the page's front, and above it, at the turn
/// pi - asin(x / radius), its back.
struct PageRoll: BitwiseCopyable {
  /// The steps of ``turns``.
  private static let steps = 512

  let width: Float
  let height: Float
  /// The unit vector in which the page was drawn out before it was rolled.
  let axis: SIMD2<Float>
  /// Where the line stands along the axis.
  let line: Float
  let radius: Float
  private let perRadius: Float
  /// How far the roll's shadow reaches on what lies under the page, and that of the page on itself.
  let reach: Float
  /// The first place whose look the page may change; before it, it lies flat.
  let first: Float
  /// The turns by the place, in shares of the radius.
  private let turns: UnsafeMutablePointer<Float>

  init(
    width: Double, height: Double, axis: Vector, radius: Double, progress: Double,
    _ scratch: Scratch
  ) {
    // How far the corners lie along the axis.
    let (x, y) = (width * axis.x, height * axis.y)
    let (low, high) = (min(x, 0) + min(y, 0), max(x, 0) + max(y, 0))
    let reach = 1.2 * radius
    let line = high - progress * (high - low + radius + 1)
    self.width = Float(width)
    self.height = Float(height)
    self.axis = SIMD2(Float(axis.x), Float(axis.y))
    self.line = Float(line)
    self.radius = Float(radius)
    perRadius = 1 / Float(radius)
    self.reach = Float(reach)
    first = Float(min(line + .pi * radius - high - reach - 2, 0))
    turns = scratch.take(Float.self, Self.steps + 2)
    for step in 0...Self.steps + 1 {
      // Even steps of the square root of what is left to the edge, where the turn is steep.
      let rest = Double(step) / Double(Self.steps)
      let place = max(1 - rest * rest, 0)
      turns[step] = Float(Maths.atan2(place, (1 - place * place).squareRoot()))
    }
  }

  /// The place after the last whose look the page may change; behind it, it is gone.
  var last: Float { radius + reach }

  /// The turn at a place from 0 to the radius.
  @inline(__always)
  func turn(_ place: Float) -> Float {
    let rest = max(1 - place * perRadius, 0).squareRoot() * Float(Self.steps)
    let step = min(rest.flooredToInt32, Int32(Self.steps))
    let (from, to) = (turns[Int(step)], turns[Int(step) &+ 1])
    return from + (to - from) * (rest - Float(step))
  }

  /// How far inside the page a place of it lies, negative outside.
  @inline(__always)
  func depth(_ place: SIMD2<Float>) -> Float {
    min(min(place.x, width - place.x), min(place.y, height - place.y))
  }
}

/// The colour of paper as code values of each plane, and what is black and grey there.
struct PaperColor: BitwiseCopyable {
  private let luma: Float
  private let blue: Float
  private let red: Float
  private let black: Float
  private let grey: Float
  private let peak: Float

  init(_ color: Color, coding: ColorCoding, depth: Int) {
    let units = PremultipliedColor(color, coding: coding)
    let share = 1 / Float(1 << (16 - depth))
    (luma, blue, red) = (Float(units.y) * share, Float(units.u) * share, Float(units.v) * share)
    (black, grey) = (Float(coding.black.luma) * share, Float(coding.black.chroma) * share)
    peak = Float(1 << depth - 1)
  }

  /// The code value of an opaque sample.
  func value(_ role: PlaneRole) -> Float {
    switch role {
    case .luma: luma
    case .blue: blue
    case .red: red
    case .alpha: peak
    }
  }

  /// What darkness leads to: black or grey; nothing is changed of alpha.
  func rest(_ role: PlaneRole) -> Float {
    switch role {
    case .luma: black
    case .blue, .red: grey
    case .alpha: 0
    }
  }
}
