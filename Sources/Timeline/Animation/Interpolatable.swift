/// A value that can be mixed with another of its kind.
package protocol Interpolatable: Hashable, Sendable {
  /// The value as a vector in the space in which it mixes; unused lanes are zero.
  var components: SIMD4<Double> { get }

  /// The value of a mixed vector, whose lanes may lie outside those of the values mixed.
  init(components: SIMD4<Double>)
}

extension Double: Interpolatable {
  package var components: SIMD4<Double> { SIMD4(self, 0, 0, 0) }
  package init(components: SIMD4<Double>) { self = components.x }
}
