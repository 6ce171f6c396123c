import TestNumbers
import Testing

@testable import Timeline

@Suite struct RangeIndexTests {
  static func random(_ count: Int, seed: Int) -> [TimeRange] {
    var numbers = SeededNumbers(seed)
    return (0..<count).map { _ in
      let start = Time(Int.random(in: -50...400, using: &numbers), 7) ?? .zero
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0: return TimeRange(start: start, end: nil)
      case 1: return TimeRange(start: start, end: start)
      default:
        let length = Time(Int.random(in: 1...60, using: &numbers), 11) ?? .zero
        return TimeRange(start: start, duration: length)
      }
    }
  }

  @Test(arguments: [0, 1, 2, 3, 7, 50, 300]) func `a query finds what a scan finds`(_ count: Int) {
    for seed in 0..<5 {
      let ranges = Self.random(count, seed: seed)
      let index = RangeIndex(ranges)
      // All boundaries, where half-open ends show, and moments between them.
      let moments =
        index.boundaries
        + (-60..<450).map { Time($0, 7).map { $0 + Time(seconds: 0) } ?? .zero }
      for moment in moments {
        let scan = ranges.indices.filter { ranges[$0].contains(moment) }
        #expect(index.ranges(at: moment) == scan, "seed \(seed), \(moment)")
        #expect(index.isAnything(at: moment) == !scan.isEmpty)
      }
    }
  }

  @Test func `thousands of ranges are found by looking at few`() {
    let ranges = (0..<5000).map {
      TimeRange(start: Time(seconds: $0), end: Time(seconds: $0 + 3))
    }
    let index = RangeIndex(ranges)
    for second in 2..<5000 {
      #expect(index.ranges(at: Time(seconds: second)) == [second - 2, second - 1, second])
    }
    #expect(index.ranges(at: Time(seconds: 5002)).isEmpty)
  }

  @Test func `ranges that nest without end stay cheap to build`() {
    let ranges = (0..<2000).map {
      TimeRange(start: Time(seconds: $0), end: Time(seconds: 10_000 - $0))
    }
    #expect(RangeIndex(ranges).ranges(at: Time(seconds: 1000)) == Array(0...1000))
  }
}
