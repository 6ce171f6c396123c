import Bytes

/// The main track: which clips are shown at each time, and at which time of their sources.
///
/// The same value cuts pictures and sounds.
package struct EditList: Sendable {
  /// A clip on the timeline.
  package struct Entry: Sendable {
    /// Its number in ``Document/clips``; that of a layer in ``Document/films``.
    package let clip: Int
    /// When it is seen; without an end, as long as its source lasts.
    package let range: TimeRange
    /// Where its source stands at each moment, counted from the start of ``range``.
    package let retiming: Retiming
    /// The overlap with the next clip, which ends with ``range``; nil for a cut.
    package let transition: TimeRange?
    /// The clips and films of the timeline that it plays; nil where it plays none, or one without
    /// any.
    package var inner: EditList?
  }

  /// A clip at a moment.
  package struct Part: Hashable, Sendable {
    /// Its number in ``EditList/entries``, which is that of the clip.
    package let clip: Int
    /// The time since the clip's start.
    package let time: Time
  }

  /// What is seen at a moment.
  package enum Point: Hashable, Sendable {
    /// The background.
    case gap
    case clip(Part)
    /// Two clips; the progress of time is from 0 to 1, before the transition's easing.
    case transition(from: Part, to: Part, progress: Double)
  }

  /// In the order of their starts.
  package let entries: [Entry]
  /// The timelines that are layers, in the order of ``Document/films``; pictures outlast what is
  /// played.
  package let films: [Entry]
  /// The end of the last clip; nil when that is the end of a source of unknown length.
  package let end: Time?

  /// A main track without clips.
  package static let empty = EditList([])

  init(_ entries: [Entry], films: [Entry] = []) {
    (self.entries, self.films) = (entries, films)
    end = entries.last.map(\.range.end) ?? .zero
  }

  /// How many frames of `rate` there are up to ``end``; nil when that is not known.
  package func frameCount(rate: FrameRate) -> Int? {
    end.map { $0.frameIndex(rate: rate, rounding: .up) }
  }

  /// What is seen at `time`.
  package func point(at time: Time) -> Point {
    guard let last = lastStarted(at: time) else { return .gap }
    if last > 0, let overlap = entries[last - 1].transition, overlap.contains(time) {
      let elapsed = time - overlap.start
      let progress = overlap.duration.flatMap { elapsed.divided(by: $0) } ?? .zero
      return .transition(
        from: part(last - 1, at: time), to: part(last, at: time), progress: progress.double)
    }
    return entries[last].range.contains(time) ? .clip(part(last, at: time)) : .gap
  }

  private func part(_ entry: Int, at time: Time) -> Part {
    Part(clip: entry, time: time - entries[entry].range.start)
  }

  /// The number of the last entry that starts at `time` or before.
  private func lastStarted(at time: Time) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].range.start <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}
