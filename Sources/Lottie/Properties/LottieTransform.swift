import Bytes
import Geometry
import Timeline

/// Where and how a layer or a group stands.
struct LottieTransform: Sendable {
  private let anchor: LottieTrack
  private var position: LottieTrack
  /// The places across and down, where they move apart from each other.
  private let split: (x: LottieTrack, y: LottieTrack)?
  private var scale: LottieTrack
  private let rotation: LottieTrack
  /// Turns about the axes that lie in the picture; nil for what stays flat.
  private let tilt: (x: LottieTrack, y: LottieTrack, all: LottieTrack)?
  private let skew: LottieTrack
  private let skewAxis: LottieTrack
  private let opacity: LottieTrack
  /// How opaque the first and the last copy of a repeater are.
  private let ends: (start: LottieTrack, end: LottieTrack)
  /// Whether it turns the way that it moves.
  private let followsWay: Bool

  /// The transform that stands in an object.
  init(_ node: JSONNode?, followsWay: Bool = false) {
    anchor = LottieTrack(node?["a"], [0, 0])
    let place = node?["p"]
    if let place, place["x"] != nil, place["k"] == nil || place.isSet("s") {
      split = (LottieTrack(place["x"], [0]), LottieTrack(place["y"], [0]))
      position = LottieTrack([0, 0])
    } else {
      split = nil
      position = LottieTrack(place, [0, 0])
    }
    scale = LottieTrack(node?["s"], [100, 100])
    rotation = LottieTrack(node?["r"] ?? node?["rz"], [0])
    if node?["rx"] != nil || node?["ry"] != nil || node?["or"] != nil {
      tilt = (
        LottieTrack(node?["rx"], [0]), LottieTrack(node?["ry"], [0]),
        LottieTrack(node?["or"], [0, 0, 0])
      )
    } else {
      tilt = nil
    }
    skew = LottieTrack(node?["sk"], [0])
    skewAxis = LottieTrack(node?["sa"], [0])
    opacity = LottieTrack(node?["o"], [100])
    ends = (LottieTrack(node?["so"], [100]), LottieTrack(node?["eo"], [100]))
    self.followsWay = followsWay
  }

  /// A place and a size that stand still.
  init(at place: Vector, scale: Double) {
    self.init(nil)
    position = LottieTrack([place.x, place.y])
    self.scale = LottieTrack([scale * 100, scale * 100])
  }

  /// How opaque it is at a frame, from 0 to 1.
  func opacity(at frame: Double) -> Double {
    min(max(opacity.number(at: frame, 100) / 100, 0), 1)
  }

  /// The map to where it stands at a frame.
  func map(at frame: Double) -> Affine {
    let place = place(at: frame)
    let anchor = anchor.vector(at: frame)
    let factors = factors(at: frame)
    var degrees = rotation.number(at: frame)
    if followsWay, let way = direction(at: frame) {
      degrees += Maths.atan2(way.y, way.x) * 180 / .pi
    }
    return Affine.translation(place.x, place.y)
      .after(turn(degrees, at: frame))
      .after(lean(at: frame))
      .after(.scale(factors.x / 100, factors.y / 100))
      .after(.translation(-anchor.x, -anchor.y))
  }

  /// The map of the copy of a repeater with a number, which may be a fraction.
  func copy(_ number: Double, at frame: Double) -> Affine {
    let place = place(at: frame)
    let anchor = anchor.vector(at: frame)
    let factors = factors(at: frame)
    func power(_ factor: Double) -> Double {
      let size = Maths.pow(factor.magnitude / 100, number)
      let isOdd = number.rounded(.down).remainder(dividingBy: 2) != 0
      return factor < 0 && isOdd ? -size : size
    }
    return Affine.translation(place.x * number + anchor.x, place.y * number + anchor.y)
      .after(.rotation(degrees: rotation.number(at: frame) * number))
      .after(.scale(power(factors.x), power(factors.y)))
      .after(.translation(-anchor.x, -anchor.y))
  }

  /// How opaque a copy of a repeater is that lies a share of the way from the first to the last.
  func opacity(ofCopy share: Double, at frame: Double) -> Double {
    let (start, end) = (ends.start.number(at: frame, 100), ends.end.number(at: frame, 100))
    return min(max((start + (end - start) * share) / 100, 0), 1)
  }

  private func factors(at frame: Double) -> Vector {
    let value = scale.value(at: frame)
    return Vector(value.first ?? 100, value.count > 1 ? value[1] : value.first ?? 100)
  }

  private func place(at frame: Double) -> Vector {
    guard let split else { return position.vector(at: frame) }
    return Vector(split.x.number(at: frame), split.y.number(at: frame))
  }

  private func direction(at frame: Double) -> Vector? {
    guard let split else { return position.direction(at: frame) }
    let step = 1e-2
    let way = Vector(
      split.x.number(at: frame + step) - split.x.number(at: frame - step),
      split.y.number(at: frame + step) - split.y.number(at: frame - step))
    return way.length > 1e-7 ? way : nil
  }

  /// The turn; what is tilted out of the picture is seen from straight above.
  private func turn(_ degrees: Double, at frame: Double) -> Affine {
    guard let tilt else { return .rotation(degrees: degrees) }
    let all = tilt.all.value(at: frame)
    func angle(_ track: LottieTrack, _ index: Int) -> Double {
      track.number(at: frame) + (index < all.count ? all[index] : 0)
    }
    let x = Affine.rotation(degrees: angle(tilt.x, 0))
    let y = Affine.rotation(degrees: angle(tilt.y, 1))
    let flat = degrees + (all.count > 2 ? all[2] : 0)
    // The upper left of the product of the turns about x, y and z.
    return Affine(a: y.a, b: x.b * y.b, c: 0, d: x.a, tx: 0, ty: 0)
      .after(.rotation(degrees: flat))
  }

  private func lean(at frame: Double) -> Affine {
    let degrees = skew.number(at: frame)
    guard degrees != 0 else { return .identity }
    let axis = skewAxis.number(at: frame)
    return Affine.rotation(degrees: -axis)
      .after(.skew(degreesX: -min(max(degrees, -89.9), 89.9), degreesY: 0))
      .after(.rotation(degrees: axis))
  }
}
