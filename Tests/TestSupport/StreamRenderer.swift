import Bytes
import Filters
import Fonts
import Timeline
import Y4M

/// A timeline without clips over a stream of frames that a test gives.
package struct StreamRenderer {
  package let renderer: Renderer
  private let feeds: Int

  /// - Parameters:
  ///   - sources: of the timeline's video layers.
  package init(
    _ document: Document, input: PixelFormat, range: ColorRange, matrix: Matrix,
    sources: [SourceColors?] = [], rate: FrameRate? = nil, loader: AssetLoader,
    fonts: FontLibrary = .builtInOnly, keptBytes: Int = 24 << 20
  ) throws(RenderFaults) {
    let document = document.playingInput(from: .zero, isStream: true)
    feeds = document.feeds.count
    let layers = (0..<feeds - 1).map { sources.indices.contains($0) ? sources[$0] : nil }
    let canvas: PixelFormat
    do { canvas = try CanvasFormat.output(document.canvas, source: input) } catch { canvas = input }
    let light = (try? CanvasFormat.light(document.canvas)) ?? .standard
    renderer = try Renderer(
      document, edit: EditList.make(document.clips, lengths: [nil]).list, canvas: canvas,
      range: range, matrix: matrix, light: light,
      sources: layers + [SourceColors(matrix: matrix, range: range, format: input)], rate: rate,
      loader: loader, fonts: fonts, keptBytes: keptBytes)
  }

  /// Draws what a frame of the stream becomes at a time, with the pictures of video layers.
  ///
  /// - Parameter past: the frames of the stream before it, the nearest first.
  package func draw(
    _ source: Frame, _ layers: [Frame?] = [], to target: Frame, at time: Time,
    past: [(frame: Frame, time: Time)] = [], fields: FieldTimes? = nil, _ workspace: Workspace
  ) throws(RenderError) {
    let moments = past.map { PastPictures.Moment(time: $0.time, pictures: pictures($0.frame)) }
    try renderer.draw(
      pictures(source, layers), to: target, at: time,
      past: PastPictures(before: time, moments), fields: fields, workspace)
  }

  private func pictures(_ source: Frame, _ layers: [Frame?] = []) -> SourcePictures {
    var pictures = SourcePictures(count: feeds)
    for (number, frame) in layers.enumerated() {
      pictures[number] = frame.map { SourcePicture(frame: SharedFrame($0)) }
    }
    pictures[feeds - 1] = SourcePicture(frame: SharedFrame(source))
    return pictures
  }
}
