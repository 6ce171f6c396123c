/// The main track: which clips are seen at each moment, and where their sources stand.
///
/// The same value cuts pictures and sounds.
package struct EditList: Sendable {
  /// A clip on the timeline.
  package struct Entry: Sendable {
    /// Its number in ``Document/clips``.
    package let clip: Int
    /// When it is seen; without an end, as long as its source lasts.
    package let range: TimeRange
    package let retiming: Retiming
    /// The overlap with the next clip, which ends with ``range``; nil for a cut.
    package let transition: TimeRange?
  }

  /// A clip at a moment.
  package struct Part: Sendable {
    /// Its number in ``EditList/entries``, which is that of the clip.
    package let clip: Int
    /// The time since the clip's start.
    package let time: Time
  }

  /// What is seen at a moment.
  package enum Point: Sendable {
    /// The background.
    case gap
    case clip(Part)
    /// Two clips; the progress of time is from 0 to 1, before the transition's easing.
    case transition(from: Part, to: Part, progress: Double)
  }

  package let entries: [Entry]
  /// The end of the last clip; nil when that is the end of a source of unknown length.
  package let end: Time?

  /// A main track without clips.
  package static let empty = EditList([])

  /// Lays out clips one after another.
  ///
  /// - Parameter lengths: the length of each clip's source, as for ``Retiming``.
  /// - Returns: the list, and what is wrong: a clip without a length, a transition longer than a
  ///   clip, three clips at once, clips over one another.
  package static func make(
    _ clips: [Clip], lengths: [Time?]
  ) -> (list: EditList, faults: Diagnostics) {
    (EditList([]), Diagnostics())
  }

  private init(_ entries: [Entry]) {
    self.entries = entries
    end = .zero
  }

  /// What is seen at `time`.
  package func point(at time: Time) -> Point { .gap }
}
