extension LookupTable {
  /// Makes a table of a Hald picture: a cube written as a picture, red moving fastest.
  ///
  /// A picture of level L is L³ pixels wide and high, and its cube has L² points a side: levels 2
  /// to 16 are read, of those beyond 12 every second to fifth point along each side, so that a cube
  /// has 144 at most. `color` gives the R'G'B' of a pixel, 0 to 1, by its column and row.
  package init(
    haldWidth width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> SIMD3<Float>
  ) throws(GradeError) {
    let level = (2...16).first { $0 * $0 * $0 == width }
    guard let level, width == height else {
      throw GradeError(
        width == height && width > 16 * 16 * 16 ? .unsupported : .malformed,
        "a picture of \(width)x\(height) pixels is no Hald picture of level 2 to 16; "
          + "one of level 8 is 512x512")
    }
    let all = level * level
    let step = Self.haldStep(all)
    let side = (all - 1) / step + 1
    var points: [SIMD4<Float>] = []
    points.reserveCapacity(side * side * side)
    for blue in stride(from: 0, to: all, by: step) {
      for green in stride(from: 0, to: all, by: step) {
        for red in stride(from: 0, to: all, by: step) {
          let (y, x) = ((blue * all + green) * all + red).quotientAndRemainder(dividingBy: width)
          points.append(SIMD4(color(x, y), 0))
        }
      }
    }
    self.init(curves: nil, cube: LookupCube(axis: TableAxis(count: side), points: points))
  }

  /// The most points a side of a cube whose points are all kept: 48 MB.
  private static let mostHaldPoints = 144

  /// From one point that is kept to the next, so that the first and the last are kept.
  private static func haldStep(_ side: Int) -> Int {
    if side <= mostHaldPoints { return 1 }
    return (2..<side).first { (side - 1) % $0 == 0 } ?? side - 1
  }
}
