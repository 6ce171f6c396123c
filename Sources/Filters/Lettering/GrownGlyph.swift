import Fonts
import Geometry
import SVG

extension GlyphInks.Known {
  /// How large an em is, in samples, when it is looked at what winds in which direction.
  private static let em = 64.0

  init(_ key: GlyphInks.Glyph, _ font: Font) {
    // A glyph whose description is broken is not seen.
    self.init((try? font.outline(of: key.glyph)) ?? Outline())
    coloredBox = Self.box(of: key.glyph, in: font)
    let unit = Double(max(font.unitsPerEm, 1))
    if key.growth > 0, !plain.isEmpty { grow(by: key.growth * unit, scale: Self.em / unit) }
  }

  /// Adds what lies around the outline by no more than `radius`.
  private mutating func grow(by radius: Double, scale: Double) {
    var rasterizer = Rasterizer()
    let tolerance = radius / 16
    if let winding = rasterizer.winding(of: plain.mapped(by: .scale(scale, scale))),
      !winding.overlaps
    {
      outline = plain.dilated(by: radius, winding: winding, join: .miter, tolerance: tolerance)
      overlaps = .added
    } else {
      outline = plain.grown(by: radius, tolerance: tolerance)
      overlaps = .all
    }
  }

  /// The box of a glyph in its own colours, in font units; nil when it has none.
  private static func box(of glyph: GlyphID, in font: Font) -> Bounds? {
    let isPainted = font.hasColorGlyphs && font.colorGlyph(of: glyph) != nil
    guard isPainted || SVGGlyphs.has(glyph, in: font) else { return nil }
    // Seen at a small size, which is enough to know where it is.
    let scale = 64 / Double(max(font.unitsPerEm, 1))
    var painter = ColorGlyphPainter()
    let map = Affine.scale(scale, -scale)
    let made =
      isPainted
      ? try? painter.picture(of: glyph, in: font, through: map)
      : SVGGlyphs.picture(of: glyph, in: font, through: map)
    guard let box = made?.box, !box.isEmpty else { return nil }
    let seen = Bounds(
      minX: Double(box.x) - 2, minY: Double(box.y) - 2, maxX: Double(box.x + box.width) + 2,
      maxY: Double(box.y + box.height) + 2)
    return seen.mapped(by: .scale(1 / scale, -1 / scale))
  }
}

extension Outline {
  /// The outline with a line of so much to each side along its edges.
  fileprivate func grown(by radius: Double, tolerance: Double) -> Outline {
    let line = stroked(width: 2 * radius, join: .miter, tolerance: tolerance)
    // A line winds counterclockwise, and must not undo what winds the other way.
    return Outline(segments + (area < 0 ? line.reversed : line).segments)
  }

  /// What contours enclose, as if curves were straight, counterclockwise positive.
  private var area: Double {
    var (sum, first, last) = (0.0, Vector(0, 0), Vector(0, 0))
    for segment in segments {
      if case .move(let point) = segment {
        sum += last.x * first.y - last.y * first.x
        (first, last) = (point, point)
        continue
      }
      let end = segment.end
      sum += last.x * end.y - last.y * end.x
      last = end
    }
    return (sum + last.x * first.y - last.y * first.x) / 2
  }

  /// Straight contours, the other way round.
  private var reversed: Outline {
    var contours: [[Vector]] = []
    for segment in segments {
      if case .move = segment { contours.append([]) }
      if !contours.isEmpty { contours[contours.count - 1].append(segment.end) }
    }
    return Outline(
      contours.flatMap { points in
        points.reversed().enumerated().map { $0 == 0 ? .move($1) : .line($1) }
      })
  }
}
