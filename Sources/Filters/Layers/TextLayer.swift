import Bytes
import Geometry
import Timeline
import Y4M

/// Words over the film: captions, titles, watermarks.
struct TextLayer: LayerKind, MovingLayer {
  static let declaration = Declaration(
    name: "text",
    summary: "Words over the film: captions, titles, watermarks.",
    discussion: """
      The box of the layer, which `position`, `anchor`, `rotation` and `scale` are about, is that \
      of the lines, or `width` by `height` where these are given; backgrounds, shadows and strokes \
      extend beyond it. All shadows are drawn first, then all strokes, then all fills.

      In a template, `${frame:5}` has at least five digits, `${seconds:2}` has two decimals, and \
      `${timecode}` drops numbers at 29.97 and 59.94 frames a second unless it is \
      `${timecode:non-drop}`; `$${` shows `${` itself. `size` is the font size.
      """,
    example: #"""
      { "type": "text", "text": "hello", "size": "8%", "weight": "bold", "color": "#fff",
        "stroke": { "width": 4, "color": "black" }, "position": ["50%", "90%"],
        "anchor": "bottom", "align": "center", "start": 1, "duration": 5,
        "opacity": { "keys": [["0%", 0], ["30%", 1], ["70%", 1], ["100%", 0]] } }
      """#,
    parameters: [TextParameters.text, TextParameters.spans, TextParameters.template]
      + TextParameters.span + [TextParameters.background]
      + TextParameters.lines + [TextAnimator.animate, MarqueeParameters.marquee])

  /// How often a moving layer is asked how large it becomes.
  private static let probes = 32

  private let content: TextContent
  private let animators: [TextAnimator]
  private(set) var motion: LayerMotion
  private var painter: PicturePainter
  private let pictures: TextPictures
  private var tiles: TextTiles
  private let canvas: Box
  private let isCropped: Bool
  /// How long it is on; nil when that is to the stream's end.
  private let length: Time?

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    if layer.arguments.isGiven(TextParameters.text), layer.arguments.isGiven(TextParameters.spans) {
      throw RenderError(.textAndSpans, at: layer.place)
    }
    var animators: [TextAnimator] = []
    for arguments in layer.arguments[TextAnimator.animate] {
      do throws(TextAnimator.Fault) {
        animators.append(try TextAnimator(arguments, length: layer.range.duration))
      } catch {
        throw RenderError(.missing(.endOfAnimation), at: layer.place)
      }
    }
    self.animators = animators
    content = try TextContent(layer, setting, animators: animators)
    motion = LayerMotion(layer.arguments, setting, ownSize: true)
    painter = setting.painter()
    pictures = TextPictures(setting.ink, setting.budget)
    tiles = TextTiles(setting, setting.budget / 2)
    canvas = Box(x: 0, y: 0, width: setting.format.width, height: setting.format.height)
    isCropped = layer.arguments.isGiven(GeometryParameters.crop)
    length = layer.range.duration
    let laid = content.laid(content.moment(at: .zero))
    for warning in content.warnings(laid.layout) { setting.faults.warn(warning, at: layer.place) }
  }

  /// Shares the text, its layout and its artwork with the copy: of long texts, they take most.
  func copy(placedBy layer: Layer, _ setting: LayerSetting) -> TextLayer {
    var copy = self
    copy.motion = LayerMotion(layer.arguments, setting, ownSize: true)
    copy.painter = setting.painter()
    copy.tiles = TextTiles(setting, setting.budget / 2)
    return copy
  }

  // MARK: One moment

  /// The text as it stands at a moment.
  private struct Scene {
    let artwork: TextPictures.Artwork
    /// Leads from the text's block to the canvas.
    let placement: Placement
    let states: [AtomState]
    let region: PlacedRegion?
  }

  private func scene(at time: Time, placedAt moment: Time) -> Scene? {
    guard motion.opacity(at: time) > 0 else { return nil }
    let artwork =
      content.isStill && content.isPaintStill
      ? pictures.still { self.artwork(at: time) } : self.artwork(at: time)
    let size = Vector(max(artwork.laid.size.x, 1e-3), max(artwork.laid.size.y, 1e-3))
    guard let placement = motion.placement(of: size, at: moment) else { return nil }
    let domain = placement.domain
    let region = Region(
      left: domain.left, top: domain.top, width: domain.right - domain.left,
      height: domain.bottom - domain.top)
    return Scene(
      artwork: artwork, placement: placement, states: artwork.choreography.states(at: time),
      region: isCropped ? PlacedRegion(region, map: placement.map) : nil)
  }

  private func artwork(at time: Time) -> TextPictures.Artwork {
    let moment = content.moment(at: time)
    let key = TextPictures.ArtworkKey(
      moment: moment, styles: content.styles(at: time), background: content.background(at: time))
    return pictures.artwork(key, animators) {
      let laid = pictures.laid(moment) { content.laid(moment) }
      return (laid, content.scene(laid, key.styles, key.background))
    }
  }

  var isStill: Bool {
    motion.isConstant && animators.isEmpty && content.isStill && content.isPaintStill
  }

  func bounds(at time: Time, placedAt moment: Time) -> Box {
    guard let scene = scene(at: time, placedAt: moment) else { return .empty }
    return scene.artwork.artwork.bounds(through: scene.placement.map, scene.states)
      .grown(by: 1).intersection(canvas)
  }

  var hasStillBox: Bool { motion.isStill && content.isStill }

  var isWordless: Bool { content.isWordless }

  /// That of a text that cannot be seen, too: other layers may stand at it.
  func box(at time: Time, placedAt moment: Time) -> (size: Vector, map: Affine)? {
    let artwork =
      content.isStill && content.isPaintStill
      ? pictures.still { self.artwork(at: time) } : self.artwork(at: time)
    return motion.box(of: artwork.laid.size, at: moment)
  }

  func draw(
    on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let moment = motion.moment(at: time, workspace)
    guard let scene = scene(at: time, placedAt: moment) else { return }
    if !animators.isEmpty, motion.isStill, content.isStill, content.isPaintStill {
      let map = scene.placement.map
      return tiles.draw(
        TextTiles.Scene(
          number: scene.artwork.number, artwork: scene.artwork.artwork, map: map,
          states: scene.states, letters: scene.artwork.laid.letters * map.size,
          region: scene.region, sampling: motion.sampling, opacity: motion.opacity(at: time)),
        on: frame, workspace)
    }
    if motion.isStill || !scene.states.isEmpty || !content.isStill || !content.isPaintStill {
      return try drawExactly(scene, on: frame, at: time, workspace)
    }
    let scale = largestScale()
    let base = Affine.scale(scale, scale)
    let whole = scene.artwork.artwork.bounds(through: base)
    guard 16 * whole.width * whole.height <= pictures.budget.bytes else {
      return try drawExactly(scene, on: frame, at: time, workspace)
    }
    let painted = pictures.whole(scene.artwork, through: base, whole, workspace)
    guard let painted else { return }
    let (texture, map) = (
      painted.texture,
      scene.placement.map.after(.scale(1 / scale, 1 / scale))
        .after(.translation(Double(painted.x), Double(painted.y)))
    )
    let placement = Placement(
      domain: .init(
        left: 0, top: 0, right: Double(texture.width), bottom: Double(texture.height)),
      map: map.snapped, sampling: motion.sampling)
    try painter.draw(
      on: frame, picture: .frame(0), placement: placement, opacity: motion.opacity(at: time),
      isLasting: false, region: scene.region, workspace
    ) { texture }
  }

  /// Paints the letters through their exact map, so that they are as sharp as can be.
  private func drawExactly(
    _ scene: Scene, on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let map = scene.placement.map
    let artwork = scene.artwork.artwork
    let box = artwork.bounds(through: map, scene.states).intersection(canvas)
    guard !box.isEmpty else { return }
    // What other frames show too is painted once, when none of its sprites is at hand.
    let isLasting =
      motion.isStill && scene.states.allSatisfy(\.isSettled) && content.isPaintStill
    let picture: PictureIdentity =
      isLasting
      ? .frame(pictures.number(scene.artwork, through: map, scene.states))
      : .passing(time, workspace)
    let placement = Placement(
      domain: .init(left: 0, top: 0, right: Double(box.width), bottom: Double(box.height)),
      map: .translation(Double(box.x), Double(box.y)), sampling: motion.sampling)
    try painter.draw(
      // A text that changes does not come back.
      on: frame, picture: picture, placement: placement, opacity: motion.opacity(at: time),
      isLasting: isLasting && content.isStill, region: scene.region, workspace
    ) {
      artwork.picture(
        through: map, scene.states, clip: canvas,
        keptFor: motion.isStill && (!scene.states.isEmpty || !content.isPaintStill) ? canvas : nil,
        workspace)?
        .texture
        ?? Texture(width: 1, height: 1)
    }
  }

  /// The scale in which a moving text is painted once: the largest that it has while it is on.
  private func largestScale() -> Double {
    pictures.scale {
      let last = length ?? Time(seconds: 10)
      var largest = 0.0
      for probe in 0...Self.probes {
        let share = Rational(reducing: Int128(probe), over: Int128(Self.probes))
        let time = last * share
        guard let map = motion.placement(of: Vector(1, 1), at: time)?.map else { continue }
        largest = max(largest, map.stretch)
      }
      return min(max(largest, 1.0 / 64), 64)
    }
  }

  func release() {
    painter.release()
    tiles.release()
    pictures.release()
  }
}
