/// Applies the lookups of one table to a run.
struct LookupApplier {
  /// How deep lookups may call others.
  static let deepest = 64
  /// How many glyphs a sequence may have.
  static let longestSequence = 64

  var buffer: GlyphBuffer
  let face: ShapingFace
  let table: LayoutTable
  let bytes: LayoutBytes
  let isPositioning: Bool
  var isRightToLeft = false

  // Of the lookup that is applied.
  var mask: UInt32 = 1
  var flags = 0
  var skipsNonJoiner = true
  var skipsJoiner = true
  var perSyllable = false
  var isRandom = false
  var depth = 0

  /// The state of the numbers that the feature "rand" picks by (the "minstd" generator, in 32 bits
  /// as in HarfBuzz).
  private var chance: UInt32 = 1
  /// The last glyph that is no mark, and how far the search for it has come.
  var lastBase = -1
  var lastBaseEnd = 0
  var hasAttachments = false

  init(face: ShapingFace, table: LayoutTable, isRightToLeft: Bool) {
    buffer = GlyphBuffer([])
    self.isRightToLeft = isRightToLeft
    self.face = face
    self.table = table
    bytes = table.bytes
    isPositioning = table.isPositioning
  }

  mutating func random(below count: Int) -> Int {
    chance = chance &* 48271 % 2_147_483_647
    return count > 0 ? Int(chance) % count : 0
  }

  /// Applies a lookup to the whole run.
  mutating func apply(_ planned: PlannedLookup) {
    guard planned.index < table.lookups.count else { return }
    let lookup = table.lookups[planned.index]
    mask = planned.mask
    flags = lookup.flags
    skipsJoiner = planned.skipsJoiner
    skipsNonJoiner = planned.skipsNonJoiner
    perSyllable = planned.perSyllable
    isRandom = planned.isRandom
    depth = 0
    lastBase = -1
    lastBaseEnd = 0
    guard let first = firstCandidate(lookup) else { return }
    if isPositioning {
      buffer.index = first
      while buffer.index < buffer.count, buffer.operations > 0 {
        if !applyHere(lookup) { buffer.index += 1 }
      }
    } else if lookup.isReverse {
      applyBackward(lookup)
    } else {
      buffer.beginOutput()
      buffer.next(first)
      while buffer.index < buffer.count, buffer.operations > 0, buffer.out.count < buffer.longest {
        if !applyHere(lookup) { buffer.next() }
      }
      buffer.endOutput()
    }
  }

  /// Where the lookup can do something for the first time; most can't do anything.
  private func firstCandidate(_ lookup: Lookup) -> Int? {
    let info = buffer.info.span
    for index in info.indices
    where info[index].mask & mask != 0 && lookup.digest.mayContain(Int(info[index].code)) {
      return index
    }
    return nil
  }

  private mutating func applyHere(_ lookup: Lookup) -> Bool {
    let record = buffer.info[buffer.index]
    guard record.mask & mask != 0, lookup.digest.mayContain(record.glyph),
      sees(record, flags: flags)
    else { return false }
    return applySubtables(lookup, record.glyph)
  }

  private mutating func applySubtables(_ lookup: Lookup, _ glyph: Int) -> Bool {
    buffer.operations &-= 1
    for subtable in lookup.subtables where subtable.digest.mayContain(glyph) {
      guard buffer.steps > 0 else { return false }
      buffer.steps &-= 1
      if apply(subtable) { return true }
    }
    return false
  }

  private mutating func applyBackward(_ lookup: Lookup) {
    for index in stride(from: buffer.count - 1, through: 0, by: -1) {
      guard buffer.operations > 0 else { return }
      buffer.index = index
      _ = applyHere(lookup)
    }
    buffer.index = 0
  }

  private mutating func apply(_ subtable: Subtable) -> Bool {
    switch subtable.kind {
    case .single: substituteSingle(subtable)
    case .multiple: substituteMultiple(subtable)
    case .alternate: substituteAlternate(subtable)
    case .ligature: substituteLigature(subtable)
    case .reverseChain: substituteReverse(subtable)
    case .adjustment: adjust(subtable)
    case .pair: adjustPair(subtable)
    case .cursive: attachCursively(subtable)
    case .markToBase: attachToBase(subtable)
    case .markToLigature: attachToLigature(subtable)
    case .markToMark: attachToMark(subtable)
    case .context: applyContext(subtable)
    case .chain: applyChain(subtable)
    }
  }

  /// Applies a lookup at the current glyph alone, because another one asks for it.
  mutating func applyNested(_ index: Int) -> Bool {
    guard depth < Self.deepest, index < table.lookups.count, buffer.operations > 0,
      buffer.index < buffer.count
    else { return false }
    buffer.operations &-= 1
    let outer = flags
    let lookup = table.lookups[index]
    flags = lookup.flags
    depth += 1
    defer {
      depth -= 1
      flags = outer
    }
    return applySubtables(lookup, buffer.current.glyph)
  }
}
