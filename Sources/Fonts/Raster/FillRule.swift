/// What counts as the inside of contours, by the number of times that they wind around a place.
package enum FillRule: String, Hashable, Sendable, CaseIterable {
  /// Where it is not zero.
  case nonzero
  /// Where it is odd, so that a contour within another is a hole.
  case evenOdd = "evenodd"
}
