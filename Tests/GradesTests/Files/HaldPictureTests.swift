import Testing

@testable import Grades

@Suite struct HaldPictureTests {
  @Test func `red moves fastest along the rows`() throws {
    let table = try LookupTable(haldWidth: 27, height: 27) { x, y in
      let index = y * 27 + x
      return SIMD3(Float(index % 9), Float(index / 9 % 9), Float(index / 81)) / 8
    }
    #expect(table.cube?.side == 9)
    #expect(table.value(of: SIMD3(0.3, 0.6, 0.9)) == SIMD3(0.3, 0.6, 0.9))
  }

  /// Level, points a side, and those of the picture from one to the next.
  @Test(arguments: [(12, 144, 1), (13, 85, 2), (14, 66, 3), (15, 113, 2), (16, 86, 3)])
  func `a large picture keeps its first and last points`(
    _ level: Int, _ side: Int, _ step: Int
  ) throws {
    let (width, all) = (level * level * level, level * level)
    let table = try LookupTable(haldWidth: width, height: width) { x, y in
      let index = y * width + x
      return SIMD3(Float(index % all), Float(index / all % all), Float(index / (all * all)))
    }
    let points = try #require(table.cube).points
    #expect(table.cube?.side == side)
    #expect(points.count == side * side * side)
    for index in [0, 1, side - 1, side, side * side, side * side * side / 2, points.count - 1] {
      let parts = [index % side, index / side % side, index / (side * side)]
      #expect(points[index] == SIMD4(SIMD3(parts.map { Float($0 * step) }), 0))
    }
  }

  @Test(arguments: [
    (512, 511), (0, 0), (1, 1), (100, 100), (64, 512), (4913, 4913), (1 << 40, 1 << 40),
  ])
  func `other sizes are refused before a pixel is read`(_ width: Int, _ height: Int) {
    #expect(throws: GradeError.self) {
      try LookupTable(haldWidth: width, height: height) { _, _ in
        Issue.record("a pixel is read")
        return .zero
      }
    }
  }
}
