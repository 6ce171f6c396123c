import Bytes
import Geometry
import Images
import Timeline
import Y4M

/// Draws what a clip or a video layer plays, at any place: frames of a source, or a picture that is
/// made here.
final class MediaPainter: Sendable {
  private enum Content: Sendable {
    /// Frames that come from outside.
    case feed(SourceColors)
    case image(ImageAsset, FrameSchedule)
    case color(Color)
    case gradient(GradientPicture)
    case computed(any BoxDrawing)
    case test(TestPicture)
    case film(any FilmPicture)
    case layers(LayeredPicture)
  }

  /// Where a picture is drawn.
  struct Place {
    let placement: Placement
    /// The size of the box in which a gradient is measured.
    let box: Vector
    /// 0 to 65,535.
    let opacity: UInt16
    /// Whether the picture stays there.
    let isStill: Bool
    /// The largest scale at which a picture that moves is ever drawn.
    var detail = 1.0
    var region: PlacedRegion?
  }

  private let content: Content
  private let feed: Int
  private let retiming: Retiming
  /// Frames a second of the output.
  private let rate: FrameRate?
  private let frames: FramePainter
  private let pictures: PicturePainter
  private let coding: ColorCoding
  /// Draws frames between those of the source; nil where they are not asked for.
  private let flow: FlowStore?

  /// - Parameters:
  ///   - feed: the number of the source in `Document.feeds`.
  ///   - retiming: how it is played; nil for one that ends with its source.
  ///   - timeline: draws a source that is a timeline.
  ///   - arguments: of the clip or the layer, which may say what the source's samples mean in its
  ///     stead.
  init(
    _ media: MediaUse, feed: Int, retiming: Retiming?, timeline: TimelinePicture? = nil,
    _ arguments: Arguments, _ setting: LayerSetting
  ) throws(RenderError) {
    self.feed = feed
    flow = media.sampling == .flow ? FlowStore() : nil
    coding = setting.coding
    rate = setting.rate
    frames = FramePainter(coding: setting.coding, setting.budget)
    pictures = setting.painter()
    let content: Content
    switch timeline {
    case .film(let film): content = .film(film)
    case .layers(let layers): content = .layers(layers)
    case nil: content = try Self.content(media, feed: feed, setting)
    }
    var length: Time?
    switch content {
    case .image(let asset, let schedule) where asset.timing.delays.count > 1:
      length = Time(schedule.duration)
    default: break
    }
    if case .feed(let colors) = content {
      self.content = .feed(colors.overruled(by: arguments, setting.coding.light))
    } else {
      self.content = content
    }
    self.retiming = retiming ?? Retiming(media, length: length)
  }

  private static func content(
    _ media: MediaUse, feed: Int, _ setting: LayerSetting
  ) throws(RenderError) -> Content {
    let colors = setting.sources.indices.contains(feed) ? setting.sources[feed] : nil
    if let colors { return .feed(colors) }
    switch media.source {
    case .stdin:
      return .feed(SourceColors(matrix: setting.coding.matrix, range: setting.coding.range))
    case .file(let path), .image(let path):
      let asset = try setting.assets.image(path, at: media.place, setting)
      for warning in asset.warnings { setting.faults.warn(warning, at: media.place) }
      return .image(asset, asset.schedule)
    case .color(let color): return .color(color)
    case .timeline(let path, _):
      throw RenderError(.unknown(.source, path?.text ?? "timeline"), at: media.place)
    case .generator("gradient", let arguments):
      return .gradient(GradientPicture(arguments, setting))
    case .generator(let name, let arguments):
      if let drawing = try GeneratedPictures.make(name, arguments, setting) {
        return .computed(drawing)
      }
      guard name == TestPicture.declaration.name, let test = TestPicture(arguments, setting) else {
        throw RenderError(.unknown(.source, name), at: media.place)
      }
      return .test(test)
    }
  }

  /// Whether pictures have a size of their own, as a colour or a gradient has none.
  var hasSize: Bool {
    switch content {
    case .feed, .image, .test, .film, .layers: true
    case .color, .gradient, .computed: false
    }
  }

  /// The number of the source in `Document.feeds`, when its frames come from outside; with what
  /// they are.
  var feedColors: (feed: Int, colors: SourceColors)? {
    if case .feed(let colors) = content { return (feed, colors) }
    return nil
  }

  /// The size of the pictures as they are shown, as far as it is known before any has come; 1 by 1
  /// for what has no size.
  var knownSize: (width: Int, height: Int)? {
    switch content {
    case .feed(let colors): colors.format.map(colors.shownSize)
    case .image(let asset, _): (asset.width, asset.height)
    case .test(let test): test.size
    case .film(let film): (film.format.width, film.format.height)
    case .layers(let layers): (layers.format.width, layers.format.height)
    case .color, .gradient, .computed: (1, 1)
    }
  }

  /// The bytes of the frames that drawing takes beside those that it draws on.
  var workingBytes: Int {
    switch content {
    case .film(let film): return film.workingBytes
    case .layers(let layers): return layers.workingBytes
    default: break
    }
    let between = flow == nil ? nil : feedColors?.colors.format.map(FlowStore.workingBytes)
    return (feedColors.map { frames.workingBytes($0.colors) } ?? 0) + (between ?? 0)
  }

  /// The size of the picture that is at hand, as it is shown; nil when there is none.
  func size(_ workspace: Workspace) -> (width: Int, height: Int)? {
    guard case .feed(let colors) = content else { return knownSize }
    return workspace.sources[feed].map { colors.shownSize(of: $0.frame.format) }
  }

  /// Draws the picture of a time; nothing where there is none.
  func draw(
    on target: Frame, _ place: Place, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    switch content {
    case .color(let color):
      let rows = ColorRows(color, coding: coding)
      try pictures.draw(
        on: target, picture: rows.identity, placement: place.placement, opacity: place.opacity,
        isLasting: place.isStill, region: place.region, workspace
      ) { rows }
    case .gradient(let gradient):
      try gradient.draw(
        with: pictures, on: target,
        .init(
          unit: place.placement, box: place.box, opacity: place.opacity, isStill: place.isStill,
          region: place.region), at: retiming.instant(at: time).time, workspace)
    case .computed(let drawing):
      try drawing.draw(
        with: pictures, on: target,
        BoxPlace(
          unit: place.placement, box: place.box, opacity: place.opacity, isStill: place.isStill,
          region: place.region), at: retiming.instant(at: time).time, workspace)
    case .image(let asset, let schedule):
      // A picture that stays is resampled once; of one that moves, planes are.
      let index = index(schedule, at: time)
      let frame =
        place.isStill
        ? nil : try asset.frame(index, for: target.format, scale: place.detail, workspace)
      if let frame {
        let size = Vector(Double(frame.format.width), Double(frame.format.height))
        let placement = place.placement.resized(
          from: Vector(Double(asset.width), Double(asset.height)), to: size)
        try frames.draw(
          FrameSource(frame), nil, on: target, at: time, placement, opacity: place.opacity,
          region: place.region, workspace)
      } else {
        try asset.draw(
          index, on: target, placement: place.placement, opacity: place.opacity,
          isStill: place.isStill, region: place.region, workspace)
      }
    case .feed(let colors):
      guard let picture = workspace.sources[feed] else { return }
      try draw(source(picture), colors, on: target, place, at: time, workspace)
    case .test(let test):
      try test.withPicture(for: target.format, retiming, at: time, workspace) {
        (picture, colors) throws(RenderError) in
        try draw(picture, colors, on: target, place, at: time, workspace)
      }
    case .film(let film): try draw(film, on: target, place, at: time, workspace)
    case .layers(let layers):
      try layers.draw(
        with: pictures, on: target, place, at: retiming.moment(at: time, rate: rate), workspace)
    }
  }

  /// A frame of a film. Those between which others are made keep one format.
  private func source(_ picture: SourcePicture) -> FrameSource {
    let source = FrameSource(picture)
    return flow == nil ? source.withoutWholeAlpha : source
  }

  /// Calls `body` with what draws the picture of a time, which it may do at several places: what
  /// takes long to make is made once for all of them.
  func withPicture(
    at time: Time, _ workspace: Workspace,
    _ body: ((Frame, Place) throws(RenderError) -> Void) throws(RenderError) -> Void
  ) throws(RenderError) {
    func paint(_ source: FrameSource, _ colors: SourceColors) throws(RenderError) {
      try body { (target, place) throws(RenderError) in
        try frames.draw(
          source, colors, on: target, at: time,
          colors.placement(place.placement, of: source.format),
          opacity: place.opacity, region: place.region, workspace)
      }
    }
    switch content {
    case .feed(let colors):
      guard let picture = workspace.sources[feed] else { return }
      guard let flow else { return try paint(source(picture), colors) }
      try flow.withPicture(FrameSource(picture), workspace) { (source) throws(RenderError) in
        try paint(source, colors)
      }
    case .film(let film):
      try film.withPicture(at: retiming.moment(at: time, rate: rate), workspace, paint)
    default:
      try body { (target, place) throws(RenderError) in
        try draw(on: target, place, at: time, workspace)
      }
    }
  }

  /// Draws the frame of a timeline; at once where nothing else becomes of it.
  private func draw(
    _ film: some FilmPicture, on target: Frame, _ place: Place, at time: Time,
    _ workspace: Workspace
  ) throws(RenderError) {
    let moment = retiming.moment(at: time, rate: rate)
    let isWhole =
      place.placement.map == .identity && place.placement.domain == .whole(of: film.format)
    if isWhole, place.opacity == 65535, place.region == nil, target.format == film.format {
      return try film.draw(to: target, at: moment, workspace)
    }
    try film.withPicture(at: moment, workspace) { (picture, colors) throws(RenderError) in
      try draw(picture, colors, on: target, place, at: time, workspace)
    }
  }

  private func draw(
    _ source: FrameSource, _ colors: SourceColors, on target: Frame, _ place: Place,
    at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    func draw(_ source: FrameSource) throws(RenderError) {
      try frames.draw(
        source, colors, on: target, at: time, colors.placement(place.placement, of: source.format),
        opacity: place.opacity, region: place.region, workspace)
    }
    guard let flow else { return try draw(source) }
    try flow.withPicture(source, workspace, draw)
  }

  /// Whether nothing shows through the picture of a time.
  func isOpaque(at time: Time, _ workspace: Workspace) throws(RenderError) -> Bool {
    if case .image(let asset, let schedule) = content {
      return try asset.isOpaque(index(schedule, at: time))
    }
    return isKnownOpaque(at: time, workspace)
  }

  /// Whether nothing shows through the picture of a time, as far as that is known without a look at
  /// a file.
  func isKnownOpaque(at time: Time, _ workspace: Workspace) -> Bool {
    switch content {
    case .feed: workspace.sources[feed].map { !$0.frame.format.hasAlpha } ?? false
    case .test: true
    case .film(let film): !film.format.hasAlpha
    case .color(let color): color.alpha >= 1
    case .gradient, .computed, .layers: false
    case .image(let asset, let schedule): asset.isKnownOpaque(index(schedule, at: time)) ?? false
    }
  }

  /// Tells the picture of a time from others, where it is one that lasts.
  func lastingPicture(at time: Time) -> Int? {
    switch content {
    case .image(_, let schedule): index(schedule, at: time)
    case .color: 0
    case .computed(let drawing): drawing.isStill ? 0 : nil
    case .feed, .gradient, .test, .film, .layers: nil
    }
  }

  /// Fills a frame with the source's frame at `map`, blurred; gives false where that is not
  /// possible at once.
  func drawBlurred(
    to target: Frame, _ map: Affine, _ strength: Double, _ workspace: Workspace
  ) -> Bool {
    guard case .feed(let colors) = content, let picture = workspace.sources[feed] else {
      return false
    }
    func draw(_ source: FrameSource) -> Bool {
      let map = map.after(.scale(colors.scale(of: source.format), 1))
      return frames.drawBlurred(source, colors, to: target, map, strength, workspace)
    }
    guard let flow else { return draw(FrameSource(picture)) }
    return flow.withPicture(FrameSource(picture), workspace, draw)
  }

  /// Which picture of an animation is seen.
  private func index(_ schedule: FrameSchedule, at time: Time) -> Int {
    let instant = retiming.instant(at: time)
    // Backwards, and when all is played, what is seen at a moment is what ends there.
    let moment =
      instant.isBackward || instant.time == retiming.end
      ? instant.time.value - Rational(reducing: 1, over: 1_000_000_000) : instant.time.value
    return schedule.frame(at: moment)
  }

  /// Forgets what was kept.
  func release() {
    frames.release()
    flow?.release()
    pictures.release()
    switch content {
    case .image(let asset, _): asset.release()
    case .gradient(let gradient): gradient.release()
    case .computed(let drawing): drawing.release()
    case .test(let test): test.release()
    case .film(let film): film.release()
    case .layers(let layers): layers.content.release()
    case .feed, .color: break
    }
  }
}

extension SourceColors {
  /// How many pixels of the output's shape a pixel of a frame makes, along x.
  fileprivate func scale(of format: PixelFormat) -> Double {
    stretch == 1 ? 1 : Double(shownSize(of: format).width) / Double(format.width)
  }

  /// The placement of a frame as it is shown, for its own pixels.
  fileprivate func placement(_ placement: Placement, of format: PixelFormat) -> Placement {
    if stretch == 1 { return placement }
    let (width, height) = shownSize(of: format)
    return placement.resized(
      from: Vector(Double(width), Double(height)),
      to: Vector(Double(format.width), Double(format.height)))
  }
}
