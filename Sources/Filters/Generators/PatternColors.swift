import Timeline

/// The two colours of a pattern, which may move.
struct PatternColors: Sendable {
  static let color = Parameter<Color>("color", default: .white, "The colour of the pattern.")
  static let background = Parameter<Color>(
    "background", default: .black,
    "The colour of what lies between; where it is transparent, what is below shows through."
  )
  static let softness = Parameter<Double>(
    "softness", default: 0, in: 0...1,
    "How soft edges are: 0 is as sharp as pixels allow, at 1 one colour fades into the other "
      + "across the whole pattern.")

  private let color: Animated<Color>
  private let background: Animated<Color>
  private let coding: ColorCoding

  /// - Parameter background: the parameter of what lies between.
  init(
    _ arguments: Arguments, _ coding: ColorCoding,
    background: Parameter<Color> = Self.background
  ) {
    color = arguments[Self.color]
    self.background = arguments[background]
    self.coding = coding
  }

  var isStill: Bool { color.constantValue != nil && background.constantValue != nil }

  /// Whether nothing shows through either.
  static func areOpaque(
    _ arguments: Arguments, background: Parameter<Color> = Self.background, at time: Time
  ) -> Bool {
    arguments[color].value(at: time).alpha >= 1 && arguments[background].value(at: time).alpha >= 1
  }

  /// Where the pattern is not, and where it is.
  func values(at time: Time) -> ValueColors {
    .pair(
      PremultipliedColor(background.value(at: time), coding: coding),
      PremultipliedColor(color.value(at: time), coding: coding))
  }
}

extension Animated<Length> {
  /// The length at a time, in pixels of a canvas whose shorter side is `side`.
  func pixels(at time: Time, _ side: Double) -> Double {
    BandWave.bounded(value(at: time).resolved(against: side), -1e9, 1e9)
  }
}
