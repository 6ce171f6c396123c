/// Takes items through three stages at once: made in order, worked on in parallel, used in order.
///
/// Items are reused, so that a stream of any length needs two more of them than are worked on at
/// once, and nothing is allocated per item. Workers that have no item help those that have one, and
/// sleep on while items come so fast, and are done so fast, that a worker alone keeps up: waking
/// them takes time from the programs at the other ends of the pipes. Where one does not keep up,
/// ``WorkPace`` finds out whether the others make it faster.
/// What comes out does not depend on the number of workers, as long as the work on one item depends
/// on that item and its index alone.
package enum OrderedWorkers {
  /// Runs the stages until `produce` gives false.
  ///
  /// - Parameters:
  ///   - workers: Threads for `transform`, at least 1.
  ///   - inFlight: The most items between `produce` and the end of `consume`; with 1, no item is
  ///     begun before the one before it is used. Without it, `atOnce + 2`.
  ///   - atOnce: The most items that are worked on at once, by as many of the workers, with memory
  ///     of their own; the others help these. Without it, all work on items.
  ///   - interrupt: Cancelled when a stage fails, so that a reader that waits for input returns.
  ///     Without one, a failure is reported only once `produce` returns.
  ///   - makeItem: Makes an item; called on the producing thread when none is free.
  ///   - produce: Fills item number `index`, on a thread of its own; false when there is none.
  ///   - transform: Works on an item; called on several threads at once, each with its own worker,
  ///     through which it may share its work.
  ///   - consume: Uses an item, on the calling thread.
  /// - Returns: The number of items that were consumed.
  /// - Throws: The first failure in the order of items, after all items before it were consumed.
  ///   A failure of `consume` ends everything at once.
  ///
  /// `produce` and `consume` run at the same time: what both use must be safe for that.
  @discardableResult
  package static func run<Item: AnyObject>(
    workers: Int,
    inFlight: Int? = nil,
    atOnce: Int? = nil,
    interrupt: Interrupt? = nil,
    makeItem: @escaping () throws -> Item,
    produce: @escaping (Item, Int) throws -> Bool,
    transform: @escaping (Item, Int, Worker) throws -> Void,
    consume: (Item, Int) throws -> Void
  ) throws -> Int {
    let workers = max(1, workers)
    let atOnce = min(max(1, atOnce ?? workers), workers)
    let line = AssemblyLine<Item>(
      workers: workers, capacity: max(1, inFlight ?? atOnce + 2), atOnce: atOnce,
      makeItem: makeItem, produce: produce, transform: transform)
    var threads: [Thread] = []
    defer {
      line.stop()
      threads.forEach { $0.join() }
    }
    threads.append(try Thread(name: "reader") { line.runProducer() })
    for worker in 0..<workers {
      do {
        threads.append(try Thread(name: "worker \(worker)") { line.runWorker(worker) })
      } catch {
        // Fewer workers do as well, if slower.
        guard worker > 0 else {
          interrupt?.cancel()
          throw error
        }
        break
      }
    }
    do {
      var count = 0
      while let item = try line.nextFinished() {
        try consume(item, count)
        line.recycle(item)
        count += 1
      }
      return count
    } catch {
      line.stop()
      interrupt?.cancel()
      throw error
    }
  }
}

/// The items in flight, and who may touch which.
///
/// Unchecked: all that changes is touched under the monitor's lock; an item belongs to one stage at
/// a time, and changes hands there.
private final class AssemblyLine<Item: AnyObject>: @unchecked Sendable {
  /// An item between its making and its use.
  private struct Slot {
    var item: Item?
    var error: (any Error)?
    var isFinished = false
  }

  private enum Condition: Int, CaseIterable {
    /// An item is free, for the producer.
    case free
    /// The item that the consumer waits for is finished.
    case finished
  }

  private let makeItem: () throws -> Item
  private let produce: (Item, Int) throws -> Bool
  private let transform: (Item, Int, OrderedWorkers.Worker) throws -> Void

  private let monitor: Monitor
  private let crew: Crew
  /// Workers with lower numbers work on items; the others only help.
  private let atOnce: Int
  /// Whether there are such that only help.
  private let hasHelpers: Bool
  /// Items at rest; the one that was used last is taken first, as it is still in the cache.
  private var free: [Item] = []
  private var madeItems = 0
  /// Item `index` lies in slot `index % slots.count`: at most that many are in flight.
  private var slots: [Slot]
  private var produced = 0
  private var taken = 0
  private var consumed = 0
  /// Workers that work on an item, or look for the next one after it.
  private var busy = 0
  /// How long making the last item took, and the last work on one, in nanoseconds.
  private var makingTime = UInt64.max
  private var workTime = UInt64.max
  /// Whether brisk items are left to one worker.
  private var pace = WorkPace()
  /// The producer has ended, with `endError` or without.
  private var hasEnded = false
  private var endError: (any Error)?
  /// Nothing more is to be begun.
  private var isStopping = false

  init(
    workers: Int, capacity: Int, atOnce: Int, makeItem: @escaping () throws -> Item,
    produce: @escaping (Item, Int) throws -> Bool,
    transform: @escaping (Item, Int, OrderedWorkers.Worker) throws -> Void
  ) {
    let conditions = Condition.allCases.count
    monitor = Monitor(conditionCount: conditions + 2 * workers)
    crew = Crew(workers: workers, monitor, firstCondition: conditions)
    self.atOnce = atOnce
    hasHelpers = atOnce < workers
    self.makeItem = makeItem
    self.produce = produce
    self.transform = transform
    slots = Array(repeating: Slot(), count: capacity)
    free.reserveCapacity(capacity)
  }

  private func wait(for condition: Condition) { monitor.wait(for: condition.rawValue) }
  private func signal(_ condition: Condition) { monitor.signal(condition.rawValue) }
  private func broadcast(_ condition: Condition) { monitor.broadcast(condition.rawValue) }

  /// Whether items come and go by the hundreds in a second, where a sleeping worker costs less than
  /// one that is woken for every item.
  private var isBrisk: Bool { makingTime < 10_000_000 && workTime < 10_000_000 }

  /// Whether one worker is to do without the others.
  private var isAlone: Bool { !hasHelpers && isBrisk && pace.isAlone }

  /// Begins no more work; what is being worked on is finished.
  func stop() {
    monitor.withLock {
      isStopping = true
      for condition in Condition.allCases { broadcast(condition) }
      crew.callAll()
    }
  }

  // MARK: - The producing thread

  func runProducer() {
    do {
      while let item = try freeItem() {
        let began = Host.monotonicTime
        guard try produce(item, produced) else { break }
        let time = Host.monotonicTime &- began
        monitor.withLock {
          slots[produced % slots.count] = Slot(item: item)
          produced += 1
          makingTime = time
          crew.isSharing = !isAlone
          callWorker()
        }
      }
      end(nil)
    } catch {
      end(error)
    }
  }

  /// Wakes a worker for the item that was just made, unless one that is awake soon takes it.
  private func callWorker() {
    // One alone might be one that only helps.
    if hasHelpers { return crew.callAll() }
    if !isBrisk || busy == 0 || (produced - taken > 2 && !pace.isAlone) { crew.callOne() }
  }

  /// An item to fill, or nil when there is no need for one.
  private func freeItem() throws -> Item? {
    let found: Item? = monitor.withLock {
      while free.isEmpty, madeItems == slots.count, !isStopping {
        // No further item comes that would wake a worker for this one; one that works takes it.
        if taken < produced, !isAlone || busy == 0 { crew.callOne() }
        wait(for: .free)
      }
      // While a worker alone waits for input, it needs no help.
      crew.isSharing = hasHelpers || !isBrisk
      return isStopping ? nil : free.popLast()
    }
    if let found { return found }
    let isNeeded = monitor.withLock {
      if !isStopping { madeItems += 1 }
      return !isStopping
    }
    return isNeeded ? try makeItem() : nil
  }

  private func end(_ error: (any Error)?) {
    monitor.withLock {
      hasEnded = true
      endError = error
      crew.isSharing = true
      crew.callAll()
      broadcast(.finished)
    }
  }

  // MARK: - The working threads

  private enum Task {
    case item(Item, Int)
    case band(Crew.Band)
  }

  func runWorker(_ number: Int) {
    let worker = OrderedWorkers.Worker(number: number, crew: crew)
    var isBusy = false
    while let task = nextTask(of: number, &isBusy) {
      switch task {
      case .band(let band): crew.run(band, lane: number)
      case .item(let item, let index):
        let failure: (any Error)?
        let began = Host.monotonicTime
        do {
          try transform(item, index, worker)
          failure = nil
        } catch {
          failure = error
        }
        finish(index, failure, from: began, to: Host.monotonicTime)
      }
    }
  }

  /// Notes that the work on item `index` has ended, and when it began and ended, in nanoseconds.
  private func finish(_ index: Int, _ failure: (any Error)?, from began: UInt64, to time: UInt64) {
    monitor.withLock {
      workTime = time &- began
      pace.note(time, work: workTime)
      let slot = index % slots.count
      slots[slot].error = failure
      slots[slot].isFinished = true
      // All items before a failed one are taken already, and no later one is wanted.
      if failure != nil {
        isStopping = true
        crew.callAll()
        broadcast(.free)
      }
      if index == consumed { signal(.finished) }
    }
  }

  /// What a worker does next: a band of an earlier item, an item, or nothing ever again.
  ///
  /// - Parameter isBusy: whether it counts among ``busy``.
  private func nextTask(of number: Int, _ isBusy: inout Bool) -> Task? {
    monitor.withLock {
      while true {
        let band = crew.takeBand()
        if band == nil, !isStopping, number < atOnce, taken < produced,
          let item = slots[taken % slots.count].item
        {
          taken += 1
          if !isBusy { busy += 1 }
          isBusy = true
          return .item(item, taken - 1)
        }
        if isBusy { busy -= 1 }
        isBusy = false
        if let band { return .band(band) }
        if isStopping { return nil }
        if hasEnded, number < atOnce || taken == produced { return nil }
        crew.waitIdle(number)
      }
    }
  }

  // MARK: - The consuming thread

  /// The next item in order, or nil after the last.
  func nextFinished() throws -> Item? {
    try monitor.withLock {
      let slot = consumed % slots.count
      while !(consumed < produced && slots[slot].isFinished), !(hasEnded && consumed == produced) {
        wait(for: .finished)
      }
      if consumed == produced {
        if let endError { throw endError }
        return nil
      }
      if let error = slots[slot].error { throw error }
      let item = slots[slot].item
      slots[slot] = Slot()
      consumed += 1
      return item
    }
  }

  func recycle(_ item: Item) {
    monitor.withLock {
      free.append(item)
      signal(.free)
    }
  }
}
