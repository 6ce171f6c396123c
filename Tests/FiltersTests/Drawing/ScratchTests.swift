import Testing

@testable import Filters

@Suite struct ScratchTests {
  @Test func `what is taken in one scope does not overlap, whatever the sizes`() {
    let scratch = Scratch()
    for round in 0..<3 {
      scratch.scope {
        var taken: [(start: UnsafeMutablePointer<UInt16>, count: Int)] = []
        for count in [1, 100, 70_000, 0, 3, 200_000, 17] {
          let start = scratch.take(UInt16.self, count)
          #expect(UInt(bitPattern: start) % 64 == 0)
          start.update(repeating: UInt16(taken.count), count: count)
          taken.append((start, count))
        }
        for (index, part) in taken.enumerated() {
          let isWhole = (0..<part.count).allSatisfy { part.start[$0] == UInt16(index) }
          #expect(isWhole, "part \(index) in round \(round)")
        }
      }
    }
  }

  @Test func `memory is used again when its scope has ended`() {
    let scratch = Scratch()
    // The first scopes find out how much is needed.
    for _ in 0..<2 { scratch.scope { _ = (0..<20).map { _ in scratch.take(Int32.self, 10_000) } } }
    let first = scratch.scope { scratch.take(UInt8.self, 500_000) }
    scratch.scope {
      let outer = scratch.take(Int.self, 4)
      outer.update(repeating: 7, count: 4)
      let inner = scratch.scope { scratch.take(Float.self, 1000) }
      #expect(UnsafeMutableRawPointer(outer) == UnsafeMutableRawPointer(first))
      let later = scratch.take(UInt8.self, 10)
      #expect(UnsafeMutableRawPointer(later) == UnsafeMutableRawPointer(inner))
      #expect(outer[3] == 7)
    }
  }

  @Test func `rows are parted without gap or overlap for any number of bands`() {
    struct Counted: BandRunner {
      let count: Int
      func run(upTo most: Int, _ body: (Int, Int, Int) -> Void) {
        for band in (0..<min(count, most)).reversed() { body(band, min(count, most), band) }
      }
    }
    for count in 1...7 {
      let workspace = Workspace.team(of: 7)[0]
      workspace.bands = Counted(count: count)
      var rows = [Int](repeating: 0, count: 50)
      var calls = 0
      workspace.split(3..<47, least: 10) { part, _ in
        calls += 1
        #expect(part.count >= 10)
        for row in part { rows[row] += 1 }
      }
      #expect(calls == min(count, 4))
      let expected = (0..<50).map { (3..<47).contains($0) ? 1 : 0 }
      #expect(rows == expected)
    }
  }
}
