/// Pairs of letters that stand nearer than their sides' room says, as the `GPOS` table holds them
/// (OpenType, "Lookup type 2 subtable, format 2").
struct KerningClasses {
  private let lefts: [[Int]]
  private let rights: [[Int]]
  /// Units of the font, by left class, then by right class; class 0 is all other glyphs.
  private let values: [[Int]]

  /// Letters by the shape of their right sides.
  private static let leftClasses: [(name: Character, letters: String)] = [
    ("T", "TŦ"), ("V", "V"), ("W", "W"), ("Y", "Y"), ("A", "A"), ("L", "LĽŁ"), ("P", "PÞ"),
    ("F", "F"), ("K", "KX"), ("R", "R"), ("O", "ODQÐĐØ"), ("r", "r"), ("f", "fſ"), ("v", "vwy"),
    ("o", "obpeþøœ"), ("k", "kxĸ"), ("q", "‘’“”'\""), ("c", "c"), ("-", "-–—"),
  ]
  /// Letters by the shape of their left sides.
  private static let rightClasses: [(name: Character, letters: String)] = [
    ("A", "AÆ"), ("T", "TŦ"), ("V", "V"), ("W", "W"), ("Y", "Y"), ("O", "OCGQØŒ"), ("X", "X"),
    ("o", "ocedgqøœ"), ("a", "aæ"), ("s", "s"), ("n", "nmpruıŋ"), ("v", "vwy"), (".", ".,…‚„"),
    ("-", "-–—«‹"), ("q", "‘’“”'\""), ("x", "x"), ("z", "z"), ("J", "J"), (":", ":;"),
  ]
  /// For each left class, right classes with thousandths of an em.
  private static let pairs: [(left: Character, rights: [(Character, Int)])] = [
    (
      "T",
      [
        ("A", -64), ("o", -78), ("a", -70), ("s", -66), ("n", -52), ("v", -46), (".", -84),
        ("-", -70), ("x", -50), ("z", -52), ("J", -60), (":", -40), ("O", -14),
      ]
    ),
    (
      "V",
      [
        ("A", -54), ("o", -40), ("a", -36), ("s", -32), ("n", -22), (".", -88), ("-", -40),
        ("J", -44), (":", -20), ("O", -12),
      ]
    ),
    (
      "W",
      [
        ("A", -36), ("o", -24), ("a", -22), ("s", -18), ("n", -12), (".", -56), ("-", -22),
        ("J", -30), ("O", -8),
      ]
    ),
    (
      "Y",
      [
        ("A", -72), ("o", -76), ("a", -68), ("s", -62), ("n", -48), ("v", -30), (".", -96),
        ("-", -76), ("x", -34), ("z", -40), ("J", -60), (":", -40), ("O", -26),
      ]
    ),
    (
      "A",
      [
        ("T", -64), ("V", -54), ("W", -36), ("Y", -72), ("v", -28), ("O", -16), ("q", -64),
        ("-", -10), ("o", -6),
      ]
    ),
    (
      "L",
      [
        ("T", -80), ("V", -68), ("W", -46), ("Y", -88), ("v", -34), ("O", -20), ("q", -92),
        ("-", -40),
      ]
    ),
    ("P", [("A", -54), (".", -108), ("o", -12), ("a", -10), ("J", -60), ("-", -14)]),
    ("F", [("A", -46), (".", -92), ("o", -18), ("a", -22), ("J", -60), ("s", -12)]),
    ("K", [("O", -26), ("o", -20), ("v", -26), ("-", -36), ("a", -6)]),
    ("R", [("T", -14), ("V", -10), ("Y", -20), ("o", -8), ("-", -12)]),
    (
      "O",
      [
        ("A", -16), ("T", -14), ("V", -12), ("W", -8), ("Y", -26), ("X", -24), (".", -26),
        ("J", -12),
      ]
    ),
    ("r", [(".", -66), ("o", -10), ("a", -10), ("-", -22), ("v", 8)]),
    ("f", [(".", -34), ("o", -8), ("a", -6), ("q", 26), ("-", -14)]),
    ("v", [(".", -60), ("o", -9), ("a", -8), ("s", -6), ("-", -12)]),
    ("o", [("v", -9), ("x", -12), (".", -12), ("z", -6), ("T", -70), ("V", -38), ("Y", -70)]),
    ("k", [("o", -16), ("-", -26), ("a", -6)]),
    ("q", [("A", -60), ("o", -24), ("s", -24), ("a", -16), (".", -80), ("J", -50)]),
    ("c", [("o", -5), ("T", -56), ("V", -24), ("Y", -50)]),
    ("-", [("T", -70), ("V", -38), ("W", -20), ("Y", -74), ("X", -30), ("A", -8), ("x", -20)]),
  ]

  init(_ set: GlyphSet) {
    let composed = Dictionary(
      grouping: set.bases.sorted { $0.key.value < $1.key.value }, by: \.value)
    func numbers(_ letters: String, accented: (Unicode.Scalar) -> Bool) -> [Int] {
      var result: [Int] = []
      for scalar in letters.unicodeScalars {
        if let number = set.numbers[scalar] { result.append(number) }
        guard accented(scalar) else { continue }
        result += (composed[scalar] ?? []).compactMap { set.numbers[$0.key] }
      }
      return result
    }
    /// A glyph is of one class, though letters that look the same share it.
    func once(_ groups: [[Int]]) -> [[Int]] {
      var seen: Set<Int> = []
      return groups.map { $0.filter { seen.insert($0).inserted } }
    }
    lefts = once(Self.leftClasses.map { numbers($0.letters) { $0 != "d" && $0 != "l" } })
    // Accents of small letters would touch the arms of capitals before them.
    rights = once(
      Self.rightClasses.map { numbers($0.letters) { $0.properties.isUppercase } })
    var values = [[Int]](
      repeating: [Int](repeating: 0, count: rights.count + 1), count: lefts.count + 1)
    for (left, pairs) in Self.pairs {
      guard let row = Self.leftClasses.firstIndex(where: { $0.name == left }) else { continue }
      for (right, value) in pairs {
        guard let column = Self.rightClasses.firstIndex(where: { $0.name == right }) else {
          continue
        }
        values[row + 1][column + 1] = Int((Double(value) * GlyphBytes.scale).rounded())
      }
    }
    self.values = values
  }

  /// The subtable of `GPOS`.
  func subtable() -> [UInt8] {
    let rows = values.count
    let columns = rights.count + 1
    let first = classes(of: lefts)
    let second = classes(of: rights)
    let coverage = lefts.joined().sorted()
    let head = 16 + 2 * rows * columns
    var table = TableBytes()
    // Format 2: the first glyph's advance changes, and nothing of the second.
    table.u16([2, head, 4, 0])
    table.u16([head + 4 + 2 * coverage.count, head + 4 + 2 * coverage.count + first.count])
    table.u16([rows, columns])
    for row in values { table.u16(row) }
    table.u16([1, coverage.count])
    table.u16(coverage)
    table.append(first)
    table.append(second)
    return table.bytes
  }

  /// A class definition of format 2, one range for each glyph.
  private func classes(of groups: [[Int]]) -> [UInt8] {
    let ranges = groups.enumerated()
      .flatMap { index, glyphs in glyphs.map { ($0, index + 1) } }
      .sorted { $0.0 < $1.0 }
    var table = TableBytes()
    table.u16([2, ranges.count])
    for (glyph, number) in ranges { table.u16([glyph, glyph, number]) }
    return table.bytes
  }
}
