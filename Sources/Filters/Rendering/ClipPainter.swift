import Bytes
import Geometry
import Timeline
import Y4M

/// Draws one clip onto a canvas: its background, its picture, and its effects.
final class ClipPainter: TrackPainter {
  private let format: PixelFormat
  private let coding: ColorCoding
  private let motion: ClipMotion
  private let background: ClipBackground
  /// How its picture is mixed with the background; nil where it is put over that.
  private let blending: Blending?
  private let masks: MaskStage?
  /// The format of frames on which it is drawn apart.
  private let layered: PixelFormat
  private let media: MediaPainter
  private let effects: LayerStack
  /// Whether effects take away parts of the picture, and are drawn on it before it meets the
  /// background.
  private let isKeyed: Bool
  /// The largest scale at which its picture is drawn.
  private let detail: Double
  /// The blurred background of a picture that does not move.
  private let backdrop = Mutex<(picture: Int, frame: SharedFrame)?>(nil)

  /// - Throws: what is wrong with the files that the clip names. What is wrong with its effects goes
  ///   to the setting's faults.
  init(
    _ clip: Clip, _ entry: EditList.Entry, _ defaults: ClipDefaults, _ setting: LayerSetting
  ) throws(RenderError) {
    let retiming = entry.retiming
    format = setting.format
    coding = setting.coding
    let arguments = clip.arguments
    let motion = ClipMotion(arguments, defaults, canvas: setting.format)
    self.motion = motion
    let hasBackground = arguments.isGiven(ClipParameters.background)
    let hasBlur = arguments.isGiven(ClipParameters.blur)
    background = ClipBackground(
      hasBackground ? arguments[ClipParameters.background] : defaults.background,
      blur: hasBlur ? arguments[ClipParameters.blur] : defaults.blur, format: setting.format,
      coding: setting.coding)
    let mode = arguments[ClipParameters.blend]
    let masks = arguments[MaskParameters.masks]
    blending =
      mode == .normal && masks.isEmpty ? nil : Blending(mode: mode, coding: setting.coding)
    isKeyed = clip.effects.contains {
      $0.effect.flatMap { Registry.effect(named: $0) }?.isKey ?? false
    }
    let isApart = blending != nil || isKeyed || setting.coding.mixing != nil
    guard let layered = isApart ? setting.layered : setting.format,
      let effectSetting = isKeyed ? setting.apart : setting
    else { throw RenderError(.tooLarge(.layer), at: clip.place) }
    self.layered = layered
    media = try MediaPainter(
      clip.media, feed: clip.feed, retiming: retiming,
      timeline: try Self.picture(of: clip, entry.inner, setting), arguments, setting)
    let (media, canvas) = (media, setting.canvas)
    var own: [LayerMask] = []
    for mask in masks { own.append(try LayerMask(mask, setting)) }
    self.masks =
      own.isEmpty
      ? nil
      : MaskStage(own, layered, setting.coding) { time, _ in
        let natural = media.hasSize ? media.knownSize : nil
        return motion.box(
          width: natural?.width ?? canvas.width, height: natural?.height ?? canvas.height, at: time)
      }
    let size = media.hasSize ? media.knownSize : nil
    detail =
      size.map { motion.largestScale(width: $0.width, height: $0.height, retiming.duration) } ?? 1
    effects = LayerStack(clip.effects, index: clip.effectIndex, effectSetting)
    if isKeyed, !effects.histories.isEmpty {
      throw RenderError(.historyBesideKey, at: clip.place)
    }
  }

  /// What draws the timeline that a clip plays; nil where it plays something else.
  ///
  /// - Parameter inner: where the clips and films of that timeline are seen.
  private static func picture(
    of clip: Clip, _ inner: EditList?, _ setting: LayerSetting
  ) throws(RenderError) -> TimelinePicture? {
    guard let document = clip.media.source.timeline?.document else { return nil }
    if !document.clips.isEmpty {
      return .film(try NestedFilm(document, inner ?? .empty, setting, at: clip.place))
    }
    return .layers(try LayeredPicture(document, inner, setting, at: clip.place))
  }

  /// Effects and geometry may change with time, so it is asked about every frame.
  var alwaysDraws: Bool { true }
  /// Two clips in a transition, and what is blurred behind them, are the workspace's.
  var travellingBytes: Int { 0 }
  // The renderer counts frames for the clips of a transition.
  var workingBytes: Int {
    let isApart = blending != nil || isKeyed || coding.mixing != nil
    return media.workingBytes
      + (isApart ? layered.frameBytes + (effects.heaviest?.bytes ?? 0) : 0)
  }

  func passedFeed(at time: Time) -> Int? {
    guard let (feed, colors) = media.feedColors, let known = colors.format,
      isPlain(known, colors, at: time), !effects.isActive(at: time)
    else { return nil }
    return feed
  }

  func keepsLines(_ source: PixelFormat) -> Bool {
    guard motion.isStill,
      let map = motion.placement(width: source.width, height: source.height, at: .zero)?.map
    else { return false }
    return map.keepsLines && source.planes.map(\.shiftY) == format.planes.map(\.shiftY)
  }

  /// Whether frames of a format fill the canvas as they are.
  private func isPlain(_ source: PixelFormat, _ colors: SourceColors?, at time: Time) -> Bool {
    guard source == format, blending == nil, motion.opacity(at: time) == 65535 else {
      return false
    }
    let hasColor = format.chroma != .none
    let isSame = colors.map {
      $0.range == coding.range && (!hasColor || $0.matrix == coding.matrix)
        && $0.light?.change(to: coding.light) == nil
    }
    guard isSame ?? true,
      let placement = motion.placement(width: source.width, height: source.height, at: time)
    else { return false }
    return placement.map == .identity && placement.domain == .whole(of: source)
  }

  /// Draws the clip at `time`, counted from its start, over all of `target`.
  func draw(
    to target: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    try drawPicture(to: target, at: time, workspace)
    if !isKeyed { try effects.draw(on: target, at: time, over: ground, workspace) }
  }

  var histories: [HistoryUse] { effects.histories }

  /// What effects change, at any time of the clip; nil where none asks for that.
  private var ground: StackGround? {
    if effects.histories.isEmpty { return nil }
    return StackGround(
      passed: { [self] time, workspace in
        guard let feed = media.feedColors, let picture = workspace.sources[feed.feed],
          picture.second == nil || picture.weight == 0,
          isPlain(picture.frame.format, feed.colors, at: time)
        else { return nil }
        return picture.frame
      },
      draw: { [self] (frame, time, workspace) throws(RenderError) in
        try drawPicture(to: frame, at: time, workspace)
      })
  }

  /// Notes that nothing is drawn at `time`.
  func pass(at time: Time) { effects.releaseEnded(before: time) }

  private func drawPicture(
    to target: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    guard let size = media.size(workspace) else { return background.fill(target) }
    if let feed = media.feedColors, let picture = workspace.sources[feed.feed],
      picture.second == nil || picture.weight == 0,
      isPlain(picture.frame.format, feed.colors, at: time), !isKeyed
    {
      return target.copy(from: picture.frame)
    }
    let natural = media.hasSize ? size : (width: format.width, height: format.height)
    let opacity = motion.opacity(at: time)
    let placement = motion.placement(width: natural.width, height: natural.height, at: time)
    let covers = placement?.covers(width: format.width, height: format.height) ?? false
    var isHidden = false
    let isApart = blending != nil || (isKeyed && effects.isActive(at: time))
    if covers, opacity == 65535, !isApart {
      // A colour is quickly filled in; it does not pay to unpack a picture for it.
      isHidden =
        background.blur == nil
        ? media.isKnownOpaque(at: time, workspace) : try media.isOpaque(at: time, workspace)
    }
    if !isHidden { try drawBackground(to: target, natural, at: time, workspace) }
    guard let placement, opacity > 0 else { return }
    let place = place(placement, opacity: opacity, isStill: motion.isStill)
    // At sides between samples, nothing of an opaque picture is mixed.
    let isSharp =
      opacity == 65535 && placement.hasWholeSides && media.isKnownOpaque(at: time, workspace)
    let mixesLight = coding.mixing != nil && !isHidden && !isSharp
    guard isApart || mixesLight else {
      return try media.draw(on: target, place, at: time, workspace)
    }
    try workspace.withFrame(layered) { (apart) throws(RenderError) in
      let whole = Box(x: 0, y: 0, width: format.width, height: format.height)
      apart.clear(whole)
      try media.draw(on: apart, place, at: time, workspace)
      var picture = IsolatedPicture(frame: apart, seen: whole)
      try masks?.apply(to: &picture, at: time, workspace)
      apart.clear(whole, around: picture.place)
      if isKeyed { try effects.draw(on: apart, at: time, workspace) }
      let layer = PlacedLayer(frame: apart, x: 0, y: 0, box: whole)
      let blending = blending ?? Blending(mode: .normal, coding: coding)
      let compositor = Compositor(target, workspace)
      guard blending.isMixing else { return compositor.blend(layer, blending) }
      try compositor.mix(layer, blending) { () throws(RenderError) in
        if isApart {
          compositor.blend(layer, blending.ofCodeValues)
        } else {
          try media.draw(on: target, place, at: time, workspace)
        }
      }
    }
  }

  private func place(
    _ placement: Placement, opacity: UInt16, isStill: Bool
  ) -> MediaPainter.Place {
    let canvas = Vector(Double(format.width), Double(format.height))
    let placed =
      media.hasSize ? placement : placement.resized(from: canvas, to: Vector(1, 1))
    return .init(
      placement: placed, box: canvas, opacity: opacity, isStill: isStill, detail: detail)
  }

  private func drawBackground(
    to target: Frame, _ natural: (width: Int, height: Int), at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    guard let strength = background.blur else { return background.fill(target) }
    let picture = media.lastingPicture(at: time)
    if let picture, let kept = backdrop.withLock({ $0 }), kept.picture == picture {
      return target.copy(from: kept.frame)
    }
    try drawBlurred(strength, to: target, natural, at: time, workspace)
    guard let picture else { return }
    let frame = Frame(format)
    frame.copy(from: target)
    backdrop.withLock { $0 = (picture, SharedFrame(frame)) }
  }

  /// Draws the picture itself, covering the canvas and blurred.
  private func drawBlurred(
    _ strength: Double, to target: Frame, _ natural: (width: Int, height: Int), at time: Time,
    _ workspace: Workspace
  ) throws(RenderError) {
    background.fill(target)
    let size = Vector(Double(natural.width), Double(natural.height))
    let canvas = Vector(Double(format.width), Double(format.height))
    let turn = motion.orientation
    let turned = turn.isTransposing ? Vector(size.y, size.x) : size
    let scale = Fit.cover.scale(turned, in: canvas)
    let map = Affine.translation(canvas.x / 2, canvas.y / 2).after(.scale(scale.x, scale.y))
      .after(turn).after(.translation(-size.x / 2, -size.y / 2))
    if media.drawBlurred(to: target, map, strength, workspace) { return }
    let placement = Placement(
      domain: .init(left: 0, top: 0, right: size.x, bottom: size.y), map: map,
      sampling: motion.sampling)
    let place = place(placement, opacity: 65535, isStill: true)
    try workspace.withFrame(format) { (cover) throws(RenderError) in
      background.fill(cover)
      try media.draw(on: cover, place, at: time, workspace)
      blur(cover, strength, to: target, workspace)
    }
  }

  /// Fills `target` with what covers the canvas, blurred.
  private func blur(
    _ cover: Frame, _ strength: Double, to target: Frame, _ workspace: Workspace
  ) {
    let blurred = BlurredBackdrop(input: format, output: format, map: .identity, strength: strength)
    for (plane, role) in format.roles.enumerated() {
      workspace.scratch.scope {
        if role == .alpha {
          target.fill(plane: plane, units: 65535)
        } else {
          blurred.paint(SharedFrame(cover), plane: plane, target, plane: plane, workspace.scratch)
        }
      }
    }
  }

  /// Forgets what was kept; the clip is over.
  func release() {
    backdrop.withLock { $0 = nil }
    media.release()
    masks?.release()
    effects.release()
  }
}

extension Placement.Domain {
  /// All of a picture.
  static func whole(of format: PixelFormat) -> Placement.Domain {
    .init(left: 0, top: 0, right: Double(format.width), bottom: Double(format.height))
  }
}

extension LayeredPicture {
  /// The picture of a timeline without clips.
  ///
  /// - Parameter edit: where its films are seen.
  init(
    _ document: Document, _ edit: EditList?, _ setting: LayerSetting, at place: Range<Int>
  ) throws(RenderError) {
    guard var apart = setting.apart, let format = setting.layered else {
      throw RenderError(.tooLarge(.layer), at: place)
    }
    apart.films = edit?.films ?? []
    let stack = LayerStack(document.layers, index: document.index, apart)
    if let history = stack.histories.first {
      throw RenderError(.historyInTimeline, at: history.place)
    }
    self.init(content: StackContent(stack: stack, start: .zero), format: format)
  }
}
