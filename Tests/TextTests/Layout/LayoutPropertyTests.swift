import Fonts
import Testing

@testable import Text

@Suite struct LayoutPropertyTests {
  private static let pool: [String] = [
    "a", "bc", "def", " ", "  ", "-", ",", "(", ")", "[", "]", "12", "3.4", "\u{5D0}",
    "\u{5D1}\u{5D2}",
    "\u{5D3}\u{5B4}", "\u{627}", "\u{628}\u{64E}", "\u{661}\u{662}", "e\u{301}", "\u{4E16}",
    "\u{754C}\u{3002}", "\u{E01}\u{E33}", "\u{AD}", "\u{200B}", "\u{2067}", "\u{2069}", "\u{202E}",
    "\u{202C}", "\t", "\n", "\u{2028}", "\u{A0}", "q",
  ]

  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 29) ^ state
    }
  }

  /// Random spans with random options; the seed is the case's number.
  private func example(_ seed: UInt64) throws -> (spans: [LayoutSpan], options: LayoutOptions) {
    var generator = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15)
    let fonts = [try BoxFont.font(without: ["q"]), try BoxFont.font()]
    let spans = (0..<Int.random(in: 1...3, using: &generator)).map { tag in
      let pieces = (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
        Self.pool.randomElement(using: &generator)
      }
      var span = LayoutSpan(
        pieces.joined(), fonts: Bool.random(using: &generator) ? fonts : [fonts[1]], size: 10,
        tag: tag)
      span.letterSpacing = [0, 0, 2].randomElement(using: &generator) ?? 0
      return span
    }
    var options = LayoutOptions(width: [nil, 25, 47, 80].randomElement(using: &generator) ?? nil)
    options.wrapping =
      [.greedy, .balanced, .even].randomElement(using: &generator) ?? .none
    options.alignment =
      [.start, .center, .end, .justify].randomElement(using: &generator) ?? .start
    options.direction =
      [.auto, .leftToRight, .rightToLeft].randomElement(using: &generator) ?? .auto
    return (spans, options)
  }

  @Test func `Each scalar is in one line and, unless it is not drawn, in one place`() throws {
    for seed in 0..<600 as Range<UInt64> {
      let (spans, options) = try example(seed)
      let layout = TextLayout(spans, options: options)
      let scalars = Array(spans.map(\.text).joined().unicodeScalars)
      #expect(layout.lines.first?.scalars.lowerBound == 0)
      #expect(layout.lines.last?.scalars.upperBound == scalars.count)
      for (line, next) in zip(layout.lines, layout.lines.dropFirst()) {
        #expect(line.scalars.upperBound == next.scalars.lowerBound)
        #expect(line.bottom == next.top && line.glyphs.upperBound == next.glyphs.lowerBound)
      }
      var owners = [Range<Int>?](repeating: nil, count: scalars.count)
      for glyph in layout.glyphs {
        #expect(layout.lines[glyph.line].scalars.contains(glyph.scalars.lowerBound))
        for scalar in glyph.scalars {
          #expect(owners[scalar] == nil || owners[scalar] == glyph.scalars, "seed \(seed)")
          owners[scalar] = glyph.scalars
        }
      }
      for (scalar, owner) in zip(scalars, owners) where owner == nil {
        #expect(
          scalar.isLayoutControl || scalar == "\t" || scalar.isDefaultIgnorable, "seed \(seed)")
      }
    }
  }

  @Test func `No line is wider than the block unless one grapheme is`() throws {
    for seed in 0..<600 as Range<UInt64> {
      let (spans, options) = try example(seed)
      let layout = TextLayout(spans, options: options)
      for line in layout.lines {
        let seen = Set(layout.glyphs[line.glyphs].filter { $0.advance > 0 }.map(\.grapheme))
        guard seen.count > 1 else { continue }
        #expect(line.width <= layout.width + 0.01, "seed \(seed), \(line)")
        #expect(line.left >= -0.01 && line.left + line.width <= layout.width + 0.01, "seed \(seed)")
      }
    }
  }

  @Test func `Glyphs stand in the order of the bidirectional algorithm`() throws {
    for seed in 0..<600 as Range<UInt64> {
      let (spans, options) = try example(seed)
      let layout = TextLayout(spans, options: options)
      let text = ShapedText(spans, direction: options.direction)
      for line in layout.lines {
        let paragraph = try #require(
          text.paragraphs.first { $0.range.contains(line.scalars.lowerBound) || $0.range.isEmpty })
        let start = paragraph.range.lowerBound
        let local = (line.scalars.lowerBound - start)..<(line.scalars.upperBound - start)
        let levels = paragraph.bidi.levels(ofLine: local)
        let found = layout.glyphs[line.glyphs].map(\.scalars.lowerBound)
        let places = Set(found)
        let order = Bidi.visualOrder(of: levels).map { $0 + line.scalars.lowerBound }
        #expect(found.removingRepeats == order.filter(places.contains), "seed \(seed)")
        let pens = layout.glyphs[line.glyphs].filter { $0.advance > 0 }.map(\.x)
        #expect(pens == pens.sorted(), "seed \(seed)")
      }
    }
  }

  /// What fits is found without shaping every line, so it is held against whole layouts here.
  @Test func `A fit is that of the text laid out at every scale that is tried`() throws {
    for seed in 0..<300 as Range<UInt64> {
      var (spans, options) = try example(seed)
      if seed % 3 == 0 {
        options.maximumLines = 2
        options.ellipsis = "…"
      }
      let (width, height) = (options.width, [nil, 20.0, 33][Int(seed % 3)])
      func layout(_ scale: Double) -> TextLayout {
        TextLayout(
          spans.map { span in
            var span = span
            span.size *= scale
            span.letterSpacing *= scale
            return span
          }, options: options)
      }
      func fits(_ scale: Double) -> Bool {
        let layout = layout(scale)
        return width.map { layout.contentWidth <= $0 + 1e-6 } ?? true
          && height.map { layout.height <= $0 + 1e-6 } ?? true && layout.cutAt == nil
          && !layout.lines.contains(where: \.breaksWord)
      }
      var (low, high) = (0.1, 1.0)
      if fits(1) { low = 1 }
      for _ in 0..<14 where low < 1 {
        let middle = (low + high) / 2
        if fits(middle) { low = middle } else { high = middle }
      }
      let text = ShapedText(spans, direction: options.direction)
      let found = text.fitted(width: width, height: height, options)
      #expect(found.scale == low, "seed \(seed)")
      let expected = layout(low)
      #expect(found.layout.lines == expected.lines, "seed \(seed)")
      #expect(found.layout.glyphs.map(\.x) == expected.glyphs.map(\.x), "seed \(seed)")
    }
  }

  @Test func `A text of a hundred thousand characters is fitted`() throws {
    let font = try BoxFont.font()
    let words = String(repeating: "aa bbb cccc ", count: 100_000 / 12)
    let text = ShapedText([LayoutSpan(words, fonts: [font], size: 100)])
    let found = text.fitted(width: 1900, height: 1000, scales: 1.0 / 256...1, LayoutOptions())
    #expect(found.scale < 0.1 && found.layout.height <= 1000 && found.layout.contentWidth <= 1900)
    #expect(found.layout.height > 950)
  }

  @Test func `Measures beyond reason do no harm`() throws {
    for value in [Double.nan, .infinity, -.infinity, -1, 0, 1e300] {
      var span = LayoutSpan("a\tb \u{5D0}\u{AD}c\nd", fonts: [try BoxFont.font()], size: value)
      span.letterSpacing = value
      span.scaleX = value
      span.baselineShift = value
      span.extents = LineExtents(ascent: value, descent: value)
      var options = LayoutOptions(width: value)
      options.lineHeight = .em(value)
      options.alignment = .justify
      options.maximumLines = 2
      options.ellipsis = "…"
      let layout = TextLayout([span], options: options)
      #expect(layout.lines.count == 2)
      #expect(layout.glyphs.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    }
  }
}

extension [Int] {
  fileprivate var removingRepeats: [Int] {
    var result: [Int] = []
    for value in self where value != result.last { result.append(value) }
    return result
  }
}
