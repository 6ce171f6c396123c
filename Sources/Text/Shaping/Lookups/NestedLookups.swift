/// The places of a matched sequence, kept without memory of their own.
struct MatchedPlaces: Sendable {
  private(set) var places: [Int] = []
  var end = 0
  var componentCount = 0

  init(first: Int, capacity: Int) {
    places.reserveCapacity(capacity)
    places.append(first)
  }

  var count: Int { places.count }
  subscript(index: Int) -> Int {
    get { places[index] }
    set { places[index] = newValue }
  }

  mutating func append(_ place: Int) { places.append(place) }

  mutating func shift(by delta: Int) {
    for index in places.indices { places[index] += delta }
  }

  /// Follows a nested lookup at `index` that has made the run longer or shorter by `delta`.
  mutating func resize(at index: Int, by delta: Int) {
    var next = index + 1
    var delta = delta
    if delta > 0 {
      places.insert(contentsOf: repeatElement(0, count: delta), at: next)
    } else {
      delta = max(delta, next - places.count)
      places.removeSubrange(next..<next - delta)
    }
    let fresh = index + 1 + max(delta, 0)
    while next < fresh {
      places[next] = places[next - 1] + 1
      next += 1
    }
    while next < places.count {
      places[next] += delta
      next += 1
    }
  }
}

extension LookupApplier {
  /// Does what a context has to do once it has matched: `count` records at `records` say which
  /// lookup goes to which glyph of the sequence.
  mutating func applyRecords(_ matched: MatchedPlaces, records: Int, count: Int) {
    var matched = matched
    let delta = buffer.backtrackCount - buffer.index
    var end = matched.end + delta
    matched.shift(by: delta)
    for index in 0..<count {
      let place = bytes.u16(records + 4 * index)
      guard place < matched.count else { continue }
      let length = buffer.backtrackCount + buffer.lookaheadCount
      // An earlier one may have taken the glyph away.
      guard matched[place] < length else { continue }
      guard buffer.move(to: matched[place]), buffer.operations > 0 else { break }
      guard applyNested(bytes.u16(records + 4 * index + 2)) else { continue }
      var delta = buffer.backtrackCount + buffer.lookaheadCount - length
      guard delta != 0 else { continue }
      end += delta
      if end < matched[place] {
        delta += matched[place] - end
        end = matched[place]
      }
      if delta > 0, delta + matched.count > Self.longestSequence { break }
      matched.resize(at: place, by: delta)
    }
    _ = buffer.move(to: end)
  }
}
