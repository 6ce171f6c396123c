import Synchronization
import Testing

@testable import Pipes

@Suite struct CrewTests {
  private final class Item: Sendable {
    /// How often each band was run, how many bands there were, and whose hands ran them.
    let bands = Mutex<(runs: [Int], count: Int, lanes: Set<Int>)>(([], 0, []))
  }

  /// Runs `total` items whose work is shared in at most `most` bands.
  private func run(
    workers: Int, total: Int, most: Int, inFlight: Int?,
    check: @escaping @Sendable (_ produced: Int, _ consumed: Int) -> Void = { _, _ in }
  ) throws -> Int {
    let consumed = Atomic<Int>(0)
    var bands = 0
    try OrderedWorkers.run(
      workers: workers, inFlight: inFlight, makeItem: { Item() },
      produce: { item, index in
        check(index, consumed.load(ordering: .acquiring))
        item.bands.withLock { $0 = ([], 0, []) }
        return index < total
      },
      transform: { item, index, worker in
        // Now and then there is only one band.
        worker.run(upTo: index % 5 == 0 ? 1 : most) { band, count, lane in
          item.bands.withLock { bands in
            if bands.runs.isEmpty { bands.runs = Array(repeating: 0, count: count) }
            bands.count = count
            bands.runs[band] += 1
            bands.lanes.insert(lane)
          }
          let end = Host.monotonicTime + 20_000
          while Host.monotonicTime < end {}
        }
      },
      consume: { item, index in
        item.bands.withLock { found in
          let isEachOnce = found.runs.count == found.count && found.runs.allSatisfy { $0 == 1 }
          #expect(isEachOnce && found.count >= 1 && found.count <= most, "item \(index)")
          #expect(found.lanes.allSatisfy { (0..<workers).contains($0) })
          bands += found.count
        }
        consumed.add(1, ordering: .releasing)
      })
    return bands
  }

  @Test(arguments: [1, 2, 3, 7], [nil, 1, 2] as [Int?])
  func `every band is run once, by whichever worker`(_ workers: Int, _ inFlight: Int?) throws {
    for most in [1, 2, 9, 64] {
      func bands() throws -> Int {
        try run(workers: workers, total: 100, most: most, inFlight: inFlight)
      }
      var found = try bands()
      if workers == 1 {
        #expect(found == 100)
      } else if inFlight == 1, most > 1 {
        // All others are idle while there is one item, if the system lets them be so in time.
        let end = Host.monotonicTime + 20_000_000_000
        while found == 100, Host.monotonicTime < end { found = try bands() }
        #expect(found > 100)
      }
    }
  }

  @Test func `idle workers run bands at the same time`() throws {
    let most = Atomic<Int>(0)
    let running = Atomic<Int>(0)
    let end = Host.monotonicTime + 20_000_000_000
    func isMet() -> Bool { most.load(ordering: .relaxed) > 1 || Host.monotonicTime > end }
    try OrderedWorkers.run(
      workers: 2, inFlight: 1, makeItem: { Item() },
      produce: { _, _ in !isMet() },
      transform: { _, _, worker in
        worker.run(upTo: 2) { _, count, _ in
          let now = running.add(1, ordering: .relaxed).newValue
          if now > most.load(ordering: .relaxed) { most.store(now, ordering: .relaxed) }
          // A band waits for the other to begin; while there is only one, the next item may do.
          while count > 1, !isMet() {}
          running.subtract(1, ordering: .relaxed)
        }
      },
      consume: { _, _ in })
    #expect(most.load(ordering: .relaxed) == 2)
  }

  @Test(arguments: [1, 2, 7])
  func `with one item in flight none is begun before the last is used`(_ workers: Int) throws {
    _ = try run(workers: workers, total: 50, most: 4, inFlight: 1) { produced, consumed in
      #expect(produced == consumed)
    }
  }

  @Test(arguments: [(1, 1), (2, 1), (7, 3)])
  func `so many work on items, and the others help`(_ workers: Int, _ atOnce: Int) throws {
    let makings = Atomic<Int>(0)
    let owners = Mutex<Set<Int>>([])
    let lanes = Mutex<Set<Int>>([])
    let end = Host.monotonicTime + 20_000_000_000
    var consumed: [Int] = []
    try OrderedWorkers.run(
      workers: workers, atOnce: atOnce,
      makeItem: {
        makings.add(1, ordering: .relaxed)
        return Item()
      },
      produce: { _, index in
        let isHelped = lanes.withLock { $0.count == workers }
        return index < 200 || !isHelped && Host.monotonicTime < end
      },
      transform: { _, _, worker in
        _ = owners.withLock { $0.insert(worker.number) }
        worker.run(upTo: 16) { _, _, lane in
          _ = lanes.withLock { $0.insert(lane) }
          let end = Host.monotonicTime + 20_000
          while Host.monotonicTime < end {}
        }
      },
      consume: { _, index in consumed.append(index) })
    #expect(owners.withLock { $0.allSatisfy { $0 < atOnce } })
    #expect(lanes.withLock { $0 } == Set(0..<workers))
    #expect(consumed.count >= 200 && consumed == Array(0..<consumed.count))
    #expect(makings.load(ordering: .relaxed) <= atOnce + 2)
  }
}
