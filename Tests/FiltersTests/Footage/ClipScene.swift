import Bytes
import Images
import TestSupport
import Timeline
import Y4M

@testable import Filters

/// A timeline that a test could not read or draw.
struct SceneFault: Error {
  let description: String
}

/// One clip on a canvas: what most tests of clips need.
struct ClipScene {
  let painter: ClipPainter
  let canvas: PixelFormat

  /// - Parameters:
  ///   - clip: the keys of the clip besides `source`.
  ///   - source: what is played: by default frames that the test gives.
  ///   - colors: of those frames; nil for those of the canvas.
  ///   - stage: the keys of `canvas`.
  ///   - pixelWidth: of a pixel of the canvas whose height is 1.
  init(
    _ clip: String, on canvas: PixelFormat, source: String = #""stdin""#, stage: String = "",
    from format: PixelFormat? = nil, range: ColorRange = .limited, matrix: Matrix = .bt601,
    colors: SourceColors? = nil, pictures: [String: Picture] = [:],
    pixelWidth: Double = 1
  ) throws {
    let text = """
      { "version": 1, "canvas": { \(stage) },
        "clips": [ { "source": \(source), "duration": 10\(clip.isEmpty ? "" : ", ")\(clip) } ] }
      """
    let document = try Self.document(text)
    let faults = FaultLog()
    let isStream = source == #""stdin""#
    let own = SourceColors(matrix: matrix, range: range, format: format)
    var coding = ColorCoding(matrix: matrix, range: range, depth: canvas.depth)
    coding.mixing = document.canvas[CanvasParameters.blending].mixing(.standard)
    var setting = LayerSetting(
      format: canvas, coding: coding,
      loader: Self.loader(pictures), budget: CacheBudget(bytes: 24 << 20),
      sources: [isStream ? colors ?? own : nil], pixelWidth: pixelWidth, rate: FrameRate(25, 1),
      faults: faults)
    setting.motionBlur = document.canvas[MotionBlur.onCanvas]
    painter = try ClipPainter(
      document.clips[0], EditList.make(document.clips, lengths: [nil]).list.entries[0],
      ClipDefaults(document.canvas), setting)
    if let fault = faults.errors.first { throw fault }
    self.canvas = canvas
  }

  static func document(_ text: String) throws -> Document {
    let source = SourceText(name: "test.json", text: text)
    let decoded = Document.decode(source, vocabulary: Registry.vocabulary)
    guard let document = decoded.document else {
      throw SceneFault(description: DiagnosticText(source).text(of: decoded.diagnostics))
    }
    return document
  }

  static func loader(_ pictures: [String: Picture]) -> AssetLoader {
    let files = pictures.mapValues { PNGEncoder.encode($0) }
    return AssetLoader { path in
      files[path].map { .success($0) }
        ?? .failure(AssetFault("no file \(path)"))
    }
  }

  /// The canvas with the clip as it is at a time, which must not depend on what was there before.
  func frame(
    _ source: Frame? = nil, second: Frame? = nil, weight: UInt16 = 0, at seconds: Double = 0,
    _ workspace: Workspace = Workspace()
  ) throws -> Frame {
    var pictures = SourcePictures(count: 1)
    pictures[0] = source.map {
      SourcePicture(frame: SharedFrame($0), second: second.map(SharedFrame.init), weight: weight)
    }
    let target = Frame.noise(canvas, seed: 7)
    workspace.sources = pictures
    try painter.draw(to: target, at: Time(seconds), workspace)
    return target
  }
}

extension Frame {
  /// The columns of a row of luma that hold `value`.
  func columns(of value: Int, row: Int) -> Range<Int>? {
    let found = (0..<format.width).filter { self[0, $0, row] == value }
    guard let first = found.first, let last = found.last else { return nil }
    return first..<last + 1
  }

  /// The rows of a column of luma that hold `value`.
  func rows(of value: Int, column: Int) -> Range<Int>? {
    let found = (0..<format.height).filter { self[0, column, $0] == value }
    guard let first = found.first, let last = found.last else { return nil }
    return first..<last + 1
  }

  /// The mean of a plane.
  func mean(_ plane: Int) -> Double {
    let all = samples(plane)
    return Double(all.reduce(0, +)) / Double(all.count)
  }
}
