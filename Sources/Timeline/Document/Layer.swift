/// One layer of a timeline, with everything checked.
package struct Layer: Sendable {
  /// The word of `"type"`: the name of a layer declaration, or `effect`.
  package let kind: String
  /// The name of the effect; nil unless ``kind`` is `effect`.
  package let effect: String?
  /// What messages call it besides its number; nil without `name`.
  package let name: String?
  /// Whether it is to be drawn.
  let isEnabled: Bool
  /// When it is on, in the timeline's time; a group's own range limits its children besides.
  package let range: TimeRange
  /// Its parameters; times in them count from the start of ``range``.
  package let arguments: Arguments
  /// What a video layer plays; nil for other layers.
  package let media: MediaUse?
  /// Number of that source in ``Document/feeds``.
  package let feed: Int?
  /// How it comes and how it goes: `in`, at its start, and `out`, before its end.
  package let entrance: TransitionUse?
  /// Nil when it simply goes.
  package let exit: TransitionUse?
  /// What a group holds, bottom to top, without what is not enabled.
  package let children: [Layer]
  /// Which of ``children`` are on.
  package let childIndex: RangeIndex
  /// The bytes of the layer's object in the timeline.
  package let place: Range<Int>
  /// Its places in `"layers"`, from the outermost list in; the first layer of a list is 0.
  package let path: [Int]

  /// What messages and charts call it: its name, else what it is.
  package var title: String { name ?? effect ?? kind }
}
