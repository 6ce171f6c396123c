/// A matrix of three rows and columns, over light of red, green and blue or over X, Y and Z.
package struct LightMatrix: Hashable, Sendable {
  /// The rows from the top.
  package var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) { (first, second, third) }

  private let first: SIMD3<Double>
  private let second: SIMD3<Double>
  private let third: SIMD3<Double>

  /// A matrix by its rows.
  package init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    (self.first, self.second, self.third) = (first, second, third)
  }

  /// Leaves colours as they are.
  package static let identity = LightMatrix(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

  /// A matrix that multiplies each part by a number of its own.
  static func scaling(_ factors: SIMD3<Double>) -> LightMatrix {
    LightMatrix(SIMD3(factors.x, 0, 0), SIMD3(0, factors.y, 0), SIMD3(0, 0, factors.z))
  }

  /// The product with a column.
  package static func * (matrix: LightMatrix, column: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      (matrix.first * column).sum(), (matrix.second * column).sum(), (matrix.third * column).sum())
  }

  /// What the right one does first, and then the left one.
  package static func * (left: LightMatrix, right: LightMatrix) -> LightMatrix {
    func row(_ row: SIMD3<Double>) -> SIMD3<Double> {
      row.x * right.first + row.y * right.second + row.z * right.third
    }
    return LightMatrix(row(left.first), row(left.second), row(left.third))
  }

  /// What undoes this one; nil where nothing does.
  package var inverse: LightMatrix? {
    let (a, b, c) = (cross(second, third), cross(third, first), cross(first, second))
    let determinant = (first * a).sum()
    guard determinant.isFinite, determinant.magnitude > 1e-300 else { return nil }
    return LightMatrix(
      SIMD3(a.x, b.x, c.x) / determinant, SIMD3(a.y, b.y, c.y) / determinant,
      SIMD3(a.z, b.z, c.z) / determinant)
  }

  private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
