import Bytes
import Filters
import Fonts
import Foundation
import Images
import Scopes
import TestFiles
import TestSupport
import Timeline
import Y4M

/// A timeline of `Tests/Goldens/cases`, and the stream that its second line names:
/// `// stream: WIDTHxHEIGHT COLOURSPACE RANGE MATRIX at SECOND...`, where the colourspace `all`
/// stands for each one there is.
struct GoldenCase: CustomStringConvertible {
  let group: String
  let name: String
  let text: String
  let width: Int
  let height: Int
  let colorspaces: [String]
  let range: ColorRange
  let matrix: Matrix
  let times: [Double]

  var description: String { "\(group)/\(name)" }

  init?(group: String, file: URL) {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    self.init(group: group, name: file.deletingPathExtension().lastPathComponent, text: text)
  }

  init?(group: String, name: String, text: String) {
    let words = text.split(separator: "\n").first { $0.hasPrefix("// stream: ") }?
      .split(separator: " ").dropFirst(2).map(String.init)
    guard let words, words.count > 5, words[4] == "at" else { return nil }
    let sides = words[0].split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2, let range = ColorRange(rawValue: words[2].uppercased()),
      let matrix = Matrix(rawValue: words[3])
    else { return nil }
    self.group = group
    self.name = name
    self.text = text
    (width, height) = (sides[0], sides[1])
    colorspaces = words[1] == "all" ? Colorspace.all.map(\.name) : [words[1]]
    self.range = range
    self.matrix = matrix
    times = words.dropFirst(5).compactMap { Double($0) }
  }

  /// All cases, in the order of their names.
  static let all: [GoldenCase] = {
    let names = { (folder: URL) in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }
    let ofFiles = names(Goldens.cases).flatMap { group in
      let folder = Goldens.cases.appendingPathComponent(group)
      return names(folder).compactMap {
        GoldenCase(group: group, file: folder.appendingPathComponent($0))
      }
    }
    return ofFiles + Registry.vocabulary.transitions.compactMap { GoldenCase(transition: $0.name) }
  }()

  /// The change of one film to another, at its start, at three quarters of it, and at its end.
  private init?(transition name: String) {
    let source = name == "luma" ? #", "source": "badge.png""# : ""
    self.init(
      group: "transitions", name: name,
      text: """
        // stream: 64x36 420mpeg2 limited 601 at 1 1.25 1.5 1.75 2
        { "version": 1,
          "clips": [
            { "source": "stdin", "in": 0, "out": 2,
              "transition": { "type": "\(name)", "duration": 1\(source) } },
            { "source": "other.y4m", "in": 0, "out": 2 } ],
          "layers": [] }
        """)
  }

  /// A frame that the case makes, with its label: the time, or the colourspace where there are
  /// many.
  struct Result {
    let label: String
    let frame: Frame
  }

  /// Draws every frame of the case over the test picture.
  func results() throws -> [Result] {
    try colorspaces.flatMap { colorspace in
      let format = PixelFormat.named(colorspace, width, height)
      if text.contains("\"clips\"") { return try clipResults(format, colorspace) }
      let film = try film(format)
      let source = TestSource(format, matrix: matrix, range: range)
      let workspace = Workspace()
      let historic = times.contains { film.renderer.history(at: Time($0)) > 0 }
      return try times.map { time in
        let label = colorspaces.count > 1 ? colorspace : "\(time) s"
        if historic {
          return Result(label: label, frame: try frame(at: time, source, format, workspace))
        }
        let frame = Frame(format)
        source.draw(frame: Int(time * 25), into: frame)
        return Result(label: label, frame: try film.frame(frame, at: time, workspace))
      }
    }
  }

  private func film(_ format: PixelFormat, rate: FrameRate? = nil) throws -> Film {
    try Film(
      text, format, range: range, matrix: matrix, files: Goldens.assets,
      fonts: group == "captions" ? Goldens.fonts : .builtInOnly, rate: rate)
  }

  /// A frame of a timeline that reads those before it, at 25 frames a second.
  private func frame(
    at time: Double, _ source: TestSource, _ format: PixelFormat, _ workspace: Workspace
  ) throws -> Frame {
    guard let rate = FrameRate(25, 1) else { return Frame(format) }
    let number = Int((time * 25).rounded())
    let frames = (0...number).map { index in
      let frame = Frame(format)
      source.draw(frame: index, into: frame)
      return frame
    }
    return try film(format, rate: rate)
      .frames(frames, rate: rate, only: number..<number + 1, workspace)[0]
  }

  /// The frames of a timeline with clips.
  private func clipResults(_ format: PixelFormat, _ colorspace: String) throws -> [Result] {
    let film = try ClipFilm(text, format, range: range, matrix: matrix, files: Goldens.assets)
    let workspace = Workspace()
    return try times.map { time in
      let label = colorspaces.count > 1 ? colorspace : "\(time) s"
      return Result(label: label, frame: try film.frame(at: time, workspace))
    }
  }

  /// The frames as people see them, side by side; those of grades over the scopes of the last one.
  func picture(_ results: [Result]) -> Picture {
    let sheet = sheet(results)
    guard group == "grades", let last = results.last else { return sheet }
    return sheet.stacked(on: scopes(of: last.frame))
  }

  private func scopes(of frame: Frame) -> Picture {
    let coding = ScopeCoding(
      redWeight: matrix.red, blueWeight: matrix.blue, range: range, depth: frame.format.depth)
    return ScopePicture(ScopeKind.allCases, unit: .bt709)
      .draw(ScopeCounts(SharedFrame(frame), coding), width: 640, height: 360)
  }

  private func sheet(_ results: [Result]) -> Picture {
    let conversion = PictureConversion(matrix: matrix, range: range)
    var sheet = ContactSheet(count: results.count, columns: min(results.count, 8))
    for (place, result) in results.enumerated() {
      sheet.put(conversion.picture(of: SharedFrame(result.frame)).reducedToEightBits, at: place)
    }
    return sheet.picture ?? Picture(width: 1, height: 1, samples: .eight([0, 0, 0, 255]))
  }
}

/// Where everything stands.
enum Goldens {
  private static let folder = Checkout.folder.appendingPathComponent("Tests/Goldens")

  static let cases = folder.appendingPathComponent("cases")
  static let pictures = folder.appendingPathComponent("pictures")
  /// Where failing cases leave what they made.
  static let failures = folder.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent(".build-goldens")
  static let isUpdating = ProcessInfo.processInfo.environment["VFX_UPDATE_GOLDENS"] == "1"

  static func summaries(_ group: String) -> URL { folder.appendingPathComponent("\(group).json") }

  /// The files that cases name.
  static let assets: [String: [UInt8]] = {
    let folder = Self.folder.appendingPathComponent("assets")
    var assets: [String: [UInt8]] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { continue }
      assets[name] = [UInt8](data)
    }
    return assets
  }()

  /// The built-in font, and small ones with letters of Arabic and Japanese.
  static let fonts: FontLibrary = {
    let fixtures = folder.deletingLastPathComponent()
      .appendingPathComponent("Fixtures/fonts/shaping")
    var files: [String: [UInt8]] = [:]
    for name in ["NotoNaskhArabic.ttf", "NotoSansCJK.otf"] {
      let data = try? Data(contentsOf: fixtures.appendingPathComponent(name))
      if let data { files[name] = [UInt8](data) }
    }
    return FontLibrary(files: FontFiles(files))
  }()

  static func write(_ bytes: some Sequence<UInt8>, to place: URL) throws {
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: place)
  }
}

extension Picture {
  /// The picture above another one, of 8 bits both, on black.
  fileprivate func stacked(on other: Picture) -> Picture {
    let all = max(width, other.width)
    var stack: [UInt8] = []
    for picture in [self, other] {
      guard case .eight(let samples) = picture.reducedToEightBits.samples else { continue }
      for y in 0..<picture.height {
        let stride = 4 * picture.width
        stack += samples[y * stride..<(y + 1) * stride]
        for _ in picture.width..<all { stack += [0, 0, 0, 255] as [UInt8] }
      }
    }
    return Picture(width: all, height: height + other.height, samples: .eight(stack))
  }

  /// The picture with 8 bits a sample.
  fileprivate var reducedToEightBits: Picture {
    guard case .sixteen(let samples) = samples else { return self }
    return Picture(
      width: width, height: height,
      samples: .eight(samples.map { UInt8((Int($0) * 255 + 32767) / 65535) }))
  }
}
