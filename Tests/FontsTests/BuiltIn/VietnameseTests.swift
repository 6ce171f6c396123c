import Testing

@testable import Fonts

/// Letters of Vietnamese and Greek: all of them, with accents that keep their distance.
@Suite struct VietnameseTests {
  /// A contour as a chain of points, in units of the font.
  private typealias Chain = [(x: Double, y: Double)]

  /// A letter with an accent: the whole, what is under it, and the accent's drawing.
  private struct Case {
    let whole: Unicode.Scalar
    let base: Unicode.Scalar
    let accent: Unicode.Scalar
  }

  private static let vowels = Set("aeıiouyơưAEIOUYƠƯ".unicodeScalars)

  /// Every letter of Vietnamese that has an accent above or below.
  private var cases: [Case] {
    let tones: Set<Unicode.Scalar> = [
      "\u{300}", "\u{301}", "\u{302}", "\u{303}", "\u{306}", "\u{309}", "\u{323}",
    ]
    return (Accents.compositions + Vietnamese.compositions).flatMap { accent, letters in
      let scalars = Array(letters.unicodeScalars)
      return stride(from: 0, to: scalars.count - 1, by: 2).map {
        Case(whole: scalars[$0], base: scalars[$0 + 1], accent: accent)
      }.filter {
        Self.vowels.contains($0.base) && (tones.contains(accent) || Vietnamese.isPair(accent))
      }
    }
  }

  private func chains(_ outline: Outline) -> [Chain] {
    var chains: [Chain] = []
    func add(_ x: Double, _ y: Double) { chains[chains.count - 1].append((x, y)) }
    for segment in outline.segments {
      switch segment {
      case .move(let point): chains.append([(point.x, point.y)])
      case .line(let end):
        guard let from = chains.last?.last else { continue }
        for step in 1...8 {
          let t = Double(step) / 8
          add(from.x + (end.x - from.x) * t, from.y + (end.y - from.y) * t)
        }
      case .quadratic(let control, let end):
        guard let from = chains.last?.last else { continue }
        for step in 1...8 {
          let (t, s) = (Double(step) / 8, 1 - Double(step) / 8)
          add(
            s * s * from.x + 2 * s * t * control.x + t * t * end.x,
            s * s * from.y + 2 * s * t * control.y + t * t * end.y)
        }
      case .cubic(_, _, let end): add(end.x, end.y)
      }
    }
    return chains
  }

  /// How near two sets of contours come, in thousandths of an em.
  private func distance(_ first: some Sequence<Chain>, _ second: some Sequence<Chain>) -> Double {
    var nearest = Double.infinity
    let others = Array(second.joined())
    for a in first.joined() {
      for b in others {
        let (x, y) = (a.x - b.x, a.y - b.y)
        let square = x * x + y * y
        if square < nearest { nearest = square }
      }
    }
    return nearest.squareRoot() / GlyphBytes.scale
  }

  @Test func `no letter of Vietnamese or Greek is missing`() throws {
    let covered = Set(GlyphSet(.regular).characters.map(\.scalar))
    let marks = [0x300, 0x301, 0x302, 0x303, 0x306, 0x308, 0x309, 0x31B, 0x323]
    let vietnamese =
      Array(0x1EA0...0x1EF9)
      + "ăâđêôơưĂÂĐÊÔƠƯàáãèéìíĩòóõùúũýÀÁÃÈÉÌÍĨÒÓÕÙÚŨÝ".unicodeScalars
      .map { Int($0.value) }
    let greek =
      Array(0x391...0x3A1) + Array(0x3A3...0x3CE)
      + [0x37E, 0x384, 0x385, 0x386, 0x387, 0x388, 0x389, 0x38A, 0x38C, 0x38E, 0x38F, 0x390]
    for scalar in vietnamese + marks + greek {
      #expect(covered.contains(scalar), "U+\(String(scalar, radix: 16))")
    }
    // What two accents are drawn by is nobody's character.
    #expect(!covered.contains { (0xE000...0xF8FF).contains($0) })
  }

  @Test func `all tones stand on all vowels`() {
    let wholes = Set(cases.map(\.whole))
    let wanted = "ấầẩẫậắằẳẵặếềểễệốồổỗộớờởỡợứừửữựảẻỉỏủỷạẹịọụỵẽỹĩũàáãèéìíòóõùúý"
    for whole in wanted.unicodeScalars {
      #expect(wholes.contains(whole), "\(whole)")
    }
    #expect(cases.count > 130)
  }

  @Test(arguments: [300.0, 400, 550, 700, 800])
  func `accents stay over their letters and clear of each other`(weight: Double) throws {
    let font = try BuiltInFont.font(weight: weight)
    let drawings = Drawings.all(LetterWeight(weight))
    for letter in cases {
      let glyph = try #require(font.glyph(for: letter.whole), "\(letter.whole)")
      let base = try #require(font.glyph(for: letter.base))
      let whole = chains(try font.outline(of: glyph))
      let under = whole.prefix(chains(try font.outline(of: base)).count)
      let accent = whole.dropFirst(under.count)
      let xs = accent.joined().map(\.x)
      let advance = font.advance(of: glyph)
      let slack = 31 * GlyphBytes.scale
      #expect(try #require(xs.min()) >= -slack, "\(letter.whole) at the left")
      #expect(try #require(xs.max()) <= advance + slack, "\(letter.whole) at the right")
      #expect(distance(under, accent) >= 10, "\(letter.whole) and its accent")
      guard Vietnamese.isPair(letter.accent) else { continue }
      // The circumflex is of two strokes, the breve of one; the rest is the tone.
      let drawing = try #require(drawings.first { $0.character == letter.accent })
      let isBreve = (letter.accent.value & 0xF) >= 5
      #expect(drawing.strokes.count + drawing.dots.count == accent.count)
      let parts = (accent.prefix(isBreve ? 1 : 2), accent.dropFirst(isBreve ? 1 : 2))
      #expect(!parts.1.isEmpty)
      #expect(distance(parts.0, parts.1) >= 10, "the accents of \(letter.whole)")
    }
  }

  /// Lines of ASS are as high as these say.
  @Test func `two accents make no line higher`() throws {
    for (weight, ascent) in [(300.0, 1936), (400, 1949), (700, 1977), (800, 1984)] {
      let font = try BuiltInFont.font(weight: weight)
      #expect(font.table("OS/2")?.u16(74) == ascent)
      #expect(font.metrics.ascent == 1900 && font.metrics.descent == -500)
    }
  }
}
