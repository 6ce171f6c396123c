import Timeline

/// Where a line lies beside the border that it follows.
enum StrokeAlign: String, Choice {
  case center
  case inside
  case outside
}

/// The parameters of what follows a layer's outline; every layer with a picture has them.
enum StyleParameters {
  static let border = ParameterGroups(
    "border", [width, color, align],
    "A line along the outline of what the layer shows. Of several outside, each lies around the one "
      + "before.")
  static let shadow = ParameterGroups(
    "shadow", [offset, blur, spread, shadowColor, inset],
    "A shadow of what the layer shows, with its border. Of several, the first is on top.")
  static let glow = ParameterGroups(
    "glow", [glowBlur, glowColor, strength],
    "Light around what the layer shows. Glows are drawn beneath shadows.")
  static let radius = Parameter<Length>(
    "radius", default: .zero, unit: "px",
    "The radius of the corners of the layer's box; a percentage is of its shorter side.")

  static let width = Parameter<Double>(
    "width", default: 4, in: Limits(0...500), unit: "px", "The width of the line.")
  static let color = PaintParameter(
    "color", .all, defaultText: "white",
    "A colour, or a gradient or a pattern in the layer's box.")
  static let align = Setting<StrokeAlign>(
    "align", default: .outside, "Whether the line lies around the layer, on its edge or within it.")

  static let offset = Parameter<Point>(
    "offset", default: Point(x: Length(pixels: 3), y: Length(pixels: 3)), unit: "px",
    "How far it is moved right and down; percentages are of the canvas's sides.")
  static let blur = Parameter<Double>(
    "blur", default: 6, in: Limits(0...500), unit: "px",
    "The blur radius, as in CSS: twice the standard deviation of the gaussian.")
  static let spread = Parameter<Double>(
    "spread", default: 0, in: Limits(-500...500), unit: "px",
    "How much larger than the layer it is, on all sides; below 0, smaller.")
  static let shadowColor = PaintParameter(
    "color", .all, defaultText: "black at 75 %",
    "A colour, or a gradient or a pattern in the layer's box.")
  static let inset = Setting<Bool>(
    "inset", default: false,
    "Whether the shadow falls inwards, onto the layer, as an inset shadow of CSS does.")

  static let glowBlur = Parameter<Double>(
    "blur", default: 20, in: Limits(0...500), unit: "px", "The blur radius, as in `shadow`.")
  static let glowColor = PaintParameter(
    "color", .all, defaultText: "white",
    "A colour, or a gradient or a pattern in the layer's box.")
  static let strength = Parameter<Double>(
    "strength", default: 1.5, in: Limits(0...20), "A factor on its opacity after the blur.")

  /// In the order of the documentation.
  static let all: [any ParameterDescription] = [radius, border, shadow, glow]
}
