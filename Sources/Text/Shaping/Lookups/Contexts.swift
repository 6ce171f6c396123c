/// Lookups that apply others where glyphs stand in a sequence. OpenType, "Sequence context" and
/// "Chained sequence context", in their three formats: by glyphs, by classes, by coverages.
extension LookupApplier {
  mutating func applyContext(_ subtable: Subtable) -> Bool {
    let (start, glyph) = (subtable.start, buffer.current.glyph)
    let index = bytes.coverageIndex(subtable.coverage, glyph)
    guard index >= 0 else { return false }
    switch subtable.format {
    case 1:
      guard index < bytes.u16(start + 4) else { return false }
      return applyRules(bytes.offset(start + 6 + 2 * index, from: start), .glyph)
    case 2:
      let classes = bytes.offset(start + 4, from: start)
      let number = bytes.glyphClass(classes, glyph)
      guard number < bytes.u16(start + 6) else { return false }
      return applyRules(
        bytes.offset(start + 8 + 2 * number, from: start), .glyphClass(classes))
    case 3:
      let (count, records) = (bytes.u16(start + 2), bytes.u16(start + 4))
      guard let matched = matchInput(count, values: start + 8, .coverage(start)) else {
        return false
      }
      applyRecords(matched, records: start + 6 + 2 * count, count: records)
      return true
    default: return false
    }
  }

  private mutating func applyRules(_ set: Int, _ match: GlyphMatch) -> Bool {
    guard set > 0 else { return false }
    for index in 0..<bytes.u16(set) {
      let rule = bytes.offset(set + 2 + 2 * index, from: set)
      guard rule > 0, buffer.steps > 0 else { continue }
      buffer.steps &-= 1
      let (count, records) = (bytes.u16(rule), bytes.u16(rule + 2))
      guard let matched = matchInput(count, values: rule + 4, match) else { continue }
      applyRecords(matched, records: rule + 4 + 2 * (count - 1), count: records)
      return true
    }
    return false
  }

  mutating func applyChain(_ subtable: Subtable) -> Bool {
    let (start, glyph) = (subtable.start, buffer.current.glyph)
    let index = bytes.coverageIndex(subtable.coverage, glyph)
    guard index >= 0 else { return false }
    switch subtable.format {
    case 1:
      guard index < bytes.u16(start + 4) else { return false }
      let set = bytes.offset(start + 6 + 2 * index, from: start)
      return applyChainRules(set, .glyph, .glyph, .glyph)
    case 2:
      let classes = bytes.offset(start + 6, from: start)
      let number = bytes.glyphClass(classes, glyph)
      guard number < bytes.u16(start + 10) else { return false }
      return applyChainRules(
        bytes.offset(start + 12 + 2 * number, from: start),
        .glyphClass(bytes.offset(start + 4, from: start)), .glyphClass(classes),
        .glyphClass(bytes.offset(start + 8, from: start)))
    case 3:
      let match = GlyphMatch.coverage(start)
      return applyChain(ChainRule(bytes, at: start + 2, isCoverage: true), match, match, match)
    default: return false
    }
  }

  private mutating func applyChainRules(
    _ set: Int, _ before: GlyphMatch, _ match: GlyphMatch, _ after: GlyphMatch
  ) -> Bool {
    guard set > 0 else { return false }
    for index in 0..<bytes.u16(set) {
      let place = bytes.offset(set + 2 + 2 * index, from: set)
      guard place > 0, buffer.steps > 0 else { continue }
      buffer.steps &-= 1
      if applyChain(ChainRule(bytes, at: place, isCoverage: false), before, match, after) {
        return true
      }
    }
    return false
  }

  private mutating func applyChain(
    _ rule: ChainRule, _ before: GlyphMatch, _ match: GlyphMatch, _ after: GlyphMatch
  ) -> Bool {
    guard let matched = matchInput(rule.input, values: rule.inputValues, match),
      matchLookahead(rule.after, values: rule.afterValues, after, from: matched.end),
      matchBacktrack(rule.before, values: rule.beforeValues, before)
    else { return false }
    applyRecords(matched, records: rule.records, count: rule.recordCount)
    return true
  }
}

/// Where the parts of a chained rule stand: what comes before, the sequence, what comes behind, and
/// the lookups to apply.
struct ChainRule {
  let before: Int, beforeValues: Int
  /// The length of the sequence; its values are those from the second glyph on.
  let input: Int, inputValues: Int
  let after: Int, afterValues: Int
  let recordCount: Int, records: Int

  init(_ bytes: LayoutBytes, at place: Int, isCoverage: Bool) {
    before = bytes.u16(place)
    beforeValues = place + 2
    let second = beforeValues + 2 * before
    input = bytes.u16(second)
    // A coverage is given for the first glyph too; only its value is left out of the other formats.
    inputValues = second + (isCoverage ? 4 : 2)
    let third = second + 2 + 2 * (isCoverage ? input : max(input - 1, 0))
    after = bytes.u16(third)
    afterValues = third + 2
    let last = afterValues + 2 * after
    recordCount = bytes.u16(last)
    records = last + 2
  }
}
