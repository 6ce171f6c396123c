/// Ranges of samples that have been gathered, in any order.
struct SampleRanges {
  private var ranges: [Range<Int>] = []

  init() {}

  var isEmpty: Bool { ranges.isEmpty }

  mutating func add(_ range: Range<Int>, offset: Int = 0) {
    guard !range.isEmpty else { return }
    let moved = range.lowerBound &+ offset..<range.upperBound &+ offset
    // What follows the last is joined with it, so that the list stays short.
    if let last = ranges.last, last.lowerBound <= moved.lowerBound,
      moved.lowerBound <= last.upperBound
    {
      ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, moved.upperBound)
    } else {
      ranges.append(moved)
    }
  }

  mutating func add(_ others: SampleRanges) {
    for range in others.ranges { add(range) }
  }

  mutating func removeAll() { ranges.removeAll(keepingCapacity: true) }

  /// Takes out what lies before `sample`.
  mutating func drop(before sample: Int) {
    var kept = 0
    for range in ranges where range.upperBound > sample {
      ranges[kept] = max(range.lowerBound, sample)..<range.upperBound
      kept += 1
    }
    ranges.removeLast(ranges.count - kept)
  }

  /// Gives what lies before `sample`, and keeps the rest.
  mutating func take(before sample: Int) -> SampleRanges {
    var taken = SampleRanges()
    for range in ranges { taken.add(range.clamped(to: .min..<sample)) }
    drop(before: sample)
    return taken
  }

  /// What lies in `window`, in order and joined, counted from its start.
  mutating func joined(in window: Range<Int>) -> [Range<Int>] {
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var result: [Range<Int>] = []
    for range in ranges {
      let part = range.clamped(to: window)
      guard !part.isEmpty else { continue }
      let low = part.lowerBound &- window.lowerBound
      let high = part.upperBound &- window.lowerBound
      if let last = result.last, low <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, high)
      } else {
        result.append(low..<high)
      }
    }
    return result
  }
}

extension Envelope {
  /// Adds to `changed` where, in `range`, the value is not `value`.
  mutating func note(
    _ range: Range<Int>, not value: Double, in changed: inout SampleRanges, offset: Int
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      let rest = rest(in: start..<range.upperBound)
      if rest.end == start {
        let end = min(pieceEnd, range.upperBound)
        changed.add(start..<end, offset: offset)
        start = end
      } else {
        if rest.value != value { changed.add(start..<rest.end, offset: offset) }
        start = rest.end
      }
    }
  }
}
