/// What a glyph of a sequence is compared with.
enum GlyphMatch: Sendable {
  case any
  /// Numbers of glyphs.
  case glyph
  /// Classes of a class definition table that begins there.
  case glyphClass(Int)
  /// Offsets of coverage tables from there.
  case coverage(Int)
}

/// A walk over glyphs that passes by those which a lookup does not see.
struct GlyphWalker: Sendable {
  var index = 0
  var flags: Int
  var mask: UInt32
  var syllable: UInt8
  var skipsNonJoiner: Bool
  var skipsJoiner: Bool
  var skipsHidden: Bool
  var match = GlyphMatch.any
  /// Where the next value to compare with stands.
  var value = 0
}

extension LookupApplier {
  enum Skip { case no, yes, maybe }

  /// Whether a lookup of these flags sees the glyph.
  @inline(__always)
  func sees(_ record: GlyphRecord, flags: Int) -> Bool {
    let traits = Int(record.glyphTraits.rawValue)
    if traits & flags & Lookup.ignoring != 0 { return false }
    guard record.glyphTraits.contains(.mark), flags & Lookup.choosesMarks != 0 else { return true }
    if flags & Lookup.usesFilteringSet != 0 {
      return face.definitions.markSet(flags >> 16, contains: record.glyph)
    }
    return flags & Lookup.attachmentClass == traits & Lookup.attachmentClass
  }

  /// A walk from `start` over what is matched or, for contexts, over what stands around it; all
  /// in the current glyph's syllable where the feature is one of syllables.
  func walker(from start: Int, context: Bool = false) -> GlyphWalker {
    GlyphWalker(
      index: start, flags: flags, mask: context ? .max : mask,
      syllable: perSyllable && !isPositioning && buffer.index < buffer.count
        ? buffer.info[buffer.index].syllable : 0,
      skipsNonJoiner: isPositioning || (context && skipsNonJoiner),
      skipsJoiner: context || skipsJoiner, skipsHidden: isPositioning)
  }

  func skip(_ record: GlyphRecord, _ walker: GlyphWalker) -> Skip {
    if !sees(record, flags: walker.flags) { return .yes }
    let traits = record.scalarTraits
    if traits.contains(.ignorable), !record.isSubstituted,
      walker.skipsNonJoiner || !traits.contains(.zeroWidthNonJoiner),
      walker.skipsJoiner || !traits.contains(.zeroWidthJoiner),
      walker.skipsHidden || !traits.contains(.hidden)
    {
      return .maybe
    }
    return .no
  }

  /// nil when nothing is asked of it.
  private func matches(_ record: GlyphRecord, _ walker: GlyphWalker) -> Bool? {
    if record.mask & walker.mask == 0
      || (walker.syllable != 0 && walker.syllable != record.syllable)
    {
      return false
    }
    switch walker.match {
    case .any: return nil
    case .glyph: return bytes.u16(walker.value) == record.glyph
    case .glyphClass(let table):
      return bytes.glyphClass(table, record.glyph) == bytes.u16(walker.value)
    case .coverage(let base):
      return bytes.coverageIndex(bytes.offset(walker.value, from: base), record.glyph) >= 0
    }
  }

  /// Whether the walk stops at the glyph, and with what.
  @inline(__always)
  private func verdict(_ record: GlyphRecord, _ walker: GlyphWalker) -> Bool? {
    let skip = skip(record, walker)
    if skip == .yes { return nil }
    let match = matches(record, walker)
    if match == true || (match == nil && skip == .no) { return true }
    return skip == .no ? false : nil
  }

  /// Goes on to the next glyph that is seen; false if there is none or it is another one.
  mutating func forward(_ walker: inout GlyphWalker) -> Bool {
    while walker.index + 1 < buffer.info.count {
      walker.index += 1
      buffer.steps &-= 1
      guard let verdict = verdict(buffer.info[walker.index], walker) else {
        if buffer.steps < 0 { return false }
        continue
      }
      walker.value += 2
      return verdict
    }
    return false
  }

  /// Goes back over what stands before, as the pass has left it.
  mutating func backward(_ walker: inout GlyphWalker) -> Bool {
    while walker.index > 0 {
      walker.index -= 1
      buffer.steps &-= 1
      let record = buffer.hasOutput ? buffer.out[walker.index] : buffer.info[walker.index]
      guard let verdict = verdict(record, walker) else {
        if buffer.steps < 0 { return false }
        continue
      }
      walker.value += 2
      return verdict
    }
    return false
  }
}
