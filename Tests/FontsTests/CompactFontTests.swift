import Geometry
import Testing

@testable import Fonts

/// Charstrings written by hand, each after the wording of Adobe's Technical Note 5177.
@Suite struct CompactFontTests {
  /// A font of these charstrings, with subroutines of the whole font and of its only part.
  static func font(
    _ charstrings: [[UInt8]], globals: [[UInt8]] = [], locals: [[UInt8]] = []
  ) throws -> Font {
    func number(_ value: Int) -> [UInt8] { [29] + FontBuilder.longs([value]) }
    func list(_ entries: [[UInt8]]) -> [UInt8] {
      guard !entries.isEmpty else { return [0, 0] }
      var offsets = [1]
      for entry in entries { offsets.append((offsets.last ?? 1) + entry.count) }
      return FontBuilder.words([entries.count]) + [2] + FontBuilder.words(offsets)
        + entries.flatMap { $0 }
    }
    let head: [UInt8] = [1, 0, 4, 2] + list([Array("A".utf8)])
    // CharStrings, then Private as length and place, all numbers of five bytes.
    let top = list([[UInt8](repeating: 0, count: 17)])
    let rest = list([]) + list(globals)
    let glyphs = head.count + top.count + rest.count
    let shapes = list(charstrings)
    let own = number(6) + [19]
    let real = list([
      number(glyphs) + [17] + number(own.count) + number(glyphs + shapes.count) + [18]
    ])
    let table = head + real + rest + shapes + own + list(locals)
    return try Font(
      FontBuilder.file(
        FontBuilder.basics(glyphCount: charstrings.count) + [("CFF ", table)], kind: 0x4F54_544F))
  }

  /// A number between -107 and 107.
  private func n(_ value: Int) -> UInt8 { UInt8(value + 139) }

  private func outline(_ charstring: [UInt8]) throws -> [Outline.Segment] {
    try Self.font([charstring]).outline(of: 0).segments
  }

  @Test func `the width before the first operator is passed over`() throws {
    let expected: [Outline.Segment] = [.move(Vector(1, 2)), .line(Vector(4, 6))]
    #expect(try outline([n(1), n(2), 21, n(3), n(4), 5, 14]) == expected)
    #expect(try outline([n(99), n(1), n(2), 21, n(3), n(4), 5, 14]) == expected)
    #expect(try outline([n(1), n(2), 1, n(1), n(2), 21, n(3), n(4), 5, 14]) == expected)
    #expect(try outline([n(50), n(1), n(2), 1, n(1), n(2), 21, n(3), n(4), 5, 14]) == expected)
  }

  @Test func `what is wrong with the table names it`() {
    func fault(_ table: [UInt8]) -> String? {
      let tables = FontBuilder.basics(glyphCount: 1) + [("CFF ", table)]
      do throws(FontError) {
        _ = try Font(FontBuilder.file(tables, kind: 0x4F54_544F))
        return nil
      } catch {
        return error.message
      }
    }
    #expect(fault([1, 0]) == "its table 'CFF' ends inside its header")
    #expect(fault([3, 0, 4, 2]) == "its table 'CFF' is of version 3")
    #expect(fault([1, 0, 4, 2]) == "a list of its table 'CFF' lies beyond the end")
    #expect(
      fault([1, 0, 4, 2, 0, 9, 1])
        == "a list of its table 'CFF' has 9 entries, according to its header")
  }

  @Test func `masks are as long as the hints before them, also those that are implied`() throws {
    let nine = (0..<18).map { _ in n(1) }
    let stroke: [UInt8] = [n(1), n(2), 21, n(3), n(4), 5, 14]
    let expected = try outline(stroke)
    // Nine hints need two bytes; both would be operators.
    #expect(try outline(nine + [18, 19, 14, 14] + stroke) == expected)
    #expect(try outline(nine + [19, 14, 14] + stroke) == expected)
    #expect(try outline([n(1), n(1), 1] + nine[..<14] + [19, 14] + stroke) == expected)
  }

  @Test func `lines and curves go on from each other`() throws {
    let start: [UInt8] = [n(0), 22]
    #expect(
      try outline(start + [n(1), n(2), n(3), 6, 14])
        == [
          .move(Vector(0, 0)), .line(Vector(1, 0)), .line(Vector(1, 2)), .line(Vector(4, 2)),
        ])
    // hhcurveto with a turn at its start; vhcurveto with one at its end.
    #expect(
      try outline(start + [n(5), n(1), n(2), n(3), n(4), 27, 14])
        == [.move(Vector(0, 0)), .cubic(Vector(1, 5), Vector(3, 8), Vector(7, 8))])
    #expect(
      try outline(start + [n(1), n(2), n(3), n(4), n(5), 30, 14])
        == [.move(Vector(0, 0)), .cubic(Vector(0, 1), Vector(2, 4), Vector(6, 9))])
  }

  @Test func `flat curves return to their level`() throws {
    let start: [UInt8] = [n(0), 22]
    // flex1: wider than high, so the last number is its width and the end is level.
    let values = [10, 1, 10, 2, 10, 3, 10, -1, 10, -2, 10].map { n($0) }
    let flex = try outline(start + values + [12, 37, 14])
    #expect(flex.last == .cubic(Vector(40, 5), Vector(50, 3), Vector(60, 0)))
    let hflex = try outline(start + [1, 2, 3, 4, 5, 6, 7].map { n($0) } + [12, 34, 14])
    #expect(hflex.last == .cubic(Vector(12, 3), Vector(18, 0), Vector(25, 0)))
  }

  @Test func `numbers are reckoned with`() throws {
    // 7 3 sub 2 mul 4 div = 2; 1 2 3, rolled by one: 3 1 2.
    let two: [UInt8] = [n(7), n(3), 12, 11, n(2), 12, 24, n(4), 12, 12]
    #expect(
      try outline(two + [n(5), 21, n(1), n(2), n(3), n(3), n(1), 12, 30, 12, 18, 5, 14])
        == [.move(Vector(2, 5)), .line(Vector(5, 6))])
    // Put and get; ifelse takes the first of two when the third is not above the fourth.
    let stored: [UInt8] = [n(8), n(3), 12, 20, n(3), 12, 21]
    let chosen: [UInt8] = [n(6), n(9), n(1), n(2), 12, 22]
    #expect(
      try outline(stored + chosen + [21, n(1), n(1), 5, 14])
        == [.move(Vector(8, 6)), .line(Vector(9, 7))])
  }

  @Test func `subroutines are numbered around zero`() throws {
    let line: [UInt8] = [n(3), n(4), 5, 11]
    let caller: [UInt8] = [n(0), 22, n(-107), 10, n(-106), 29, 14]
    let font = try Self.font([caller], globals: [[11], [n(1), n(1), 5, 11]], locals: [line])
    #expect(
      try font.outline(of: 0).segments
        == [.move(Vector(0, 0)), .line(Vector(3, 4)), .line(Vector(4, 5))])
  }

  @Test func `an accented letter is made of two glyphs of the standard encoding`() throws {
    // Glyphs are named as in the predefined charset: 1 is the space, 34 is A, 35 is B.
    var glyphs = [[UInt8]](repeating: [14], count: 36)
    glyphs[34] = [n(0), 22, n(1), n(1), 5, 14]
    glyphs[35] = [n(0), 22, n(2), n(2), 5, 14]
    glyphs[0] = [n(10), n(20), n(65), n(66), 14]
    #expect(
      try Self.font(glyphs).outline(of: 0).segments
        == [
          .move(Vector(0, 0)), .line(Vector(1, 1)), .move(Vector(10, 20)), .line(Vector(12, 22)),
        ])
    // One that names itself.
    glyphs[34] = glyphs[0]
    #expect(throws: Never.self) { try Self.font(glyphs).outline(of: 34) }
  }

  @Test func `what can not be run is an error`() throws {
    let endless = [n(-107), 29]
    #expect(throws: FontError.self) {
      try Self.font([endless], globals: [endless]).outline(of: 0)
    }
    #expect(throws: FontError.self) { try outline([n(9), 10]) }
    #expect(throws: FontError.self) { try outline([12, 10]) }
    #expect(throws: FontError.self) {
      try outline([UInt8](repeating: n(1), count: CharstringRunner.mostOperands + 1))
    }
    // Subroutines that call each other twice at each level.
    let levels: [[UInt8]] = (0..<14).map { [n(-106 + $0), 29, n(-106 + $0), 29, 11] }
    let many: [UInt8] = Array((0..<200).map { _ in [n(0), 22] }.joined())
    #expect(throws: FontError.self) {
      try Self.font([[n(-107), 29, 14]], globals: levels + [many + [11]]).outline(of: 0)
    }
  }

  /// Numbers that are blended with themselves, so that they double, over and over.
  @Test func `blended numbers do not grow without end`() throws {
    let doubling = (0..<1100).flatMap { _ in [12, 27, n(1), 16] as [UInt8] }
    let charstring = [n(1)] + doubling + [22, n(1), n(2), 5]
    // One region that holds everywhere, and a group that has it.
    let store =
      FontBuilder.words([1]) + FontBuilder.longs([12]) + FontBuilder.words([1])
      + FontBuilder.longs([22]) + FontBuilder.words([1, 1, 0, 0, 0])
      + FontBuilder.words([0, 0, 1, 0])
    let top = 12
    func number(_ value: Int) -> [UInt8] { [29] + FontBuilder.longs([value]) }
    let glyphs = 5 + top + 4
    let list =
      FontBuilder.longs([1]) + [2] + FontBuilder.words([1, 1 + charstring.count]) + charstring
    let table =
      [2, 0, 5] + FontBuilder.words([top]) + number(glyphs) + [17] + number(glyphs + list.count)
      + [24] + FontBuilder.longs([0]) + list + FontBuilder.words([store.count]) + store
    let font = try Font(
      FontBuilder.file(FontBuilder.basics(glyphCount: 1) + [("CFF2", table)], kind: 0x4F54_544F))
    #expect(
      try font.outline(of: 0).segments == [.move(Vector(32768, 0)), .line(Vector(32769, 2))])
  }
}
