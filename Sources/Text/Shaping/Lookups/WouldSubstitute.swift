/// Whether a lookup would do something to glyphs that stand alone; some scripts' letters are
/// classed by what the font has for them.
extension LayoutTable {
  func wouldSubstitute(_ lookup: Int, _ glyphs: [Int], withoutContext: Bool) -> Bool {
    guard lookup < lookups.count, let first = glyphs.first,
      lookups[lookup].digest.mayContain(first)
    else { return false }
    return lookups[lookup].subtables.contains {
      $0.digest.mayContain(first) && wouldSubstitute($0, glyphs, withoutContext)
    }
  }

  private func wouldSubstitute(
    _ subtable: Subtable, _ glyphs: [Int], _ withoutContext: Bool
  ) -> Bool {
    let start = subtable.start
    let index = bytes.coverageIndex(subtable.coverage, glyphs[0])
    guard index >= 0 else { return false }
    switch subtable.kind {
    case .single, .multiple, .alternate, .reverseChain: return glyphs.count == 1
    case .ligature:
      let set = bytes.offset(start + 6 + 2 * index, from: start)
      guard set > 0 else { return false }
      return (0..<bytes.u16(set)).contains { position in
        let ligature = bytes.offset(set + 2 + 2 * position, from: set)
        return ligature > 0 && bytes.u16(ligature + 2) == glyphs.count
          && matches(glyphs, ligature + 4, .glyph)
      }
    case .context: return wouldApplyContext(subtable, index, glyphs)
    case .chain: return wouldApplyChain(subtable, index, glyphs, withoutContext)
    default: return false
    }
  }

  private func matches(_ glyphs: [Int], _ values: Int, _ match: GlyphMatch) -> Bool {
    for index in 1..<max(glyphs.count, 1) {
      let value = values + 2 * (index - 1)
      switch match {
      case .any: break
      case .glyph:
        if bytes.u16(value) != glyphs[index] { return false }
      case .glyphClass(let table):
        if bytes.glyphClass(table, glyphs[index]) != bytes.u16(value) { return false }
      case .coverage(let base):
        if bytes.coverageIndex(bytes.offset(value, from: base), glyphs[index]) < 0 { return false }
      }
    }
    return true
  }

  private func wouldApplyContext(_ subtable: Subtable, _ index: Int, _ glyphs: [Int]) -> Bool {
    let start = subtable.start
    if subtable.format == 3 {
      return bytes.u16(start + 2) == glyphs.count && matches(glyphs, start + 8, .coverage(start))
    }
    let classes = bytes.offset(start + 4, from: start)
    let isByClass = subtable.format == 2
    let set = bytes.offset(
      isByClass
        ? start + 8 + 2 * bytes.glyphClass(classes, glyphs[0]) : start + 6 + 2 * index, from: start)
    guard set > 0 else { return false }
    return (0..<bytes.u16(set)).contains { position in
      let rule = bytes.offset(set + 2 + 2 * position, from: set)
      return rule > 0 && bytes.u16(rule) == glyphs.count
        && matches(glyphs, rule + 4, isByClass ? .glyphClass(classes) : .glyph)
    }
  }

  private func wouldApplyChain(
    _ subtable: Subtable, _ index: Int, _ glyphs: [Int], _ withoutContext: Bool
  ) -> Bool {
    let start = subtable.start
    func applies(_ rule: ChainRule, _ match: GlyphMatch) -> Bool {
      rule.input == glyphs.count && !(withoutContext && (rule.before > 0 || rule.after > 0))
        && matches(glyphs, rule.inputValues, match)
    }
    if subtable.format == 3 {
      return applies(ChainRule(bytes, at: start + 2, isCoverage: true), .coverage(start))
    }
    let classes = bytes.offset(start + 6, from: start)
    let isByClass = subtable.format == 2
    let set = bytes.offset(
      isByClass
        ? start + 12 + 2 * bytes.glyphClass(classes, glyphs[0]) : start + 6 + 2 * index,
      from: start)
    guard set > 0 else { return false }
    return (0..<bytes.u16(set)).contains { position in
      let rule = bytes.offset(set + 2 + 2 * position, from: set)
      return rule > 0
        && applies(
          ChainRule(bytes, at: rule, isCoverage: false), isByClass ? .glyphClass(classes) : .glyph)
    }
  }
}
