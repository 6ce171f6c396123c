/// Colours at the points of a cube whose sides are red, green and blue.
package struct LookupCube: Hashable, Sendable {
  /// How many points a side may have.
  static let sizes = 2...129

  let axis: TableAxis
  /// Red, green and blue of each point and a nought, so that a point is one load; red moves
  /// fastest.
  package let points: [SIMD4<Float>]

  /// As many points as `axis` has along each side, red moving fastest.
  init(axis: TableAxis, points: [SIMD4<Float>]) {
    self.axis = axis
    self.points = points
  }

  /// How many points a side has.
  package var side: Int { axis.count }
  /// The colours of the cube's corners.
  package var domain: (low: SIMD3<Float>, high: SIMD3<Float>) { (axis.low, axis.high) }

  package func hash(into hasher: inout Hasher) {
    // One number of them: hashing all takes as long as a row of colours, and more.
    hasher.combine(axis)
    hasher.combine(points[points.count / 2])
  }

  /// What becomes of a colour.
  package func value(
    of color: SIMD3<Float>, _ interpolation: CubeInterpolation = .tetrahedral
  ) -> SIMD3<Float> {
    let (cell, share) = axis.cell(of: color)
    let result =
      switch interpolation {
      case .tetrahedral: tetrahedral(cell, share)
      case .trilinear: trilinear(cell, share)
      }
    return SIMD3(result.x, result.y, result.z)
  }

  private func point(_ cell: SIMD3<Int>) -> SIMD4<Float> {
    points[(cell.z * side + cell.y) * side + cell.x]
  }

  /// Walks from the lowest corner to the highest along three sides, that of the largest share
  /// first.
  private func tetrahedral(_ cell: SIMD3<Int>, _ share: SIMD3<Float>) -> SIMD4<Float> {
    let order = [0, 1, 2].sorted { share[$0] > share[$1] }
    var (first, second) = (cell, cell &+ 1)
    first[order[0]] += 1
    second[order[2]] -= 1
    let (large, middle, small) = (share[order[0]], share[order[1]], share[order[2]])
    let ends = point(cell) * (1 - large) + point(first) * (large - middle)
    return ends + point(second) * (middle - small) + point(cell &+ 1) * small
  }

  private func trilinear(_ cell: SIMD3<Int>, _ share: SIMD3<Float>) -> SIMD4<Float> {
    func along(_ y: Int, _ z: Int) -> SIMD4<Float> {
      point(cell &+ SIMD3(0, y, z)) * (1 - share.x) + point(cell &+ SIMD3(1, y, z)) * share.x
    }
    let low = along(0, 0) * (1 - share.y) + along(1, 0) * share.y
    let high = along(0, 1) * (1 - share.y) + along(1, 1) * share.y
    return low * (1 - share.z) + high * share.z
  }
}
