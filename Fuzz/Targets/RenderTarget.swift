import Bytes
import Filters
import Images
import Timeline
import Y4M

/// Draws a timeline on small frames, whose every file is a picture of twelve pixels.
enum RenderTarget {
  /// Larger canvases are left alone, so that memory and time stay small.
  private static let largestFrame = 1 << 16

  static func run(_ bytes: [UInt8]) {
    guard let rate = FrameRate(30, 1) else { return }
    let decoded = Document.decode(
      SourceText(name: "t.json", bytes: bytes), vocabulary: Registry.vocabulary,
      knowing: .init(rate: rate, streamLength: Time(seconds: 4)))
    guard let document = decoded.document else { return }
    let formats = [
      PixelFormat(width: 17, height: 9, siting: .center),
      PixelFormat(width: 6, height: 7, depth: 10, chroma: .planes(x: 0, y: 0)),
      PixelFormat(width: 5, height: 4, chroma: .planes(x: 0, y: 0), hasAlpha: true),
    ]
    for case let format? in formats { draw(document, format, rate) }
  }

  private static func draw(_ document: Document, _ format: PixelFormat, _ rate: FrameRate) {
    let document = document.playingInput(from: .zero, isStream: true)
    guard let used = renderer(document, format), used.output.frameBytes <= largestFrame else {
      return
    }
    let workspace = Workspace()
    let times = [Time.zero, Time(frame: 17, rate: rate), Time(seconds: 3)]
    var pictures: [Frame?] = []
    for time in times { pictures.append(picture(used, document, format, time, workspace)) }
    // What was drawn before makes no difference.
    guard let fresh = renderer(document, format) else {
      preconditionFailure("a renderer can be made once only")
    }
    let again = picture(fresh, document, format, times[2], Workspace())
    precondition((again == nil) == (pictures[2] == nil))
    if let again, let picture = pictures[2] {
      precondition(again.bytes.elementsEqual(picture.bytes))
    }
  }

  private static func renderer(_ document: Document, _ format: PixelFormat) -> Renderer? {
    guard let canvas = try? CanvasFormat.output(document.canvas, source: format) else { return nil }
    let colors = SourceColors(matrix: .bt709, range: .limited, format: format)
    let layers = [SourceColors?](repeating: nil, count: document.feeds.count - 1)
    return try? Renderer(
      document, edit: EditList.make(document.clips, lengths: [nil]).list, canvas: canvas,
      range: .limited, matrix: .bt709, sources: layers + [colors], rate: nil, loader: loader,
      keptBytes: 1 << 16)
  }

  /// What is drawn over a source of many values; nil when that fails.
  private static func picture(
    _ renderer: Renderer, _ document: Document, _ format: PixelFormat, _ time: Time,
    _ workspace: Workspace
  ) -> Frame? {
    let source = Frame(format)
    for index in source.bytes.indices {
      // Of a deep sample the upper byte is left at zero, so that it is no more than the peak.
      let isUpper = format.sampleBytes == 2 && index & 1 == 1
      source.bytes[index] = isUpper ? 0 : UInt8(truncatingIfNeeded: index &* 37)
    }
    var pictures = SourcePictures(count: document.feeds.count)
    pictures[document.feeds.count - 1] = SourcePicture(frame: SharedFrame(source))
    let target = Frame(renderer.output)
    do {
      try renderer.draw(pictures, to: target, at: time, workspace)
      return target
    } catch {
      precondition(!error.message.isEmpty)
      return nil
    }
  }

  private static let loader = AssetLoader { path in
    path.contains("missing")
      ? .failure(AssetFault("\(path) is missing")) : .success(file)
  }

  private static let file: [UInt8] = {
    let samples = (0..<48).map { UInt8(truncatingIfNeeded: $0 * 53) }
    return PNGEncoder.encode(Picture(width: 4, height: 3, samples: .eight(samples)))
  }()
}
