import Bytes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Animations that are drawn as they are shown: Lottie, of 8x4 pixels by itself.
@Suite struct DrawnPictureTests {
  /// A black area as wide as half of the picture, which moves out of it to the right in a second,
  /// ten frames.
  static let animation = ##"""
    { "w": 8, "h": 4, "fr": 10, "ip": 0, "op": 10, "layers": [
      { "ty": 1, "ip": 0, "op": 10, "sw": 4, "sh": 4, "sc": "#000000", "ks": { "p": { "a": 1,
        "k": [ { "t": 0, "s": [0, 0] }, { "t": 10, "s": [8, 0] } ] } } }, MORE ] }
    """##

  /// Draws layers on 64x32 pixels of white, and gives a row of its greys.
  private func row(
    _ timeline: String, at time: Time = .zero, _ more: String = #"{ "ty": 3, "ip": 0, "op": 10 }"#
  ) throws -> [UInt8] {
    let text = Self.animation.replacing("MORE", with: more)
    let format = PixelFormat.named("444", 64, 32)
    let stream = try StreamRenderer(
      ClipScene.document(#"{ "version": 1, \#(timeline) }"#), input: format, range: .full,
      matrix: .bt601, rate: FrameRate(25, 1),
      loader: AssetLoader { _ in .success(Array(text.utf8)) })
    let white = Frame(format)
    for plane in 0..<3 {
      for y in 0..<32 { for x in 0..<64 { white[plane, x, y] = plane == 0 ? 255 : 128 } }
    }
    let target = Frame(stream.renderer.output)
    try stream.draw(white, to: target, at: time, Workspace())
    return (0..<64).map { UInt8(target[0, $0, 16]) }
  }

  /// An area of black from one column to another, on white.
  private func black(_ columns: Range<Int>) -> [UInt8] {
    (0..<64).map { columns.contains($0) ? 0 : 255 }
  }

  private func layer(_ more: String) -> String {
    #""layers": [{ "type": "image", "source": "a.json" \#(more) }]"#
  }

  @Test func `their edges are sharp at any size`() throws {
    #expect(try row(layer(#", "size": [64, 32]"#)) == black(0..<32))
    #expect(try row(layer(#", "size": [32, 16], "position": [0, 8]"#)) == black(0..<16))
  }

  @Test(arguments: [(0.25, 16), (1.25, 16), (0.5, 32), (0.0625, 4)])
  func `they move between their frames, and without end`(_ seconds: Double, _ start: Int) throws {
    let time = Time(Rational(approximating: seconds))
    #expect(
      try row(layer(#", "size": [64, 32]"#), at: time) == black(start..<min(start + 32, 64)))
  }

  @Test func `speed and offset are kept`() throws {
    let fast = layer(#", "size": [64, 32], "speed": 2, "offset": 0.125"#)
    #expect(try row(fast, at: Time(Rational(approximating: 0.0625))) == black(16..<48))
    let once = layer(#", "size": [64, 32], "loop": 1"#)
    #expect(try row(once, at: Time(Rational(5))).prefix(60).allSatisfy { $0 == 255 })
  }

  @Test func `masks play them as well`() throws {
    let mask = #""mask": { "source": "a.json", "by": "alpha" }"#
    let layers = #""layers": [{ "type": "color", "color": "black", "size": [64, 32], \#(mask) }]"#
    #expect(try row(layers) == black(0..<32))
  }

  @Test func `what is not drawn gets a warning`() throws {
    let text = Self.animation.replacing("MORE", with: #"{ "ty": 13, "ip": 0, "op": 10 }"#)
    let stream = try StreamRenderer(
      ClipScene.document(#"{ "version": 1, \#(layer("")) }"#), input: .named("444", 64, 32),
      range: .full, matrix: .bt601, rate: FrameRate(25, 1),
      loader: AssetLoader { _ in .success(Array(text.utf8)) })
    #expect(stream.renderer.warnings.map(\.message).contains { $0.contains("cameras") })
  }
}
