import Bytes

/// The events of one channel on their way to a track.
final class EDLTrack {
  private struct Entry {
    var clip: CutClip
    let start: Int
    let transition: (kind: CutChange, frames: Int)?
    /// What the transition comes from, where the list says it.
    let from: CutClip?
  }

  /// The channel of sound; nil for pictures.
  let channel: Int?
  /// Whether its pictures lie over others.
  let isOver: Bool
  private var entries: [Entry] = []

  init(_ channel: Int?, isOver: Bool = false) { (self.channel, self.isOver) = (channel, isOver) }

  /// Adds a clip that begins `start` frames after the first event.
  func add(
    _ clip: CutClip, at start: Int, _ transition: (kind: CutChange, frames: Int)?, from: CutClip?
  ) {
    entries.append(Entry(clip: clip, start: start, transition: transition, from: from))
  }

  /// The items in order: a list need not be sorted by the record.
  func track(_ rate: FrameRate, _ log: inout ImportLog) -> CutTrack {
    let name = channel.map { "A\($0)" } ?? (isOver ? "V2" : "V")
    var track = CutTrack(channel == nil ? .picture : .sound, name: name)
    var end = Rational.zero
    let sorted = entries.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    for entry in sorted.map(\.element) {
      let start = rate.seconds(entry.start)
      if start < end {
        log.warn(
          "an event begins before the one before it ends, which is cut short",
          at: entry.clip.place)
        track.shorten(by: end - start)
      }
      if start > end { track.items.append(.gap(start - end)) }
      if let transition = entry.transition {
        if let from = entry.from, !Self.goesOn(track.items.last, in: from, rate) {
          track.items.append(.clip(from))
        }
        let after = rate.seconds(transition.frames)
        track.items.append(
          .transition(
            CutTransition(
              kind: transition.kind, before: .zero, after: after, place: entry.clip.place)))
      }
      track.items.append(.clip(entry.clip))
      end = start + entry.clip.duration
    }
    return track
  }

  /// Whether the last clip plays on into the part of its source that a transition comes from.
  private static func goesOn(_ item: CutItem?, in from: CutClip, _ rate: FrameRate) -> Bool {
    guard case .clip(let last) = item else { return false }
    guard last.media == from.media || last.name == from.name else { return false }
    if last.speed <= .zero || last.isStill { return true }
    let way = last.start + last.span - from.start
    // At another speed, a clip need not end with a whole frame of its source.
    let slack = last.speed == .one ? .zero : rate.seconds(1)
    return max(way, -way) <= slack
  }
}
