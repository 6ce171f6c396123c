import Fonts
import Geometry
import Text

/// Opens a font and asks for all there is: glyphs, advances, characters, names, other places of
/// its design space; shapes text with it, and draws some glyphs, in their colours if they have
/// such.
enum FontTarget {
  private static let mostFaces = 3
  private static let mostGlyphs = 200
  private static let mostSegments = 2_000_000
  private static let mostPictures = 6

  static func run(_ bytes: [UInt8]) {
    guard let count = try? Font.count(bytes) else { return }
    precondition(count >= 1)
    for index in 0..<min(count, mostFaces) {
      do {
        let font = try Font(bytes, index: index)
        walk(font)
        vary(font)
        shape(font)
        paint(font)
      } catch {
        precondition(!error.message.isEmpty)
      }
    }
  }

  private static func walk(_ font: Font) {
    precondition(font.glyphCount > 0 && font.unitsPerEm > 0)
    precondition(font.metrics.ascent.isFinite && font.metrics.descent.isFinite)
    precondition((1...1000).contains(font.traits.weight))
    _ = font.names
    for value in [0x20, 0x41, 0x130, 0x5E9, 0x4E00, 0xF041, 0xFFFF, 0x1F600, 0x10FFFF] {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      for selector in ["\u{FE0F}", "\u{E0100}"] as [Unicode.Scalar] {
        check(font.glyph(for: scalar, selector: selector), of: font)
      }
      check(font.glyph(for: scalar), of: font)
    }
    // The first glyphs, and some of all that follow.
    let step = max(font.glyphCount / mostGlyphs, 1)
    var segments = 0
    for glyph in stride(from: 0, to: min(font.glyphCount, 0xFFFF), by: step) {
      let glyph = GlyphID(truncatingIfNeeded: glyph)
      precondition(font.advance(of: glyph).isFinite)
      guard segments < mostSegments else { break }
      guard let outline = try? font.outline(of: glyph) else { continue }
      segments += outline.segments.count + 1000
      precondition(outline.segments.allSatisfy(isFinite))
    }
  }

  private static func vary(_ font: Font) {
    guard let first = font.axes.first else { return }
    for part in [0, 0.3, 1] {
      var place: [Tag: Double] = [:]
      for axis in font.axes {
        place[axis.tag] = axis.minimum + part * (axis.maximum - axis.minimum)
      }
      let moved = font.varied(place)
      precondition(moved.normalizedCoordinates.allSatisfy { (-2...2).contains($0) })
      walk(moved)
    }
    precondition(font.varied([first.tag: .nan]).glyphCount == font.glyphCount)
  }

  private static let texts: [(script: Script, isRightToLeft: Bool, text: String)] = [
    (.latin, false, "AVfi\u{301} ffle"), (.arabic, true, "\u{644}\u{627}\u{64E} \u{628}\u{628}"),
    (.hebrew, true, "\u{5E9}\u{5C1}\u{5B8}"), (.devanagari, false, "\u{930}\u{94D}\u{915}\u{93F}"),
    (.thai, false, "\u{E01}\u{E33}\u{E49}"), (.han, false, "\u{5F4C}\u{E0100}1"),
  ]

  /// Shapes some texts; what there is of glyphs and advances has to make sense.
  private static func shape(_ font: Font) {
    for sample in texts {
      let text = Array(sample.text.unicodeScalars)
      let glyphs = Shaper.shape(
        ShapingRun(
          text: text, font: font, script: sample.script, isRightToLeft: sample.isRightToLeft))
      for glyph in glyphs {
        precondition(text.indices.contains(glyph.cluster))
        precondition((glyph.advance + glyph.xOffset + glyph.yOffset).isFinite)
        _ = try? font.outline(of: glyph.glyph)
      }
    }
  }

  /// Draws the first glyphs that have a shape, and those with colours, at 12 pixels an em.
  private static func paint(_ font: Font) {
    let scale = 12 / Double(font.unitsPerEm)
    let map = Affine.scale(scale, -scale)
    let clip = PixelBox(x: -20, y: -20, width: 60, height: 60)
    var rasterizer = Rasterizer()
    var painter = ColorGlyphPainter()
    var pictures = 0
    for number in 0..<min(font.glyphCount, mostGlyphs) where pictures < mostPictures {
      let glyph = GlyphID(truncatingIfNeeded: number)
      if font.hasColorGlyphs,
        let picture = try? painter.picture(of: glyph, in: font, through: map, clip: clip)
      {
        precondition(picture.samples.count == 4 * picture.box.width * picture.box.height)
        pictures += 1
      } else if let outline = try? font.outline(of: glyph), !outline.isEmpty {
        let coverage = rasterizer.coverage(of: outline, through: map, clip: clip)
        precondition(coverage.bytes.count == coverage.width * coverage.height)
        if outline.segments.count < 500 {
          let stroke = outline.stroked(width: 2 / scale, tolerance: 0.1 / scale)
          _ = rasterizer.coverage(of: stroke, through: map, clip: clip)
        }
        pictures += 1
      }
    }
  }

  private static func check(_ glyph: GlyphID?, of font: Font) {
    if let glyph { precondition(glyph > 0 && Int(glyph) < font.glyphCount) }
  }

  private static func isFinite(_ segment: Outline.Segment) -> Bool {
    switch segment {
    case .move(let point), .line(let point): (point.x + point.y).isFinite
    case .quadratic(let one, let point): (one.x + one.y + point.x + point.y).isFinite
    case .cubic(let one, let two, let point):
      (one.x + one.y + two.x + two.y + point.x + point.y).isFinite
    }
  }
}
