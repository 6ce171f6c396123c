import Bytes
import Fonts
import Foundation
import Images
import TestFiles
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Scripts of libass's own tests against the pictures that it makes of them.
@Suite struct LibassTests {
  private static let folder = Checkout.fixture("subs/libass")

  private static func bytes(_ name: String) throws -> [UInt8] {
    try Checkout.bytes("subs/libass/\(name)")
  }

  /// The fonts of the tests, as a system has them.
  private static let fonts: FontLibrary = {
    let files = (try? ["font1.ttf", "font2.otf"].map(bytes)) ?? []
    @Sendable func file(_ name: String) -> [UInt8] { files[name == "font1.ttf" ? 0 : 1] }
    return FontLibrary(
      files: FontFiles(
        list: { ["font1.ttf", "font2.otf"] },
        parts: { path, ranges in
          let bytes = file(path)
          return ranges.map { Array(bytes[$0.clamped(to: 0..<bytes.count)]) }
        }, load: { .success(FontData(file($0))) }, named: { .success(FontData(file($0))) }))
  }()

  private static let grey: UInt8 = 90

  /// What the script looks like on grey, as luma.
  private func drawn(_ name: String, _ format: PixelFormat, at time: Int) throws -> [Double] {
    let decoded = Document.decode(
      SourceText(
        name: "t.json",
        text: #"{ "version": 1, "layers": [{ "type": "subtitles", "source": "a.ass" }] }"#),
      vocabulary: Registry.vocabulary)
    let script = try Self.bytes(name)
    let renderer = try StreamRenderer(
      try #require(decoded.document), input: format, range: .full, matrix: .bt601,
      loader: AssetLoader { _ in .success(script) }, fonts: Self.fonts)
    let frame = Frame(format)
    for index in frame.bytes.indices {
      frame.bytes[index] = index < format.width * format.height ? Self.grey : 128
    }
    let target = Frame(format)
    try renderer.draw(frame, to: target, at: try #require(Time(time, 1000)), Workspace())
    return (0..<format.width * format.height).map { Double(target.bytes[$0]) }
  }

  /// A picture on grey, as luma.
  private func expected(_ picture: Picture) -> [Double] {
    let samples: [Double] =
      switch picture.samples {
      case .eight(let samples): samples.map { Double($0) }
      case .sixteen(let samples): samples.map { Double($0) / 257 }
      }
    return stride(from: 0, to: samples.count, by: 4).map { index in
      let opacity = samples[index + 3] / 255
      let luma =
        0.299 * samples[index] + 0.587 * samples[index + 1] + 0.114 * samples[index + 2]
      return luma * opacity + Double(Self.grey) * (1 - opacity)
    }
  }

  @Test(arguments: [
    ("sub1", 500, 1.0), ("sub1", 1500, 1.0), ("sub1", 2500, 1.0), ("sub2", 153_000, 0.1),
  ])
  func `a script looks as libass draws it`(_ name: String, _ time: Int, _ limit: Double) throws {
    let digits = String(repeating: "0", count: max(4 - String(time).count, 0)) + String(time)
    let file = try ImageFile(parsing: try Self.bytes("\(name)-\(digits).png"))
    let picture = try PictureSequence(file).picture(0)
    let format = try #require(
      PixelFormat(
        width: picture.width, height: picture.height, chroma: .planes(x: 0, y: 0)))
    let drawn = try drawn(name + ".ass", format, at: time)
    let expected = expected(picture)
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    let error = mean(zip(drawn, expected).map { ($0 - $1).magnitude })
    #expect(error < limit)
    // Without the subtitles the error would be many times that.
    #expect(mean(expected.map { ($0 - Double(Self.grey)).magnitude }) > 4 * limit)
  }
}
