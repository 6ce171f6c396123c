import Clips
import Filters
import Shell
import Timeline
import Y4M

/// What a preview shows in the place of standard input: a film, or a grey picture.
struct PreviewInput {
  /// The film; nil for the picture.
  let film: Source?
  /// What a stream of it would say of itself.
  let header: StreamHeader
  let colors: Scene.Colors
  /// How many frames it has, where that is known.
  let frameCount: Int?
  /// Whether it has a sound.
  let hasSound: Bool
  private let picture: SharedFrame?

  /// A grey picture without an end.
  init(_ header: StreamHeader, _ colors: Scene.Colors) {
    (film, frameCount, hasSound) = (nil, nil, false)
    (self.header, self.colors) = (header, colors)
    let frame = Frame(header.format)
    frame.fillBlack(range: .limited)
    frame.fillLuma(0x48)
    picture = SharedFrame(frame)
  }

  /// The film at `path`.
  ///
  /// - Parameter colors: what the user says of it.
  init(_ path: String, _ said: Scene.Colors, _ tools: MediaTools) throws {
    var opener = SourceOpener(tools)
    let source: Source
    do { source = try opener.open(path, path: path, place: 0..<0) } catch {
      if let stop = error.stop { throw stop }
      throw CommandFailure("\(error)", code: .usage)
    }
    guard source.isPlayed, let format = source.format else {
      throw CommandFailure("\(path) is a picture, not a film", code: .usage)
    }
    var colors = said
    var (info, sound): (MediaInfo?, Bool) = (nil, false)
    if case .movie(let file) = source {
      info = file.info
      sound = (try? MediaContents.probe(path, tools))?.sound != nil
    }
    colors.matrix = said.matrix ?? info?.matrix.flatMap { Matrix(ffmpeg: $0) }
    colors.range = said.range ?? source.range
    if let light = info.flatMap({ StreamLight($0) }), light != .standard {
      colors.transfer = said.transfer ?? light.transfer
      colors.primaries = said.primaries ?? light.primaries
    }
    guard let rate = source.ownRate ?? Document.provisionalRate,
      let header = StreamHeader(
        format: format, rate: rate, aspect: info?.aspect ?? .square, interlacing: .progressive,
        range: colors.range == .full ? .full : nil)
    else { throw CommandFailure("\(path): no stream has its format", code: .usage) }
    (film, self.header, self.colors, hasSound, picture) = (source, header, colors, sound, nil)
    frameCount = source.length(canvasRate: rate).map { $0.frameIndex(rate: rate, rounding: .up) }
  }

  /// Gives an item the picture wherever the scene shows standard input.
  func complete(_ item: FrameItem, _ edition: Edition, at index: Int) {
    guard let picture else { return }
    for plan in edition.plans where plan.isStandardInput && plan.demand.outputs.contains(index) {
      item.pictures[plan.feed] = SourcePicture(frame: picture)
    }
  }
}
