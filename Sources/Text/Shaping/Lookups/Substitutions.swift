/// Substitutions of one glyph. OpenType, "GSUB – Glyph Substitution Table".
extension LookupApplier {
  /// Gives the current glyph the traits of what it is about to become.
  mutating func setTraits(
    _ glyph: Int, guess: GlyphTraits = [], ligated: Bool = false, component: Bool = false
  ) {
    var traits = buffer.current.glyphTraits
    traits.insert(.substituted)
    if ligated {
      traits.insert(.ligated)
      traits.remove(.multiplied)
    }
    if component { traits.insert(.multiplied) }
    if face.definitions.hasClasses {
      traits = traits.intersection(.kept).union(face.definitions.traits(glyph))
    } else if !guess.isEmpty {
      traits = traits.intersection(.kept).union(guess)
    }
    buffer.info[buffer.index].glyphTraits = traits
  }

  mutating func replace(by glyph: Int) {
    setTraits(glyph)
    buffer.replace(by: glyph)
  }

  mutating func substituteSingle(_ subtable: Subtable) -> Bool {
    let glyph = buffer.current.glyph
    let index = bytes.coverageIndex(subtable.coverage, glyph)
    guard index >= 0 else { return false }
    switch subtable.format {
    case 1: replace(by: (glyph + bytes.i16(subtable.start + 4)) & 0xFFFF)
    case 2:
      guard index < bytes.u16(subtable.start + 4) else { return false }
      replace(by: bytes.u16(subtable.start + 6 + 2 * index))
    default: return false
    }
    return true
  }

  mutating func substituteMultiple(_ subtable: Subtable) -> Bool {
    let index = bytes.coverageIndex(subtable.coverage, buffer.current.glyph)
    guard subtable.format == 1, index >= 0, index < bytes.u16(subtable.start + 4) else {
      return false
    }
    let sequence = bytes.offset(subtable.start + 6 + 2 * index, from: subtable.start)
    let count = sequence > 0 ? bytes.u16(sequence) : 0
    switch count {
    case 0: buffer.deleteCurrent()
    case 1: replace(by: bytes.u16(sequence + 2))
    default:
      let guess: GlyphTraits = buffer.current.isLigature ? .base : []
      let number = buffer.current.ligatureNumber
      for component in 0..<count {
        // What is attached to a ligature stays so.
        if number == 0 { buffer.current.becomeMark(of: 0, component: component) }
        let glyph = bytes.u16(sequence + 2 + 2 * component)
        setTraits(glyph, guess: guess, component: true)
        buffer.insert(glyph)
      }
      buffer.skip()
    }
    return true
  }

  mutating func substituteAlternate(_ subtable: Subtable) -> Bool {
    let record = buffer.current
    let index = bytes.coverageIndex(subtable.coverage, record.glyph)
    guard subtable.format == 1, index >= 0, index < bytes.u16(subtable.start + 4) else {
      return false
    }
    let set = bytes.offset(subtable.start + 6 + 2 * index, from: subtable.start)
    let count = set > 0 ? bytes.u16(set) : 0
    var choice = Int((mask & record.mask) >> UInt32(mask.trailingZeroBitCount & 31))
    if choice == FeatureMap.mostValue, isRandom {
      guard count > 0 else { return false }
      choice = random(below: count) + 1
    }
    guard choice >= 1, choice <= count else { return false }
    replace(by: bytes.u16(set + 2 * choice))
    return true
  }

  /// The only lookup that goes from the end to the start, and that no other may call.
  mutating func substituteReverse(_ subtable: Subtable) -> Bool {
    let start = subtable.start
    let index = bytes.coverageIndex(subtable.coverage, buffer.current.glyph)
    guard depth == 0, subtable.format == 1, index >= 0 else { return false }
    let before = bytes.u16(start + 4)
    let place = start + 6 + 2 * before
    let after = bytes.u16(place)
    let values = place + 2 + 2 * after
    guard index < bytes.u16(values),
      matchBacktrack(before, values: start + 6, .coverage(start)),
      matchLookahead(after, values: place + 2, .coverage(start), from: buffer.index + 1)
    else { return false }
    let glyph = bytes.u16(values + 2 + 2 * index)
    setTraits(glyph)
    buffer.current.code = UInt32(glyph)
    return true
  }
}
