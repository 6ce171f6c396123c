import Bytes
import Timeline
import Y4M

/// Layers above one another, of which those are drawn that are on.
final class LayerStack: Sendable {
  /// How long a layer keeps its memory after its end: frames that other workers still draw may be
  /// a little older.
  private static let lag = Time(seconds: 1)

  private struct Entry: Sendable {
    let kind: any LayerKind
    /// What draws it while it comes or goes.
    var passage: (any PassingLayer)?
    let range: TimeRange
    /// The bytes of the layer in the timeline.
    let place: Range<Int>

    /// What draws it at a time of its own: while it comes or goes, not the layer itself.
    func passage(at time: Time) -> (any PassingLayer)? {
      passage.flatMap { $0.isOn(at: time) ? $0 : nil }
    }

    func bounds(at time: Time) -> Box {
      passage(at: time)?.bounds(at: time) ?? kind.bounds(at: time)
    }

    func release() {
      kind.release()
      passage?.release()
    }

    var workingBytes: Int { max(kind.workingBytes, passage?.workingBytes ?? 0) }
  }

  private let entries: [Entry]
  private let index: RangeIndex
  /// The entries in the order in which they let go of their memory; those without an end last.
  private let endings: [(time: Time?, entry: Int)]
  /// The entries that are on in one stretch of the index: most often that of the frame before.
  private let latest = Mutex<(stretch: Int, places: [Int])>((-1, []))
  /// How many of ``endings`` have let go.
  private let released = Mutex(0)

  /// Makes what draws `layers`, whose ranges `index` holds.
  ///
  /// A layer that cannot be made goes to the setting's faults.
  init(_ layers: [Layer], index: RangeIndex, _ setting: LayerSetting) {
    var entries: [Entry] = []
    for layer in layers {
      do throws(RenderError) {
        let kind = try Registry.make(layer, setting)
        entries.append(
          Entry(
            kind: kind, passage: try Registry.makePassage(layer, kind, setting), range: layer.range,
            place: layer.place))
      } catch {
        setting.faults.add(error)
        entries.append(Entry(kind: NoLayer(), range: layer.range, place: layer.place))
      }
    }
    self.entries = entries
    self.index = index
    endings = entries.enumerated().map { place, entry in
      (entry.range.end.map { $0 + Self.lag }, place)
    }.sorted { first, second in
      guard let end = first.0 else { return false }
      return second.0.map { end < $0 } ?? true
    }
  }

  /// The layer whose drawing takes most memory beside the frame that it is drawn on; nil where no
  /// layer takes any.
  var heaviest: (bytes: Int, place: Range<Int>)? {
    let found = entries.max { $0.workingBytes < $1.workingBytes }
    return found.flatMap { $0.workingBytes > 0 ? ($0.workingBytes, $0.place) : nil }
  }

  /// What a group of these layers takes, whose canvas has so many bytes.
  func workingBytes(onCanvasOf canvas: Int) -> Int {
    var most = canvas
    for (place, entry) in entries.enumerated() {
      let isBottom = place == 0 && entry.passage == nil && entry.kind is GroupLayer
      most = max(most, isBottom ? max(entry.workingBytes, 2 * canvas) : canvas + entry.workingBytes)
    }
    return most
  }

  /// The entries that are on at `time`, bottom to top.
  private func active(at time: Time) -> [Int] {
    guard let stretch = index.stretch(at: time) else { return [] }
    return latest.withLock { latest in
      if latest.stretch != stretch { latest = (stretch, index.ranges(inStretch: stretch)) }
      return latest.places
    }
  }

  /// Whether any layer is on at `time`.
  func isActive(at time: Time) -> Bool { index.isAnything(at: time) }

  /// The samples of the picture that each layer may touch at `time`, bottom to top.
  func boxes(at time: Time) -> [Box] { active(at: time).map { box(of: $0, at: time) } }

  /// The samples of the picture that one layer may touch at `time`, whether or not it is on.
  func box(of place: Int, at time: Time) -> Box {
    entries[place].bounds(at: time - entries[place].range.start)
  }

  /// Whether an effect is on at `time`.
  func hasEffect(at time: Time) -> Bool {
    active(at: time).contains { entries[$0].kind is EffectLayer }
  }

  /// The samples of the picture that layers may touch at `time`.
  func bounds(at time: Time) -> Box {
    active(at: time).reduce(Box.empty) { $0.union(box(of: $1, at: time)) }
  }

  /// Draws the layers that are on at `time` by themselves, on a canvas of which `box` is to be clear.
  ///
  /// A group at the bottom needs nothing below it. It is drawn on this very canvas before another is
  /// taken for all that is here, and the two change places: groups in one another take two canvases,
  /// however deep they stand.
  func drawApart(
    on canvas: inout Frame, clearing box: Box, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let places = active(at: time)
    guard let bottom = places.first, let group = entries[bottom].kind as? GroupLayer,
      entries[bottom].passage(at: time - entries[bottom].range.start) == nil
    else {
      canvas.clear(box)
      return try draw(places[...], on: canvas, at: time, workspace)
    }
    let ownTime = time - entries[bottom].range.start
    if let made = try group.compose(on: &canvas, at: ownTime, workspace) {
      try workspace.withFrame(canvas.format) { (whole) throws(RenderError) in
        whole.clear(box)
        try group.paint(canvas, made, on: whole, at: ownTime, workspace)
        swap(&whole, &canvas)
      }
    } else {
      canvas.clear(box)
    }
    try draw(places.dropFirst(), on: canvas, at: time, workspace)
  }

  /// Draws the layers that are on at `time`, bottom to top.
  func draw(on frame: Frame, at time: Time, _ workspace: Workspace) throws(RenderError) {
    try draw(active(at: time)[...], on: frame, at: time, workspace)
  }

  /// Draws the layers at some places of the list, bottom to top.
  private func draw(
    _ places: ArraySlice<Int>, on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    var places = places
    while let place = places.first {
      let drawn = drawChain(places, on: frame, at: time, workspace)
      if drawn > 1 {
        places = places.dropFirst(drawn)
        continue
      }
      let entry = entries[place]
      let ownTime = time - entry.range.start
      if let passage = entry.passage(at: ownTime) {
        try passage.draw(on: frame, at: ownTime, workspace)
      } else {
        try entry.kind.draw(on: frame, at: ownTime, workspace)
      }
      places = places.dropFirst()
    }
    releaseEnded(before: time)
  }

  /// Draws the first of `places` together, if these are effects that can be; gives how many they are.
  private func drawChain(
    _ places: ArraySlice<Int>, on frame: Frame, at time: Time, _ workspace: Workspace
  ) -> Int {
    guard places.count > 1, let first = entries[places[places.startIndex]].kind as? EffectLayer,
      let effect = wholeEffect(places[places.startIndex], at: time)?.effect
    else { return 0 }
    var rest = places
    /// The next effect that changes all that is below, and its own time.
    func next() -> (effect: any Effect, time: Time)? {
      rest.popFirst().flatMap { wholeEffect($0, at: time) }
    }
    if effect is any ColorEffect {
      return ColorChain(next)?.draw(on: frame, workspace, first) ?? 0
    }
    let chain = DistortionChain {
      guard let (effect, time) = next(), let effect = effect as? any DistortionEffect else {
        return nil
      }
      return (effect, time)
    }
    return chain?.draw(on: frame, workspace, includesAlpha: first.includesAlpha) ?? 0
  }

  /// The effect at a place of the list that changes at `time` all that is below and neither comes nor
  /// goes, and its own time.
  private func wholeEffect(_ place: Int, at time: Time) -> (effect: any Effect, time: Time)? {
    guard let layer = entries[place].kind as? EffectLayer else { return nil }
    let ownTime = time - entries[place].range.start
    guard entries[place].passage(at: ownTime) == nil else { return nil }
    return layer.whole(at: ownTime).map { ($0, ownTime) }
  }

  /// Lets layers whose time is over forget what they kept.
  func releaseEnded(before time: Time) {
    released.withLock { next in
      while next < endings.count, let end = endings[next].time, end <= time {
        entries[endings[next].entry].release()
        next += 1
      }
    }
  }

  /// Lets all layers forget what they kept.
  func release() {
    released.withLock { next in
      for ending in endings[next...] { entries[ending.entry].release() }
      next = endings.count
    }
  }
}

/// Stands for a layer that could not be made.
private struct NoLayer: LayerKind {
  static let declaration = Declaration(name: "", summary: "", parameters: [])

  init() {}
  init(_ layer: Layer, _ setting: LayerSetting) {}
  func bounds(at time: Time) -> Box { .empty }
  func draw(on frame: Frame, at time: Time, _ workspace: Workspace) {}
  func release() {}
}
