import TestNumbers
import Testing

@testable import Filters

/// Operations on thirty-two numbers of 16 bits, lane by lane against whole numbers.
@Suite struct WordLanesTests {
  /// The ends of what 16 bits hold, what lies around nought, and others.
  private static let numbers: [Int16] = {
    var random = SeededNumbers(7)
    let others = (0..<500).map { _ in Int16(truncatingIfNeeded: random.next()) }
    return [.min, .min + 1, -2, -1, 0, 1, 2, .max - 1, .max] + others
  }()

  /// Calls `body` with vectors in which every number meets many others.
  private func each(_ body: (WordLanes, WordLanes) throws -> Void) rethrows {
    let numbers = Self.numbers
    for step in [1, 7, 40, 211] {
      for start in stride(from: 0, to: numbers.count, by: 32) {
        let one = WordLanes.each { numbers[(start + $0) % numbers.count] }
        let other = WordLanes.each { numbers[(start + $0 + step) % numbers.count] }
        try body(one, other)
      }
    }
  }

  /// Whether each lane of a result is what becomes of the two there.
  private func isEach(
    _ result: WordLanes, _ one: WordLanes, _ other: WordLanes, _ wanted: (Int, Int) -> Int
  ) -> Bool {
    (0..<32).allSatisfy {
      result[$0] == Int16(truncatingIfNeeded: wanted(Int(one[$0]), Int(other[$0])))
    }
  }

  @Test func `numbers are bounded, multiplied and chosen lane by lane`() {
    each { one, other in
      #expect(isEach(one.atLeast(other), one, other) { max($0, $1) })
      #expect(isEach(one.atMost(other), one, other) { min($0, $1) })
      #expect(isEach(one.upperProduct(other), one, other) { ($0 * $1) >> 16 })
      #expect(isEach(one & other, one, other) { $0 & $1 })
      #expect(isEach(one ^ other, one, other) { $0 ^ $1 })
      #expect(isEach(~one, one, other) { number, _ in ~number })
      #expect(isEach(one &>> 5, one, other) { number, _ in number >> 5 })
      #expect(isEach(one &<< 3, one, other) { number, _ in number << 3 })
      #expect(isEach(one &+ 17, one, other) { number, _ in number + 17 })
      #expect(isEach(5 &- one, one, other) { number, _ in 5 - number })
      let least = one.replaced(by: other, where: other, isBelow: one)
      #expect(isEach(least, one, other) { min($0, $1) })
      let marked = one.replaced(by: other, where: one & 1, equals: WordLanes())
      #expect(isEach(marked, one, other) { $0 & 1 == 0 ? $1 : $0 })
      #expect(one.reduced { max($0, $1) } == (0..<32).map { one[$0] }.max())
    }
  }

  @Test func `numbers without a sign are shifted, averaged and multiplied`() {
    each { one, other in
      let shares = (
        unsafeBitCast(one, to: ShareLanes.self), unsafeBitCast(other, to: ShareLanes.self)
      )
      func isEach(_ result: ShareLanes, _ wanted: (Int, Int) -> Int) -> Bool {
        (0..<32).allSatisfy {
          result[$0] == UInt16(truncatingIfNeeded: wanted(Int(shares.0[$0]), Int(shares.1[$0])))
        }
      }
      #expect(isEach(shares.0.upperProduct(shares.1)) { ($0 * $1) >> 16 })
      #expect(isEach(shares.0.mean(shares.1)) { ($0 + $1 + 1) >> 1 })
      #expect(isEach(shares.0 &>> 3) { number, _ in number >> 3 })
      #expect(isEach(shares.0 &<< 1) { number, _ in number << 1 })
      #expect(isEach(shares.0 ^ 0x8000) { number, _ in number ^ 0x8000 })
      #expect(isEach(~shares.0) { number, _ in ~number })
    }
  }

  @Test func `samples of 8 bits become numbers and go back`() {
    var samples = (0..<48).map { UInt8($0 * 5) }
    samples.withUnsafeMutableBufferPointer { samples in
      guard let row = samples.baseAddress else { return }
      let words = row.words(9)
      #expect((0..<32).allSatisfy { words[$0] == Int16(row[9 + $0]) })
      row.store(words &+ 1)
      #expect((0..<48).allSatisfy { row[$0] == UInt8($0 < 32 ? ($0 + 9) * 5 + 1 : $0 * 5) })
    }
  }

  @Test(arguments: [1, 5, 31, 32, 33, 64, 100])
  func `the least and the greatest of a row are found`(_ count: Int) {
    var row = Array(Self.numbers.reversed().prefix(count))
    let (least, most) = (row.min(), row.max())
    row.withUnsafeMutableBufferPointer { row in
      guard let extremes = row.baseAddress?.extremes(count) else { return }
      #expect(extremes.least == least && extremes.most == most)
    }
  }
}
