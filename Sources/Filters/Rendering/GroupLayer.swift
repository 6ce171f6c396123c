import Timeline
import Y4M

/// Layers composed on their own and then treated as one picture.
struct GroupLayer: LayerKind {
  static let declaration = Declaration(
    name: "group",
    summary: "Layers composed on their own and then treated as one picture of the canvas's size.",
    discussion: """
      The group's `layers` are drawn on a transparent canvas, effects among them change only the \
      group, and the result is placed by the group's own geometry and opacity. Times inside count \
      from the group's start.
      """,
    example: #"""
      { "type": "group", "opacity": { "from": 0, "to": 1, "duration": 0.5 },
        "rotation": { "from": -5, "to": 5 }, "duration": 4,
        "layers": [
          { "type": "color", "color": "#000a", "size": [400, 120], "position": [40, 40] },
          { "type": "image", "source": "logo.png", "position": [60, 60] } ] }
      """#,
    parameters: [])

  private let stack: LayerStack
  private let motion: LayerMotion
  private let painter: PicturePainter
  private let format: PixelFormat
  private let start: Time

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    guard let format = setting.format.layered else {
      throw RenderError(message: "a group on this canvas takes too much memory", place: layer.place)
    }
    self.format = format
    stack = LayerStack(
      layer.children, index: layer.childIndex,
      setting.layered(format, faults: setting.faults))
    motion = LayerMotion(layer.arguments, canvas: setting.canvas)
    painter = setting.painter()
    start = layer.range.start
  }

  func bounds(at time: Time) -> Box {
    let inside = stack.bounds(at: start + time)
    guard !inside.isEmpty, let placement = placement(of: inside, at: time) else { return .empty }
    let canvas = Box(x: 0, y: 0, width: format.width, height: format.height)
    return placement.bounds.grown(by: 1).intersection(canvas)
  }

  /// Where the part `box` of the group's picture is drawn.
  private func placement(of box: Box, at time: Time) -> Placement? {
    let whole = motion.placement(
      pictureWidth: format.width, pictureHeight: format.height, at: time)
    guard let whole else { return nil }
    let domain = Placement.Domain(
      left: max(whole.domain.left, Double(box.x)), top: max(whole.domain.top, Double(box.y)),
      right: min(whole.domain.right, Double(box.maxX)),
      bottom: min(whole.domain.bottom, Double(box.maxY)))
    guard domain.left < domain.right, domain.top < domain.bottom else { return nil }
    return Placement(domain: domain, map: whole.map, sampling: whole.sampling)
  }

  func draw(
    on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    try workspace.withFrame(format) { (canvas) throws(RenderError) in
      guard let made = try compose(on: &canvas, at: time, workspace) else { return }
      try paint(canvas, made, on: frame, at: time, workspace)
    }
  }

  /// Where what a group holds goes.
  struct Composed {
    fileprivate let placement: Placement
    fileprivate let opacity: UInt16
  }

  /// Draws what the group holds on a canvas of its own; nil where nothing of it is seen.
  func compose(
    on canvas: inout Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) -> Composed? {
    let opacity = motion.opacity(at: time)
    let moment = start + time
    let inside = stack.bounds(at: moment)
    guard opacity > 0, !inside.isEmpty, let placement = placement(of: inside, at: time) else {
      return nil
    }
    // Effects may read from anywhere; everything else stays within the bounds.
    let box =
      stack.hasEffect(at: moment)
      ? Box(x: 0, y: 0, width: format.width, height: format.height) : inside
    try stack.drawApart(on: &canvas, clearing: box, at: moment, workspace)
    return Composed(placement: placement, opacity: opacity)
  }

  /// Draws what ``compose(on:at:_:)`` made.
  func paint(
    _ canvas: Frame, _ made: Composed, on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    try painter.draw(
      on: frame, picture: .moment(time), placement: made.placement, opacity: made.opacity,
      isLasting: false, workspace
    ) { workspace.texture(of: canvas) }
  }

  func release() {
    painter.release()
    stack.release()
  }

  /// A canvas, and what its layers take; a group at the bottom is drawn before that canvas is taken.
  var workingBytes: Int { stack.workingBytes(onCanvasOf: format.frameBytes) }
}
