import TestNumbers
import Testing

@testable import Bytes

@Suite struct BoundedCacheTests {
  /// What an entry of whole numbers takes beside its value.
  private static let overhead: Int = {
    var cache = BoundedCache<Int, Int>(CacheBudget(bytes: 1 << 20))
    cache.insert(0, for: 0, bytes: 0)
    return cache.bytes
  }()

  /// A cache with room for so many values of 100 bytes.
  private static func cache(_ count: Int, _ tally: CacheTally? = nil) -> BoundedCache<Int, Int> {
    BoundedCache(CacheBudget(bytes: count * (100 + overhead), tally: tally))
  }

  @Test func `what was not asked for the longest goes first`() {
    var cache = Self.cache(3)
    for key in 1...3 { #expect(cache.insert(key * 10, for: key, bytes: 100).isEmpty) }
    #expect(cache.find(1) == 10)
    #expect(cache.insert(40, for: 4, bytes: 100) == [20])
    #expect(cache.find(2) == nil)
    #expect(cache.insert(50, for: 5, bytes: 100) == [30])
    #expect([1, 4, 5].map { cache.find($0) } == [10, 40, 50])
    #expect(cache.count == 3)
  }

  @Test func `the latest stays, however large it is`() {
    var cache = Self.cache(3)
    for key in 1...3 { cache.insert(key, for: key, bytes: 100) }
    #expect(cache.insert(9, for: 9, bytes: 100_000).sorted() == [1, 2, 3])
    #expect(cache.find(9) == 9)
    #expect(cache.insert(1, for: 1, bytes: 0) == [9])
    var none = BoundedCache<Int, Int>(CacheBudget(bytes: -5))
    none.insert(1, for: 1, bytes: 1)
    #expect(none.find(1) == 1)
  }

  @Test func `a key has one value`() {
    var cache = Self.cache(3)
    cache.insert(1, for: 7, bytes: 50)
    #expect(cache.insert(2, for: 7, bytes: 100) == [1])
    #expect(cache.count == 1)
    #expect(cache.bytes == 100 + Self.overhead)
    #expect(cache.remove(7) == 2)
    #expect(cache.remove(7) == nil)
    #expect(cache.bytes == 0)
  }

  @Test func `a value is made once while it is kept`() {
    var cache = Self.cache(2)
    var made = 0
    func value(_ key: Int) -> Int {
      cache.value(for: key, bytes: { _ in 100 }) {
        made += 1
        return key
      }
    }
    for key in [1, 2, 1, 2, 1, 3, 1, 2] { #expect(value(key) == key) }
    #expect(made == 4)
  }

  @Test func `it is what a plain list of entries would be`() {
    var numbers = SeededNumbers(1)
    for _ in 0..<50 {
      var cache = Self.cache(6)
      var list: [(key: Int, value: Int, bytes: Int)] = []
      for step in 0..<400 {
        let key = Int.random(in: 0..<12, using: &numbers)
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0:
          let known = list.firstIndex { $0.key == key }
          #expect(cache.remove(key) == known.map { list.remove(at: $0).value })
        case 1...4:
          let known = list.firstIndex { $0.key == key }
          if let known { list.append(list.remove(at: known)) }
          #expect(cache.find(key) == known.map { _ in list[list.count - 1].value })
        default:
          let size = Int.random(in: 0..<300, using: &numbers)
          cache.insert(step, for: key, bytes: size)
          list.removeAll { $0.key == key }
          list.append((key, step, size + Self.overhead))
          while list.count > 1, list.map(\.bytes).reduce(0, +) > 6 * (100 + Self.overhead) {
            list.removeFirst()
          }
        }
        #expect(cache.bytes == list.map(\.bytes).reduce(0, +))
      }
      #expect(list.map(\.key).allSatisfy { cache.find($0) != nil })
    }
  }

  @Test func `a tally has the sums of all its caches`() {
    let tally = CacheTally()
    var first = Self.cache(2, tally)
    var second = Self.cache(1, tally)
    first.insert(1, for: 1, bytes: 100)
    _ = first.find(1)
    _ = first.find(1)
    first.insert(2, for: 2, bytes: 100)
    second.insert(1, for: 1, bytes: 100)
    #expect(tally.sums.mostBytes == 3 * (100 + Self.overhead))
    first.removeAll()
    #expect(first.find(1) == nil)
    #expect(tally.sums.bytes == 100 + Self.overhead)
    #expect(tally.sums.found == 2)
    #expect(tally.sums.made == 3)
    second = Self.cache(1)
    #expect(tally.sums.bytes == 0)
  }

  @Test func `budgets never overflow`() {
    let budget = CacheBudget(bytes: .max)
    #expect((budget * 2).bytes == .max)
    #expect((budget / 0).bytes == 0)
    #expect((CacheBudget(bytes: 12) / 4).bytes == 3)
  }
}
