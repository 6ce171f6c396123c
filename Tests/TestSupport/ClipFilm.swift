import Bytes
import Filters
import Images
import Timeline
import Y4M

/// A timeline with clips, whose films are drawn here: `stdin` and every file named `*.y4m` are test
/// pictures of 25 frames a second and 4 seconds.
///
/// A name may say the size and the colourspace of a film: `b-64x48-444.y4m`. Those of files are
/// mirrored and have other colours than `stdin`, so that one can be told from the other; their
/// alpha rises from left to right.
package struct ClipFilm {
  package let renderer: Renderer
  private let document: Document
  private let edit: EditList
  private let films: [TestFilm?]

  /// The length of every film.
  package static let length = Time(seconds: 4)

  /// - Parameters:
  ///   - format: of standard input, and of films whose name says nothing else.
  ///   - files: the pictures that the timeline names.
  package init(
    _ timeline: String, _ format: PixelFormat, range: ColorRange = .limited,
    matrix: Matrix = .bt601, files: [String: [UInt8]] = [:]
  ) throws {
    let source = SourceText(name: "test.json", text: timeline)
    let decoded = Document.decode(
      source, vocabulary: Registry.vocabulary,
      knowing: .init(rate: TestFilm.rate, streamLength: Self.length))
    guard let document = decoded.document else {
      throw TimelineFault(description: DiagnosticText(source).text(of: decoded.diagnostics))
    }
    self.document = document
    films = document.feeds.map { TestFilm($0.media.source, format, matrix: matrix, range: range) }
    let (edit, faults) = EditList.make(
      document.clips, lengths: document.clips.map { Self.length(of: $0.media.source, files) })
    guard !faults.hasErrors else {
      throw TimelineFault(description: DiagnosticText(source).text(of: faults))
    }
    self.edit = edit
    let loader = AssetLoader { path in
      files[path].map { .success($0) }
        ?? .failure(AssetFault("no file \(path)"))
    }
    do {
      renderer = try Renderer(
        document, edit: edit, canvas: try CanvasFormat.output(document.canvas, source: format),
        range: range, matrix: matrix, light: try CanvasFormat.light(document.canvas),
        sources: films.map { film in
          film.map { SourceColors(matrix: matrix, range: range, format: $0.format) }
        }, rate: TestFilm.rate, loader: loader)
    } catch let error as RenderFaults {
      throw TimelineFault(description: error.faults.map(\.message).joined(separator: "; "))
    }
  }

  private static func length(of source: MediaSource, _ files: [String: [UInt8]]) -> Time? {
    if TestFilm.name(of: source) != nil { return length }
    guard case .file(let path) = source, let bytes = files[path.text],
      let image = try? ImageFile(parsing: bytes), image.frameCount > 1
    else { return nil }
    return Time(FrameSchedule(image).duration)
  }

  /// The frame that is seen at a time in seconds.
  package func frame(at seconds: Double, _ workspace: Workspace = Workspace()) throws -> Frame {
    let time = Time(seconds)
    var pictures = SourcePictures(count: document.feeds.count)
    for (number, feed) in document.feeds.enumerated() {
      guard let film = films[number] else { continue }
      let entry = edit.entries.first { document.clips[$0.clip].feed == number }
      guard let range = entry?.range ?? feed.layerRange, range.contains(time) else { continue }
      let retiming = entry?.retiming ?? Retiming(feed.media, length: Self.length)
      let choice = retiming.frames(
        at: time - range.start, rate: TestFilm.rate, frameTime: Time(frame: 1, rate: TestFilm.rate))
      pictures[number] = SourcePicture(
        frame: SharedFrame(film.frame(of: choice)),
        second: choice.weight > 0 ? SharedFrame(film.frame(choice.second)) : nil,
        weight: choice.weight,
        numbers: FrameNumbers(first: choice.first, second: choice.second))
    }
    let target = Frame(renderer.output)
    target.fill(Noise(seed: 99))
    try renderer.draw(pictures, to: target, at: time, workspace)
    return target
  }
}

/// A film of test pictures.
package struct TestFilm {
  /// Frames a second of all of them.
  package static let rate: FrameRate = {
    guard let rate = FrameRate(25, 1) else { preconditionFailure("25 is a rate") }
    return rate
  }()

  package let format: PixelFormat
  private let source: TestSource
  private let isOther: Bool

  /// The film that a source names; nil when it names something else.
  fileprivate init?(
    _ source: MediaSource, _ format: PixelFormat, matrix: Matrix, range: ColorRange
  ) {
    guard let name = Self.name(of: source) else { return nil }
    isOther = name != "stdin"
    let words = name.dropLast(4).split(separator: "-").dropFirst().map(String.init)
    let sides = words.first?.split(separator: "x").compactMap { Int($0) } ?? []
    self.format =
      sides.count == 2
      ? PixelFormat.named(words.count > 1 ? words[1] : "420mpeg2", sides[0], sides[1]) : format
    self.source = TestSource(self.format, matrix: matrix, range: range, seed: isOther ? 7 : 0)
  }

  fileprivate static func name(of source: MediaSource) -> String? {
    switch source {
    case .stdin: "stdin"
    case .file(let path) where path.text.hasSuffix(".y4m"): path.text
    default: nil
    }
  }

  /// The frame that is shown first, or the mean of all that are.
  fileprivate func frame(of choice: FrameChoice) -> Frame {
    guard let mean = choice.mean else { return frame(choice.first) }
    var sum = FrameSum()
    sum.begin(format)
    for index in min(choice.first, choice.second)...max(choice.first, choice.second) {
      sum.add(SharedFrame(frame(index)), mean.share(of: index))
    }
    let result = Frame(format)
    sum.write(to: result)
    return result
  }

  /// A frame by its number.
  package func frame(_ index: Int) -> Frame {
    let frame = Frame(format)
    source.draw(frame: index, into: frame)
    guard isOther else { return frame }
    let other = Frame(format)
    for (plane, layout) in format.planes.enumerated() {
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          let value = frame[plane, layout.width - 1 - x, y]
          other[plane, x, y] =
            switch format.roles[plane] {
            case .alpha: format.peak * x / max(layout.width - 1, 1)
            case .blue: format.peak - value
            case .luma, .red: value
            }
        }
      }
    }
    return other
  }
}
