import Bytes
import Fonts
import Text

/// What fonts lack of a text, as sentences for the user.
enum FontReport {
  /// How many characters of one kind are named.
  private static let most = 8
  /// How large glyphs are drawn to see whether they can be, in pixels an em.
  private static let sample = 64.0

  /// Characters that no font has, and those of fonts that were not asked for.
  static func lines(
    missing: [TextLayout.MissingGlyph], borrowed: [TextLayout.BorrowedGlyph]
  ) -> [String] {
    let lacking = grouped(missing.map { ($0.scalar, names($0.fonts)) }).map { names, codes in
      let tried = names.isEmpty ? "" : "; tried \(names.joined(separator: ", "))"
      return "no font has \(listed(codes))\(tried)"
    }
    let lent = grouped(
      borrowed.map { ($0.scalar, [$0.font.names.title] + names($0.fonts)) }
    ).map { names, codes in
      let lacking = names.dropFirst().joined(separator: ", ")
      return "\(listed(codes)) \(codes.count == 1 ? "is" : "are") not in \(lacking) and drawn with "
        + (names.first ?? "")
    }
    return lacking + lent
  }

  /// Fonts of which glyphs can't be drawn.
  static func broken(_ layout: TextLayout) -> [String] {
    struct Key: Hashable {
      let font: Int
      let glyph: GlyphID
    }
    var seen: Set<Key> = []
    var found: [(name: String, count: Int, message: String)] = []
    for glyph in layout.glyphs
    where seen.insert(Key(font: glyph.font.identity, glyph: glyph.glyph)).inserted {
      do throws(FontError) {
        _ = try glyph.font.outline(of: glyph.glyph)
        try drawColors(of: glyph.glyph, in: glyph.font)
      } catch {
        let name = glyph.font.names.title
        if let place = found.firstIndex(where: { $0.name == name }) {
          found[place].count += 1
        } else {
          found.append((name, 1, error.message))
        }
      }
    }
    return found.map { name, count, message in
      let glyphs = count == 1 ? "a glyph is" : "\(count) glyphs are"
      return "the font \(name) is broken: \(glyphs) not drawn, as \(message)"
    }
  }

  /// Draws a glyph's own colours, if it has some, to see whether that can be done.
  private static func drawColors(of glyph: GlyphID, in font: Font) throws(FontError) {
    guard font.hasColorGlyphs else { return }
    var painter = ColorGlyphPainter()
    let scale = sample / Double(font.unitsPerEm)
    _ = try painter.picture(of: glyph, in: font, through: .scale(scale, -scale))
  }

  /// A character by its number.
  static func code(_ scalar: Unicode.Scalar) -> String {
    "U+" + String(scalar.value, radix: 16, uppercase: true).padded(to: 4)
  }

  private static func names(_ fonts: [Font]) -> [String] {
    var names: [String] = []
    for name in fonts.map(\.names.title) where !names.contains(name) { names.append(name) }
    return names
  }

  /// Characters by what is said of them, in the order of the text.
  private static func grouped(
    _ found: [(scalar: Unicode.Scalar, names: [String])]
  ) -> [(names: [String], codes: [String])] {
    var places: [[String]: Int] = [:]
    var groups: [(names: [String], codes: [String])] = []
    for (scalar, names) in found {
      let place = places[names] ?? groups.count
      if place == groups.count {
        places[names] = place
        groups.append((names, []))
      }
      groups[place].codes.append(code(scalar))
    }
    return groups
  }

  private static func listed(_ codes: [String]) -> String {
    let more = codes.count > most ? " and \(codes.count - most) more" : ""
    return codes.prefix(most).joined(separator: ", ") + more
  }
}
