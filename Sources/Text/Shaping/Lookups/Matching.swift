extension LookupApplier {
  private enum LigatureBase { case unknown, blocks, isPassed }

  /// Matches `count` glyphs, the current one among them, with `values` from the second on.
  mutating func matchInput(_ count: Int, values: Int, _ match: GlyphMatch) -> MatchedPlaces? {
    guard count > 0, count <= Self.longestSequence else { return nil }
    var matched = MatchedPlaces(first: buffer.index, capacity: count)
    let first = buffer.current
    matched.componentCount = first.componentCount
    matched.end = buffer.index + 1
    guard count > 1 else { return matched }
    var walker = walker(from: buffer.index)
    walker.match = match
    walker.value = values
    var base = LigatureBase.unknown
    for _ in 1..<count {
      guard forward(&walker) else { return nil }
      let record = buffer.info[walker.index]
      guard joins(record, to: first, walker, &base) else { return nil }
      matched.append(walker.index)
      matched.componentCount += record.componentCountInLigation
    }
    matched.end = walker.index + 1
    return matched
  }

  /// Whether two glyphs may be of one sequence: marks on different components of a ligature may
  /// not, unless the lookup does not see that ligature.
  private func joins(
    _ record: GlyphRecord, to first: GlyphRecord, _ walker: GlyphWalker, _ base: inout LigatureBase
  ) -> Bool {
    let (firstNumber, firstComponent) = (first.ligatureNumber, first.ligatureComponent)
    let (number, component) = (record.ligatureNumber, record.ligatureComponent)
    guard firstNumber != 0, firstComponent != 0 else {
      return number == 0 || component == 0 || number == firstNumber
    }
    if firstNumber == number, firstComponent == component { return true }
    if base == .unknown { base = ligatureBase(firstNumber, walker) }
    return base == .isPassed
  }

  private func ligatureBase(_ number: UInt8, _ walker: GlyphWalker) -> LigatureBase {
    let out = buffer.hasOutput ? buffer.out : Array(buffer.info[..<buffer.index])
    var place = out.count
    while place > 0, out[place - 1].ligatureNumber == number {
      place -= 1
      if out[place].ligatureComponent == 0 {
        return skip(out[place], walker) == .yes ? .isPassed : .blocks
      }
    }
    return .blocks
  }

  /// Matches what stands before the sequence, the nearest first.
  mutating func matchBacktrack(_ count: Int, values: Int, _ match: GlyphMatch) -> Bool {
    guard count > 0 else { return true }
    var walker = walker(from: buffer.backtrackCount, context: true)
    walker.match = match
    walker.value = values
    for _ in 0..<count where !backward(&walker) { return false }
    return true
  }

  /// Matches what stands behind the sequence that ends before `end`.
  mutating func matchLookahead(
    _ count: Int, values: Int, _ match: GlyphMatch, from end: Int
  ) -> Bool {
    guard count > 0 else { return true }
    var walker = walker(from: end - 1, context: true)
    walker.match = match
    walker.value = values
    for _ in 0..<count where !forward(&walker) { return false }
    return true
  }
}
