/// How a colour between the points of a cube is found.
package enum CubeInterpolation: String, CaseIterable, Hashable, Sendable {
  /// Between the four corners of a sixth of the cell. What is affine stays exact, and grey stays
  /// grey where the cube keeps it so.
  case tetrahedral
  /// Between all eight corners of the cell.
  case trilinear
}

/// What a file says about colours: a curve for each channel, a cube, or first the one and then the
/// other.
package struct LookupTable: Hashable, Sendable {
  /// What the file calls itself.
  package let title: String?
  /// The curves, which come first.
  package let curves: LookupCurves?
  /// The cube.
  package let cube: LookupCube?

  init(title: String? = nil, curves: LookupCurves?, cube: LookupCube?) {
    self.title = title
    self.curves = curves
    self.cube = cube
  }

  /// What becomes of a colour; one outside the table is taken to its edge, and what is not a number
  /// to its lower one.
  package func value(
    of color: SIMD3<Float>, _ interpolation: CubeInterpolation = .tetrahedral
  ) -> SIMD3<Float> {
    let curved = curves?.value(of: color) ?? color
    return cube?.value(of: curved, interpolation) ?? curved
  }
}
