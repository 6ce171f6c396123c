import TestSupport
import Testing

@testable import Filters

/// Lists of marked columns.
@Suite struct MarkedColumnsTests {
  /// The columns that are listed, of marks with zeros behind them.
  private func list(_ marks: [UInt8]) -> [Int] {
    let scratch = Scratch()
    let columns = MarkedColumns(marks.count, scratch)
    let line = scratch.take(UInt8.self, marks.count + 8)
    line.initialize(repeating: 0, count: marks.count + 8)
    line.update(from: marks, count: marks.count)
    let found = columns.list(line, count: marks.count)
    return (0..<found).map { Int(columns.list[$0]) }
  }

  @Test(arguments: [1, 7, 8, 9, 64, 1000])
  func `columns are those that are marked, in order`(_ count: Int) {
    var noise = Noise(seed: 5)
    for share in [0, 1, 3, 8] {
      let marks = (0..<count).map { _ -> UInt8 in noise.next(8) < share ? 1 : 0 }
      let marked = marks.indices.filter { marks[$0] == 1 }
      let found = list(marks)
      #expect(found == marked, "\(share) of 8")
    }
  }
}
