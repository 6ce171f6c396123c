import Bytes
import Timeline
import Y4M

/// A layer with a picture that comes or goes.
///
/// The layer is drawn onto a clear canvas, as a group is, and the transition leads from nothing to it
/// or back. What uncovers it where it stands (a wipe, a circle, a dissolve) plays in the layer's own
/// box; what bends it (a ripple, a swirl) has a margin around that; and what moves it (a slide, a
/// push) comes in from the canvas's edges. The box holds all places that the layer takes while it
/// comes or goes.
struct TransitioningLayer: PassingLayer {
  /// How often a moving layer's bounds are asked for.
  private static let steps = 32

  private let kind: any LayerKind
  private let passages: [Playing]
  /// The layer's canvas: premultiplied, of 16 bits.
  private let format: PixelFormat
  private let painter: PicturePainter
  private let setting: LayerSetting

  /// - Throws: what is wrong with the files that its transitions name.
  init(
    _ passages: [Passage], _ layer: Layer, _ setting: LayerSetting
  ) throws(RenderError) {
    guard let format = setting.format.layered else {
      throw RenderError(
        message: "a transition on this canvas takes too much memory", place: layer.place)
    }
    self.format = format
    self.setting = setting
    painter = setting.painter()
    // What can be lived with is told by the layer that is drawn at other times.
    kind = try Registry.make(layer, setting.layered(format, faults: FaultLog()))
    self.passages = passages.map { Playing(passage: $0) }
    // Says what is wrong with files before the first frame.
    for playing in self.passages { _ = try stage(playing) }
  }

  /// A passage, with its transition for the place that it takes.
  private final class Playing: Sendable {
    let passage: Passage
    let room: TransitionRoom
    fileprivate let made = Mutex<Made?>(nil)

    init(passage: Passage) {
      self.passage = passage
      room = TransitionStage.room(of: passage.use)
    }
  }

  /// A transition for a place.
  private struct Made: Sendable {
    let place: Box
    let format: PixelFormat
    let stage: TransitionStage
  }

  private func playing(at time: Time) -> (Playing, share: Double)? {
    for playing in passages {
      if let share = playing.passage.share(at: time) { return (playing, share) }
    }
    return nil
  }

  func isOn(at time: Time) -> Bool { playing(at: time) != nil }

  func bounds(at time: Time) -> Box {
    playing(at: time).map { place(of: $0.0).intersection(canvas) } ?? .empty
  }

  private var canvas: Box { Box(x: 0, y: 0, width: format.width, height: format.height) }

  /// The part of the canvas, and perhaps beyond it, that a transition takes for its picture.
  private func place(of playing: Playing) -> Box {
    let passage = playing.passage
    if playing.room == .canvas { return canvas }
    var box = Box.empty
    for step in 0...Self.steps {
      let share = Rational(reducing: Int128(step), over: Int128(Self.steps))
      box = box.union(kind.bounds(at: passage.start + passage.use.duration * share))
    }
    guard playing.room == .surroundings, !box.isEmpty else { return box }
    return box.grown(by: (max(box.width, box.height) + 3) / 4)
  }

  /// The transition for the place that the layer takes; a source's size may only be known once it is
  /// seen.
  private func stage(_ playing: Playing) throws(RenderError) -> Made? {
    let place = place(of: playing)
    if let made = playing.made.withLock({ $0 }), made.place == place { return made }
    let whole = place.isEmpty ? canvas : place
    guard let format = format.sized(whole.width, whole.height) else { return nil }
    let coding = ColorCoding(
      matrix: setting.coding.matrix, range: setting.coding.range, depth: format.depth)
    let stage = try TransitionStage(
      playing.passage.use, format: format, coding: coding, includesAlpha: true,
      loader: setting.loader)
    if place.isEmpty { return nil }
    let made = Made(place: place, format: format, stage: stage)
    playing.made.withLock { $0 = made }
    return made
  }

  func draw(
    on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    guard let (playing, share) = playing(at: time) else { return }
    try workspace.withFrame(format) { (canvas) throws(RenderError) in
      // What is read below: all that the layer may draw, and all that the transition takes.
      canvas.clear(kind.bounds(at: time).union(place(of: playing)).intersection(self.canvas))
      try kind.draw(on: canvas, at: time, workspace)
      guard let made = try stage(playing) else { return }
      if made.place != self.canvas {
        workspace.withFrame(made.format) { part in
          part.copyPart(of: canvas, at: made.place)
          swap(&part, &canvas)
        }
      }
      let passage = playing.passage
      let clear = workspace.clearFrame(made.format)
      workspace.withFrame(made.format) { target in
        let layer = SharedFrame(canvas)
        made.stage.draw(
          from: passage.isExit ? layer : clear, to: passage.isExit ? clear : layer, target: target,
          at: share, time: time - passage.start, workspace)
        swap(&target, &canvas)
      }
      try paint(canvas, at: made.place, on: frame, time, workspace)
    }
  }

  /// Draws what is seen of a layer that lies at `place`.
  private func paint(
    _ layer: Frame, at place: Box, on frame: Frame, _ time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let seen = layer.seen
    guard !seen.isEmpty else { return }
    try painter.draw(
      on: frame, picture: .moment(time),
      placement: Placement(
        domain: .init(
          left: Double(seen.x), top: Double(seen.y), right: Double(seen.maxX),
          bottom: Double(seen.maxY)),
        map: .translation(Double(place.x), Double(place.y)), sampling: .bilinear),
      opacity: 65535, isLasting: false, workspace
    ) { workspace.texture(of: layer) }
  }

  /// A canvas for the layer, another for its part, and one that the transition draws on.
  var workingBytes: Int { 3 * format.frameBytes + kind.workingBytes }

  func release() {
    painter.release()
    kind.release()
    for playing in passages {
      playing.made.withLock { made in
        made?.stage.release()
        made = nil
      }
    }
  }
}

extension LayerSetting {
  /// The setting of layers that are drawn onto a clear canvas.
  func layered(_ format: PixelFormat, faults: FaultLog) -> LayerSetting {
    LayerSetting(
      format: format, coding: coding, loader: loader, budget: budget, includesAlpha: true,
      sources: sources, rate: rate, fonts: fonts, variables: variables,
      isThorough: isThorough, faults: faults)
  }
}

extension PixelFormat {
  /// The format of a canvas for layers, as large as this; nil where it takes too much memory.
  var layered: PixelFormat? {
    PixelFormat(
      width: width, height: height, depth: 16, chroma: .planes(x: 0, y: 0), hasAlpha: true)
  }

  /// The same format with other sides.
  func sized(_ width: Int, _ height: Int) -> PixelFormat? {
    PixelFormat(
      width: width, height: height, depth: depth, chroma: chroma, hasAlpha: hasAlpha,
      siting: siting)
  }
}

// Frames of layers: premultiplied, of 16 bits, with alpha.
extension Frame {
  /// Sets the samples of `box` to nought: transparent.
  func clear(_ box: Box) {
    for layout in format.planes {
      let samples = samples16(layout)
      for y in box.y..<box.maxY {
        (samples + y * layout.width + box.x).update(repeating: 0, count: box.width)
      }
    }
  }

  /// Takes the samples that lie at `place` of `canvas`; beyond it, nothing is seen.
  fileprivate func copyPart(of canvas: Frame, at place: Box) {
    let from = Box(x: 0, y: 0, width: canvas.format.width, height: canvas.format.height)
    let inside = place.intersection(from)
    if inside != place { clear(Box(x: 0, y: 0, width: format.width, height: format.height)) }
    for (layout, source) in zip(format.planes, canvas.format.planes) {
      for y in inside.y..<inside.maxY {
        let target = samples16(layout) + ((y - place.y) * layout.width + inside.x - place.x)
        target.update(
          from: canvas.samples16(source) + (y * source.width + inside.x), count: inside.width)
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
