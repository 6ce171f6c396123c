import Synchronization

/// A least-recently-used cache with a limit in bytes. The latest value stays, however large it is.
///
/// Not for use from several threads at once: its owner guards it with a lock.
package struct BoundedCache<Key: Hashable, Value> {
  fileprivate struct Entry {
    let key: Key
    var value: Value
    let bytes: Int
    /// The neighbours in the order of use; -1 at its ends.
    var older = -1
    var newer = -1
  }

  private var entries: [Entry] = []
  private var places: [Key: Int] = [:]
  private var oldest = -1
  private var newest = -1
  private let cap: Int
  private let account: CacheAccount?
  /// The bytes that the kept values take.
  package private(set) var bytes = 0

  /// What an entry takes beside its value.
  private static var overhead: Int {
    MemoryLayout<Entry>.stride + MemoryLayout<Key>.stride + MemoryLayout<Int>.stride
  }

  /// An empty cache.
  ///
  /// - Parameter budget: what the values may take together, with what is needed to find them.
  package init(_ budget: CacheBudget) {
    cap = budget.bytes
    account = budget.tally.map { CacheAccount($0) }
  }

  /// How many values are kept.
  package var count: Int { entries.count }

  /// The value of a key; it is the latest then.
  package mutating func find(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    account?.noteFound()
    if place != newest {
      unlink(place)
      append(place)
    }
    return entries[place].value
  }

  /// Stores a value, in place of another one with the same key.
  ///
  /// - Parameter bytes: what it takes.
  /// - Returns: the values that were dropped.
  @discardableResult
  package mutating func insert(_ value: Value, for key: Key, bytes: Int) -> [Value] {
    var gone: [Value] = []
    if let place = places[key] { gone.append(remove(at: place)) }
    let size = max(bytes, 0) &+ Self.overhead
    while !entries.isEmpty, self.bytes &+ size > cap { gone.append(remove(at: oldest)) }
    places[key] = entries.count
    entries.append(Entry(key: key, value: value, bytes: size))
    append(entries.count - 1)
    count(size, isMade: true)
    return gone
  }

  /// The value of a key, made and kept if it is not there.
  package mutating func value(
    for key: Key, bytes: (Value) -> Int, _ make: () -> Value
  ) -> Value {
    if let kept = find(key) { return kept }
    let made = make()
    insert(made, for: key, bytes: bytes(made))
    return made
  }

  /// Forgets a value.
  @discardableResult
  package mutating func remove(_ key: Key) -> Value? { places[key].map { remove(at: $0) } }

  /// Forgets all values.
  package mutating func removeAll() {
    count(-bytes, isMade: false)
    entries.removeAll()
    places.removeAll()
    (oldest, newest) = (-1, -1)
  }

  private mutating func count(_ change: Int, isMade: Bool) {
    bytes &+= change
    account?.note(made: isMade ? 1 : 0, bytes: change)
  }

  private mutating func append(_ place: Int) {
    entries[place].older = newest
    entries[place].newer = -1
    if newest >= 0 { entries[newest].newer = place } else { oldest = place }
    newest = place
  }

  private mutating func unlink(_ place: Int) {
    let (older, newer) = (entries[place].older, entries[place].newer)
    if older >= 0 { entries[older].newer = newer } else { oldest = newer }
    if newer >= 0 { entries[newer].older = older } else { newest = older }
  }

  /// Takes an entry out, and puts the last one in its place.
  private mutating func remove(at place: Int) -> Value {
    unlink(place)
    let last = entries.count - 1
    if place != last {
      entries.swapAt(place, last)
      let moved = entries[place]
      places[moved.key] = place
      if moved.older >= 0 { entries[moved.older].newer = place } else { oldest = place }
      if moved.newer >= 0 { entries[moved.newer].older = place } else { newest = place }
    }
    let entry = entries.removeLast()
    places[entry.key] = nil
    count(-entry.bytes, isMade: false)
    return entry.value
  }
}

extension BoundedCache: Sendable where Key: Sendable, Value: Sendable {}
extension BoundedCache.Entry: Sendable where Key: Sendable, Value: Sendable {}

/// The memory that one cache may take, and the tally that it counts in.
package struct CacheBudget: Sendable {
  /// The cap.
  package let bytes: Int
  fileprivate let tally: CacheTally?

  /// - Parameter bytes: the cap; negative ones count as 0.
  package init(bytes: Int, tally: CacheTally? = nil) {
    self.bytes = max(bytes, 0)
    self.tally = tally
  }

  /// So many parts of it.
  package static func / (budget: CacheBudget, parts: Int) -> CacheBudget {
    CacheBudget(bytes: parts > 0 ? budget.bytes / parts : 0, tally: budget.tally)
  }

  /// So many times as much.
  package static func * (budget: CacheBudget, times: Int) -> CacheBudget {
    let (product, isOver) = budget.bytes.multipliedReportingOverflow(by: max(times, 0))
    return CacheBudget(bytes: isOver ? Int.max : product, tally: budget.tally)
  }
}

/// What one cache has in a tally, which ends with the cache.
private final class CacheAccount: Sendable {
  private let tally: CacheTally
  private let bytes = Mutex(0)

  init(_ tally: CacheTally) { self.tally = tally }

  deinit { tally.note(made: 0, bytes: -bytes.withLock { $0 }) }

  func noteFound() { tally.noteFound() }

  func note(made: Int, bytes change: Int) {
    bytes.withLock { $0 &+= change }
    tally.note(made: made, bytes: change)
  }
}

/// Sizes and hits of all caches of a run, for `--stats`.
package final class CacheTally: Sendable {
  /// The sums of all caches.
  package struct Sums: Sendable {
    /// How often something was kept already.
    package var found = 0
    /// How often it was made.
    package var made = 0
    /// What is kept now.
    package var bytes = 0
    /// The most that was kept at a time.
    package var mostBytes = 0
  }

  private let counted = Mutex(Sums())
  /// Apart, as it is counted without a lock.
  private let found = Atomic(0)

  /// Counts nothing yet.
  package init() {}

  /// The sums so far.
  package var sums: Sums {
    var sums = counted.withLock { $0 }
    sums.found = found.load(ordering: .relaxed)
    return sums
  }

  fileprivate func noteFound() { found.wrappingAdd(1, ordering: .relaxed) }

  fileprivate func note(made: Int, bytes: Int) {
    counted.withLock { sums in
      sums.made &+= made
      sums.bytes &+= bytes
      sums.mostBytes = max(sums.mostBytes, sums.bytes)
    }
  }
}
