import Bytes

/// How a template shows a number: `0.00`, `000`, `0,000.0`.
package struct NumberFormat: Hashable, Sendable {
  /// Which way what is cut off counts.
  package enum RoundingWay: Sendable {
    case down
    case up
    /// Halves away from zero.
    case nearest
  }

  /// How many digits stand before the point at least.
  package let digits: Int
  /// How many stand behind it.
  package let places: Int
  /// What stands between thousands; nil for nothing.
  private let separator: Character?

  /// The most digits, and the most places.
  private static let most = 12

  /// Digits without separators.
  package init(digits: Int, places: Int) {
    (self.digits, self.places, separator) = (digits, places, nil)
  }

  /// Reads a pattern of noughts, with a comma or a blank before the last three before the point
  /// where thousands are to be told apart; nil for other texts.
  package init?(parsing pattern: String) {
    let halves = pattern.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = halves.first, halves.count <= 2, whole.first == "0" else { return nil }
    let places = halves.count == 2 ? halves[1] : ""
    guard places.allSatisfy({ $0 == "0" }), places.count <= Self.most,
      halves.count == 1 || !places.isEmpty
    else { return nil }
    let groups = whole.split(omittingEmptySubsequences: false) { $0 == "," || $0 == " " }
    guard groups.allSatisfy({ $0.allSatisfy { $0 == "0" } }), whole.count <= Self.most else {
      return nil
    }
    if groups.count == 1 {
      (digits, separator) = (whole.count, nil)
    } else {
      guard groups.count == 2, groups[0].count == 1, groups[1].count == 3 else { return nil }
      (digits, separator) = (1, whole[whole.index(after: whole.startIndex)])
    }
    self.places = places.count
  }

  /// A number, rounded.
  package func text(of number: Rational, rounding: RoundingWay) -> String {
    var power = 1
    for _ in 0..<places { power *= 10 }
    let exact = number * Rational(power)
    let half = Rational(reducing: 1, over: 2)
    let units: Int128 =
      switch rounding {
      case .down: exact.floor
      case .up: exact.ceiling
      case .nearest: exact < .zero ? (exact - half).ceiling : (exact + half).floor
      }
    let (whole, rest) = Int(clamping: units).magnitude.quotientAndRemainder(dividingBy: UInt(power))
    let tail = places == 0 ? "" : "." + rest.padded(to: places)
    return (units < 0 ? "-" : "") + separated(whole.padded(to: digits)) + tail
  }

  private func separated(_ digits: String) -> String {
    guard let separator else { return digits }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(separator) }
      text.append(digit)
    }
    return text
  }
}
