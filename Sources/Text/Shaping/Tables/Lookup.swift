/// What a subtable of a lookup does.
enum SubtableKind: Sendable {
  case single, multiple, alternate, ligature, reverseChain
  case adjustment, pair, cursive, markToBase, markToLigature, markToMark
  case context, chain

  /// The kind of a lookup type, nil for those that do not exist.
  init?(substitution type: Int) {
    switch type {
    case 1: self = .single
    case 2: self = .multiple
    case 3: self = .alternate
    case 4: self = .ligature
    case 5: self = .context
    case 6: self = .chain
    case 8: self = .reverseChain
    default: return nil
    }
  }

  init?(positioning type: Int) {
    switch type {
    case 1: self = .adjustment
    case 2: self = .pair
    case 3: self = .cursive
    case 4: self = .markToBase
    case 5: self = .markToLigature
    case 6: self = .markToMark
    case 7: self = .context
    case 8: self = .chain
    default: return nil
    }
  }
}

/// One subtable, with what is asked of every glyph found beforehand.
struct Subtable: Sendable {
  let kind: SubtableKind
  let format: Int
  /// Where it begins in its table.
  let start: Int
  /// Where the coverage of its first glyph is.
  let coverage: Int
  let digest: GlyphDigest
}

/// One lookup: its subtables, of which the first that applies does.
struct Lookup: Sendable {
  /// Which glyphs it does not see: the flags of OpenType, "Lookup table", and the number of the
  /// mark filtering set in the high bits.
  let flags: Int
  let subtables: [Subtable]
  let digest: GlyphDigest
  let isReverse: Bool

  static let ignoresMarks = 8, usesFilteringSet = 0x10, attachmentClass = 0xFF00
  static let ignoring = 0xE, isRightToLeft = 1
  /// Both flags by which it sees some marks and not others.
  static let choosesMarks = 0xFF10
}

extension Lookup {
  /// Reads the lookup at `start`; `work` counts down by what was read.
  init(_ table: LayoutBytes, at start: Int, positioning: Bool, work: inout Int) {
    let count = table.u16(start + 4)
    let extensionType = positioning ? 9 : 7
    var subtables: [Subtable] = []
    var digest = GlyphDigest()
    var isReverse = false
    for index in 0..<count {
      work -= 8
      guard work > 0 else { break }
      var type = table.u16(start)
      var place = table.offset(start + 6 + 2 * index, from: start)
      guard place > 0 else { continue }
      if type == extensionType {
        type = table.u16(place + 2)
        place = table.longOffset(place + 4, from: place)
        guard place > 0, type != extensionType else { continue }
      }
      let kind = positioning ? SubtableKind(positioning: type) : SubtableKind(substitution: type)
      guard let kind else { continue }
      let subtable = Subtable(table, kind: kind, at: place, work: &work)
      if subtables.isEmpty { isReverse = kind == .reverseChain }
      digest.formUnion(subtable.digest)
      subtables.append(subtable)
    }
    var flags = table.u16(start + 2)
    if flags & Self.usesFilteringSet != 0 { flags |= table.u16(start + 6 + 2 * count) << 16 }
    self.init(flags: flags, subtables: subtables, digest: digest, isReverse: isReverse)
  }
}

extension Subtable {
  init(_ table: LayoutBytes, kind: SubtableKind, at start: Int, work: inout Int) {
    self.kind = kind
    self.start = start
    format = table.u16(start)
    switch (kind, format) {
    case (.context, 3): coverage = table.offset(start + 6, from: start)
    case (.chain, 3):
      let input = start + 4 + 2 * table.u16(start + 2)
      coverage = table.u16(input) > 0 ? table.offset(input + 2, from: start) : 0
    default: coverage = table.offset(start + 2, from: start)
    }
    digest = table.digest(coverage, work: &work)
  }
}
