import Bytes
import Geometry
import Timeline
import Y4M

/// Where a clip's picture is on the canvas over time.
struct ClipMotion: Sendable {
  private let fit: Fit
  private let position: Animated<Point>
  private let anchor: Animated<Anchor>?
  private let crop: Arguments?
  private let zoom: Animated<Double>
  private let focus: Animated<Anchor>
  private let rotate: Animated<Angle>
  private let flip: Flip
  private let opacityValue: Animated<Double>
  let sampling: Sampling
  private let canvas: Vector
  /// The width of a pixel of the canvas whose height is 1.
  private let pixelWidth: Double
  /// The quarter turns of a picture that does not turn further, in degrees; nil for any other turn.
  private let quarter: Double?
  /// Whether the picture stays in one place.
  let isStill: Bool

  /// - Parameter pixelWidth: of a pixel of the canvas whose height is 1.
  init(
    _ arguments: Arguments, _ defaults: ClipDefaults, canvas: PixelFormat, pixelWidth: Double
  ) {
    func given<Value>(_ setting: Setting<Value>, _ other: Value) -> Value {
      arguments.isGiven(setting) ? arguments[setting] : other
    }
    fit = given(ClipParameters.fit, defaults.fit)
    position = arguments[ClipParameters.position]
    let hasAnchor = arguments.isGiven(ClipParameters.anchor)
    anchor = hasAnchor ? arguments[ClipParameters.anchor] : nil
    crop = arguments[GeometryParameters.crop]
    zoom = arguments[ClipParameters.zoom]
    focus = arguments[ClipParameters.focus]
    let turns = arguments.isGiven(ClipParameters.rotate)
    rotate = turns ? arguments[ClipParameters.rotate] : .constant(defaults.rotate)
    flip = given(ClipParameters.flip, defaults.flip)
    opacityValue = arguments[ClipParameters.opacity]
    sampling = given(ClipParameters.resampling, defaults.sampling)
    self.canvas = Vector(Double(canvas.width), Double(canvas.height))
    self.pixelWidth = pixelWidth
    let degrees = rotate.constantValue?.degrees
    quarter = degrees.flatMap { $0.remainder(dividingBy: 90) == 0 ? $0 : nil }
    isStill =
      position.constantValue != nil && (anchor.map { $0.constantValue != nil } ?? true)
      && zoom.constantValue != nil && focus.constantValue != nil && rotate.constantValue != nil
      && !(crop.map(GeometryParameters.isCropMoving) ?? false)
  }

  /// How opaque the picture is at a time, 0 to 65,535.
  func opacity(at time: Time) -> UInt16 {
    let value = opacityValue.value(at: time)
    return UInt16((min(max(value.isNaN ? 0 : value, 0), 1) * 65535).rounded())
  }

  /// The box of a picture of this size, as large as it is fitted to the canvas, and the map from
  /// there to the canvas; nil when nothing of it can be seen.
  func box(width: Int, height: Int, at time: Time) -> (size: Vector, map: Affine)? {
    guard let placement = placement(width: width, height: height, at: time) else { return nil }
    let (domain, map) = (placement.domain, placement.map)
    let zoom = max(zoom.value(at: time).magnitude, 1e-9)
    let scale = Vector(
      Vector(map.a, map.b).length / zoom, Vector(map.c, map.d).length / zoom)
    return (
      Vector((domain.right - domain.left) * scale.x, (domain.bottom - domain.top) * scale.y),
      map.after(.translation(domain.left, domain.top)).after(.scale(1 / scale.x, 1 / scale.y))
    )
  }

  /// Where a picture of this size is at a time; nil when nothing of it can be seen.
  func placement(width: Int, height: Int, at time: Time) -> Placement? {
    let (w, h) = (Double(width), Double(height))
    let cut =
      crop.map { GeometryParameters.cropShares($0, at: time, width: w, height: h) } ?? .zero
    let domain = Placement.Domain(
      left: cut[0] * w, top: cut[1] * h, right: (1 - cut[2]) * w, bottom: (1 - cut[3]) * h)
    let natural = Vector(domain.right - domain.left, domain.bottom - domain.top)
    guard natural.x >= 1.0 / 65_536, natural.y >= 1.0 / 65_536 else { return nil }
    let (map, size) = fitted(natural)
    let origin = origin(of: size, at: time)
    let share = focus.value(at: time)
    let pivot = Vector(origin.x + share.x * size.x, origin.y + share.y * size.y)
    let scale = zoom.value(at: time)
    let turned =
      quarter == nil
      ? Affine.scale(flip.factors.x, flip.factors.y)
        .after(.rotation(degrees: rotate.value(at: time).degrees, pixelWidth: pixelWidth))
        .after(map) : map
    let placed = Affine.translation(pivot.x, pivot.y).after(.scale(scale, scale))
      .after(
        .translation(origin.x + size.x / 2 - pivot.x, origin.y + size.y / 2 - pivot.y)
      )
      .after(turned)
      .after(.translation(-domain.left - natural.x / 2, -domain.top - natural.y / 2))
    let isFlat = placed.isAxisAligned || placed.isTransposing
    let whole = isFlat ? placed : placed.snapped
    guard whole.isBounded(by: 1e9), (whole.a * whole.d - whole.b * whole.c).magnitude > 1e-9 else {
      return nil
    }
    return Placement(domain: domain, map: whole, sampling: sampling)
  }

  /// The largest scale at which a picture of this size is drawn, as far as samples of its time
  /// tell; 1 where it comes near to that, or when its time has no end.
  func largestScale(width: Int, height: Int, _ duration: Time?) -> Double {
    guard let duration else { return 1 }
    let steps = isStill ? 0 : 64
    var largest = 0.0
    for step in 0...steps {
      let share = Rational(reducing: Int128(step), over: 64)
      guard let place = placement(width: width, height: height, at: duration * share) else {
        continue
      }
      let map = place.map
      largest = max(largest, map.stretch)
    }
    return largest > 0 && largest < 0.9 ? largest * 1.02 : 1
  }

  /// How the picture that lies blurred behind is turned and mirrored, about its corner.
  var orientation: Affine {
    Affine.scale(flip.factors.x, flip.factors.y).after(quarterTurn)
  }

  private var quarterTurn: Affine { .rotation(degrees: quarter ?? 0, pixelWidth: pixelWidth) }

  /// From a picture around the origin to one as large as `fit` says, and the size of that; turned,
  /// where the turn is one of quarters.
  private func fitted(_ natural: Vector) -> (map: Affine, size: Vector) {
    let turn = quarterTurn
    let turned = turn.quarterTurned(natural)
    let zoom = fit.scale(turned, in: canvas)
    let mirror = quarter == nil ? Vector(1, 1) : flip.factors
    return (
      Affine.scale(zoom.x * mirror.x, zoom.y * mirror.y).after(turn),
      Vector(zoom.x * turned.x, zoom.y * turned.y)
    )
  }

  /// Where the top left corner of the fitted picture is.
  private func origin(of size: Vector, at time: Time) -> Vector {
    let position = self.position.value(at: time)
    guard let anchor = anchor?.value(at: time) else {
      return Vector(
        position.x.resolved(against: canvas.x - size.x),
        position.y.resolved(against: canvas.y - size.y))
    }
    return Vector(
      position.x.resolved(against: canvas.x) - anchor.x * size.x,
      position.y.resolved(against: canvas.y) - anchor.y * size.y)
  }
}

extension Affine {
  /// A turn that keeps the shape in which a picture is shown, where pixels may be wider than high.
  ///
  /// - Parameter pixelWidth: of a pixel whose height is 1.
  static func rotation(degrees: Double, pixelWidth: Double) -> Affine {
    var turn = rotation(degrees: degrees)
    turn.b *= pixelWidth
    turn.c /= pixelWidth
    return turn
  }

  /// The sides of a picture after a turn by quarters.
  func quarterTurned(_ size: Vector) -> Vector {
    isTransposing ? Vector(c.magnitude * size.y, b.magnitude * size.x) : size
  }
}

extension Fit {
  /// How much a picture is enlarged to fill a box.
  func scale(_ natural: Vector, in box: Vector) -> Vector {
    let (x, y) = (box.x / natural.x, box.y / natural.y)
    switch self {
    case .fill: return Vector(x, y)
    case .contain: return Vector(min(x, y), min(x, y))
    case .cover: return Vector(max(x, y), max(x, y))
    case .none: return Vector(1, 1)
    case .scaleDown: return Vector(min(x, y, 1), min(x, y, 1))
    }
  }
}
