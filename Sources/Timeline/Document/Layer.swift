/// One layer of a timeline, with everything checked.
package struct Layer: Sendable {
  /// The word of `"type"`: the name of a layer declaration, or `effect`.
  package let kind: String
  /// The name of the effect; nil unless ``kind`` is `effect`.
  package let effect: String?
  /// Its name in messages, in addition to its number; nil without `name`.
  package let name: String?
  /// Whether it is to be drawn.
  let isEnabled: Bool
  /// When it is on, in the timeline's time; a group's own range limits its children besides.
  package let range: TimeRange
  /// Its parameters; times in them count from the start of ``range``.
  package let arguments: Arguments
  /// What few layers have, apart, so that the others are small.
  private let rest: Rest?
  /// The bytes of the layer's object in the timeline.
  package let place: Range<Int>
  /// Its places in `"layers"`, from the outermost list in; the first layer of a list is 0.
  package let path: [Int]

  private final class Rest: Sendable {
    let media: MediaUse?
    let feed: Int?
    let entrance: TransitionUse?
    let exit: TransitionUse?
    let children: [Layer]
    let childIndex: RangeIndex
    let effects: [Layer]
    let effectIndex: RangeIndex
    let matte: Matte?
    let timeline: String?

    init(
      _ media: MediaUse?, feed: Int?, _ changes: LayerChanges, _ children: [Layer],
      timeline: String?
    ) {
      (self.media, self.feed, self.timeline) = (media, feed, timeline)
      (entrance, exit) = (changes.entrance, changes.exit)
      self.children = children
      childIndex = RangeIndex(children.map(\.range))
      effects = changes.effects
      effectIndex = RangeIndex(changes.effects.map(\.range))
      matte = changes.matte
    }

    /// The same with another matte.
    init(_ other: Rest?, matte: Matte) {
      (media, feed, entrance, exit) = (other?.media, other?.feed, other?.entrance, other?.exit)
      (children, childIndex) = (other?.children ?? [], other?.childIndex ?? .empty)
      (effects, effectIndex) = (other?.effects ?? [], other?.effectIndex ?? .empty)
      timeline = other?.timeline
      self.matte = matte
    }
  }

  init(
    kind: String, effect: String?, name: String?, isEnabled: Bool, range: TimeRange,
    arguments: Arguments, media: MediaUse?, feed: Int?, changes: LayerChanges, children: [Layer],
    timeline: String?, place: Range<Int>, path: [Int]
  ) {
    (self.kind, self.effect, self.name, self.isEnabled) = (kind, effect, name, isEnabled)
    (self.range, self.arguments, self.place, self.path) = (range, arguments, place, path)
    let isPlain =
      media == nil && feed == nil && changes.isEmpty && children.isEmpty && timeline == nil
    rest = isPlain ? nil : Rest(media, feed: feed, changes, children, timeline: timeline)
  }

  /// The same layer, cut by a matte.
  init(_ layer: Layer, matte: Matte) {
    (kind, effect, name, isEnabled) = (layer.kind, layer.effect, layer.name, layer.isEnabled)
    (range, arguments, place, path) = (layer.range, layer.arguments, layer.place, layer.path)
    rest = Rest(layer.rest, matte: matte)
  }

  /// The same layer with other values of its parameters.
  package init(_ layer: Layer, arguments: Arguments) {
    (kind, effect, name, isEnabled) = (layer.kind, layer.effect, layer.name, layer.isEnabled)
    (range, place, path, rest) = (layer.range, layer.place, layer.path, layer.rest)
    self.arguments = arguments
  }

  /// What a video layer plays; nil for other layers.
  package var media: MediaUse? { rest?.media }
  /// Number of that source in ``Document/feeds``.
  package var feed: Int? { rest?.feed }
  /// Its entrance transition, `in`, at its start.
  package var entrance: TransitionUse? { rest?.entrance }
  /// Its exit transition, `out`, before its end; nil for none.
  package var exit: TransitionUse? { rest?.exit }
  /// The enabled layers of a group, bottom to top.
  package var children: [Layer] { rest?.children ?? [] }
  /// Which of ``children`` are on.
  package var childIndex: RangeIndex { rest?.childIndex ?? .empty }

  /// Effects on the layer alone, in its own time.
  package var effects: [Layer] { rest?.effects ?? [] }
  /// Which of ``effects`` are on.
  package var effectIndex: RangeIndex { rest?.effectIndex ?? .empty }
  /// What cuts it; nil where nothing does.
  package var matte: Matte? { rest?.matte }

  /// The word of its `"type"`: ``kind``, but for a timeline without clips, which is drawn as a
  /// group.
  package var word: String {
    rest?.timeline == nil ? kind : NestedTimeline.declaration.name
  }

  /// What messages and charts call it: its name, else what it is; a timeline with its file's name.
  package var title: String {
    if let title = name ?? effect { return title }
    guard let file = rest?.timeline?.split(separator: "/").last else { return word }
    return "\(word) \(file)"
  }
}
