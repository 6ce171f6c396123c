/// The shape of a movement: maps the share of time that has passed to the share of the way.
package struct Easing: Hashable, Sendable, CustomStringConvertible {
  /// The text that gives this easing when parsed.
  package let description: String

  package static let linear = Easing(description: "linear")
  package static let hold = Easing(description: "hold")

  /// A name or form that may be written, with one line of help.
  package struct Name: Hashable, Sendable {
    /// What is written: `easeOutBounce`, or `steps(n, term)` for a function.
    package let spelling: String
    package let help: String
  }

  /// Every name and function form, in the order the reference lists them.
  package static let allNames: [Name] = []

  private init(description: String) { self.description = description }

  /// Reads a name or a function such as `cubic-bezier(0.2, 0, 0, 1)`.
  package init(parsing text: String) throws(ValueError) {
    throw .malformed("not written yet")
  }

  /// The share of the way at the share `progress` of the time.
  package func callAsFunction(_ progress: Double) -> Double { progress }

  /// The same for an exact share, so that a step falls on the very frame it belongs to.
  package func callAsFunction(_ progress: Rational) -> Double { progress.double }
}
