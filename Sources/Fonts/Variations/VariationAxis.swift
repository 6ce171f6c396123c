/// One way in which a variable font changes.
package struct VariationAxis: Hashable, Sendable {
  /// What files and CSS call it, such as `wght`.
  package let tag: Tag
  /// What the font calls it, such as "Weight"; its tag where it has no name.
  package let name: String
  /// The least value, in the axis's own unit.
  package let minimum: Double
  /// The value that the font has when nothing is said.
  package let `default`: Double
  /// The greatest value.
  package let maximum: Double

  /// An axis as the table `fvar` has it, with its values already in order.
  package init(
    tag: Tag, name: String, minimum: Double, default: Double, maximum: Double
  ) {
    self.tag = tag
    self.name = name
    self.minimum = minimum
    self.default = `default`
    self.maximum = maximum
  }

  /// Where a value lies between the ends (-1 and 1) and the default (0), on a grid of 1/16384
  /// (OpenType 1.9, "Coordinate Scales and Normalization").
  func normalized(_ value: Double) -> Double {
    guard value.isFinite else { return 0 }
    let value = min(max(value, minimum), maximum)
    let part =
      value < self.default
      ? (value - self.default) / (self.default - minimum)
      : value > self.default ? (value - self.default) / (maximum - self.default) : 0
    return onGrid(part)
  }
}

/// The nearest number of 14 bits behind the point.
func onGrid(_ value: Double) -> Double { (value * 16384).rounded() / 16384 }
