import Bytes

/// How often an animation plays from its first key to its last.
///
/// With autoreverse one repetition is the way there and back, as in Core Animation.
package enum Repetition: Hashable, Sendable {
  /// So many times, not negative; a part of a pass stops on its way.
  case count(Rational)
  /// Without end.
  case forever

  /// One pass, which is the default.
  package static let once = Repetition.count(.one)

  /// Reads the literal text of a JSON number.
  ///
  /// - Throws: `malformed`, or `outOfRange` below 0 and above a billion.
  package init(number: String) throws(ValueError) {
    guard let (decimal, unit) = TextScanner.quantity(number), unit.isEmpty else {
      throw Self.malformed
    }
    guard let count = decimal.rational(), .zero <= count, count <= Rational(1_000_000_000) else {
      throw .outOfRange("a count must be from 0 to a billion")
    }
    self = .count(count)
  }

  /// Reads `"forever"`.
  package init(parsing text: String) throws(ValueError) {
    guard text == "forever" else { throw Self.malformed }
    self = .forever
  }

  private static let malformed = ValueError.malformed("repeat is a count or \"forever\"")
}
