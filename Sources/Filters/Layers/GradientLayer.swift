import Synchronization
import Timeline
import Y4M

/// A box filled with a gradient.
struct GradientLayer: LayerKind {
  static let shape = Setting<GradientShape>(
    "shape", default: .linear,
    "Along a line, outwards from a point, or around it.")
  static let stops = Setting<GradientStops>(
    "stops", default: GradientStops(even: [.black, .white]),
    "The colours and where they stand, from 0 to 1; mixed premultiplied, as CSS does.")
  static let angle = Parameter<Angle>(
    "angle", default: Angle(degrees: 180), unit: "degrees",
    defaultText: "180 for a line, 0 for a turn",
    "Where a linear gradient runs to and where a conic one starts: 0 is up, 90 right, as in CSS.")
  static let center = Parameter<Anchor>(
    "center", default: .center, "The middle of a radial or conic gradient, as shares of the box.")
  static let spread = Setting<GradientSpread>(
    "spread", default: .pad, "What comes before the first stop and after the last.")

  static let declaration = Declaration(
    name: "gradient",
    summary: "A box filled with a linear, radial or conic gradient, as large as the canvas unless "
      + "`size` says otherwise.",
    example: #"""
      { "type": "gradient", "stops": ["#ff512f", "#dd2476"], "angle": { "from": 0, "to": 90 },
        "opacity": 0.5, "duration": 3 }
      """#,
    parameters: [shape, stops, angle, center, spread])

  private let shape: GradientShape
  private let stops: [(offset: Double, color: Color)]
  private let coding: ColorCoding
  private let angle: Animated<Angle>
  private let center: Animated<Anchor>
  private let spread: GradientSpread
  private let motion: LayerMotion
  private let painter: PicturePainter
  private let kept: KeptGradient

  init(_ layer: Layer, _ setting: LayerSetting) {
    shape = layer.arguments[Self.shape]
    stops = layer.arguments[Self.stops].stops.map { ($0.position, $0.color) }
    coding = setting.coding
    let isTurn = shape == .conic && !layer.arguments.isGiven(Self.angle)
    angle = isTurn ? .constant(.zero) : layer.arguments[Self.angle]
    center = layer.arguments[Self.center]
    spread = layer.arguments[Self.spread]
    motion = LayerMotion(layer.arguments, canvas: setting.canvas, defaultSize: .canvas)
    painter = setting.painter()
    kept = KeptGradient(byteCap: setting.keptBytes)
  }

  func bounds(at time: Time) -> Box { motion.bounds(pictureWidth: 1, pictureHeight: 1, at: time) }

  func draw(
    on frame: Frame, at time: Time, _ workspace: Workspace, level: Int
  ) throws(RenderError) {
    // The gradient is computed in its box, with as many samples as it covers on the canvas.
    guard let unit = motion.placement(pictureWidth: 1, pictureHeight: 1, at: time) else { return }
    func side(_ x: Double, _ y: Double) -> Int {
      // A turn leaves the last bits of a length in doubt.
      Int(min(max((Vector(x, y).length - 1e-3).rounded(.up), 1), 16_384))
    }
    let (width, height) = (side(unit.map.a, unit.map.b), side(unit.map.c, unit.map.d))
    let placement = Placement(
      domain: unit.domain.scaled(x: Double(width), y: Double(height)),
      map: unit.map.after(.scale(1 / Double(width), 1 / Double(height))).snapped,
      sampling: unit.sampling)
    let size = Size(width: width, height: height, box: motion.boxSize(at: time))
    let opacity = motion.opacity(at: time)
    if isStill, !motion.isStill, let texture = texture(size) {
      try painter.draw(
        on: frame, picture: .frame(0), placement: placement, opacity: opacity, isLasting: false,
        workspace
      ) { texture }
    } else {
      try painter.draw(
        on: frame, picture: isStill ? .frame(0) : .moment(time), placement: placement,
        opacity: opacity, isLasting: motion.isStill && isStill, workspace
      ) { rows(size, at: time) }
    }
  }

  /// Whether the gradient itself never changes; the layer may move all the same.
  private var isStill: Bool { angle.constantValue != nil && center.constantValue != nil }

  /// The colours, mixed when they are first needed.
  private var ramp: GradientRamp {
    kept.ramp.withLock { ramp in
      let made = ramp ?? GradientRamp(stops, coding: coding)
      ramp = made
      return made
    }
  }

  /// The gradient at a time, computed as it is read.
  private func rows(_ size: Size, at time: Time) -> GradientRows {
    let center = center.value(at: time)
    return GradientRows(
      width: size.width, height: size.height, box: size.box, shape: shape, spread: spread,
      angle: angle.value(at: time).degrees, center: Vector(center.x, center.y),
      ramp: ramp)
  }

  /// A still gradient computed once, for a layer that only moves; nil when it takes too much memory.
  private func texture(_ size: Size) -> Texture? {
    if let kept = kept.picture.withLock({ $0 }), kept.size == size { return kept.texture }
    guard 8 * size.width * size.height <= kept.byteCap else { return nil }
    let texture = Texture(rows(size, at: .zero))
    kept.picture.withLock { $0 = (size, texture) }
    return texture
  }

  func release() {
    painter.release()
    kept.picture.withLock { $0 = nil }
    kept.ramp.withLock { $0 = nil }
  }
}

/// The samples of a gradient, and the box that they fill.
private struct Size: Hashable {
  let width: Int
  let height: Int
  let box: Vector
}

/// The latest picture of a gradient, and its colours.
private final class KeptGradient: Sendable {
  let picture = Mutex<(size: Size, texture: Texture)?>(nil)
  let ramp = Mutex<GradientRamp?>(nil)
  let byteCap: Int

  init(byteCap: Int) { self.byteCap = byteCap }
}
