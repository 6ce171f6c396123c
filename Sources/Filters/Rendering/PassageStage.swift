import Bytes
import Timeline
import Y4M

/// The entrance and the exit of a layer: the transition leads from nothing to it or back.
///
/// What uncovers it where it stands (a wipe, a circle, a dissolve) plays in the layer's own box;
/// what bends it (a ripple, a swirl) has a margin around that; and what moves it (a slide, a push)
/// comes in from the canvas's edges. The box holds all places that the layer takes while it comes
/// or goes.
struct PassageStage: LayerStage {
  /// How often a moving layer's bounds are asked for.
  private static let steps = 32

  /// What the layer takes at a time before the stage.
  private let room: @Sendable (Time) -> Box
  private let passages: [Playing]
  /// The layer's canvas: premultiplied, of 16 bits.
  private let format: PixelFormat
  private let coding: ColorCoding
  private let loader: AssetLoader

  var order: StageOrder { .passage }

  /// - Parameters:
  ///   - place: of the layer in the timeline.
  ///   - room: what the layer takes at a time before the stage.
  /// - Throws: what is wrong with the files that its transitions name.
  init(
    _ passages: [Passage], at place: Range<Int>, _ setting: LayerSetting,
    room: @escaping @Sendable (Time) -> Box
  ) throws(RenderError) {
    guard let format = setting.layered else {
      throw RenderError(.tooLarge(.transition), at: place)
    }
    self.room = room
    self.format = format
    coding = setting.coding.with(depth: format.depth)
    loader = setting.loader
    self.passages = passages.map { Playing(passage: $0) }
    // Says what is wrong with files before the first frame.
    for playing in self.passages {
      _ = try made(playing, at: self.place(of: playing), setting.faults)
    }
  }

  /// A passage, with its transition for the place that it takes.
  private final class Playing: Sendable {
    let passage: Passage
    let room: TransitionRoom
    let made = Mutex<Made?>(nil)

    init(passage: Passage) {
      self.passage = passage
      room = TransitionStage.room(of: passage.use)
    }
  }

  /// A transition for a place.
  private struct Made: Sendable {
    let place: Box
    let format: PixelFormat
    let transition: TransitionStage
  }

  private func playing(at time: Time) -> (Playing, share: Double)? {
    for playing in passages {
      if let share = playing.passage.share(at: time) { return (playing, share) }
    }
    return nil
  }

  func isOn(at time: Time) -> Bool { playing(at: time) != nil }

  func bounds(of box: Box, at time: Time) -> Box {
    playing(at: time).map { place(of: $0.0) } ?? box
  }

  private var canvas: Box { Box(x: 0, y: 0, width: format.width, height: format.height) }

  /// The part of the canvas, and perhaps beyond it, that a transition takes for its picture.
  private func place(of playing: Playing) -> Box {
    let passage = playing.passage
    if playing.room == .canvas { return canvas }
    var box = Box.empty
    for step in 0...Self.steps {
      let share = Rational(reducing: Int128(step), over: Int128(Self.steps))
      box = box.union(room(passage.start + passage.use.duration * share))
    }
    guard playing.room == .surroundings, !box.isEmpty else { return box }
    return box.grown(by: (max(box.width, box.height) + 3) / 4)
  }

  /// The transition for the place that the layer takes; a source's size may only be known once it
  /// is seen.
  private func made(
    _ playing: Playing, at place: Box, _ faults: FaultLog? = nil
  ) throws(RenderError) -> Made? {
    if let made = playing.made.withLock({ $0 }), made.place == place { return made }
    let whole = place.isEmpty ? canvas : place
    guard let format = format.sized(whole.width, whole.height) else { return nil }
    let transition = try TransitionStage(
      playing.passage.use, format: format, coding: coding, includesAlpha: true, loader: loader,
      faults: faults)
    if place.isEmpty { return nil }
    let made = Made(place: place, format: format, transition: transition)
    playing.made.withLock { $0 = made }
    return made
  }

  func apply(
    to picture: inout IsolatedPicture, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    guard let (playing, share) = playing(at: time),
      let made = try made(playing, at: place(of: playing))
    else {
      picture.seen = .empty
      return
    }
    if made.place != canvas || picture.place != canvas {
      workspace.withFrame(made.format) { part in
        part.copyPart(of: picture, at: made.place)
        swap(&part, &picture.frame)
      }
    }
    let passage = playing.passage
    let (layer, clear) = (SharedFrame(picture.frame), workspace.clearFrame(made.format))
    workspace.withFrame(made.format) { target in
      made.transition.draw(
        from: passage.isExit ? layer : clear, to: passage.isExit ? clear : layer, target: target,
        at: share, time: time - passage.start, workspace)
      swap(&target, &picture.frame)
    }
    (picture.x, picture.y) = (made.place.x, made.place.y)
    picture.seen = picture.frame.seen
  }

  /// The layer's part of its canvas, and what the transition draws on.
  var workingBytes: Int { 2 * format.frameBytes }

  func release() {
    for playing in passages {
      playing.made.withLock { made in
        made?.transition.release()
        made = nil
      }
    }
  }
}

// Frames of layers: premultiplied, of 16 bits, with alpha.
extension Frame {
  /// Takes what of a picture lies at `place` of the canvas; beyond it, nothing is seen.
  fileprivate func copyPart(of picture: IsolatedPicture, at place: Box) {
    let inside = place.intersection(picture.place)
    if inside != place { clear(Box(x: 0, y: 0, width: format.width, height: format.height)) }
    for (layout, source) in zip(format.planes, picture.frame.format.planes) {
      for y in inside.y..<inside.maxY {
        let target = samples16(layout) + ((y - place.y) * layout.width + inside.x - place.x)
        let from = (y - picture.y) * source.width + inside.x - picture.x
        target.update(from: picture.frame.samples16(source) + from, count: inside.width)
      }
    }
  }

  /// The smallest box around all that is not clear.
  fileprivate var seen: Box {
    guard let index = format.roles.firstIndex(of: .alpha) else { return .empty }
    let (width, height) = (format.width, format.height)
    let alpha = samples16(format.planes[index])
    var (left, right) = (width, 0)
    var rows = height..<height
    for y in 0..<height {
      let row = alpha + y * width
      var all: UInt16 = 0
      for x in 0..<width { all |= row[x] }
      if all == 0 { continue }
      rows = min(rows.lowerBound, y)..<y + 1
      left = (0..<left).first { row[$0] != 0 } ?? left
      right = (right..<width).last { row[$0] != 0 }.map { $0 + 1 } ?? right
    }
    return Box(x: left, y: rows.lowerBound, width: right - left, height: rows.count)
  }
}
