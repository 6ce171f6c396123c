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
  static let source = FilmParameter(
    "source", part: "mask",
    "A picture or a film that is the mask in place of a shape, stretched to `size`. A film plays from "
      + "the start of the layer or the clip on, at its own speed, and holds its last frame.")
  static let by = Setting<Matte.Measure>(
    "by", default: .alpha,
    "What of that picture makes the mask: its alpha, or its brightness. A film without alpha is "
      + "opaque in all of its box.")
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
    "The width of the mask's soft edge, in pixels of the canvas: a gaussian whose standard "
      + "deviation is half of that, or a straight ramp where one rectangle or ellipse is all that "
      + "masks a video layer.")
  static let expand = Parameter<Double>(
    "expand", default: 0, in: -2000...2000, unit: "px",
    "How far its edge is moved outwards, with round corners, or inwards below 0. The edge of a "
      + "picture lies where half of its full value is reached.")
  static let opacity = Parameter<Double>(
    "opacity", default: 1, in: 0...1, "The opacity of the mask: a factor on what it covers.")
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
