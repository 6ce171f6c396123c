import Bytes
import Filters
import Fonts
import Images
import Timeline
import Y4M

/// A timeline that a test could not read, with what the checker says about it.
package struct TimelineFault: Error, CustomStringConvertible {
  package let description: String
}

/// One frame in, one frame out: what most tests of drawing need.
package struct Film {
  let stream: StreamRenderer
  package var renderer: Renderer { stream.renderer }

  /// Reads a timeline and makes what draws it.
  ///
  /// - Parameters:
  ///   - timeline: the JSON; a text that begins with `[` is taken for the list of layers.
  ///   - pictures: the files that it names.
  ///   - fonts: those that its texts may use.
  ///   - rate: the output's, for what counts frames.
  package init(
    _ timeline: String, _ format: PixelFormat, range: ColorRange = .limited,
    matrix: Matrix = .bt601, pictures: [String: Picture] = [:], files: [String: [UInt8]] = [:],
    fonts: FontLibrary = .builtInOnly, rate: FrameRate? = nil
  ) throws {
    let isList = timeline.drop { $0.isWhitespace }.first == "["
    let text = isList ? #"{ "version": 1, "layers": \#(timeline) }"# : timeline
    let source = SourceText(name: "test.json", text: text)
    var decoded = Document.decode(source, vocabulary: Registry.vocabulary)
    if let document = decoded.document, document.usesViewport || !document.soundPictures.isEmpty {
      let canvas = try CanvasFormat.output(document.canvas, source: format)
      var knowledge = Document.Knowledge()
      knowledge.viewport = Viewport(width: Double(canvas.width), height: Double(canvas.height))
      knowledge.tables = MadeUpSounds.tables(for: document.soundPictures)
      decoded = Document.decode(source, vocabulary: Registry.vocabulary, knowing: knowledge)
    }
    guard let document = decoded.document else {
      throw TimelineFault(description: DiagnosticText(source).text(of: decoded.diagnostics))
    }
    var contents = files
    for (name, picture) in pictures { contents[name] = PNGEncoder.encode(picture) }
    let loader = AssetLoader { [contents] path in
      contents[path].map { .success($0) }
        ?? .failure(AssetFault("no file \(path)"))
    }
    do {
      stream = try StreamRenderer(
        document, input: format, range: range, matrix: matrix, rate: rate, loader: loader,
        fonts: fonts)
    } catch {
      throw TimelineFault(description: error.faults.map(\.message).joined(separator: "; "))
    }
  }

  /// The frame that `source` becomes at a time in seconds; the source itself is left alone.
  package func frame(
    _ source: Frame, at seconds: Double = 0, _ workspace: Workspace = Workspace()
  ) throws -> Frame {
    try frame(source, at: Time(seconds), workspace)
  }

  /// The frame that `source` becomes at a time, as a whole picture unless it has fields.
  package func frame(
    _ source: Frame, at time: Time, fields: FieldTimes? = nil,
    _ workspace: Workspace = Workspace()
  ) throws -> Frame {
    let target = Frame(renderer.output)
    // What a recycled frame still holds must never be seen.
    target.fill(Noise(seed: 99))
    try stream.draw(source, to: target, at: time, fields: fields, workspace)
    return target
  }

  /// Draws the frame that `source` becomes at a time.
  package func draw(
    _ source: Frame, to target: Frame, at time: Time, _ workspace: Workspace
  ) throws {
    try stream.draw(source, to: target, at: time, workspace)
  }
}

extension Time {
  /// The nearest microsecond.
  package init(_ seconds: Double) {
    self = Time(Int((seconds * 1_000_000).rounded()), 1_000_000) ?? .zero
  }
}
