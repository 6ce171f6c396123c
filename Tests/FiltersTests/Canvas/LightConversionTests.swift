import TestSupport
import Testing
import Y4M

@testable import Filters

@Suite struct LightConversionTests {
  private static let format = PixelFormat.named("444p10", 64, 48)

  private func codes(_ canvas: String, _ clip: String) throws -> [Int] {
    let film = try ClipFilm(
      #"""
      { "version": 1, "canvas": { \#(canvas) },
        "clips": [{ "source": "a.y4m", "matrix": "601" \#(clip) }] }
      """#, Self.format)
    let frame = try film.frame(at: 0.4)
    return (0..<3).flatMap { plane in
      (0..<64 * 48).map { frame[plane, $0 % 64, $0 / 64] }
    }
  }

  /// Conversions are those of the effects, which `scripts/compare/grades` checks.
  @Test(arguments: [
    (
      #""transfer": "bt709""#, #""transfer": "pq""#,
      #""effect": "tone-map", "from": "pq", "to": "bt709""#
    ),
    (
      #""transfer": "srgb""#, #""transfer": "hlg""#,
      #""effect": "tone-map", "from": "hlg", "to": "srgb""#
    ),
    (
      #""transfer": "pq""#, #""transfer": "hlg""#,
      #""effect": "transfer", "from": "hlg", "to": "pq", "fromGamut": "bt2020", "toGamut": "bt2020""#
    ),
    (
      #""transfer": "hlg""#, #""transfer": "pq", "primaries": "p3-d65""#,
      #""effect": "transfer", "from": "pq", "to": "hlg", "fromGamut": "p3-d65", "toGamut": "bt2020""#
    ),
    (
      #""transfer": "pq""#, #""transfer": "bt709""#,
      #""effect": "transfer", "from": "bt709", "to": "pq", "toGamut": "bt2020""#
    ),
    (
      #""primaries": "bt2020""#, #""transfer": "srgb""#,
      #""effect": "transfer", "from": "bt709", "to": "bt709", "toGamut": "bt2020""#
    ),
    (
      #""transfer": "linear""#, #""transfer": "gamma22""#,
      #""effect": "transfer", "from": "gamma22", "to": "linear""#
    ),
  ])
  func `films of another light are converted as effects do it`(
    _ canvas: String, _ clip: String, _ effect: String
  ) throws {
    let converted = try codes(canvas, ", " + clip)
    let changed = try codes(canvas, #", "effects": [{ "type": "effect", \#(effect) }]"#)
    #expect(converted == changed)
    #expect(try converted != codes(canvas, ""))
  }

  @Test(arguments: [
    (#""transfer": "pq""#, #""transfer": "pq""#),
    (#""transfer": "srgb""#, #""transfer": "gamma24""#),
    (#""transfer": "hlg", "primaries": "bt709""#, #""transfer": "hlg", "primaries": "bt709""#),
  ])
  func `films of the canvas's light pass`(_ canvas: String, _ clip: String) throws {
    #expect(try codes(canvas, ", " + clip) == codes(canvas, ""))
  }

  /// 100 cd/m2 is 509 in PQ, and 203 is 573.
  @Test(arguments: [(100, 509), (203, 573), (1000, 723)])
  func `white of SDR stands at graphics white`(_ white: Int, _ code: Int) throws {
    let film = try ClipFilm(
      #"""
      { "version": 1, "canvas": { "transfer": "pq", "graphicsWhite": \#(white) },
        "clips": [{ "source": { "color": "white" }, "duration": 1 }],
        "layers": [
          { "type": "video", "source": { "testsrc": {} }, "size": [32, 24], "position": [0, 0],
            "anchor": "top-left" }] }
      """#, Self.format)
    let frame = try film.frame(at: 0)
    #expect(frame[0, 60, 40] == code && frame[1, 60, 40] == 512)
    // The brightest of the test picture is its white.
    let codes = (0..<32 * 24).map { frame[0, $0 % 32, $0 / 32] }
    #expect(codes.allSatisfy { $0 <= code + 12 })
  }

  /// Even steps of 8 bits are no even steps of PQ.
  @Test func `a film of 8 bits gets the depth of the canvas`() throws {
    let film = try ClipFilm(
      #"""
      { "version": 1, "canvas": { "transfer": "pq", "format": "444p10" },
        "clips": [{ "source": "a-64x48-444.y4m", "matrix": "601", "transfer": "bt709" }] }
      """#, Self.format)
    let frame = try film.frame(at: 0.4)
    let low = Set((0..<64 * 48).map { frame[0, $0 % 64, $0 / 64] & 3 })
    #expect(low.count == 4)
  }

  /// One sample that is not opaque changes nothing of the others.
  @Test func `a film with alpha gets the depth of the canvas, too`() throws {
    let film = try ClipFilm(
      #"""
      { "version": 1, "canvas": { "transfer": "pq", "format": "444p10" },
        "clips": [{ "source": "a-64x48-444alpha.y4m", "matrix": "601", "transfer": "bt709" }] }
      """#, Self.format)
    let frame = try film.frame(at: 0.4)
    let low = Set((0..<64 * 48).map { frame[0, $0 % 64, $0 / 64] & 3 })
    #expect(low.count == 4)
  }
}
