import Bytes
import Timeline
import Y4M

/// Layers above one another, of which those are drawn that are on.
final class LayerStack: Sendable {
  /// How long a layer keeps its memory after its end: frames that other workers still draw may be
  /// a little older.
  private static let lag = Time(seconds: 1)

  private struct Entry: LayerContent {
    let kind: any LayerKind
    /// What draws it while it cannot be drawn directly.
    var indirect: (any IndirectContent)?
    let range: TimeRange
    /// The bytes of the layer in the timeline.
    let place: Range<Int>
    /// How many frames before its own it reads, where it is an effect.
    let history: Int

    init(_ kind: any LayerKind, _ indirect: (any IndirectContent)?, _ layer: Layer) {
      (self.kind, self.indirect) = (kind, indirect)
      (range, place) = (layer.range, layer.place)
      history = (kind as? EffectLayer)?.history ?? 0
    }
    /// How it is seen as it moves.
    var exposure: LayerExposure? { (indirect as? IsolatedLayer)?.exposure }

    /// Whether it is drawn directly at a time of its own.
    func isDirect(at time: Time) -> Bool { indirect.map { !$0.isOn(at: time) } ?? true }

    func bounds(at time: Time) -> Box {
      if let indirect, indirect.isOn(at: time) { return indirect.bounds(at: time) }
      return kind.bounds(at: time)
    }

    func draw(on frame: Frame, at time: Time, _ workspace: Workspace) throws(RenderError) {
      if let indirect, indirect.isOn(at: time) {
        try indirect.draw(on: frame, at: time, workspace)
      } else {
        try kind.draw(on: frame, at: time, workspace)
      }
    }

    func drawApart(
      on canvas: inout Frame, clearing box: Box, at time: Time, _ workspace: Workspace
    ) throws(RenderError) {
      if let indirect, indirect.isOn(at: time) {
        try indirect.drawApart(on: &canvas, clearing: box, at: time, workspace)
      } else {
        try kind.drawApart(on: &canvas, clearing: box, at: time, workspace)
      }
    }

    func release() {
      kind.release()
      indirect?.release()
    }

    var workingBytes: Int { max(kind.workingBytes, indirect?.workingBytes ?? 0) }

    func workingBytes(apartOn canvas: Int) -> Int {
      max(kind.workingBytes(apartOn: canvas), indirect?.workingBytes(apartOn: canvas) ?? 0)
    }
  }

  private let entries: [Entry]
  /// Where the layers are, for those that stand at others.
  private let boxes: LayerBoxes
  private let index: RangeIndex
  /// The effects that read frames before their own, in the list's time.
  let histories: [HistoryUse]
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
    let boxes = LayerBoxes(layers, in: setting.boxes, canvas: setting.canvas)
    self.boxes = boxes
    let setting = setting.with(boxes: boxes)
    for layer in layers {
      let layer = boxes.placed(layer)
      do throws(RenderError) {
        let kind = try Registry.make(Registry.beforeStages(layer, setting), setting)
        if let name = layer.name {
          boxes.add(name, layer.range, box: { kind.box(at: $0) }, isStill: { kind.hasStillBox })
        }
        entries.append(
          Entry(kind, try Registry.makeIndirect(layer, kind, setting), layer))
      } catch {
        setting.faults.add(error)
        entries.append(Entry(NoLayer(), nil, layer))
      }
    }
    self.entries = entries
    self.index = index
    let histories = entries.flatMap { entry in
      (entry.kind.histories + (entry.indirect?.histories ?? [])).compactMap {
        $0.moved(to: entry.range.start, within: entry.range)
      }
    }
    self.histories = histories
    let lag = Self.lag + HistoryPlan.reach(of: histories, setting.rate)
    endings = entries.enumerated().map { place, entry in
      (entry.range.end.map { $0 + lag }, place)
    }.sorted { first, second in
      guard let end = first.0 else { return false }
      return second.0.map { end < $0 } ?? true
    }
  }

  /// Whether the same layers are on all the time of a range, and none of them ever changes.
  func isStill(during range: TimeRange) -> Bool {
    entries.allSatisfy { entry in
      guard entry.kind.isStill, entry.indirect == nil, entry.range.start <= range.start else {
        return false
      }
      guard let end = entry.range.end else { return true }
      return range.end.map { $0 <= end } ?? false
    }
  }

  /// Whether the same layers are on at two times, and none of them ever changes between.
  func looksTheSame(at time: Time, and later: Time) -> Bool {
    let places = active(at: time)
    return places == active(at: later)
      && places.allSatisfy { place in
        let (entry, start) = (entries[place], entries[place].range.start)
        guard entry.kind.isStill else { return false }
        guard let indirect = entry.indirect else { return true }
        return (indirect as? IsolatedLayer)?.looksTheSame(at: time - start, and: later - start)
          ?? false
      }
  }

  /// The first effect that reads other lines than the one that it changes.
  var fieldMixer: (name: String, place: Range<Int>)? {
    for entry in entries {
      guard let effect = entry.kind as? EffectLayer, effect.mixesLines else { continue }
      return (effect.name, entry.place)
    }
    return nil
  }

  /// The layer whose drawing takes most memory beside the frame that it is drawn on; nil where no
  /// layer takes any.
  var heaviest: (bytes: Int, place: Range<Int>)? {
    let found = entries.max { $0.workingBytes < $1.workingBytes }
    return found.flatMap { $0.workingBytes > 0 ? ($0.workingBytes, $0.place) : nil }
  }

  /// The bytes of the frames that drawing these layers apart takes, with a canvas of so many.
  func workingBytes(apartOn canvas: Int) -> Int {
    var most = canvas
    for (place, entry) in entries.enumerated() {
      let takes = place == 0 ? entry.workingBytes(apartOn: canvas) : canvas + entry.workingBytes
      most = max(most, takes)
    }
    return most
  }

  /// The entries that are on at `time`, bottom to top.
  func active(at time: Time) -> [Int] {
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

  /// How far the layer that moves furthest while the shutter is open does, with effects that move
  /// all of them, in pixels.
  func travel(at time: Time) -> Double {
    var views = 0.0
    let longest = active(at: time).reduce(0.0) { longest, place in
      let entry = entries[place]
      let ownTime = time - entry.range.start
      if let effect = entry.kind as? EffectLayer { views += effect.travel(at: ownTime) }
      let inner = (entry.kind as? any MovingLayer)?.innerTravel(at: ownTime) ?? 0
      return max(longest, entry.exposure?.travel(at: ownTime) ?? inner)
    }
    return longest + views
  }

  /// Whether an effect is on at `time`.
  private func hasEffect(at time: Time) -> Bool {
    active(at: time).contains { entries[$0].kind is EffectLayer }
  }

  /// The samples of the picture that layers may touch at `time`.
  func bounds(at time: Time) -> Box {
    active(at: time).reduce(Box.empty) { $0.union(box(of: $1, at: time)) }
  }

  /// Draws the layers that are on at `time` by themselves, on a canvas of which `box` is to be
  /// clear.
  ///
  /// - Parameter start: from when on there is anything.
  func drawApart(
    on canvas: inout Frame, clearing box: Box, at time: Time, from start: Time,
    _ workspace: Workspace
  ) throws(RenderError) {
    // Effects may read from anywhere; everything else stays within the bounds.
    let box = hasEffect(at: time) ? canvas.format.box : box
    let ground = histories.isEmpty ? nil : StackGround(clearFrom: start)
    try drawApart(active(at: time)[...], on: &canvas, clearing: box, at: time, ground, workspace)
  }

  private func drawApart(
    _ places: ArraySlice<Int>, on canvas: inout Frame, clearing box: Box, at time: Time,
    _ ground: StackGround?, _ workspace: Workspace
  ) throws(RenderError) {
    guard let bottom = places.first, !(entries[bottom].kind is EffectLayer) else {
      canvas.clear(box)
      return try draw(places, on: canvas, at: time, over: ground, workspace)
    }
    try entries[bottom].drawApart(
      on: &canvas, clearing: box, at: time - entries[bottom].range.start, workspace)
    try draw(places.dropFirst(), on: canvas, at: time, over: ground, workspace)
  }

  /// Draws the layers that are on at `time`, bottom to top.
  ///
  /// - Parameters:
  ///   - limit: the part of the frame that effects may change; nil for all of it.
  ///   - ground: what the frame holds, at any time; nil where that is not known, and effects have
  ///     no frames before their own.
  func draw(
    on frame: Frame, at time: Time, within limit: Box? = nil, over ground: StackGround? = nil,
    _ workspace: Workspace
  ) throws(RenderError) {
    try draw(active(at: time)[...], on: frame, at: time, within: limit, over: ground, workspace)
  }

  /// What lies below the effect at a place of the list in the frames before; nil where it reads
  /// none.
  private func below(
    _ place: Int, at time: Time, _ ground: StackGround?, _ workspace: Workspace
  ) -> BelowEffect? {
    let history = entries[place].history
    guard history > 0, let ground else { return nil }
    let ages = workspace.past.ages.prefix(history).prefix { time - $0 >= ground.start }
    func earlier(_ number: Int) -> Time { number > 0 ? time - ages[number - 1] : time }
    func lower(_ time: Time) -> ArraySlice<Int> { active(at: time).filter { $0 < place }[...] }
    return BelowEffect(
      ages: Array(ages),
      draw: { (number, frame, workspace) throws(RenderError) in
        let time = earlier(number)
        try workspace.inPast(number) { () throws(RenderError) in
          if ground.isApart {
            return try self.drawApart(
              lower(time), on: &frame, clearing: frame.format.box, at: time, ground, workspace)
          }
          try ground.draw(&frame, time, workspace)
          try self.draw(lower(time), on: frame, at: time, over: ground, workspace)
        }
      },
      passed: { number, workspace in
        let time = earlier(number)
        guard lower(time).isEmpty else { return nil }
        guard number > 0 else { return ground.passed(time, workspace) }
        return workspace.inPast(number) { ground.passed(time, workspace) }
      })
  }

  /// Where something may be seen of what lies in `box` once the effects that are on at `time` have
  /// changed it, and how far beyond that they read, all together; nil where that is anywhere, or
  /// where something else than an effect is on.
  func change(of box: Box, at time: Time) -> (box: Box, margin: Int)? {
    var (box, sum) = (box, 0)
    for place in active(at: time) {
      let ownTime = time - entries[place].range.start
      guard entries[place].isDirect(at: ownTime), let effect = entries[place].kind as? EffectLayer,
        let margin = effect.spread(at: ownTime)
      else { return nil }
      box = effect.changed(box, at: ownTime, margin: margin)
      sum += margin
    }
    return (box, sum)
  }

  /// Draws the layers at some places of the list, bottom to top.
  private func draw(
    _ places: ArraySlice<Int>, on frame: Frame, at time: Time, within limit: Box? = nil,
    over ground: StackGround?, _ workspace: Workspace
  ) throws(RenderError) {
    var places = places
    while let place = places.first {
      let drawn = drawChain(places, on: frame, at: time, within: limit, workspace)
      if drawn > 0 {
        places = places.dropFirst(drawn)
        continue
      }
      let ownTime = time - entries[place].range.start
      workspace.below = below(place, at: time, ground, workspace)
      if let limit, entries[place].isDirect(at: ownTime),
        let effect = entries[place].kind as? EffectLayer
      {
        try effect.draw(on: frame, at: ownTime, within: limit, workspace)
      } else {
        try entries[place].draw(on: frame, at: ownTime, workspace)
      }
      places = places.dropFirst()
    }
    releaseEnded(before: time)
  }

  /// Draws the first of `places` together, if these are effects that can be, and a change of
  /// colours even alone; gives how many they are.
  private func drawChain(
    _ places: ArraySlice<Int>, on frame: Frame, at time: Time, within limit: Box?,
    _ workspace: Workspace
  ) -> Int {
    guard let (first, ownTime) = effect(places[places.startIndex], at: time) else { return 0 }
    if first.link(at: ownTime) != nil {
      let chain = colors(places, at: time)
      chain.draw(on: frame, within: limit, workspace, first) {
        ColorMotion(at: time) { colors(places.prefix(chain.count), at: $0).run(as: chain) }
      }
      return chain.count
    }
    return distortions(places, at: time)?
      .draw(on: frame, within: limit, workspace, includesAlpha: first.includesAlpha) ?? 0
  }

  /// The changes of colours with which `places` begin; none where these begin with another effect.
  func colors(_ places: ArraySlice<Int>, at time: Time) -> ColorChain {
    var rest = places
    return ColorChain { rest.popFirst().flatMap { effect($0, at: time) } }
  }

  /// The distortions with which `places` begin; nil where these are fewer than two.
  func distortions(_ places: ArraySlice<Int>, at time: Time) -> DistortionChain? {
    guard places.count > 1 else { return nil }
    var rest = places
    return DistortionChain {
      guard let (layer, ownTime) = rest.popFirst().flatMap({ effect($0, at: time) }),
        let effect = layer.whole(at: ownTime) as? any DistortionEffect
      else { return nil }
      return (effect, ownTime)
    }
  }

  /// The effect at a place of the list that neither comes nor goes at `time`, and its own time.
  func effect(_ place: Int, at time: Time) -> (layer: EffectLayer, time: Time)? {
    guard let layer = entries[place].kind as? EffectLayer else { return nil }
    let ownTime = time - entries[place].range.start
    return entries[place].isDirect(at: ownTime) ? (layer, ownTime) : nil
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
