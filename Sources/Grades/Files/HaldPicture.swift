extension LookupTable {
  /// Makes a table of a Hald picture: a cube written as a picture, red moving fastest.
  ///
  /// A picture of level L is L³ pixels wide and high, and its cube has L² points a side: levels 2
  /// to 11 are read. `color` gives the R'G'B' of a pixel, 0 to 1, by its column and row.
  package init(
    haldWidth width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> SIMD3<Float>
  ) throws(GradeError) {
    let level = (2...11).first { $0 * $0 * $0 == width }
    guard let level, width == height else {
      throw GradeError(
        width == height && width > 11 * 11 * 11 ? .unsupported : .malformed,
        "a picture of \(width)x\(height) pixels is no Hald picture of level 2 to 11; "
          + "one of level 8 is 512x512")
    }
    let side = level * level
    var points: [SIMD4<Float>] = []
    points.reserveCapacity(side * side * side)
    for y in 0..<height {
      for x in 0..<width { points.append(SIMD4(color(x, y), 0)) }
    }
    self.init(curves: nil, cube: LookupCube(axis: TableAxis(count: side), points: points))
  }
}
