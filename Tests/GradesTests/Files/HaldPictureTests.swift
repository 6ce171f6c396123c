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

  @Test(arguments: [
    (512, 511), (0, 0), (1, 1), (100, 100), (64, 512), (1728, 1728), (1 << 40, 1 << 40),
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
