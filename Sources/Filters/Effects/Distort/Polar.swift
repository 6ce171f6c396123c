import Bytes
import Timeline
import Y4M

/// Which edge of the picture becomes the centre of a circle.
enum PolarInside: String, Choice {
  case bottom
  case top
}

/// Winds the picture around a point, as a tiny planet, or unwinds it.
///
/// A place at distance r and direction p from `center`, clockwise from above, is read from the
/// share p / 360 degrees of the width and the share r / `radius` of the height, from the edge
/// `inside` to the other. The inverse reads each place of the picture from where that puts it.
struct Polar: Effect {
  static let inverse = Setting<Bool>(
    "inverse", default: false, "Whether a circle is unwound into a picture instead.")
  static let inside = Setting<PolarInside>(
    "inside", default: .bottom, "The edge of the picture that becomes the centre.")
  static let radius = Parameter<Length>(
    "radius", default: Length(fraction: 0.5), unit: "px",
    "The radius of the circle that the other edge becomes; a percentage is of the canvas's shorter "
      + "side.")
  static let rotation = Parameter<Angle>(
    "rotation", default: .zero, unit: "degrees",
    "Where the left and the right edge meet, clockwise from above.")
  static let center = Parameter<Point>(
    "center", default: Point(x: Length(fraction: 0.5), y: Length(fraction: 0.5)), unit: "px",
    "The point around which the picture is wound.")
  static let edge = Setting<EdgeMode>(
    "edge", default: .clamp, "What is seen beyond the picture.")

  static let declaration = Declaration(
    name: "polar",
    summary: "Winds the picture around a point, as a tiny planet, or unwinds it.",
    discussion: """
      The bottom of the picture becomes a point and its top a circle of `radius`; a panorama all \
      around becomes a planet without a seam. With `inside` at the top the sky is in the middle, \
      as in a tunnel. `inverse` makes a strip of a circle. Around the centre and along the radius \
      the picture is seen smaller, so the mean of up to 64 places is taken for a sample there.
      """,
    example: #"""
      { "type": "effect", "effect": "polar", "start": 0, "duration": 4,
        "rotation": { "from": 0, "to": 90 } }
      """#,
    parameters: [
      inverse, inside, radius, rotation, center, edge, MapSettings.edgeColor, MapSettings.sampling,
    ])

  static let names = EffectNames(
    synonyms: [
      "tiny-planet", "little-planet", "circular-wrap", "polar-coordinates", "planet", "unwrap",
    ],
    elsewhere: [
      "Core Image CICircularWrap", "After Effects Polar Coordinates", "OpenCV warpPolar",
      "scikit-image warp_polar", "GIMP Polar Coordinates",
    ])

  private let inverse: Bool
  private let inside: PolarInside
  private let radius: Animated<Length>
  private let rotation: Animated<Angle>
  private let center: Animated<Point>
  private let settings: MapSettings

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    inverse = arguments[Self.inverse]
    inside = arguments[Self.inside]
    radius = arguments[Self.radius]
    rotation = arguments[Self.rotation]
    center = arguments[Self.center]
    settings = MapSettings(arguments, edge: Self.edge)
  }

  func apply(_ job: EffectJob, at time: Time) {
    let (width, height) = (Double(job.width), Double(job.height))
    let center = center.value(at: time)
    func bounded(_ value: Double) -> Float { Float(min(max(value, -1e5), 1e5)) }
    let radius = radius.value(at: time).resolved(against: min(width, height))
    let circle = PolarCircle(
      center: SIMD2(
        bounded(center.x.resolved(against: width)), bounded(center.y.resolved(against: height))),
      radius: max(bounded(radius), 0.5), rotation: rotation.value(at: time).degrees,
      size: job.size, isBottomInside: inside == .bottom)
    let edges = settings.edges(of: job, at: time)
    if inverse {
      job.draw(PolarUnwinding(circle: circle), edges: edges, sampling: settings.sampling)
    } else {
      job.draw(PolarWinding(circle: circle), edges: edges, sampling: settings.sampling)
    }
  }
}

/// A circle around which a picture is wound.
private struct PolarCircle {
  let center: SIMD2<Float>
  let radius: Float
  /// Clockwise from above, in degrees.
  let rotation: Double
  /// The picture's.
  let size: SIMD2<Float>
  let isBottomInside: Bool
}

/// From a circle to the picture that is wound around it.
private struct PolarWinding: PictureMap {
  private let circle: PolarCircle
  /// The turn back to where the edges meet.
  private let cosine: Float
  private let sine: Float

  init(circle: PolarCircle) {
    self.circle = circle
    let turn = Angle(degrees: -circle.rotation)
    (cosine, sine) = (Float(turn.cosine), Float(turn.sine))
  }

  var isRound: Bool { true }

  func source(of place: SIMD2<Float>) -> SIMD2<Float> {
    let d = place - circle.center
    let share = Self.share(d.x * cosine - d.y * sine, d.x * sine + d.y * cosine)
    let height = (d * d).sum().squareRoot() / circle.radius * circle.size.y
    return SIMD2(share * circle.size.x, circle.isBottomInside ? circle.size.y - height : height)
  }

  func fill(_ line: PictureLine, _ columns: Range<Int>, _ places: PicturePlaces) {
    let (cosine, sine) = (cosine, sine)
    let (first, pitch) = (Float(line.x) - circle.center.x, Float(line.pitch))
    let down = Float(line.y) - circle.center.y
    let size = circle.size
    let slope = size.y / circle.radius * (circle.isBottomInside ? -1 : 1)
    let start = circle.isBottomInside ? size.y : 0
    let (x, y) = (places.x - columns.lowerBound, places.y - columns.lowerBound)
    for i in columns {
      let across = first + Float(Int32(truncatingIfNeeded: i)) * pitch
      let share = Self.share(across * cosine - down * sine, across * sine + down * cosine)
      x[i] = share * size.x
      y[i] = start + (across * across + down * down).squareRoot() * slope
    }
  }

  /// The direction of a place, clockwise from above, as a share of a whole turn: within 2e-6.
  ///
  /// The polynomial is Abramowitz and Stegun's 4.4.49.
  @inline(__always)
  private static func share(_ x: Float, _ y: Float) -> Float {
    let (wide, tall) = (x.magnitude, y.magnitude)
    let (low, high) = wide < tall ? (wide, tall) : (tall, wide)
    let t = low / (high > 1e-6 ? high : 1e-6)
    let s = t * t
    var sum: Float = s * 0.0028662257 - 0.0161657367
    sum = sum * s + 0.0429096138
    sum = sum * s - 0.0752896400
    sum = sum * s + 0.1065626393
    sum = sum * s - 0.1420889944
    sum = sum * s + 0.1999355085
    sum = sum * s - 0.3333314528
    let angle = (sum * s * t + t) * (0.5 / Float.pi)
    // From above, or below, towards the side.
    let side = wide < tall ? angle : 0.25 - angle
    let half = y > 0 ? 0.5 - side : side
    return x < 0 ? 1 - half : half
  }
}

/// From a picture to the circle that it is unwound from.
private struct PolarUnwinding: PictureMap {
  let circle: PolarCircle

  func source(of place: SIMD2<Float>) -> SIMD2<Float> {
    let turn = Angle(degrees: Double(place.x / circle.size.x) * 360 + circle.rotation)
    let radius = radius(place.y)
    return circle.center + SIMD2(Float(turn.sine), -Float(turn.cosine)) * radius
  }

  /// How far a row lies from the centre.
  private func radius(_ y: Float) -> Float {
    let share = y / circle.size.y
    return circle.radius * (circle.isBottomInside ? 1 - share : share)
  }

  func fill(_ line: PictureLine, _ columns: Range<Int>, _ places: PicturePlaces) {
    // By turns from one sample to the next, which begin anew at the same ones whatever is drawn.
    let begin = columns.lowerBound & ~127
    let perPixel = 360 / Double(circle.size.x)
    let turn = Angle(
      degrees: (line.x + Double(begin) * line.pitch) * perPixel + circle.rotation)
    let step = Angle(degrees: line.pitch * perPixel)
    let (stepX, stepY) = (step.cosine, step.sine)
    var (cosine, sine) = (turn.cosine, turn.sine)
    let radius = Double(radius(Float(line.y)))
    let center = SIMD2<Double>(circle.center)
    let (x, y) = (places.x - columns.lowerBound, places.y - columns.lowerBound)
    for i in begin..<columns.upperBound {
      if i >= columns.lowerBound {
        x[i] = Float(center.x + radius * sine)
        y[i] = Float(center.y - radius * cosine)
      }
      (cosine, sine) = (cosine * stepX - sine * stepY, sine * stepX + cosine * stepY)
    }
  }
}
