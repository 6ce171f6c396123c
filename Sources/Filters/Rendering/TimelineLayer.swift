import Geometry
import Timeline
import Y4M

/// A timeline with clips over the film; one without clips is a group before anything is drawn.
struct TimelineLayer: LayerKind, MovingLayer {
  static let declaration = Declaration.nestedTimeline

  private let picture: VideoLayer

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    guard let timeline = layer.media?.source.timeline else {
      throw RenderError(.missing(.videoSource), at: layer.place)
    }
    let films = setting.films
    let entry = timeline.number.flatMap { films.indices.contains($0) ? films[$0] : nil }
    picture = try VideoLayer(
      layer, setting, playing: try Self.picture(timeline.document, entry?.inner, layer, setting),
      entry?.retiming)
  }

  /// Its picture, which is transparent where nothing is, unless its canvas says a background.
  ///
  /// - Parameter edit: where its clips and films are seen.
  private static func picture(
    _ document: Document, _ edit: EditList?, _ layer: Layer, _ setting: LayerSetting
  ) throws(RenderError) -> TimelinePicture {
    guard !document.clips.isEmpty else {
      return .layers(try LayeredPicture(document, edit, setting, at: layer.place))
    }
    let isOpaque = document.canvas.isGiven(CanvasParameters.background)
    let film = try NestedFilm(
      document, edit ?? .empty, setting, isApart: !isOpaque, at: layer.place)
    return isOpaque ? .film(film) : .layers(LayeredPicture(content: film, format: film.format))
  }

  var motion: LayerMotion { picture.motion }
  var cutsItself: Bool { picture.cutsItself }
  var standsStill: Bool { picture.standsStill }
  var isQuick: Bool { false }

  func box(at time: Time, placedAt moment: Time) -> (size: Vector, map: Affine)? {
    picture.box(at: time, placedAt: moment)
  }

  func bounds(at time: Time, placedAt moment: Time) -> Box {
    picture.bounds(at: time, placedAt: moment)
  }

  func draw(on frame: Frame, at time: Time, _ workspace: Workspace) throws(RenderError) {
    try picture.draw(on: frame, at: time, workspace)
  }

  var workingBytes: Int { picture.workingBytes }

  func release() { picture.release() }
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
