import Bytes

/// What lies on each lane of a sequence, in its places.
struct FCPXMLLanes {
  /// A transition and when it begins.
  struct Change {
    let kind: CutChange
    let start: Rational
    let duration: Rational
    let place: Range<Int>
  }

  private struct Placed {
    let start: Rational
    let item: CutItem
  }

  private struct Key: Hashable {
    let lane: Int
    let isSound: Bool
  }

  private var placed: [Key: [Placed]] = [:]
  private var changes: [Int: [Change]] = [:]

  mutating func add(_ item: CutItem, at start: Rational, lane: Int, _ kind: CutTrack.Kind) {
    placed[Key(lane: lane, isSound: kind == .sound), default: []].append(
      Placed(start: start, item: item))
  }

  mutating func add(_ change: Change, lane: Int) { changes[lane, default: []].append(change) }

  /// Pictures from the lowest lane up, and sounds.
  var tracks: [CutTrack] {
    let keys = placed.keys.sorted { ($0.isSound ? 1 : 0, $0.lane) < ($1.isSound ? 1 : 0, $1.lane) }
    var tracks: [CutTrack] = []
    for key in keys {
      let kind: CutTrack.Kind = key.isSound ? .sound : .picture
      var rows: [[Placed]] = []
      for item in (placed[key] ?? []).sorted(by: { $0.start < $1.start }) {
        // What lies over another item on its lane needs a track of its own.
        let free = rows.firstIndex { row in
          row.last.map { $0.start + $0.item.duration <= item.start } ?? true
        }
        if let free { rows[free].append(item) } else { rows.append([item]) }
      }
      for row in rows { tracks.append(track(row, kind, changes[key.lane] ?? [])) }
    }
    return tracks
  }

  private func track(_ row: [Placed], _ kind: CutTrack.Kind, _ changes: [Change]) -> CutTrack {
    var track = CutTrack(kind)
    var end = Rational.zero
    var rest = changes.sorted { $0.start < $1.start }[...]
    for item in row {
      if item.start < .zero { continue }
      // The cut is where the next item begins, or where the last one ends.
      if let change = rest.first, change.start < item.start, change.start + change.duration > end,
        item.start > end, change.start <= end
      {
        append(change, at: end, to: &track)
        rest = rest.dropFirst()
      }
      if item.start > end { track.items.append(.gap(item.start - end)) }
      while let change = rest.first, change.start + change.duration < item.start {
        rest = rest.dropFirst()
      }
      if let change = rest.first, change.start <= item.start {
        append(change, at: item.start, to: &track)
        rest = rest.dropFirst()
      }
      track.items.append(item.item)
      end = item.start + item.item.duration
    }
    if let change = rest.first(where: { $0.start + $0.duration >= end }), change.start < end {
      append(change, at: end, to: &track)
      track.items.append(.gap(change.start + change.duration - end))
    }
    return track
  }

  private func append(_ change: Change, at cut: Rational, to track: inout CutTrack) {
    let before = max(cut - change.start, .zero)
    track.items.append(
      .transition(
        CutTransition(
          kind: change.kind, before: before, after: max(change.duration - before, .zero),
          place: change.place)))
  }
}
