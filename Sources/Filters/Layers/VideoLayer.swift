import Geometry
import Timeline
import Y4M

/// A film or a picture over the film: picture in picture.
struct VideoLayer: LayerKind, MovingLayer {
  static let declaration = Declaration(
    name: "video",
    summary: "A film or a picture over the film, as picture in picture.",
    discussion: """
      It plays whatever a clip can play. When its source ends, the last frame is held. A picture \
      keeps its own size unless `size` or `scale` says otherwise; a source without a size, such as \
      a colour, is as large as the canvas.
      """,
    example: #"""
      { "type": "video", "source": "face.y4m", "position": ["96%", "94%"],
        "anchor": "bottom-right", "size": ["25%", "auto"],
        "mask": { "shape": "ellipse", "feather": 4 } }
      """#,
    parameters: ClipParameters.colors)

  private let media: MediaPainter
  let motion: LayerMotion
  private let mask: RegionMotion?
  private let canvas: Box

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    try self.init(layer, setting, playing: nil, nil)
  }

  /// - Parameters:
  ///   - timeline: draws a source that is a timeline.
  ///   - retiming: how that is played.
  init(
    _ layer: Layer, _ setting: LayerSetting, playing timeline: TimelinePicture?,
    _ retiming: Retiming?
  ) throws(RenderError) {
    guard let use = layer.media else {
      throw RenderError(.missing(.videoSource), at: layer.place)
    }
    media = try MediaPainter(
      use, feed: layer.feed ?? -1, retiming: retiming, timeline: timeline, layer.arguments, setting)
    motion = LayerMotion(
      layer.arguments, setting, defaultSize: media.hasSize ? nil : .canvas,
      pixelWidth: setting.pixelWidth(playing: use, feed: layer.feed ?? -1))
    mask = RegionMotion(masks: layer.arguments[MaskParameters.masks])
    canvas = Box(x: 0, y: 0, width: setting.format.width, height: setting.format.height)
  }

  /// A simple mask limits the resampling itself.
  var cutsItself: Bool { mask != nil }

  var standsStill: Bool { motion.isStill && media.knownSize != nil }

  func box(at time: Time, placedAt moment: Time) -> (size: Vector, map: Affine)? {
    media.knownSize.map { motion.box(pictureWidth: $0.width, pictureHeight: $0.height, at: moment) }
  }

  func bounds(at time: Time, placedAt moment: Time) -> Box {
    // A source that no one has seen yet may be of any size.
    guard let size = media.knownSize else { return motion.opacity(at: time) > 0 ? canvas : .empty }
    return motion.bounds(
      pictureWidth: size.width, pictureHeight: size.height, at: time, placedAt: moment)
  }

  func draw(
    on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let opacity = motion.opacity(at: time)
    let moment = motion.moment(at: time, workspace)
    guard opacity > 0, let size = media.size(workspace),
      let placement = motion.placement(
        pictureWidth: size.width, pictureHeight: size.height, at: moment)
    else { return }
    let box = motion.box(pictureWidth: size.width, pictureHeight: size.height, at: moment)
    let region = mask.map { mask in
      PlacedRegion(
        mask.region(at: time, width: box.size.x, height: box.size.y).opened(at: box.size),
        map: box.map.snapped)
    }
    try media.draw(
      on: frame,
      .init(
        placement: placement, box: box.size, opacity: opacity,
        isStill: motion.isStill && (mask?.isStill ?? true), region: region), at: time, workspace)
  }

  var workingBytes: Int { media.workingBytes }

  func release() { media.release() }
}

extension Region {
  /// The region without those straight sides that are sides of the box: the picture ends there
  /// itself, and an edge must not be softened twice.
  fileprivate func opened(at box: Vector) -> Region {
    guard isHard else { return self }
    let beyond = 65_536.0
    var region = self
    let (right, bottom) = (left + width, top + height)
    if left <= 0 { region.left = -beyond }
    if top <= 0 { region.top = -beyond }
    region.width = (right >= box.x ? box.x + beyond : right) - region.left
    region.height = (bottom >= box.y ? box.y + beyond : bottom) - region.top
    return region
  }
}
