import Bytes

/// A time as it is written in a timeline, before the frame rate and the range are known.
package enum TimeExpression: Hashable, Sendable {
  /// Exact seconds: `2.5`, `"250ms"`, `"1:02.5"`, `"1001/30000"`.
  case seconds(Time)
  /// A number of frames at the output rate: `"90f"`.
  case frames(Rational)
  /// A share of the layer's range: `"50%"` is one half.
  case share(Rational)

  /// Reads the literal text of a JSON number as seconds.
  package init(number: String) throws(ValueError) {
    throw .malformed("not written yet")
  }

  /// Reads the contents of a JSON string.
  package init(parsing text: String) throws(ValueError) {
    throw .malformed("not written yet")
  }

  /// The exact time; nil when frames meet no rate, or a share meets no duration.
  package func resolved(rate: FrameRate?, duration: Time?) -> Time? {
    switch self {
    case .seconds(let time): return time
    case .frames(let count):
      guard let rate else { return nil }
      return Time(frame: 1, rate: rate) * count
    case .share(let share): return duration.map { $0 * share }
    }
  }
}
