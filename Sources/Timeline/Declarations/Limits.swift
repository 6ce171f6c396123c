/// The numbers that a parameter takes.
package struct Limits: Hashable, Sendable {
  /// The least number; minus infinity when there is none.
  package let lower: Double
  /// The greatest number; infinity when there is none.
  package let upper: Double
  /// Whether ``lower`` itself is too little.
  let excludesLower: Bool

  /// Both ends are allowed.
  package init(_ range: ClosedRange<Double>) {
    self.init(lower: range.lowerBound, upper: range.upperBound, excludesLower: false)
  }

  private init(lower: Double, upper: Double, excludesLower: Bool) {
    self.lower = lower
    self.upper = upper
    self.excludesLower = excludesLower
  }

  /// `lower` itself is allowed.
  package static func atLeast(_ lower: Double) -> Limits { Limits(lower...Double.infinity) }

  /// Numbers greater than `lower` and, if given, not greater than `upper`.
  package static func above(_ lower: Double, atMost upper: Double = .infinity) -> Limits {
    Limits(lower: lower, upper: upper, excludesLower: true)
  }

  /// Whether `number` is allowed; not-a-number never is.
  package func contains(_ number: Double) -> Bool {
    (excludesLower ? number > lower : number >= lower) && number <= upper
  }

  /// Whether the numbers are shares of a whole, so that 0.5 may be written as "50%".
  var areShares: Bool { lower >= -1 && upper <= 1 }

  /// The limits as a table gives them: "0 to 1", "0 or more", "more than 0".
  package var text: String {
    let (low, high) = (JSONText.spelling(lower), JSONText.spelling(upper))
    if lower == -.infinity { return "at most \(high)" }
    if excludesLower {
      return "more than \(low)" + (upper == .infinity ? "" : " and at most \(high)")
    }
    return upper == .infinity ? "\(low) or more" : "\(low) to \(high)"
  }

  /// The limits as they follow "must be": "from 0 to 1".
  var demand: String {
    lower.isFinite && upper.isFinite && !excludesLower ? "from \(text)" : text
  }

  /// The limits as JSON Schema has them.
  var schema: [(key: String, value: JSONText)] {
    var members: [(key: String, value: JSONText)] = []
    if lower.isFinite {
      members.append((excludesLower ? "exclusiveMinimum" : "minimum", .number(lower)))
    }
    if upper.isFinite { members.append(("maximum", .number(upper))) }
    return members
  }
}

extension JSONText {
  /// A number in the shortest spelling that is read back as the same value.
  package static func number(_ value: Double) -> JSONText { .number(spelling(value)) }

  /// A finite number without a fraction that is zero: "1", not "1.0".
  package static func spelling(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A finite share in percent, which is read back as the same value where a percentage gives it:
  /// "14%", though a hundred times 0.14 is a little more than that.
  static func percentage(_ share: Double) -> String {
    let product = share * 100
    let near = (product * 1e6).rounded() / 1e6
    let percent = [near, product, product.nextUp, product.nextDown].first { $0 / 100 == share }
    return spelling(percent ?? product) + "%"
  }
}
