import Bytes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// SVG pictures, of 8x4 pixels by themselves: the left half is black.
@Suite struct VectorPictureTests {
  static let picture =
    ##"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"><rect width="4" height="4"/>MORE</svg>"##

  private func stream(_ timeline: String, _ picture: String) throws -> StreamRenderer {
    try StreamRenderer(
      ClipScene.document(#"{ "version": 1, \#(timeline) }"#), input: .named("444", 64, 32),
      range: .full, matrix: .bt601, rate: FrameRate(25, 1),
      loader: AssetLoader { _ in .success(Array(picture.utf8)) })
  }

  /// Draws layers on 64x32 pixels of white, and gives a row of its greys.
  private func row(_ timeline: String, _ more: String = "") throws -> [UInt8] {
    let format = PixelFormat.named("444", 64, 32)
    let stream = try stream(timeline, Self.picture.replacing("MORE", with: more))
    let white = Frame(format)
    for plane in 0..<3 {
      for y in 0..<32 { for x in 0..<64 { white[plane, x, y] = plane == 0 ? 255 : 128 } }
    }
    let target = Frame(stream.renderer.output)
    try stream.draw(white, to: target, at: .zero, Workspace())
    return (0..<64).map { UInt8(target[0, $0, 16]) }
  }

  /// An area of black from one column to another, on white.
  private func black(_ columns: Range<Int>) -> [UInt8] {
    (0..<64).map { columns.contains($0) ? 0 : 255 }
  }

  private func layer(_ more: String) -> String {
    #""layers": [{ "type": "image", "source": "a.svg" \#(more) }]"#
  }

  @Test func `their edges are sharp at any size`() throws {
    #expect(try row(layer(#", "size": [64, 32]"#)) == black(0..<32))
    #expect(try row(layer(#", "size": [32, 16], "position": [0, 8]"#)) == black(0..<16))
  }

  @Test func `they keep their own size, which scales and turns count from`() throws {
    // About their middle, 24 and 16: from 16 on, of which the left half is black.
    #expect(try row(layer(#", "scale": 2, "position": [20, 14]"#)) == black(16..<24))
  }

  @Test func `masks are drawn at the size of their layer, too`() throws {
    let mask = #""mask": { "source": "a.svg", "by": "alpha" }"#
    let layers = #""layers": [{ "type": "color", "color": "black", "size": [64, 32], \#(mask) }]"#
    #expect(try row(layers) == black(0..<32))
  }

  @Test func `what is not drawn gets a warning`() throws {
    let text = Self.picture.replacing("MORE", with: "<foreignObject/>")
    let warnings = try stream(layer(""), text).renderer.warnings.map(\.message)
    #expect(warnings.contains { $0.contains("foreign objects; they are not drawn") })
  }

  @Test func `what is broken is reported with its place`() throws {
    let error = #expect(throws: RenderFaults.self) {
      try stream(layer(""), "<svg>\n <g></svg>")
    }
    let told = try #require(error.map { "\($0)" })
    #expect(told.contains("a.svg:2:5: </svg> where </g> should stand"))
  }
}
