import Bytes
import Timeline

/// How times and numbers are written.
struct TimeSpelling {
  /// The rate of the canvas, if times are best counted in its frames.
  let rate: FrameRate?

  /// Whole frames where it is some, and else exact seconds; to a billionth of one if no timeline
  /// has a fraction like it.
  func time(_ value: Rational) -> JSONText {
    if value == .zero { return .integer(0) }
    if let rate {
      let frames = value * rate.exact
      if frames.denominator == 1, abs(frames.numerator) <= 1_000_000_000 {
        return .string("\(frames.numerator)f")
      }
    }
    if let decimal = Self.decimal(value) { return .number(decimal) }
    guard value.denominator <= 1_000_000_000 else {
      let billionths = (value * Rational(1_000_000_000)).floor
      let rounded = Rational(reducing: billionths, over: 1_000_000_000)
      return .number(Self.decimal(rounded) ?? "0")
    }
    return .string("\(value.numerator)/\(value.denominator)")
  }

  /// A constant, or keyframes.
  func curve(_ curve: CutCurve, _ value: ([Double]) -> JSONText) -> JSONText {
    if let constant = curve.constant { return value(constant) }
    let keys = curve.keys.map { key -> JSONText in
      let ease = key.ease.map { [JSONText.string($0)] } ?? []
      return .array([time(key.time), value(key.values)] + ease)
    }
    return .object([("keys", .array(keys))])
  }

  /// The number with all its places, if there are at most nine.
  static func decimal(_ value: Rational) -> String? {
    var (power, places) = (Int128(1), 0)
    while places < 9, power % value.denominator != 0 { (power, places) = (power * 10, places + 1) }
    let units = value.numerator.multipliedReportingOverflow(by: power / value.denominator)
    guard power % value.denominator == 0, !units.overflow else { return nil }
    if places == 0 { return "\(value.numerator)" }
    let (whole, rest) = units.partialValue.magnitude.quotientAndRemainder(
      dividingBy: power.magnitude)
    return "\(units.partialValue < 0 ? "-" : "")\(whole).\(rest.padded(to: places))"
  }

  /// A factor, exactly where it has few places, and else so that it is read as the same fraction.
  static func number(_ value: Rational) -> JSONText {
    .number(decimal(value) ?? JSONText.spelling(value.double))
  }

  /// A number to a millionth, without zeros at its end.
  static func number(_ value: Double) -> JSONText {
    guard value.isFinite, abs(value) <= 1e9 else { return .integer(0) }
    let millionths = (value * 1e6).rounded()
    return .number(JSONText.spelling(millionths / 1e6))
  }

  /// A share as a percentage.
  static func percentage(_ share: Double) -> JSONText {
    guard case .number(let text) = number(share * 100) else { return .string("0%") }
    return .string(text + "%")
  }
}
