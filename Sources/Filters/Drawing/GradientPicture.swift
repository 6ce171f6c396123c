import Bytes
import Geometry
import Timeline
import Y4M

/// A gradient as a timeline says it, which may move.
struct GradientPicture: Sendable {
  private let shape: GradientShape
  private let stops: [(offset: Double, color: Color)]
  private let coding: ColorCoding
  private let angle: Animated<Angle>
  private let center: Animated<Anchor>
  private let spread: GradientSpread
  private let kept: KeptGradient

  /// - Parameter arguments: of the parameters of ``GradientParameters``.
  init(_ arguments: Arguments, _ setting: LayerSetting) {
    shape = arguments[GradientParameters.shape]
    stops = arguments[GradientParameters.stops].stops.map { ($0.position, $0.color) }
    coding = setting.coding
    let isTurn = shape == .conic && !arguments.isGiven(GradientParameters.angle)
    angle = isTurn ? .constant(.zero) : arguments[GradientParameters.angle]
    center = arguments[GradientParameters.center]
    spread = arguments[GradientParameters.spread]
    kept = KeptGradient(byteCap: setting.budget.bytes)
  }

  /// Where a gradient is drawn.
  struct Place {
    /// Where a picture of one sample would go.
    let unit: Placement
    /// The size of the box in which angles and distances are measured.
    let box: Vector
    /// 0 to 65,535.
    let opacity: UInt16
    /// Whether it stays there.
    let isStill: Bool
    var region: PlacedRegion?
  }

  func draw(
    with painter: PicturePainter, on frame: Frame, _ place: Place, at time: Time,
    _ workspace: Workspace
  ) throws(RenderError) {
    // The gradient is computed in its box, with as many samples as it covers on the canvas.
    let unit = place.unit
    func side(_ x: Double, _ y: Double) -> Int {
      // A turn leaves the last bits of a length in doubt.
      Int(min(max((Vector(x, y).length - 1e-3).rounded(.up), 1), 16_384))
    }
    let (width, height) = (side(unit.map.a, unit.map.b), side(unit.map.c, unit.map.d))
    let placement = Placement(
      domain: unit.domain.scaled(x: Double(width), y: Double(height)),
      map: unit.map.after(.scale(1 / Double(width), 1 / Double(height))).snapped,
      sampling: unit.sampling)
    let size = Size(width: width, height: height, box: place.box)
    if isStill, !place.isStill, let texture = texture(size) {
      try painter.draw(
        on: frame, picture: .frame(0), placement: placement, opacity: place.opacity,
        isLasting: false, region: place.region, workspace
      ) { texture }
    } else {
      try painter.draw(
        on: frame, picture: isStill ? .frame(0) : .passing(time, workspace), placement: placement,
        opacity: place.opacity, isLasting: place.isStill && isStill, region: place.region, workspace
      ) { rows(size, at: time, isStill: place.isStill) }
    }
  }

  /// Whether it looks the same at all times; the layer may move all the same.
  var isStill: Bool { angle.constantValue != nil && center.constantValue != nil }

  /// The colours, mixed when they are first needed.
  private var ramp: GradientRamp {
    kept.ramp.withLock { ramp in
      let made = ramp ?? GradientRamp(stops, coding: coding)
      ramp = made
      return made
    }
  }

  /// The gradient at a time, computed as it is read.
  ///
  /// - Parameter isStill: whether its box stays as it is.
  private func rows(_ size: Size, at time: Time, isStill: Bool) -> GradientRows {
    let center = center.value(at: time)
    func rows(_ turns: TurnMap?) -> GradientRows {
      GradientRows(
        width: size.width, height: size.height, box: size.box, shape: shape, spread: spread,
        angle: angle.value(at: time).degrees, center: Vector(center.x, center.y), ramp: ramp,
        turns: turns)
    }
    let bytes = TurnMap.byteCount(width: size.width, height: size.height)
    guard shape == .conic, isStill, self.center.constantValue != nil, angle.constantValue == nil,
      bytes <= kept.byteCap
    else { return rows(nil) }
    return rows(
      kept.turns.withLock { turns in
        if let turns, turns.size == size { return turns.map }
        let map = TurnMap(rows(nil))
        turns = (size, map)
        return map
      })
  }

  /// A still gradient computed once, for a layer that only moves; nil when it takes too much
  /// memory.
  private func texture(_ size: Size) -> Texture? {
    if let kept = kept.picture.withLock({ $0 }), kept.size == size { return kept.texture }
    guard 8 * size.width * size.height <= kept.byteCap else { return nil }
    let texture = Texture(rows(size, at: .zero, isStill: false))
    kept.picture.withLock { $0 = (size, texture) }
    return texture
  }

  /// Forgets what was kept.
  func release() {
    kept.picture.withLock { $0 = nil }
    kept.turns.withLock { $0 = nil }
    kept.ramp.withLock { $0 = nil }
  }
}

/// The samples of a gradient, and the box that they fill.
private struct Size: Hashable {
  let width: Int
  let height: Int
  let box: Vector
}

/// The latest picture of a gradient, its colours, and the turns of one that turns in its place.
private final class KeptGradient: Sendable {
  let picture = Mutex<(size: Size, texture: Texture)?>(nil)
  let turns = Mutex<(size: Size, map: TurnMap)?>(nil)
  let ramp = Mutex<GradientRamp?>(nil)
  let byteCap: Int

  init(byteCap: Int) { self.byteCap = byteCap }
}
