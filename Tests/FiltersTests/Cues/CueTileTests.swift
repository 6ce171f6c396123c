import Testing

@testable import Filters

@Suite struct CueTileTests {
  private let whole = Box(x: 0, y: 0, width: 20, height: 12)

  @Test func `without highlights there is one tile`() {
    #expect(
      CueTile.tiles(of: whole, highlighted: []) == [CueTile(box: whole, isHighlighted: false)])
  }

  @Test(arguments: [
    [Box(x: 3, y: 4, width: 5, height: 3)],
    [Box(x: -9, y: -9, width: 15, height: 15), Box(x: 6, y: 2, width: 30, height: 30)],
    [Box(x: 2, y: 2, width: 8, height: 8), Box(x: 5, y: 5, width: 9, height: 3)],
    [Box(x: 40, y: 0, width: 5, height: 5), Box(x: 1, y: 1, width: 0, height: 5)],
  ])
  func `tiles cover every place once, and highlight what is to be`(boxes: [Box]) {
    let tiles = CueTile.tiles(of: whole, highlighted: boxes)
    func holds(_ box: Box, _ x: Int, _ y: Int) -> Bool {
      x >= box.x && x < box.maxX && y >= box.y && y < box.maxY
    }
    for y in 0..<12 {
      for x in 0..<20 {
        let found = tiles.filter { holds($0.box, x, y) }
        #expect(found.count == 1)
        #expect(found.first?.isHighlighted == boxes.contains { holds($0, x, y) })
      }
    }
  }
}
