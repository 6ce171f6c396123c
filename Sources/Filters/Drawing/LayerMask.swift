import Fonts
import Geometry
import Shapes
import Timeline

/// What a mask does to those before it.
enum MaskMode: String, Choice {
  /// Shows what it covers too: M + m - M m.
  case add
  /// Hides what it covers: M (1 - m).
  case subtract
  /// Shows what it covers as well: M m.
  case intersect
  /// The larger of both.
  case lighten
  /// The smaller of both.
  case darken
  /// What one of both covers: M + m - 2 M m.
  case difference

  /// What a list of masks that begins with this starts from: nothing, or the whole layer.
  var start: Float {
    switch self {
    case .add, .lighten, .difference: 0
    case .subtract, .intersect, .darken: 1
    }
  }
}

/// The parameters of a mask.
enum MaskParameters {
  static let mode = Setting<MaskMode>(
    "mode", default: .add,
    "What the mask does to those before it. A list that begins with `add`, `lighten` or `difference` "
      + "starts from nothing, others from the whole layer.")
  static let shape = Setting<ShapeKind>("shape", default: .rectangle, "The mask's shape.")
  static let source = Setting<Path>(
    "source", default: Path(""),
    "A picture that is the mask in place of a shape, stretched to `size`; one that is animated plays."
  )
  static let by = Setting<Matte.Measure>(
    "by", default: .alpha,
    "What counts of that picture: what it covers, or how bright it is there.")
  static let position = Parameter<Point>(
    "position", default: .zero, unit: "px", "Where the mask's anchor stands in the layer's box.")
  static let anchor = Parameter<Anchor>(
    "anchor", default: .topLeft, "The point of the mask that stands at `position`.")
  static let size = Parameter<Extent>(
    "size", default: .canvas, unit: "px",
    "The mask's width and height; percentages are of the layer's box.")
  static let rotation = Parameter<Angle>(
    "rotation", default: .zero, unit: "degrees", "A turn about the anchor, clockwise.")
  static let radius = Parameter<Length>(
    "radius", default: .zero, unit: "px",
    "The radius of corners; a percentage is of the mask's shorter side.")
  static let feather = Parameter<Double>(
    "feather", default: 0, in: 0...2000, unit: "px",
    "The width of the mask's soft edge: a gaussian of half of that, on the canvas. That of a rectangle "
      + "or an ellipse alone on a video layer is a straight ramp.")
  static let expand = Parameter<Double>(
    "expand", default: 0, in: -2000...2000, unit: "px",
    "How far its edge is moved outwards, with round corners; inwards below 0. That of a picture is "
      + "where half of it counts.")
  static let opacity = Parameter<Double>(
    "opacity", default: 1, in: 0...1, "How much of the mask counts.")
  static let invert = Setting<Bool>(
    "invert", default: false, "Whether the part outside the shape counts instead.")

  static let all: [any ParameterDescription] =
    [
      mode, shape, source, by, position, anchor, size, rotation, radius, feather, expand, opacity,
      invert,
    ]
    + FigureParameters.all.filter { !["shape", "radius"].contains($0.name) }

  /// The masks of a layer.
  static let masks = ParameterGroups(
    "mask", all, defaultText: "all of the layer",
    "The part of the layer that is seen: a shape in the layer's box, which moves, turns and scales "
      + "with the layer, or several; lengths are pixels of the box, or percentages of its sides.")
}

/// A mask, which may move.
struct LayerMask: Sendable {
  let mode: MaskMode
  let isInverted: Bool
  let figure: Figure
  /// What stands for the figure; nil for one that is drawn.
  let picture: MaskPicture?
  private let position: Animated<Point>
  private let anchor: Animated<Anchor>
  private let size: Animated<Extent>
  private let rotation: Animated<Angle>
  private let feather: Animated<Double>
  private let expand: Animated<Double>
  private let opacity: Animated<Double>

  /// - Throws: what is wrong with its picture.
  init(_ arguments: Arguments, _ setting: LayerSetting) throws(RenderError) {
    let path = arguments[MaskParameters.source]
    picture =
      path.text.isEmpty
      ? nil : try MaskPicture(path, arguments[MaskParameters.by], setting)
    mode = arguments[MaskParameters.mode]
    isInverted = arguments[MaskParameters.invert]
    figure = Figure(arguments, radius: arguments[MaskParameters.radius])
    position = arguments[MaskParameters.position]
    anchor = arguments[MaskParameters.anchor]
    size = arguments[MaskParameters.size]
    rotation = arguments[MaskParameters.rotation]
    feather = arguments[MaskParameters.feather]
    expand = arguments[MaskParameters.expand]
    opacity = arguments[MaskParameters.opacity]
  }

  /// A mask that rounds the corners of the layer's box, and leaves of other masks what lies within.
  init(radius: Animated<Length>) {
    mode = .intersect
    isInverted = false
    figure = Figure(Arguments(), radius: radius)
    picture = nil
    position = .constant(.zero)
    anchor = .constant(.topLeft)
    size = .constant(.canvas)
    rotation = .constant(.zero)
    feather = .constant(0)
    expand = .constant(0)
    opacity = .constant(1)
  }

  /// Whether it never changes within its box.
  var isStill: Bool {
    figure.isStill && (picture?.isStill ?? true) && position.constantValue != nil
      && anchor.constantValue != nil
      && size.constantValue != nil && rotation.constantValue != nil
      && feather.constantValue != nil && expand.constantValue != nil
      && opacity.constantValue != nil
  }

  /// The mask at a time.
  struct Moment: Hashable, Sendable {
    let path: ShapePath
    /// The frame of its picture.
    let frame: Int
    /// The size of the mask.
    let size: Vector
    /// Leads from the mask's top left corner to the canvas.
    let map: Affine
    /// The gaussian's, in pixels of the canvas.
    let sigma: Double
    /// In the path's units.
    let expand: Double
    /// 0 to 1.
    let opacity: Double
  }

  /// The mask at a time in a layer's box, whose map leads to the canvas.
  func moment(at time: Time, in box: Vector, _ map: Affine) -> Moment {
    let size = size.value(at: time)
    let own = Vector(
      size.width?.resolved(against: box.x) ?? box.x, size.height?.resolved(against: box.y) ?? box.y)
    let position = position.value(at: time)
    let anchor = anchor.value(at: time)
    let place = Affine.translation(
      position.x.resolved(against: box.x), position.y.resolved(against: box.y)
    ).after(.rotation(degrees: rotation.value(at: time).degrees))
      .after(.translation(-anchor.x * own.x, -anchor.y * own.y))
    func finite(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      value.isNaN ? 0 : min(max(value, range.lowerBound), range.upperBound)
    }
    // Of a layer that is enlarged, a soft edge is as much wider.
    let scale = (abs(map.a * map.d - map.b * map.c)).squareRoot()
    return Moment(
      path: picture == nil ? figure.path(in: own, at: time) : ShapePath(),
      frame: picture?.frame(at: time) ?? 0, size: own, map: map.after(place),
      sigma: finite(feather.value(at: time) / 2 * scale, 0...1000),
      expand: finite(expand.value(at: time), -2000...2000),
      opacity: finite(opacity.value(at: time), 0...1))
  }
}
