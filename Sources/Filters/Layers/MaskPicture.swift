import Bytes
import Geometry
import Images
import Timeline
import Y4M

/// A picture whose alpha or brightness is a mask, or a film that is one.
struct MaskPicture: Sendable {
  private enum Content: Sendable {
    case image(ImageAsset, FrameSchedule)
    /// Frames that come from outside, as those of a video layer.
    case film(MediaPainter)
  }

  let measure: Matte.Measure
  private let content: Content

  /// - Throws: what is wrong with the file.
  init(_ file: PlayedFile, _ measure: Matte.Measure, _ setting: LayerSetting) throws(RenderError) {
    self.measure = measure
    let setting = measure == .luma ? setting.forBrightness : setting
    let path = file.path
    if let feed = file.feed, setting.sources.indices.contains(feed),
      let colors = setting.sources[feed]
    {
      // On a stream with alpha, films may bring theirs.
      if measure == .alpha, colors.format?.hasAlpha == false, !setting.stream.hasAlpha {
        setting.faults.warn(
          "\(path.text): the film is played without alpha, so that all of it counts as a mask; "
            + "\"by\": \"luma\" goes by how bright it is", at: path.place)
      }
      content = .film(
        try MediaPainter(
          MediaUse(source: .file(path), place: path.place), feed: feed, retiming: nil, Arguments(),
          setting))
      return
    }
    let asset = try setting.assets.image(path, at: path.place, setting)
    for warning in asset.warnings { setting.faults.warn(warning, at: path.place) }
    content = .image(asset, asset.schedule)
  }

  /// Whether its frames come from outside.
  var isFilm: Bool {
    if case .film = content { return true }
    return false
  }

  /// Whether it is not animated.
  var isStill: Bool {
    if case .image(let asset, _) = content { return asset.timing.delays.count == 1 }
    return false
  }

  /// The frame of a picture that shows at a time; 0 for a film, which has the one that is at hand.
  func frame(at time: Time) -> Int {
    if case .image(_, let schedule) = content { return schedule.frame(at: time.value) }
    return 0
  }

  /// Draws it on a frame of layers, stretched to the size of a mask; nothing where a film has no
  /// picture.
  ///
  /// - Parameter around: how many samples the frame has on each side of the canvas.
  func draw(
    _ moment: LayerMask.Moment, on frame: Frame, movedBy around: Int, _ workspace: Workspace
  ) throws(RenderError) {
    switch content {
    case .image(let asset, _):
      try asset.draw(
        moment.frame, on: frame, placement: placement(moment, asset.width, asset.height, around),
        opacity: 65535, isStill: isStill, workspace)
    case .film(let media):
      guard let size = media.size(workspace) else { return }
      try media.draw(
        on: frame,
        .init(
          placement: placement(moment, size.width, size.height, around), box: moment.size,
          opacity: 65535, isStill: false), at: moment.filmTime ?? .zero, workspace)
    }
  }

  /// All of a picture of so many pixels in the mask's box.
  private func placement(
    _ moment: LayerMask.Moment, _ width: Int, _ height: Int, _ around: Int
  ) -> Placement {
    let (width, height) = (Double(width), Double(height))
    let map = moment.map.after(.scale(moment.size.x / width, moment.size.y / height))
    return Placement(
      domain: .init(left: 0, top: 0, right: width, bottom: height),
      map: .translation(Double(around), Double(around)).after(map), sampling: .bicubic)
  }

  /// The bytes of the frames that drawing takes beside those that it is drawn on.
  var workingBytes: Int {
    if case .film(let media) = content { return media.workingBytes }
    return 0
  }

  /// Forgets what was kept for later frames.
  func release() {
    switch content {
    case .image(let asset, _): asset.release()
    case .film(let media): media.release()
    }
  }
}
