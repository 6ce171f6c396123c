import Bytes
import Captions
import Geometry
import Timeline
import Y4M

/// Captions word by word, from what a speech recognition wrote.
struct CaptionsLayer: LayerKind, MovingLayer {
  static let declaration = Declaration(
    name: "captions",
    summary: "Captions word by word, from what a speech recognition wrote.",
    discussion: """
      The words of the file are cut into captions: at the end of each sentence, at each `pause`, \
      where someone else speaks, and where `maxWords`, `maxLines` or `maxChars` are reached. Times \
      count from the layer's start. A word counts as spoken in the frames whose times are from its \
      start to just before its end.

      A `style` is a set of values: `highlight` of `highlight`, the others of `animate`, and \
      `one-word` of `maxWords` and `size` too. Each of these keys can be given instead, and all \
      can be combined. Letters have the keys of text layers; `slant` is their `style`.

      Words without times of their own share those of their segment or cue by their letters, with a \
      warning. `vfx captions` writes the same captions as SubRip, WebVTT or ASS.
      """,
    example: #"""
      { "type": "captions", "source": "words.json", "style": "highlight", "safeArea": "shorts",
        "highlight": { "color": "#fff", "background": { "color": "#e11d48" } } }
      """#,
    parameters: [
      CaptionParameters.source, CaptionParameters.offset, CaptionParameters.style,
      CaptionParameters.highlight, TextAnimator.animateWords,
    ] + CaptionParameters.cutting + [
      CaptionParameters.safeArea, CaptionParameters.position, CaptionParameters.anchor,
      CaptionParameters.width, CaptionParameters.align, CaptionParameters.size,
      CaptionParameters.weight, CaptionParameters.slant, CaptionParameters.stroke,
    ]
      + TextParameters.span.filter {
        !["size", "weight", "style", "stroke"].contains($0.name)
      }
      + [TextParameters.background, TextParameters.lineHeight, CaptionParameters.direction])

  private let track: CaptionTrack
  private let look: CaptionLook
  private let content: TextContent
  let motion: LayerMotion
  private let painter: PicturePainter
  private let pictures: TextPictures
  private let canvas: Box
  private let isCropped: Bool
  private let offset: Rational

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    let transcript = try Self.transcript(layer, setting)
    track = CaptionTrack(
      transcript, CaptionParameters.rules(layer.arguments),
      layer.arguments[TextParameters.letterCase].mapping,
      language: layer.arguments[TextParameters.language])
    let text = Layer(
      layer, arguments: CaptionParameters.text(layer.arguments, isRightToLeft: track.isRightToLeft))
    look = CaptionLook(layer.arguments)
    content = try TextContent(text, setting, animators: look.animators)
    motion = LayerMotion(text.arguments, setting, ownSize: true)
    painter = setting.painter()
    pictures = TextPictures(setting.ink, setting.budget)
    canvas = Box(x: 0, y: 0, width: setting.format.width, height: setting.format.height)
    isCropped = layer.arguments.isGiven(GeometryParameters.crop)
    offset = layer.arguments[CaptionParameters.offset].value
    let letters = content.saying(track.alphabet)
    for warning in letters.warnings(letters.laid(letters.moment(at: .zero)).layout) {
      setting.faults.warn(warning, at: layer.place)
    }
  }

  private static func transcript(
    _ layer: Layer, _ setting: LayerSetting
  ) throws(RenderError) -> Transcript {
    let path = layer.arguments[CaptionParameters.source]
    let bytes = try setting.loader.data(path, at: path.place)
    do throws(CaptionError) {
      let transcript = try Transcript(bytes)
      for note in transcript.notes {
        setting.faults.warn("\(path.text):\(note.description)", at: path.place)
      }
      return transcript
    } catch {
      throw RenderError(.captions(path.text, error), at: path.place)
    }
  }

  // MARK: One moment

  /// The caption as it stands at a moment.
  private struct Scene {
    let known: TextPictures.Artwork
    /// With the box behind the word that is spoken.
    let artwork: TextArtwork
    let hasBox: Bool
    let placement: Placement
    let states: [AtomState]
    let region: PlacedRegion?
  }

  private func scene(at time: Time, placedAt moment: Time) -> Scene? {
    let spoken = time.value - offset
    guard motion.opacity(at: time) > 0, let cue = track.cue(at: spoken) else { return nil }
    let known = artwork(of: cue, at: time)
    let size = Vector(max(known.laid.size.x, 1e-3), max(known.laid.size.y, 1e-3))
    guard let placement = motion.placement(of: size, at: moment) else { return nil }
    let moves = CaptionMotion(cue, known.artwork.scene.atoms)
    let box = look.box(moves, size: known.laid.letters, at: time, spoken: spoken)
    let domain = placement.domain
    let region = Region(
      left: domain.left, top: domain.top, width: domain.right - domain.left,
      height: domain.bottom - domain.top)
    return Scene(
      known: known, artwork: box.map { known.artwork.adding($0) } ?? known.artwork,
      hasBox: box != nil, placement: placement,
      states: moves.states(
        look.animators, size: known.laid.letters, highlights: look.highlight != nil, at: spoken),
      region: isCropped ? PlacedRegion(region, map: placement.map) : nil)
  }

  private func artwork(of cue: CaptionTrack.Cue, at time: Time) -> TextPictures.Artwork {
    let content = content.saying(cue.text)
    let moment = content.moment(at: time)
    let laid = pictures.laid(moment) { content.laid(moment) }
    let key = TextPictures.ArtworkKey(
      moment: moment,
      styles: content.styles(at: time).map { look.style($0, letters: laid.letters, at: time) },
      background: content.background(at: time))
    return pictures.artwork(key, []) {
      (laid, content.scene(laid, key.styles, key.background))
    }
  }

  func bounds(at time: Time, placedAt moment: Time) -> Box {
    guard let scene = scene(at: time, placedAt: moment) else { return .empty }
    return scene.artwork.bounds(through: scene.placement.map, scene.states)
      .grown(by: 1).intersection(canvas)
  }

  func box(at time: Time, placedAt moment: Time) -> (size: Vector, map: Affine)? {
    scene(at: time, placedAt: moment).map { motion.box(of: $0.known.laid.size, at: moment) }
  }

  func draw(
    on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let moment = motion.moment(at: time, workspace)
    guard let scene = scene(at: time, placedAt: moment) else { return }
    let map = scene.placement.map
    let box = scene.artwork.bounds(through: map, scene.states).intersection(canvas)
    guard !box.isEmpty else { return }
    // What other frames show too is painted once.
    let isLasting =
      motion.isStill && !scene.hasBox && scene.states.allSatisfy(\.isSettled)
      && content.isPaintStill && look.isStill
    let picture: PictureIdentity =
      isLasting
      ? .frame(pictures.number(scene.known, through: map, scene.states)) : .passing(time, workspace)
    let placement = Placement(
      domain: .init(left: 0, top: 0, right: Double(box.width), bottom: Double(box.height)),
      map: .translation(Double(box.x), Double(box.y)), sampling: motion.sampling)
    try painter.draw(
      on: frame, picture: picture, placement: placement, opacity: motion.opacity(at: time),
      isLasting: isLasting, region: scene.region, workspace
    ) {
      scene.artwork.picture(
        through: map, scene.states, clip: canvas, keptFor: motion.isStill ? canvas : nil,
        workspace)?.texture ?? Texture(width: 1, height: 1)
    }
  }

  func release() {
    painter.release()
    pictures.release()
  }
}

extension TextArtwork {
  /// The same letters, with one more box behind them.
  fileprivate func adding(_ backing: TextScene.Backing) -> TextArtwork {
    var scene = scene
    scene.backings.append(backing)
    return TextArtwork(scene, like: self)
  }
}
