import Bytes

/// The shape of a movement: maps the elapsed fraction of the time to the progress.
///
/// Curves start at exactly 0 and end at exactly 1; only steps and `linear()` may start or end
/// elsewhere, as CSS defines them.
package struct Easing: Hashable, Sendable, CustomStringConvertible {
  /// The families of curves.
  enum Curve: Hashable, Sendable {
    case linear
    case hold
    case bezier(CubicBezier)
    case steps(Steps)
    case stops(LinearStops)
    case named(NamedCurve)
    case spring(Spring)
  }

  /// The text that gives this easing when parsed.
  package let description: String

  let curve: Curve

  /// Constant speed.
  package static let linear = Easing(.linear, "linear")

  /// No movement until the end, then a jump.
  package static let hold = Easing(.hold, "hold")

  init(_ curve: Curve, _ description: String) {
    self.curve = curve
    self.description = description
  }

  /// The progress of the value at the fraction `progress` of the time.
  package func callAsFunction(_ progress: Double) -> Double {
    switch curve {
    case .linear: return progress
    case .hold: return progress < 1 ? 0 : 1
    case .bezier(let bezier): return bezier(progress)
    case .steps(let steps): return steps(progress)
    case .stops(let stops): return stops(progress)
    case .named(let named): return named(progress)
    case .spring(let spring): return spring(progress)
    }
  }

  /// The value at an exact fraction, so that a step falls on exactly the right frame.
  package func callAsFunction(_ progress: Rational) -> Double {
    switch curve {
    case .steps(let steps): return steps(progress)
    case .hold: return progress < .one ? 0 : 1
    default: return self(progress.double)
    }
  }
}
