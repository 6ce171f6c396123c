import Fonts
import Testing

@testable import Text

/// Apple's table "morx"; what it makes of lines is among those of ``ShapingReferenceTests``.
@Suite struct MorphingTests {
  /// A table of one chain with one feature, which turns the glyph 3 into 5, and is off at first.
  private func table(type: UInt8, selector: UInt8) -> [UInt8] {
    let lookup: [UInt8] = [0, 8, 0, 3, 0, 1, 0, 5]
    let subtable: [UInt8] = [0, 0, 0, 20, 0, 0, 0, 4, 0, 0, 0, 1] + lookup
    let chain: [UInt8] =
      [0, 0, 0, 0, 0, 0, 0, 48, 0, 0, 0, 1, 0, 0, 0, 1]
      + [0, type, 0, selector, 0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF]
    return [0, 2, 0, 0, 0, 0, 0, 1] + chain + subtable
  }

  @Test(
    arguments: [
      ("smcp", 1, 37, 1, true), ("smcp", 0, 37, 1, false), ("smcp", 0, 37, 0, true),
      ("smcp", 1, 3, 3, true), ("ss01", 1, 35, 2, true), ("ss20", 0, 35, 41, true),
      ("dlig", 1, 1, 4, true), ("abcd", 1, 1, 4, false),
    ] as [(String, Int, UInt8, UInt8, Bool)])
  func `Features of OpenType choose those of Apple`(
    tag: String, value: Int, type: UInt8, selector: UInt8, isOn: Bool
  ) throws {
    let table = try #require(MorphTable(table(type: type, selector: selector)))
    #expect(table.subtables([]).isEmpty)
    let chosen = table.subtables([FeatureSetting(Fonts.Tag(tag), value)])
    #expect(chosen.count == (isOn ? 1 : 0))
  }

  @Test func `Lists of every format have the numbers of their glyphs`() {
    func value(_ glyph: Int, _ table: [UInt8]) -> Int? {
      MorphLookup.value(glyph, in: LayoutBytes(table), at: 0)
    }
    let plain: [UInt8] = [0, 0, 0, 7, 0, 8]
    #expect([0, 1, 2].map { value($0, plain) } == [7, 8, nil])
    let head: [UInt8] = [0, 6, 0, 1, 0, 0, 0, 0, 0, 0]
    let ranges = [0, 2] + head + [0, 5, 0, 4, 0, 9]
    #expect([3, 4, 5, 6].map { value($0, ranges) } == [nil, 9, 9, nil])
    let arrays = [0, 4] + head + [0, 5, 0, 4, 0, 18, 0, 1, 0, 2]
    #expect([3, 4, 5, 6].map { value($0, arrays) } == [nil, 1, 2, nil])
    let single: [UInt8] = [0, 6, 0, 4, 0, 2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 4, 0, 3]
    #expect([1, 2, 3, 4].map { value($0, single) } == [nil, 1, nil, 3])
    #expect([2, 3, 4, 5].map { value($0, [0, 8, 0, 3, 0, 2, 0, 1, 0, 6]) } == [nil, 1, 6, nil])
    #expect([2, 3, 4].map { value($0, [0, 10, 0, 1, 0, 3, 0, 1, 6]) } == [nil, 6, nil])
    #expect(value(3, [0, 8, 0, 3, 0, 2]) == nil)
  }

  /// A table of one machine that goes to the 64th glyph, and there turns those up to it around as
  /// often as it may.
  private func endlessTurns() -> [UInt8] {
    func words(_ numbers: [Int]) -> [UInt8] {
      numbers.flatMap { [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] }
    }
    func longs(_ numbers: [Int]) -> [UInt8] { numbers.flatMap { words([$0 >> 16, $0]) } }
    let states = words((0..<64).flatMap { [0, $0 + 1, 0, 0] })
    let entries = words([0, 0, 1, 0x8000] + (2..<64).flatMap { [$0, 0] } + [63, 0x600F])
    let body =
      longs([4, 16, 24, 24 + states.count]) + words([8, 0, 0, 0]) + states + entries
    let subtable = longs([12 + body.count, 0x2000_0000, 1]) + body
    return words([2, 0]) + longs([1, 1, 16 + subtable.count, 0, 1]) + subtable
  }

  @Test func `What turns many glyphs around uses up its steps`() throws {
    let table = try #require(MorphTable(endlessTurns()))
    let face = ShapingFace.of(try ShapingFixture.font("MorphOrder.ttf"))
    var buffer = GlyphBuffer((0..<100).map { GlyphRecord(code: 3, cluster: Int32($0)) })
    let glyphs = buffer.operations
    Morphing.apply(table.subtables([]), of: table, face, &buffer)
    #expect(buffer.count == 100 && buffer.steps <= 0)
    // Each turn is one operation, and costs more than the 64 glyphs that it moves.
    #expect((1 << 10)..<(1 << 14) ~= glyphs - buffer.operations)
  }

  @Test func `A run that grows without end has one`() throws {
    let font = try ShapingFixture.font("MorphGrowth.ttf")
    let run = ShapingRun(text: ["h", "a"], font: font, script: .latin)
    #expect((2...16_400).contains(Shaper.shape(run).count))
  }
}
