import Testing

@testable import Colors

@Suite struct LineTableTests {
  private func read(_ table: LineTable, _ places: [Float]) -> [Float] {
    var row = places
    row.withUnsafeMutableBufferPointer { row in
      if let start = row.baseAddress { table.read(start, count: row.count) }
    }
    return row
  }

  @Test func `values lie on lines between points, in rows of any length`() {
    let points: [Float] = [3, -1, 0.5, 8, 8, 2]
    let table = LineTable(points)
    #expect(table.end == 5)
    #expect(table.rises == (-4, -6))
    for count in [0, 1, 7, 64, 65, 200] {
      let places = (0..<count).map { Float($0) * 5 / 200 }
      for (value, place) in zip(read(table, places), places) {
        let first = min(Int(place), 4)
        let wanted = points[first] + (points[first + 1] - points[first]) * (place - Float(first))
        #expect((value - wanted).magnitude < 1e-5, "\(place)")
      }
    }
  }

  @Test func `points themselves are met, and what lies beyond them is the last`() {
    let points = (0..<1000).map { Float(($0 * 37) % 101) }
    let table = LineTable(points)
    #expect(read(table, points.indices.map { Float($0) }) == points)
    #expect(read(table, [-1, -.infinity, -0.0, .nan]) == [0, 0, 0, 0])
    #expect(read(table, [999.5, 1e9, .infinity]) == Array(repeating: points[999], count: 3))
  }

  @Test func `too few points make a line from 0 to 1`() {
    #expect(read(LineTable([]), [0, 0.25, 1, 7]) == [0, 0.25, 1, 1])
    #expect(read(LineTable([5]), [0.5]) == [0.5])
  }
}
