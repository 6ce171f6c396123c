/// How the values between two keys are computed.
package enum Interpolation: String, CaseIterable, Hashable, Sendable {
  /// In a straight line.
  case linear
  /// Not at all: each key's value holds until the next key.
  case discrete
  /// Along a monotone cubic curve through all keys, which never overshoots them.
  case smooth

  /// Reads one of the three names.
  package init(parsing text: String) throws(ValueError) {
    guard let known = Interpolation(rawValue: text) else {
      let names = Self.allCases.map(\.rawValue)
      throw ValueError(
        .unknownName(text, names: names),
        "the interpolation is one of \(names.joined(separator: ", "))")
    }
    self = known
  }
}
