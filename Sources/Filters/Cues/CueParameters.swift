import Timeline

/// Where cues stand and how their letters look, where the file does not say so.
enum CueParameters {
  static let size = Parameter<Length>(
    "size", default: Length(fraction: 0.05), in: Limits(0...10_000), unit: "px",
    "The size of the letters; a percentage is of the canvas's height.")
  static let weight = Setting<FontWeight>(
    "weight", default: FontWeight(600), "How heavy the letters are.")
  static let stroke = ParameterGroups(
    "stroke", TextParameters.stroke.members, defaultText: "a black line",
    "An outline of the letters. Of several, each is drawn around the one before.")
  static let margin = Setting<Length>(
    "margin", default: Length(fraction: 0.04), in: Limits(0...10_000), unit: "px",
    "The margin above or below; a percentage is of the canvas's height.")
  static let maxWidth = Setting<Length>(
    "maxWidth", default: Length(fraction: 0.9), in: Limits(0...100_000), unit: "px",
    "The width at which lines are wrapped; a percentage is of the canvas's.")
  static let position = Setting<Point?>(
    "position", default: nil, unit: "px", defaultText: "by `anchor` and `margin`",
    "Where the anchor of the text is placed on the canvas.")
  static let anchor = Setting<Anchor>(
    "anchor", default: Anchor(x: 0.5, y: 1),
    "Where text is placed on the canvas, and the point of it that is placed at `position`.")

  static let future = Setting<Color?>(
    "future", default: nil, defaultText: "that of the other words",
    "The colour of words before the time that a WebVTT file gives them; where it is transparent, "
      + "they appear at their times.")
}
