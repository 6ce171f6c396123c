/// A table for each of red, green and blue, with straight lines between its points.
package struct LookupCurves: Hashable, Sendable {
  /// How many points a table may have.
  static let sizes = 2...65536

  let axis: TableAxis
  /// The points of red, then of green, then of blue.
  let values: [Float]

  /// Tables of as many points as `axis` has, one after another.
  init(axis: TableAxis, values: [Float]) {
    self.axis = axis
    self.values = values
  }

  /// How many points each channel has.
  package var count: Int { axis.count }
  /// The colours at which the tables begin and end.
  package var domain: (low: SIMD3<Float>, high: SIMD3<Float>) { (axis.low, axis.high) }

  package func hash(into hasher: inout Hasher) {
    // One number of them: hashing all takes as long as a row of colours, and more.
    hasher.combine(axis)
    hasher.combine(values[values.count / 2])
  }

  /// What becomes of a colour.
  package func value(of color: SIMD3<Float>) -> SIMD3<Float> {
    let (cell, share) = axis.cell(of: color)
    var result = SIMD3<Float>()
    for channel in 0..<3 {
      let left = channel * count + cell[channel]
      result[channel] =
        values[left] * (1 - share[channel]) + values[left + 1] * share[channel]
    }
    return result
  }
}
