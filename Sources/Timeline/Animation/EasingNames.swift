extension Easing {
  /// A name or form that may be written, with one line of help.
  package struct Name: Hashable, Sendable {
    /// What is written: `easeOutBounce`, or `steps(n, term)` for a function.
    package let spelling: String
    /// What it looks like, in one sentence.
    package let help: String
    /// The name as it is written in a timeline, with numbers if it is a function.
    package let example: String

    init(spelling: String, example: String? = nil, help: String) {
      (self.spelling, self.example, self.help) = (spelling, example ?? spelling, help)
    }

    /// The spelling up to the arguments.
    package var word: String { String(spelling.prefix { $0 != "(" }) }
  }

  /// Every name and function form, in the order the reference lists them.
  static let allNames: [Name] =
    [
      Name(spelling: "linear", help: "Constant speed."),
      Name(spelling: "ease", help: "Starts fast and ends slowly (CSS)."),
      Name(spelling: "ease-in", help: "Starts slowly (CSS)."),
      Name(spelling: "ease-out", help: "Ends slowly (CSS)."),
      Name(spelling: "ease-in-out", help: "Starts slowly and ends slowly (CSS)."),
      Name(
        spelling: "cubic-bezier(x1, y1, x2, y2)", example: "cubic-bezier(0.2, 0, 0, 1)",
        help: "A Bézier curve with two control points; x1 and x2 are from 0 to 1 (CSS)."),
      Name(
        spelling: "steps(n, term)", example: "steps(4, jump-none)",
        help: "n equal steps; term is jump-start, jump-end (default), jump-none or jump-both (CSS)."
      ),
      Name(spelling: "step-start", help: "Jumps at once: steps(1, jump-start) (CSS)."),
      Name(spelling: "step-end", help: "Jumps at the end: steps(1, jump-end) (CSS)."),
      Name(
        spelling: "linear(stops)", example: "linear(0, 0.25 75%, 1)",
        help: "Straight lines through points such as linear(0, 0.25 75%, 1) (CSS)."),
      Name(spelling: "hold", help: "Keeps the value until the key is reached, then jumps."),
      Name(
        spelling: "spring(mass, stiffness, damping, velocity)", example: "spring(1, 100, 10, 0)",
        help: "A spring as in Core Animation, settled at the end; default spring(1, 100, 10, 0)."),
    ] + NamedCurve.all.map { Name(spelling: $0.name, help: $0.help) }
}

extension NamedCurve {
  /// One sentence for the reference.
  var help: String {
    let place: String
    switch direction {
    case .easeIn: place = "at the start"
    case .easeOut: place = "at the end"
    case .easeInOut: place = "at both ends"
    }
    return "\(family.help) \(place) (easings.net)."
  }
}

extension NamedCurve.Family {
  fileprivate var help: String {
    switch self {
    case .sine: return "A quarter of a sine wave: gentle"
    case .quad: return "The second power: slow"
    case .cubic: return "The third power: slower"
    case .quart: return "The fourth power: much slower"
    case .quint: return "The fifth power: nearly still"
    case .expo: return "Doubles its speed ten times over: almost still"
    case .circ: return "An arc of a circle: slow, then abrupt"
    case .back: return "Overshoots by a tenth of the way"
    case .elastic: return "Swings like a rubber band"
    case .bounce: return "Bounces like a dropped ball"
    }
  }
}
