import Timeline

/// The parameters of a shape on the canvas or in a layer.
enum RegionParameters {
  static let shape = Setting<RegionShape>(
    "shape", default: .rectangle, "The region's shape.")
  static let position = Parameter<Point>(
    "position", default: .zero, unit: "px", "Where the region's anchor stands.")
  static let anchor = Setting<Anchor>(
    "anchor", default: .topLeft, "The point of the region that stands at `position`.")
  static let size = Parameter<Extent>(
    "size", default: .canvas, unit: "px", "The region's width and height.")
  static let radius = Parameter<Length>(
    "radius", default: .zero, unit: "px",
    "The radius of a rectangle's corners; a percentage is of the region's shorter side.")
  static let feather = Parameter<Double>(
    "feather", default: 0, in: 0...4096, unit: "px", "The width of the region's soft edge.")
  static let invert = Setting<Bool>(
    "invert", default: false, "Whether the effect changes the outside instead.")

  /// In the order of the documentation.
  static let all: [any ParameterDescription] = [
    shape, position, anchor, size, radius, feather, invert,
  ]
}

/// How a region moves.
struct RegionMotion: Sendable {
  private let shape: RegionShape
  private let position: Animated<Point>
  private let anchor: Anchor
  private let size: Animated<Extent>
  private let radius: Animated<Length>
  private let feather: Animated<Double>
  private let isInverted: Bool

  init(_ arguments: Arguments) {
    shape = arguments[RegionParameters.shape]
    position = arguments[RegionParameters.position]
    anchor = arguments[RegionParameters.anchor]
    size = arguments[RegionParameters.size]
    radius = arguments[RegionParameters.radius]
    feather = arguments[RegionParameters.feather]
    isInverted = arguments[RegionParameters.invert]
  }

  /// The region that a layer's masks are: of one rectangle or ellipse that shows what it covers and
  /// does not turn; nil for others.
  init?(masks: [Arguments]) {
    guard masks.count == 1, let mask = masks.first, !mask.isGiven(MaskParameters.source),
      let shape = RegionShape(rawValue: mask[MaskParameters.shape].rawValue),
      mask[MaskParameters.mode] == .add,
      let anchor = mask[MaskParameters.anchor].constantValue,
      mask[MaskParameters.rotation].constantValue == .zero,
      mask[MaskParameters.expand].constantValue == 0,
      mask[MaskParameters.opacity].constantValue == 1
    else { return nil }
    self.shape = shape
    self.anchor = anchor
    position = mask[MaskParameters.position]
    size = mask[MaskParameters.size]
    radius = mask[MaskParameters.radius]
    feather = mask[MaskParameters.feather]
    isInverted = mask[MaskParameters.invert]
  }

  /// Whether the region never moves.
  var isStill: Bool {
    position.constantValue != nil && size.constantValue != nil && radius.constantValue != nil
      && feather.constantValue != nil
  }

  /// The region at a time, on a canvas of this size.
  func region(at time: Time, width: Double, height: Double) -> Region {
    let size = size.value(at: time)
    let w = size.width?.resolved(against: width) ?? width
    let h = size.height?.resolved(against: height) ?? height
    let position = position.value(at: time)
    func grid(_ value: Double) -> Double { (min(max(value, -1e6), 1e6) * 256).rounded() / 256 }
    return Region(
      shape: shape, left: grid(position.x.resolved(against: width) - anchor.x * w),
      top: grid(position.y.resolved(against: height) - anchor.y * h), width: grid(w),
      height: grid(h), radius: grid(radius.value(at: time).resolved(against: min(w, h))),
      feather: grid(feather.value(at: time)), isInverted: isInverted)
  }
}
