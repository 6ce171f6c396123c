/// Several glyphs made one, and what becomes of marks on its parts.
extension LookupApplier {
  mutating func substituteLigature(_ subtable: Subtable) -> Bool {
    let index = bytes.coverageIndex(subtable.coverage, buffer.current.glyph)
    guard subtable.format == 1, index >= 0, index < bytes.u16(subtable.start + 4) else {
      return false
    }
    let set = bytes.offset(subtable.start + 6 + 2 * index, from: subtable.start)
    guard set > 0 else { return false }
    for index in 0..<bytes.u16(set) {
      let ligature = bytes.offset(set + 2 + 2 * index, from: set)
      let count = bytes.u16(ligature + 2)
      guard ligature > 0, count > 0, buffer.steps > 0 else { continue }
      buffer.steps &-= 1
      if count == 1 {
        replace(by: bytes.u16(ligature))
        return true
      }
      guard let matched = matchInput(count, values: ligature + 4, .glyph) else { continue }
      ligate(matched, bytes.u16(ligature))
      return true
    }
    return false
  }

  /// Makes one glyph of the matched ones; marks between them go to the component they stood on.
  private mutating func ligate(_ matched: MatchedPlaces, _ glyph: Int) {
    buffer.mergeClusters(buffer.index, matched.end)
    let first = buffer.info[matched[0]]
    let othersAreMarks = (1..<matched.count).allSatisfy { buffer.info[matched[$0]].isMark }
    // A base with its marks stays a base, and marks alone stay a mark of what they stand on.
    let isMark = first.isMark && othersAreMarks
    let isLigature = !(first.isBase && othersAreMarks) && !isMark
    let number = isLigature ? buffer.nextLigature() : 0
    var lastNumber = first.ligatureNumber
    var lastCount = first.componentCount
    var soFar = lastCount
    if isLigature {
      buffer.current.becomeLigature(number, components: matched.componentCount)
      if buffer.current.scalarTraits.contains(.nonspacingMark) {
        buffer.current.scalarTraits.subtract([.nonspacingMark, .mark])
        buffer.current.scalarTraits.insert(.letter)
      }
    }
    setTraits(glyph, guess: isLigature ? .ligature : [], ligated: true)
    buffer.replace(by: glyph)
    for index in 1..<matched.count {
      while buffer.index < matched[index] {
        if isLigature {
          let own = buffer.current.ligatureComponent
          let component = soFar - lastCount + min(own == 0 ? lastCount : own, lastCount)
          buffer.current.becomeMark(of: number, component: component)
        }
        buffer.next()
      }
      lastNumber = buffer.current.ligatureNumber
      lastCount = buffer.current.componentCountInLigation
      soFar += lastCount
      buffer.skip()
    }
    guard !isMark, lastNumber != 0 else { return }
    var place = buffer.index
    while place < buffer.count, buffer.info[place].ligatureNumber == lastNumber {
      let own = buffer.info[place].ligatureComponent
      guard own != 0 else { break }
      buffer.info[place].becomeMark(
        of: number, component: soFar - lastCount + min(own, lastCount))
      place += 1
    }
  }
}
