import Bytes
import Fonts
import Geometry

/// What an event takes of the picture when it appears, before it gives way to others.
struct CueSlot: Sendable {
  enum Way: Sendable {
    case up, down
    /// As ``CueEvent/Moves`` says, in pixels of the frame.
    case steps(Double)
    case nearest
  }

  var box: Bounds
  var way: Way
}

/// The events of one layer, in the order of their starts.
struct CueLane: Sendable {
  /// Their numbers, ascending.
  let events: [Int]
  let times: [(start: Rational, end: Rational)]
  let intervals: CueIntervals

  init(_ events: [Int], _ all: [CueEvent]) {
    self.events = events
    times = events.map { (all[$0].start, all[$0].end) }
    intervals = CueIntervals(ends: times.map(\.end))
  }

  /// Where an event stands in the lane.
  func place(of event: Int) -> Int? {
    var (low, high) = (0, events.count)
    while low < high {
      let middle = (low + high) / 2
      if events[middle] < event { low = middle + 1 } else { high = middle }
    }
    return low < events.count && events[low] == event ? low : nil
  }
}

/// Puts the events of one layer clear of those that were there before, as libass does and, where
/// they have a line of their own, WebVTT.
///
/// Events are placed in the order of their starts, and only those that decide about one that is
/// asked for.
struct CueStack: Sendable {
  /// A place that is no longer free, until a time.
  private struct Taken {
    let box: Bounds
    let end: Rational
  }

  /// What was found for an event.
  private struct Placed {
    /// Nil when it has no room.
    var shift: Double?
    /// What it takes from others; nil when that is nothing.
    var box: Bounds?
  }

  /// A narrow strip that all blocks of one place cover, whatever is in them.
  struct Strip: Hashable, Sendable {
    var x: Double
    /// Where it begins, and the way that blocks go.
    var y: Double
    var goesUp: Bool
  }

  private let lane: CueLane
  private let height: Double
  /// The last one that was placed, and what those that are there with it take.
  private var last = -1
  private var taken: [Taken] = []
  /// Strips in which nothing is free while nothing goes.
  private var full: Set<Strip> = []
  /// By the places in the lane.
  private var placed: [Int: Placed] = [:]

  /// - Parameter height: the picture's.
  init(_ lane: CueLane, height: Double) {
    self.lane = lane
    self.height = height
  }

  /// How far down an event is moved; nil when there is no room for it in the picture.
  ///
  /// - Parameters:
  ///   - strip: what its block covers in any case; nil where that isn't known.
  ///   - slot: what it takes; nil for one that has nothing to do with others.
  mutating func shift(
    of event: Int, strip: (Int) -> Strip?, slot: (Int) throws(RenderError) -> CueSlot?
  ) throws(RenderError) -> Double? {
    guard let place = lane.place(of: event) else { return 0 }
    if let known = placed[place] { return known.shift }
    if place < last {
      // What is there now came later.
      last = -1
      taken = []
      full = []
    }
    for place in waiting(upTo: place).reversed() {
      leave(at: lane.times[place].start)
      let made: Placed
      if let known = placed[place] {
        made = known
      } else {
        made = try settle(lane.events[place], strip, slot)
        placed[place] = made
      }
      if let box = made.box { taken.append(Taken(box: box, end: lane.times[place].end)) }
      last = place
    }
    return placed[place]?.shift
  }

  /// The event, and those before it on whose places its own depends, from the last to the first.
  private func waiting(upTo place: Int) -> [Int] {
    var found = [place]
    var earliest = lane.times[place].start
    var limit = place
    while let next = lane.intervals.last(before: limit, endingAfter: earliest), next > last {
      found.append(next)
      earliest = lane.times[next].start
      limit = next
    }
    return found
  }

  /// Frees the places of events that have gone.
  private mutating func leave(at time: Rational) {
    guard taken.contains(where: { $0.end <= time }) else { return }
    taken.removeAll { $0.end <= time }
    full = []
  }

  private mutating func settle(
    _ event: Int, _ strip: (Int) -> Strip?, _ slot: (Int) throws(RenderError) -> CueSlot?
  ) throws(RenderError) -> Placed {
    if !taken.isEmpty, let strip = strip(event), isFull(strip) { return Placed() }
    guard let slot = try slot(event) else { return Placed(shift: 0) }
    guard let shift = free(slot) else { return Placed() }
    let box = slot.box.moved(by: Vector(0, shift))
    // Others come no nearer to what is not seen.
    let isSeen = box.width > 0 && box.height > 0 && box.maxY > 0 && box.minY < height
    return Placed(shift: shift, box: isSeen ? box : nil)
  }

  /// Whether no block that covers a strip finds a free place within the picture.
  private mutating func isFull(_ strip: Strip) -> Bool {
    if full.contains(strip) { return true }
    let box = Bounds(
      minX: strip.x - 0.01, minY: strip.goesUp ? strip.y - 1 : strip.y, maxX: strip.x + 0.01,
      maxY: strip.goesUp ? strip.y : strip.y + 1)
    let shift = free(box, goesUp: strip.goesUp)
    let isFull = strip.goesUp ? box.maxY + shift <= 0 : box.minY + shift >= height
    if isFull { full.insert(strip) }
    return isFull
  }

  private func free(_ slot: CueSlot) -> Double? {
    let box = slot.box
    switch slot.way {
    case .up: return free(box, goesUp: true)
    case .down: return free(box, goesUp: false)
    case .nearest:
      guard isTaken(box) else { return 0 }
      return [free(box, goesUp: true), free(box, goesUp: false)]
        .filter { isWithin(box, $0) }.min { $0.magnitude < $1.magnitude }
    case .steps(let step):
      guard isTaken(box) else { return 0 }
      for step in [step, -step] {
        var count = 1.0
        // By whole pixels, so that letters stay sharp.
        while case let shift = (count * step).rounded(.awayFromZero), shift != 0,
          isWithin(box, shift)
        {
          if !isTaken(box.moved(by: Vector(0, shift))) { return shift }
          count += 1
        }
      }
      return nil
    }
  }

  private func isTaken(_ box: Bounds) -> Bool { taken.contains { $0.box.overlaps(box) } }

  private func isWithin(_ box: Bounds, _ shift: Double) -> Bool {
    // What is rounded may reach beyond an edge.
    let slack = 1.0
    return box.minY + shift >= -slack && box.maxY + shift <= height + slack
  }

  /// How far a box is moved so that it covers nothing that is taken.
  private func free(_ box: Bounds, goesUp: Bool) -> Double {
    let beside = taken.map(\.box).filter { $0.overlaps(box, across: true) }
      .sorted { goesUp ? $0.maxY > $1.maxY : $0.minY < $1.minY }
    var shift = 0.0
    // What was left behind stays behind.
    for other in beside where other.overlaps(box.moved(by: Vector(0, shift))) {
      // By whole pixels, so that letters stay sharp.
      let exact = goesUp ? other.minY - box.maxY : other.maxY - box.minY
      shift = exact.rounded(goesUp ? .down : .up)
    }
    return shift
  }
}

extension Bounds {
  /// Whether two boxes share more than an edge, or, `across`, would if they were as high.
  fileprivate func overlaps(_ other: Bounds, across: Bool = false) -> Bool {
    let slack = 1e-3
    return minX < other.maxX - slack && other.minX < maxX - slack
      && (across || (minY < other.maxY - slack && other.minY < maxY - slack))
  }
}
