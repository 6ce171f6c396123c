import Geometry
import Testing

@testable import Fonts

/// Glyphs of the table `VARC`; the outlines of ``font`` are those that fontTools draws, too.
@Suite struct VariableCompositesTests {
  /// A list of byte strings, as the second version of CFF has it.
  private static func index(_ items: [[UInt8]]) -> [UInt8] {
    var offsets = [1]
    for item in items { offsets.append((offsets.last ?? 1) + item.count) }
    return FontBuilder.longs([items.count]) + [2] + FontBuilder.words(offsets)
      + items.flatMap { $0 }
  }

  /// A table of these glyphs' records, with two changes along the first axis, one condition, that
  /// this is at least a half, and one list of axes, the second one.
  private static func table(
    _ records: [(glyph: Int, bytes: [UInt8])], conditions: [UInt8]? = nil
  ) -> [UInt8] {
    let regions =
      FontBuilder.words([1]) + FontBuilder.longs([6])
      + FontBuilder.words([1, 0, 0, 0x4000, 0x4000])
    let data =
      [1] + FontBuilder.words([1, 0]) + index([[0x40, 0x20, 0], [0, 20, 0x81]])
    let store =
      FontBuilder.words([1]) + FontBuilder.longs([12]) + FontBuilder.words([1])
      + FontBuilder.longs([12 + regions.count]) + regions + data
    let parts = [
      FontBuilder.words([1, records.count] + records.map(\.glyph)), store,
      conditions ?? FontBuilder.longs([1, 8]) + FontBuilder.words([1, 0, 0x2000, 0x4000]),
      index([[0, 1]]), index(records.map(\.bytes)),
    ]
    var offsets: [Int] = []
    var place = 24
    for part in parts {
      offsets.append(place)
      place += part.count
    }
    return FontBuilder.words([1, 0]) + FontBuilder.longs(offsets) + parts.flatMap { $0 }
  }

  /// Two axes of 0 to 1; the second one moves the triangle's right corner by 50.
  static func file(_ varc: [UInt8]) -> [UInt8] {
    var fvar = FontBuilder.words([1, 0, 16, 2, 2, 20, 0, 12])
    for tag: Fonts.Tag in ["wght", "PART"] {
      fvar += FontBuilder.longs([Int(tag.value), 0, 0, 1 << 16]) + FontBuilder.words([0, 0])
    }
    let change =
      FontBuilder.words([1, 12, 6, 0xA000, 0, 0x4000]) + [0, 0x80, 0, 50, 0x84, 0x86]
    let places = FontBuilder.longs([0] + [Int](repeating: change.count, count: 4))
    let gvar =
      FontBuilder.words([1, 0, 2, 0]) + FontBuilder.longs([20]) + FontBuilder.words([4, 1])
      + FontBuilder.longs([20 + places.count]) + places + change
    return FontBuilder.font(
      glyphs: [FontBuilder.triangle, [], [], FontBuilder.triangle],
      and: [("fvar", fvar), ("gvar", gvar), ("VARC", varc)])
  }

  /// Two triangles, of which the second is turned and not always there; these again; and half of
  /// the glyph itself.
  static let bytes = file(
    table([
      (
        1,
        [0x16, 0, 0, 0, 0x40, 0x20, 0, 0, 0, 100]
          + [0x81, 0xD8, 0, 0, 0, 1, 0, 10, 8, 0, 8, 0]
      ),
      (2, [0x20, 0, 1, 0, 7]),
      (3, [0x87, 0, 0, 3, 2, 0, 4, 0, 0, 100]),
    ]))

  private func corners(_ bytes: [UInt8], _ glyph: GlyphID, at weight: Double = 0) throws -> [Vector]
  {
    try Font(bytes).varied(["wght": weight]).outline(of: glyph).segments.map { segment in
      switch segment {
      case .move(let point), .line(let point), .quadratic(_, let point): point
      case .cubic(_, _, let point): point
      }
    }
  }

  private static let places: [(Double, [Vector])] = [
    (0, [Vector(100, 0), Vector(225, 0), Vector(100, 100)]),
    (
      0.5,
      [Vector(100, 0), Vector(237.5, 0), Vector(100, 100)]
        + [Vector(20, 0), Vector(20, 200), Vector(-180, 0)]
    ),
    (
      1,
      [Vector(100, 0), Vector(250, 0), Vector(100, 100)]
        + [Vector(30, 0), Vector(30, 200), Vector(-170, 0)]
    ),
  ]

  @Test(arguments: places)
  func `parts stand, turn and come with the place in the design space`(
    weight: Double, expected: [Vector]
  ) throws {
    #expect(try corners(Self.bytes, 1, at: weight) == expected)
    let higher = expected.map { Vector($0.x, $0.y + 7) }
    #expect(try corners(Self.bytes, 2, at: weight) == higher)
  }

  @Test func `a part that is the glyph itself is its plain shape`() throws {
    #expect(
      try corners(Self.bytes, 3) == [Vector(50, 0), Vector(100, 0), Vector(50, 100)])
    // What has no record is drawn as ever.
    #expect(try corners(Self.bytes, 0) == [Vector(0, 0), Vector(100, 0), Vector(0, 100)])
  }

  @Test func `parts without end, and what breaks off, are errors`() throws {
    let circle = Self.file(Self.table([(1, [0, 0, 2]), (2, [0, 0, 1])]))
    #expect(throws: FontError.self) { try corners(circle, 1) }
    func many(_ count: Int) -> [UInt8] {
      Self.file(Self.table([(1, [UInt8](repeating: 0, count: 3 * count))]))
    }
    #expect(try corners(many(1000), 1).count == 3000)
    #expect(throws: FontError.self) { try corners(many(1100), 1) }
    for end in 1..<10 {
      let cut: [UInt8] = Array([0x16, 0, 0, 0, 0x40, 0x20, 0, 0, 0, 100].prefix(end))
      #expect(throws: FontError.self) {
        try corners(Self.file(Self.table([(1, cut)])), 1)
      }
    }
    for end in 0..<60 {
      let font = try Font(Self.file(Array(Self.table([(1, [0, 0, 0])]).prefix(end))))
      _ = try? font.outline(of: 1)
    }
  }

  /// Not, and, or of the axes' values; the places of parts count from each condition.
  @Test(arguments: [
    ([5, 0, 0, 8] as [UInt8], true), ([5, 0, 0, 16], false), ([5, 0, 0, 99], false),
    ([3, 2, 0, 0, 9, 0, 0, 17], false), ([4, 2, 0, 0, 9, 0, 0, 17], true), ([3, 0], true),
    ([4, 0], false), ([2, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF], true),
    ([2, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF], false), ([9], false), ([5, 0, 0, 0], false),
  ])
  func `conditions may be put together`(tree: [UInt8], holds: Bool) {
    // At 8 and 9 stands one that does not hold, at 16 and 17 one that does.
    let isList = tree[0] == 3 || tree[0] == 4
    var bytes = [0] + tree
    bytes += [UInt8](repeating: 0, count: max((isList ? 9 : 8) - bytes.count, 0))
    bytes += FontBuilder.words([1, 0, 0x2000, 0x4000]) + FontBuilder.words([1, 0, 0, 0x4000])
    let list = AxisConditions(list: FontTable(FontBuilder.longs([1, 8]) + bytes))
    var steps = 1000
    #expect(list.holds(0, at: [0.25], store: nil, steps: &steps) == holds)
    #expect(!list.holds(1, at: [0.25], store: nil, steps: &steps))
    steps = 1
    #expect(!list.holds(0, at: [0.25], store: nil, steps: &steps))
  }

  @Test func `a table that is not read leaves the letters as they are`() throws {
    var other = Self.table([(3, [0, 0, 0])])
    other[1] = 2
    #expect(try corners(Self.file(other), 3).count == 3)
  }
}
