import Bytes
import Fonts
import Geometry
import TestSupport
import Testing
import Timeline

@testable import Filters

@Suite struct GlyphInksTests {
  private static let coding = ColorCoding(matrix: .bt709, range: .full, depth: 8)

  /// A row of letters, each a third of a pixel further from the one before than that.
  private static func scene(
    _ text: String, at left: Double, growth: Double = 0, _ style: GlyphStyle
  ) throws -> TextScene {
    let font = try BuiltInFont.font()
    let scale = 40 / Double(font.unitsPerEm)
    var shapes: [TextScene.Shape] = []
    for (index, scalar) in text.unicodeScalars.enumerated() {
      let glyph = try #require(font.glyph(for: scalar))
      var shape = TextScene.Shape(
        .glyph(font, glyph),
        place: Affine(
          a: scale, b: 0, c: 0, d: -scale, tx: left + Double(index) * (30 + 1.0 / 3), ty: 60.25),
        style: 0, atom: 0)
      shape.growth = growth
      shapes.append(shape)
    }
    return TextScene(
      shapes: shapes, styles: [style],
      atoms: [
        TextScene.Atom(
          character: 0, word: 0, line: 0, box: Bounds(minX: 0, minY: 0, maxX: 200, maxY: 80))
      ], size: Vector(200, 80))
  }

  private static let outlined = GlyphStyle(
    strokes: [GlyphStyle.Stroke(width: 4)], shadows: [GlyphStyle.Shadow(offset: Vector(2, 2))])

  private static func samples(_ scene: TextScene, _ inks: GlyphInks?) throws -> [UInt16] {
    let artwork = TextArtwork(
      scene, InkSetting(coding: coding, side: 100), CacheBudget(bytes: 0), inks: inks)
    let painting = try #require(
      artwork.picture(
        through: .identity, clip: Box(x: 0, y: 0, width: 240, height: 100), Workspace()))
    let texture = painting.texture
    return (0..<4).flatMap { plane in
      (0..<texture.width * texture.height).map { texture.plane(plane)[$0] }
    }
  }

  @Test(arguments: [
    (0.0, 0, 0), (0.06, 0, 0), (0.07, 0, 1), (0.94, 1, 0), (7.5, 7, 4), (-0.05, 0, 0),
    (-0.5, -1, 4), (-2.99, -3, 0), (7.94, 8, 0),
  ])
  func `places are found on the grid`(value: Double, whole: Int, step: Int) {
    let found = GlyphInks.place(value, steps: 8)
    #expect(found.whole == whole && found.step == step)
  }

  @Test func `what is kept changes nothing`() throws {
    let warm = GlyphInks(CacheBudget(bytes: 5 << 20))
    for text in ["abe", "gab", "eeg"] {
      for growth in [0, 1.0 / 64] {
        let scene = try Self.scene(text, at: 20.1, growth: growth, Self.outlined)
        let first = try Self.samples(scene, warm)
        #expect(try Self.samples(scene, warm) == first)
        #expect(try Self.samples(scene, GlyphInks(CacheBudget(bytes: 0))) == first)
        warm.release()
      }
    }
  }

  @Test func `letters on the grid are as far off as half a step`() throws {
    for (left, most) in [(20.0, 2200.0), (20.03, 2200)] {
      let scene = try Self.scene("abH", at: left, GlyphStyle())
      let (free, snapped) = (
        try Self.samples(scene, nil),
        try Self.samples(scene, GlyphInks(CacheBudget(bytes: 5 << 20)))
      )
      #expect(free.count == snapped.count)
      let off = zip(free, snapped).map { abs(Double($0) - Double($1)) }.max() ?? 0
      #expect(off < most, "\(off)")
    }
  }
}
