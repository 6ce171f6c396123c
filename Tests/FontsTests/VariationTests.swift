import Geometry
import Testing

@testable import Fonts

@Suite struct VariationTests {
  @Test func `an axis goes from -1 over its default to 1`() {
    let axis = VariationAxis(tag: "wght", name: "Weight", minimum: 100, default: 400, maximum: 900)
    #expect(axis.normalized(100) == -1)
    #expect(axis.normalized(250) == -0.5)
    #expect(axis.normalized(400) == 0)
    #expect(axis.normalized(650) == 0.5)
    #expect(axis.normalized(5000) == 1)
    #expect(axis.normalized(.nan) == 0)
  }

  @Test func `a change rises from its start to its peak and falls to its end`() {
    let region = AxisRegion(start: 0, peak: 0.5, end: 1)
    #expect([0, 0.25, 0.5, 0.75, 1, -0.5].map(region.scalar) == [0, 0.5, 1, 0.5, 0, 0])
    #expect([-1, -0.25, 0, 0.5].map(AxisRegion(peak: -1).scalar) == [1, 0.25, 0, 0])
    // Without a peak it holds everywhere.
    #expect(AxisRegion(peak: 0).scalar(at: 0.7) == 1)
    #expect(AxisRegion(start: -1, peak: 0.5, end: 1).scalar(at: 0.1) == 1)
  }

  @Test func `packed points and changes are read in runs`() {
    var points = PackedReader(FontTable([4, 0x02, 1, 2, 3, 0x80, 1, 0]))
    #expect(points.points() == .some([1, 3, 6, 262]))
    var all = PackedReader(FontTable([0]))
    #expect(all.points() == .some(nil))
    var deltas = PackedReader(FontTable([0x01, 5, 0xFB, 0x81, 0x40, 1, 0]))
    #expect(deltas.deltas(count: 5) == [5, -5, 0, 0, 256])
    #expect(deltas.deltas(count: 1) == nil)
  }

  /// A change that names the first and the third of four points in a line, and one of another
  /// contour.
  @Test func `points that a change does not name go along`() {
    let xs = [0.0, 25, 100, 150]
    var points = xs.map { GlyphPoint(x: $0, y: 0) }
    points[3].endsContour = true
    points += [GlyphPoint(x: 5, y: 5), GlyphPoint(x: 9, y: 9)]
    var change = PointChange(original: points)
    change.set([0, 2, 4, 99], [0, 40, 7, 1], [8, 8, 0, 1])
    change.interpolate(contourEnds: [3, 5])
    #expect(change.x.deltas == [0, 10, 40, 40, 7, 7])
    #expect(change.y.deltas == [8, 8, 8, 8, 0, 0])
  }

  @Test func `a store adds up what holds of its regions`() throws {
    // One axis with two regions; one group of two numbers, each with a word and a byte.
    let regions = FontBuilder.words([1, 2, 0, 0x4000, 0x4000, 0, 0x2000, 0x4000])
    let group = FontBuilder.words([2, 1, 2, 0, 1, 100]) + [10] + FontBuilder.words([-200]) + [0xF6]
    let store =
      FontBuilder.words([1]) + FontBuilder.longs([12]) + FontBuilder.words([1])
      + FontBuilder.longs([12 + regions.count]) + regions + group
    let half = try #require(ItemVariationStore(FontTable(store), coordinates: [0.5]))
    #expect(half.delta(0, 0) == 60)
    #expect(half.delta(0, 1) == -110)
    #expect(half.delta(0, 2) == 0 && half.delta(1, 0) == 0 && half.delta(0, -1) == 0)
    #expect(half.scalars(of: 0) == [0.5, 1])
    let edge = try #require(ItemVariationStore(FontTable(store), coordinates: []))
    #expect(edge.delta(0, 0) == 0)
  }

  @Test func `glyphs behind the last of a map have the last one's place`() throws {
    let map = try #require(DeltaSetIndexMap(FontTable([0, 0x03, 0, 2, 0x12, 0x34])))
    #expect(map.place(of: 0)?.outer == 1 && map.place(of: 0)?.inner == 2)
    #expect(map.place(of: 9)?.outer == 3 && map.place(of: 9)?.inner == 4)
  }

  @Test func `a variable font bends, and what it does not have is passed over`() throws {
    let font = try Font(Fixture.bytes("rendering/TestAVAR.ttf"))
    let axis = try #require(font.axes.first)
    #expect(font.varied(["XXXX": 3]) === font)
    #expect(font.varied([axis.tag: axis.default]) === font)
    let far = font.varied([axis.tag: axis.maximum + 1000])
    #expect(far.normalizedCoordinates == [1])
    #expect(far.identity != font.identity)
    // What a place is does not depend on the way there.
    let middle = (axis.default + axis.maximum) / 2
    let glyph = try #require(
      (1..<GlyphID(font.glyphCount)).first { glyph in
        (try? font.outline(of: glyph).isEmpty) == false
      })
    #expect(
      try far.varied([axis.tag: middle]).outline(of: glyph)
        == font.varied([axis.tag: middle]).outline(of: glyph))
    #expect(try font.outline(of: glyph) != far.outline(of: glyph))
  }

  /// A font of two axes with an `avar` of version 2: the weight bends, and both are moved by the
  /// weight and by the two together; `map` says which of two shifts each axis has.
  private static func movedFont(map: [UInt8]) -> [UInt8] {
    typealias Builder = FontBuilder
    func axis(_ tag: String, from low: Int) -> [UInt8] {
      Array(tag.utf8) + Builder.longs([low << 16, 0, 100 << 16]) + Builder.words([0, 256])
    }
    let fvar =
      Builder.words([1, 0, 16, 2, 2, 20, 0, 12]) + axis("wght", from: 0) + axis("wdth", from: -100)
    let regions = Builder.words(
      [2, 2, 0, 0x4000, 0x4000, 0, 0, 0, 0, 0x4000, 0x4000, 0, 0x4000, 0x4000])
    let group = Builder.words([2, 2, 2, 0, 1, 8192, -4096, 0, 16384])
    let store =
      Builder.words([1]) + Builder.longs([12]) + Builder.words([1])
      + Builder.longs([12 + regions.count]) + regions + group
    let bends = Builder.words([4, -0x4000, -0x4000, 0, 0, 8192, 4096, 0x4000, 0x4000, 0])
    let start = 8 + bends.count + 8
    let avar =
      Builder.words([2, 0, 0, 2]) + bends
      + Builder.longs([map.isEmpty ? 0 : start, start + map.count]) + map + store
    return Builder.font(glyphs: [Builder.triangle], and: [("fvar", fvar), ("avar", avar)])
  }

  /// The numbers are those of HarfBuzz.
  @Test func `axes move each other`() throws {
    let places: [[Fonts.Tag: Double]] = [
      ["wght": 100], ["wght": 50], ["wght": 100, "wdth": 100], ["wght": 50, "wdth": 50],
      ["wdth": -100], [:],
    ]
    func moved(_ map: [UInt8]) throws -> [[Double]] {
      let font = try Font(Self.movedFont(map: map))
      return places.map { font.varied($0).normalizedCoordinates }
    }
    #expect(
      try moved([]) == [[1, 0], [0.375, 0], [1, 1], [0.34375, 0.625], [0, -1], [0, 0]])
    let noneThenSecond = [0, 0x3F] + FontBuilder.words([2]) + FontBuilder.longs([0xFFFF_FFFF, 1])
    #expect(
      try moved(noneThenSecond)
        == [[1, 0], [0.25, 0], [1, 1], [0.25, 0.625], [0, -1], [0, 0]])
    #expect(
      try moved([0, 0, 0, 2, 1, 0])
        == [[1, 0.5], [0.25, 0.125], [1, 1], [0.375, 0.59375], [0, -1], [0, 0]])
  }

  /// A font of one axis, at whose end the cell is 60 units higher and 30 lower.
  @Test func `the cell of Windows varies, too`() throws {
    typealias Builder = FontBuilder
    let fvar =
      Builder.words([1, 0, 16, 2, 1, 20, 0, 8])
      + Builder.longs([Int(Fonts.Tag("wght").value), 0, 0, 100 << 16]) + Builder.words([0, 0])
    let regions = Builder.words([1, 1, 0, 0x4000, 0x4000])
    let store =
      Builder.words([1]) + Builder.longs([12]) + Builder.words([1])
      + Builder.longs([12 + regions.count]) + regions + Builder.words([2, 1, 1, 0, 60, 30])
    let mvar =
      Builder.words([1, 0, 0, 8, 2, 28]) + Array("hcla".utf8) + Builder.words([0, 0])
      + Array("hcld".utf8) + Builder.words([0, 1]) + store
    let os2 = [UInt8](repeating: 0, count: 74) + Builder.words([800, 200])
    let font = try Font(
      Builder.font(
        glyphs: [Builder.triangle], and: [("OS/2", os2), ("fvar", fvar), ("MVAR", mvar)]))
    #expect(FontCell(font).ascent == 0.8 && FontCell(font).descent == 0.2)
    let half = FontCell(font.varied(["wght": 50]))
    #expect(half.ascent == 0.83 && half.descent == 0.215)
    let end = FontCell(font.varied(["wght": 100]))
    #expect(end.ascent == 0.86 && end.descent == 0.23)
  }

  @Test func `weight and width follow their axes`() throws {
    let font = try Font(Fixture.bytes("outlines/vazirmatn_var_trimmed.ttf"))
    #expect(font.traits.weight == 400)
    #expect(font.varied(["wght": 800]).traits.weight == 800)
    #expect(font.varied(["wght": 9999]).traits.weight == 900)
  }

  /// The numbers are those of HarfBuzz.
  @Test func `advances follow HVAR, or the points where there is none`() throws {
    let stored = try Font(Fixture.bytes("rendering/TestGVARFour.ttf"))
    #expect(stored.table("HVAR") != nil && stored.advance(of: 1) == 395)
    let light = stored.varied(["wght": 0])
    #expect((0..<3).map { light.advance(of: $0) } == [640, 364, 706])
    // With the table's name changed, the last points of the outlines have to say the same.
    var bytes = try Fixture.bytes("rendering/TestGVARFour.ttf")
    let name = Array("HVAR".utf8)
    let place = try #require((0..<400).first { Array(bytes[$0..<$0 + 4]) == name })
    bytes[place] = UInt8(ascii: "X")
    let pointed = try Font(bytes).varied(["wght": 0])
    #expect(pointed.table("HVAR") == nil)
    #expect((0..<3).map { pointed.advance(of: $0) } == [640, 364, 706])
  }
}
