import Synchronization
import Testing

@testable import Pipes

@Suite struct OrderedWorkersTests {
  static let workers = [1, 2, 7]

  private final class Item: Sendable {
    let value = Atomic<Int>(0)
    let makings: Int
    init(makings: Int) { self.makings = makings }
  }

  private struct Failure: Error, Equatable {
    let stage: String
    let index: Int
  }

  /// What a run did.
  private struct Outcome {
    var consumed: [Int] = []
    var count: Int?
    var made = 0
    var failure: Failure?
  }

  /// Takes a time that depends on `index` and `salt` alone, up to 200 microseconds.
  private static func dawdle(_ index: Int, _ salt: Int) {
    var state = UInt64(index &* 31 &+ salt &+ 1)
    state = (state ^ (state >> 3)) &* 0x9E37_79B9_7F4A_7C15
    let end = Host.monotonicTime + (state >> 40) % 200_000
    while Host.monotonicTime < end {}
  }

  /// Squares the numbers below `total`, failing where it is told to.
  private func run(workers: Int, total: Int, failures: [Failure] = []) -> Outcome {
    var outcome = Outcome()
    let made = Atomic<Int>(0)
    func check(_ stage: String, _ index: Int) throws {
      let failure = Failure(stage: stage, index: index)
      if failures.contains(failure) { throw failure }
    }
    var consumed: [Int] = []
    do {
      outcome.count = try OrderedWorkers.run(
        workers: workers,
        makeItem: { Item(makings: made.add(1, ordering: .relaxed).newValue) },
        produce: { item, index in
          Self.dawdle(index, 1)
          try check("produce", index)
          item.value.store(index, ordering: .relaxed)
          return index < total
        },
        transform: { item, index, worker in
          Self.dawdle(index, 2)
          guard (0..<workers).contains(worker.number) else {
            throw Failure(stage: "worker", index: index)
          }
          try check("transform", index)
          let value = item.value.load(ordering: .relaxed)
          item.value.store(value * value, ordering: .relaxed)
        },
        consume: { item, index in
          Self.dawdle(index, 3)
          try check("consume", index)
          consumed.append(item.value.load(ordering: .relaxed))
        })
    } catch {
      outcome.failure = error as? Failure
    }
    outcome.consumed = consumed
    outcome.made = made.load(ordering: .relaxed)
    return outcome
  }

  @Test(arguments: workers, [0, 1, 2, 300])
  func `items come out in order`(_ workers: Int, _ total: Int) {
    let outcome = run(workers: workers, total: total)
    #expect(outcome.consumed == (0..<total).map { $0 * $0 })
    #expect(outcome.count == total)
    #expect(outcome.failure == nil)
    #expect(outcome.made <= workers + 2)
  }

  @Test(arguments: workers, ["produce", "transform", "consume"])
  func `all items before a failure are used`(_ workers: Int, _ stage: String) {
    for index in [0, 1, 17] {
      let failure = Failure(stage: stage, index: index)
      let outcome = run(workers: workers, total: 60, failures: [failure])
      #expect(outcome.failure == failure)
      #expect(outcome.consumed == (0..<index).map { $0 * $0 })
    }
  }

  @Test(arguments: workers)
  func `the first failure in the order of items wins`(_ workers: Int) {
    let failures = [
      Failure(stage: "transform", index: 9), Failure(stage: "transform", index: 10),
      Failure(stage: "produce", index: 11), Failure(stage: "transform", index: 8),
    ]
    for _ in 0..<20 {
      let outcome = run(workers: workers, total: 60, failures: failures)
      #expect(outcome.failure == failures[3])
      #expect(outcome.consumed.count == 8)
    }
  }

  /// The reader waits for input that never comes when the writer finds its pipe closed.
  @Test(arguments: workers)
  func `a failing consumer ends a reader that waits`(_ workers: Int) throws {
    let (reading, writing) = try FileDescriptor.pipe()
    let interrupt = try Interrupt()
    var source = ByteSource(reading.interruptible(by: interrupt))
    try writing.writeFully([1, 2, 3])
    #expect(throws: PipeError.readerHasGone) {
      try OrderedWorkers.run(
        workers: workers, interrupt: interrupt, makeItem: { Item(makings: 0) },
        produce: { _, _ in try source.readBytes(1).count == 1 },
        transform: { _, _, _ in },
        consume: { _, index in if index == 2 { throw PipeError.readerHasGone } })
    }
    try reading.close()
    try writing.close()
  }

  @Test(arguments: workers)
  func `a stop signal lets items in hand finish`(_ workers: Int) throws {
    let (reading, writing) = try FileDescriptor.pipe()
    let interrupt = try Interrupt()
    var source = ByteSource(reading.interruptible(by: interrupt))
    try writing.writeFully([1, 2, 3])
    var consumed = 0
    #expect(throws: PipeError.stopped(.interrupt)) {
      try OrderedWorkers.run(
        workers: workers, interrupt: interrupt, makeItem: { Item(makings: 0) },
        produce: { _, index in
          if index == 3 { interrupt.stop(by: .interrupt) }
          return try source.readBytes(1).count == 1
        },
        transform: { _, index, _ in Self.dawdle(index, 2) },
        consume: { _, _ in consumed += 1 })
    }
    #expect(consumed == 3)
    try reading.close()
    try writing.close()
  }

  @Test func `an item that cannot be made is a failure`() {
    #expect(throws: Failure(stage: "make", index: 0)) {
      try OrderedWorkers.run(
        workers: 2, makeItem: { () throws -> Item in throw Failure(stage: "make", index: 0) },
        produce: { _, _ in true }, transform: { _, _, _ in }, consume: { _, _ in })
    }
  }
}
