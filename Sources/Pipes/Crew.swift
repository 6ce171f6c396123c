/// The workers of an assembly line, of whom those without an item help those that have one.
///
/// A worker that shares its work parts it into bands; whoever is idle takes one after another, and
/// so does the worker itself, until none is left. Helpers never wait, so nothing can wait for ever.
///
/// Unchecked: all that changes is touched under the monitor's lock.
final class Crew: @unchecked Sendable {
  /// What is called for each band.
  fileprivate struct Body {
    let call: (_ band: Int, _ count: Int, _ lane: Int) -> Void
  }

  /// The bands that one worker shares.
  private struct Job {
    /// Valid while not all bands are finished.
    var body: UnsafePointer<Body>?
    var count = 0
    var taken = 0
    var finished = 0
  }

  /// A band that a worker has taken.
  struct Band {
    fileprivate let owner: Int
    fileprivate let body: UnsafePointer<Body>
    fileprivate let number: Int
    fileprivate let count: Int
  }

  private let monitor: Monitor
  /// Worker `n` waits for condition `firstCondition + 2 * n` while it is idle, and for the next one
  /// until its bands are finished.
  private let firstCondition: Int
  private var jobs: [Job]
  /// Those who wait for work; whoever began last, whose cache is the warmest, is called first.
  private var idle: [Int] = []
  /// Whether idle workers are woken to help; changed under the lock.
  var isSharing = true

  /// - Parameters:
  ///   - monitor: the lock of the assembly line, with two conditions more for each worker from
  ///     `firstCondition` on.
  init(workers: Int, _ monitor: Monitor, firstCondition: Int) {
    self.monitor = monitor
    self.firstCondition = firstCondition
    jobs = Array(repeating: Job(), count: workers)
    idle.reserveCapacity(workers)
  }

  /// Waits for work; called under the lock, in a loop.
  func waitIdle(_ worker: Int) {
    idle.append(worker)
    monitor.wait(for: firstCondition + 2 * worker)
    // One may wake without having been called.
    idle.removeAll { $0 == worker }
  }

  /// Wakes an idle worker, if there is one; called under the lock.
  func callOne() {
    if let worker = idle.popLast() { monitor.signal(firstCondition + 2 * worker) }
  }

  /// Wakes all idle workers; called under the lock.
  func callAll() { while !idle.isEmpty { callOne() } }

  /// A band to help with, or nil; called under the lock.
  func takeBand() -> Band? {
    for owner in jobs.indices {
      if let band = takeBand(of: owner) { return band }
    }
    return nil
  }

  private func takeBand(of owner: Int) -> Band? {
    guard let body = jobs[owner].body, jobs[owner].taken < jobs[owner].count else { return nil }
    jobs[owner].taken += 1
    return Band(
      owner: owner, body: body, number: jobs[owner].taken - 1, count: jobs[owner].count)
  }

  private func finished(_ worker: Int) -> Int { firstCondition + 2 * worker + 1 }

  /// Runs a band on worker `lane`; called without the lock.
  func run(_ band: Band, lane: Int) {
    band.body.pointee.call(band.number, band.count, lane)
    monitor.withLock {
      jobs[band.owner].finished += 1
      if jobs[band.owner].finished == band.count { monitor.signal(finished(band.owner)) }
    }
  }

  /// Parts the work of worker `lane` into at most `most` bands and returns when all are done.
  func share(upTo most: Int, lane: Int, _ body: (Int, Int, Int) -> Void) {
    let helpers = most > 1 ? monitor.withLock { isSharing ? idle.count : 0 } : 0
    guard helpers > 0 else { return body(0, 1, lane) }
    // Twice as many bands as hands, for some bands are more work than others.
    let count = min(most, 2 * (helpers + 1))
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: Body(call: body)) { body in
        monitor.withLock {
          jobs[lane] = Job(body: body, count: count)
          for _ in 0..<min(helpers, count - 1) { callOne() }
        }
        while let band = monitor.withLock({ takeBand(of: lane) }) { run(band, lane: lane) }
        monitor.withLock {
          while jobs[lane].finished < count { monitor.wait(for: finished(lane)) }
          jobs[lane] = Job()
        }
      }
    }
  }
}

extension OrderedWorkers {
  /// The worker that transforms an item.
  package struct Worker {
    /// From 0 below the number of workers.
    package let number: Int
    private let crew: Crew

    init(number: Int, crew: Crew) {
      self.number = number
      self.crew = crew
    }

    /// Calls `body` for each of some bands, also on idle threads, and returns when all are done.
    ///
    /// - Parameters:
    ///   - most: The most bands that make sense.
    ///   - body: Gets the number of its band, how many there are, and the number of the worker that
    ///     runs it, which does nothing else meanwhile. It must not share work itself.
    package func run(upTo most: Int, _ body: (_ band: Int, _ count: Int, _ lane: Int) -> Void) {
      crew.share(upTo: most, lane: number, body)
    }
  }
}
