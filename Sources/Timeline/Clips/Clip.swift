/// One entry of `clips`, with everything checked that can be checked without its source.
package struct Clip: Sendable {
  package let name: String?
  package let media: MediaUse
  /// Where it is put on the timeline, when the timeline says so; else it follows the one before.
  package let start: Time?
  /// What its picture takes: the parameters of ``Vocabulary/clip``.
  package let arguments: Arguments
  /// Effect layers, whose times count from the clip's start.
  package let effects: [Layer]
  /// Which of ``effects`` are on.
  package let effectIndex: RangeIndex
  /// How it goes over into the next clip.
  package let transition: TransitionUse?
  /// Number of the source in ``Document/feeds``.
  package let feed: Int
  /// The bytes of the clip's object in the timeline.
  package let place: Range<Int>

  package init(
    name: String? = nil, media: MediaUse, start: Time? = nil,
    arguments: Arguments = Arguments(), effects: [Layer] = [], transition: TransitionUse? = nil,
    feed: Int, place: Range<Int> = 0..<0
  ) {
    self.name = name
    self.media = media
    self.start = start
    self.arguments = arguments
    self.effects = effects
    effectIndex = RangeIndex(effects.map(\.range))
    self.transition = transition
    self.feed = feed
    self.place = place
  }
}

/// A source that the timeline plays somewhere: a clip's or a video layer's.
package struct Feed: Sendable {
  /// What messages call it: "clip 2", "the video layer 'face'".
  package let title: String
  package let media: MediaUse
  /// Where a video layer stands on the timeline; nil for clips, which the ``EditList`` places.
  package let layerRange: TimeRange?

  package init(title: String, media: MediaUse, layerRange: TimeRange? = nil) {
    self.title = title
    self.media = media
    self.layerRange = layerRange
  }
}
