/// Reads lengths that are sums: `100% - 24px`, `calc((100% - 24px) / 3)` (CSS Values 4, section
/// 10).
///
/// Numbers without a unit are pixels, or factors and divisors of a length.
struct LengthExpression {
  /// How deep brackets may be nested.
  private static let deepest = 16
  /// The greatest number of pixels or of whole sides.
  private static let most = 1e9

  /// A length, or a number that may still become one.
  private struct Term {
    var length: Length
    /// Whether it has no unit, so that it may be a factor.
    var isNumber: Bool
  }

  private var scanner: TextScanner
  private let viewport: Viewport
  private var depth = 0

  /// The length that a text spells; nil if it is no sum of lengths at all.
  static func length(_ text: String, on viewport: Viewport) throws(ValueError) -> Length? {
    guard text.utf8.contains(where: { "(+*/".utf8.contains($0) }) || text.contains(" - ") else {
      return nil
    }
    var expression = LengthExpression(TextScanner(text), viewport)
    let term = try expression.sum()
    guard expression.scanner.isAtEnd else { throw malformed }
    guard abs(term.length.pixels) <= most, abs(term.length.fraction) <= most else {
      throw .outOfRange("a length must be within a billion pixels")
    }
    return term.length
  }

  private init(_ scanner: TextScanner, _ viewport: Viewport) {
    (self.scanner, self.viewport) = (scanner, viewport)
  }

  private static let malformed = ValueError.malformed(
    "a length is a number of pixels, or text such as \"50%\", \"20px\" or \"calc(100% - 20px)\"")

  private mutating func sum() throws(ValueError) -> Term {
    var left = try product()
    while true {
      let isMinus: Bool
      if scanner.take("+") {
        isMinus = false
      } else if scanner.take("-") {
        isMinus = true
      } else {
        return left
      }
      let right = try product()
      let sign: Double = isMinus ? -1 : 1
      left = Term(
        length: Length(
          pixels: left.length.pixels + sign * right.length.pixels,
          fraction: left.length.fraction + sign * right.length.fraction),
        isNumber: left.isNumber && right.isNumber)
    }
  }

  private mutating func product() throws(ValueError) -> Term {
    var left = try part()
    while true {
      if scanner.take("*") {
        let right = try part()
        guard left.isNumber || right.isNumber else {
          throw .malformed("a length cannot be multiplied by a length")
        }
        let (factor, length) = left.isNumber ? (left, right) : (right, left)
        left = Term(
          length: scaled(length.length, by: factor.length.pixels),
          isNumber: left.isNumber && right.isNumber)
      } else if scanner.take("/") {
        let right = try part()
        guard right.isNumber, right.length.pixels != 0 else {
          throw .malformed("a length can only be divided by a number other than 0")
        }
        left.length = scaled(left.length, by: 1 / right.length.pixels)
      } else {
        return left
      }
    }
  }

  private func scaled(_ length: Length, by factor: Double) -> Length {
    Length(pixels: length.pixels * factor, fraction: length.fraction * factor)
  }

  private mutating func part() throws(ValueError) -> Term {
    if scanner.take("(") { return try bracket() }
    if let number = scanner.number() {
      let unit = scanner.name()
      scanner.skipBlanks()
      return Term(
        length: try Length(number, unit: unit, on: viewport), isNumber: unit.isEmpty)
    }
    guard scanner.name() == "calc", scanner.take("(") else { throw Self.malformed }
    return try bracket()
  }

  private mutating func bracket() throws(ValueError) -> Term {
    guard depth < Self.deepest else {
      throw .malformed("brackets are nested more than \(Self.deepest) deep")
    }
    depth += 1
    let term = try sum()
    depth -= 1
    guard scanner.take(")") else { throw .malformed("a bracket is not closed") }
    return term
  }
}
