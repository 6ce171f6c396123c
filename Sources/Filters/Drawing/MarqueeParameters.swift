import Timeline

/// Where a layer that repeats runs to.
enum MarqueeDirection: String, Choice {
  case left, right, up, down

  /// Whether it runs along the layer's width.
  var isLevel: Bool { self == .left || self == .right }

  /// 1 towards the right or the foot of the layer, else -1.
  var sign: Double { self == .right || self == .down ? 1 : -1 }
}

/// How a layer runs on without an end, as news tickers do.
enum MarqueeParameters {
  static let speed = Setting<Length>(
    "speed", default: Length(fraction: 0.1), in: Limits(0...100_000), unit: "px",
    "How far it scrolls in a second; a percentage is of the canvas's side along which it scrolls.")
  static let gap = Setting<Length>(
    "gap", default: Length(fraction: 0.05), in: Limits(0...100_000), unit: "px",
    "The space between one copy and the next; a percentage is of the canvas's side along which it "
      + "scrolls.")
  static let direction = Setting<MarqueeDirection>(
    "direction", default: .left, "The direction in which it scrolls, along the layer's own sides.")

  static let marquee = ParameterGroup(
    "marquee", [speed, gap, direction],
    "Repeats the layer side by side across the canvas, without a seam, and scrolls it without an "
      + "end.")

  /// How far one of the repeated layers stands from `position`; timelines do not give it.
  static let shift = Parameter<Point>("marquee shift", default: .zero, "")
}
