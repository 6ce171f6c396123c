import Bytes
import Geometry
import Timeline
import Y4M

/// Draws one clip onto a canvas: its background, its picture, and its effects.
final class ClipPainter: TrackPainter {
  private let format: PixelFormat
  private let coding: ColorCoding
  private let motion: ClipMotion
  /// How its picture is seen as it moves; nil for one that never does or is not blurred.
  private let exposure: ClipExposure?
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

  /// - Throws: what is wrong with the files that the clip names. What is wrong with its effects
  ///   goes to the setting's faults.
  init(
    _ clip: Clip, _ entry: EditList.Entry, _ defaults: ClipDefaults, _ setting: LayerSetting
  ) throws(RenderError) {
    let retiming = entry.retiming
    format = setting.format
    coding = setting.coding
    let arguments = clip.arguments
    let motion = ClipMotion(
      arguments, defaults, canvas: setting.format,
      pixelWidth: setting.pixelWidth(playing: clip.media, feed: clip.feed))
    self.motion = motion
    var inner = setting
    if let own = arguments[ClipParameters.motionBlur] {
      inner.motionBlur = own.completed(by: setting.motionBlur)
    }
    let exposure = ClipExposure(motion, inner.motionBlur, setting)
    self.exposure = exposure
    let hasBackground = arguments.isGiven(ClipParameters.background)
    let hasBlur = arguments.isGiven(ClipParameters.blur)
    background = ClipBackground(
      hasBackground ? arguments[ClipParameters.background] : defaults.background,
      blur: hasBlur ? arguments[ClipParameters.blur] : defaults.blur, format: setting.format,
      coding: setting.coding)
    let mode = arguments[ClipParameters.blend]
    blending =
      mode == .normal && arguments[MaskParameters.masks].isEmpty
      ? nil : Blending(mode: mode, coding: setting.coding)
    isKeyed = clip.effects.contains {
      $0.effect.flatMap { Registry.effect(named: $0) }?.isKey ?? false
    }
    let isApart =
      blending != nil || isKeyed || setting.coding.mixing != nil
      || (exposure != nil && setting.format.isStraight)
    guard let layered = isApart ? setting.layered : setting.format,
      let effectSetting = isKeyed ? inner.apart : inner
    else { throw RenderError(.tooLarge(.layer), at: clip.place) }
    self.layered = layered
    media = try MediaPainter(
      clip.media, feed: clip.feed, retiming: retiming,
      timeline: try Self.picture(of: clip, entry.inner, setting), arguments, setting)
    let (media, canvas) = (media, setting.canvas)
    masks = try Self.stage(of: clip, layered, setting) { time, workspace in
      let time = exposure?.moment(at: time, workspace?.exposure) ?? time
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

  /// The masks of a clip, which lie in the box of its picture; nil where it has none.
  private static func stage(
    of clip: Clip, _ layered: PixelFormat, _ setting: LayerSetting, box: @escaping LayerBox
  ) throws(RenderError) -> MaskStage? {
    var masks: [LayerMask] = []
    for mask in clip.arguments[MaskParameters.masks] {
      masks.append(try LayerMask(mask, setting, at: clip.place))
    }
    return masks.isEmpty ? nil : MaskStage(masks, layered, setting.coding, box: box)
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
    // The frame of a moment, and sums of twice its size.
    let exposed = exposure == nil ? 0 : 3 * layered.frameBytes
    return media.workingBytes + exposed + (masks?.workingBytes ?? 0)
      + (isApart ? layered.frameBytes + (effects.heaviest?.bytes ?? 0) : 0)
  }

  func passedFeed(at time: Time) -> Int? {
    guard let (feed, colors) = media.feedColors, let known = colors.format,
      isPlain(known, colors, at: time), !effects.isActive(at: time)
    else { return nil }
    return feed
  }

  func keepsLines(_ source: PixelFormat) -> Bool {
    guard motion.isStill, media.feedColors?.colors.stretch ?? 1 == 1,
      let map = motion.placement(width: source.width, height: source.height, at: .zero)?.map
    else { return false }
    return map.keepsLines && source.planes.map(\.shiftY) == format.planes.map(\.shiftY)
  }

  /// Whether frames of a format fill the canvas as they are.
  private func isPlain(_ source: PixelFormat, _ colors: SourceColors?, at time: Time) -> Bool {
    guard source == format, !source.hasAlpha || background.isClear, blending == nil,
      motion.opacity(at: time) == 65535
    else { return false }
    let hasColor = format.chroma != .none
    let isSame = colors.map {
      $0.stretch == 1 && $0.range == coding.range && (!hasColor || $0.matrix == coding.matrix)
        && $0.light?.change(to: coding.light) == nil
    }
    guard isSame ?? true,
      let placement = motion.placement(width: source.width, height: source.height, at: time)
    else { return false }
    guard placement.map == .identity, placement.domain == .whole(of: source) else { return false }
    return exposure?.way(width: source.width, height: source.height, at: time, nil) == nil
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
    let shown = ClipPlaces(
      motion, exposure, width: natural.width, height: natural.height, at: time, format, workspace)
    var isHidden = false
    let isApart =
      blending != nil || (isKeyed && effects.isActive(at: time))
      || (shown.isMoving && format.isStraight)
    // Light is mixed with what lies behind, however little of that is seen.
    if shown.covers, shown.opacity == 65535, !isApart, !(shown.isMoving && coding.mixing != nil) {
      // A colour is quickly filled in; it does not pay to unpack a picture for it.
      isHidden =
        background.blur == nil
        ? media.isKnownOpaque(at: time, workspace) : try media.isOpaque(at: time, workspace)
    }
    if !isHidden { try drawBackground(to: target, natural, at: time, workspace) }
    guard shown.opacity > 0, shown.placements.contains(where: { $0 != nil }) else { return }
    // At sides between samples, nothing of an opaque picture is mixed.
    let mixesLight =
      coding.mixing != nil
      && !isHidden && !(shown.isSharp && media.isKnownOpaque(at: time, workspace))
    guard isApart || mixesLight else {
      return try draw(shown, on: target, isHidden: isHidden, at: time, workspace)
    }
    try workspace.withFrame(layered) { (apart) throws(RenderError) in
      let whole = format.box
      try drawApart(shown, on: &apart, at: time, workspace)
      if isKeyed { try effects.draw(on: apart, at: time, workspace) }
      let layer = PlacedLayer(frame: apart, x: 0, y: 0, box: whole)
      let blending = blending ?? Blending(mode: .normal, coding: coding)
      let compositor = Compositor(target, workspace)
      guard blending.isMixing else { return put(layer, blending, compositor) }
      try compositor.mix(layer, blending) { () throws(RenderError) in
        if isApart || shown.isMoving {
          put(layer, blending.ofCodeValues, compositor)
        } else {
          try draw(shown, on: target, isHidden: isHidden, at: time, workspace)
        }
      }
    }
  }

  /// Puts the picture over what lies behind it; colours beyond R'G'B' stay where nothing is
  /// blended.
  private func put(_ layer: PlacedLayer, _ blending: Blending, _ compositor: Compositor) {
    if blending.mode == .normal, !format.isStraight {
      compositor.draw(layer, coding: coding)
    } else {
      compositor.blend(layer, blending)
    }
  }

  /// Draws the picture on `target`, which holds what lies behind it: the mean over all its places.
  private func draw(
    _ shown: ClipPlaces, on target: Frame, isHidden: Bool, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    guard shown.isMoving else {
      guard let placement = shown.placements[0] else { return }
      return try media.draw(
        on: target, place(placement, opacity: shown.opacity), at: time, workspace)
    }
    let scratch = workspace.scratch
    try scratch.scope { () throws(RenderError) in
      let sums = SampleSums(shown.bounds, format, scratch)
      try workspace.withFrame(format) { (moment) throws(RenderError) in
        let frame = moment
        try media.withPicture(at: time, workspace) { (draw) throws(RenderError) in
          for placement in shown.placements {
            if !isHidden { frame.copy(from: target, within: shown.bounds) }
            if let placement { try draw(frame, place(placement, opacity: shown.opacity)) }
            sums.add(frame, workspace)
          }
          sums.write(to: target, count: shown.placements.count, workspace)
        }
      }
    }
  }

  /// Draws the picture and its masks on a frame of its own: the mean over all its places.
  private func drawApart(
    _ shown: ClipPlaces, on apart: inout Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let whole = format.box
    guard shown.isMoving else {
      apart.clear(whole)
      if let placement = shown.placements[0] {
        try media.draw(
          on: apart, place(placement, opacity: shown.opacity), at: time, workspace)
      }
      var picture = IsolatedPicture(frame: apart, seen: whole)
      try masks?.apply(to: &picture, at: time, workspace)
      apart = picture.frame
      return apart.clear(whole, around: picture.place)
    }
    let scratch = workspace.scratch
    var frame = apart
    try scratch.scope { () throws(RenderError) in
      let sums = ExposureSums(shown.bounds, coding, scratch)
      try media.withPicture(at: time, workspace) { (draw) throws(RenderError) in
        for (placement, share) in zip(shown.placements, shown.shares) {
          guard let placement else { continue }
          frame.clear(shown.bounds)
          try draw(frame, place(placement, opacity: shown.opacity))
          var picture = IsolatedPicture(frame: frame, seen: shown.bounds)
          workspace.exposure = share
          defer { workspace.exposure = nil }
          try masks?.apply(to: &picture, at: time, workspace)
          frame = picture.frame
          sums.add(
            IsolatedPart(frame: frame, x: picture.x, y: picture.y, seen: picture.seen), workspace)
        }
      }
      frame.clear(whole)
      sums.write(to: frame, count: shown.placements.count, workspace)
    }
    apart = frame
  }

  private func place(
    _ placement: Placement, opacity: UInt16, isStill: Bool? = nil
  ) -> MediaPainter.Place {
    let canvas = Vector(Double(format.width), Double(format.height))
    let placed =
      media.hasSize ? placement : placement.resized(from: canvas, to: Vector(1, 1))
    return .init(
      placement: placed, box: canvas, opacity: opacity, isStill: isStill ?? motion.isStill,
      detail: detail)
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
    let turned = turn.quarterTurned(size)
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
