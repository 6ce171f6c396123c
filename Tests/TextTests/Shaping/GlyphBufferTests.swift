import Testing

@testable import Text

@Suite struct GlyphBufferTests {
  private func buffer(_ clusters: [Int32]) -> GlyphBuffer {
    GlyphBuffer(clusters.enumerated().map { GlyphRecord(code: UInt32($0), cluster: $1) })
  }

  @Test func `Merged clusters take their neighbours along`() {
    var run = buffer([0, 1, 1, 2, 3, 3])
    run.mergeClusters(2, 5)
    #expect(run.info.map(\.cluster) == [0, 1, 1, 1, 1, 1])
    run = buffer([5, 4, 4, 3])
    run.mergeClusters(0, 2)
    #expect(run.info.map(\.cluster) == [4, 4, 4, 3])
  }

  @Test func `What is written and what is left share clusters`() {
    var run = buffer([7, 7, 7, 3])
    run.beginOutput()
    run.next(2)
    run.mergeClusters(2, 4)
    #expect(run.out.map(\.cluster) == [3, 3])
    run.endOutput()
    #expect(run.info.map(\.cluster) == [3, 3, 3, 3])
  }

  @Test func `A pass goes back to what it has written`() {
    var run = buffer([0, 1, 2, 3])
    run.beginOutput()
    run.next(3)
    run.insert(9)
    let isThere = run.move(to: 1)
    #expect(isThere)
    #expect(run.out.map(\.code) == [0])
    #expect(run.lookaheadCount == 4)
    run.endOutput()
    #expect(run.info.map(\.code) == [0, 1, 2, 9, 3])
  }

  @Test func `Each glyph may try thousands of rules`() {
    for count in [1, 4, 100] {
      let run = GlyphBuffer(Array(repeating: GlyphRecord(code: 65, cluster: 0), count: count))
      #expect(run.steps >= 10_000 * count)
    }
  }

  @Test func `Growth stops at the longest length`() {
    var run = buffer([0])
    run.beginOutput()
    for _ in 0..<100_000 { run.insert(1) }
    #expect(run.out.count == run.longest)
  }

  @Test func `A deleted glyph leaves its cluster to a neighbour`() {
    var run = buffer([2, 1, 0])
    run.beginOutput()
    run.next()
    run.deleteCurrent()
    run.endOutput()
    #expect(run.info.map(\.cluster) == [1, 0])
    run.removePlaced { $0.code == 0 }
    #expect(run.info.map(\.cluster) == [0])
  }
}
