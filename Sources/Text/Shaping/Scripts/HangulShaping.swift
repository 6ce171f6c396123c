import Fonts

/// Korean syllables: composed where the font has them, else of jamos with their features.
enum HangulShaping {
  static let features: [Tag] = ["ljmo", "vjmo", "tjmo"]

  // Which of the features a jamo has; in `category`, 0 for none.
  private static let leading: UInt8 = 1, vowel: UInt8 = 2, trailing: UInt8 = 3

  private static func isLeading(_ code: UInt32) -> Bool {
    0x1100...0x115F ~= code || 0xA960...0xA97C ~= code
  }

  private static func isVowel(_ code: UInt32) -> Bool {
    0x1160...0x11A7 ~= code || 0xD7B0...0xD7C6 ~= code
  }

  private static func isTrailing(_ code: UInt32) -> Bool {
    0x11A8...0x11FF ~= code || 0xD7CB...0xD7FB ~= code
  }

  private static func isSyllable(_ code: UInt32) -> Bool { 0xAC00...0xD7A3 ~= code }

  static func setMasks(_ buffer: inout GlyphBuffer, _ plan: ShapingPlan) {
    let alternates = plan.map["calt"]?.mask ?? 0
    for index in buffer.info.indices {
      let code = buffer.info[index].code
      // Fonts have lookups of jamos there that go too far.
      if isLeading(code) || isVowel(code) || isTrailing(code) {
        buffer.info[index].mask &= ~alternates
      }
      let feature = Int(buffer.info[index].category) - 1
      if plan.ownMasks.indices.contains(feature) {
        buffer.info[index].mask |= plan.ownMasks[feature]
      }
    }
  }

  static func prepare(_ buffer: inout GlyphBuffer, _ face: ShapingFace) {
    buffer.beginOutput()
    // The syllable written last, if there is one.
    var syllable = 0..<0
    while buffer.index < buffer.count, buffer.out.count < buffer.longest {
      let code = buffer.current.code
      if code == 0x302E || code == 0x302F {
        placeTone(&buffer, face, syllable)
        syllable = 0..<0
        continue
      }
      let start = buffer.out.count
      if isLeading(code), buffer.lookaheadCount > 1, isVowel(buffer.info[buffer.index + 1].code) {
        writeJamos(&buffer, face)
        syllable = start..<buffer.out.count
      } else if isSyllable(code) {
        syllable = start..<writeSyllable(&buffer, face)
      } else {
        buffer.next()
        syllable = 0..<0
      }
    }
    buffer.endOutput()
  }

  /// Composes the current leading jamo and what follows it, or gives them their features.
  private static func writeJamos(_ buffer: inout GlyphBuffer, _ face: ShapingFace) {
    let start = buffer.out.count
    let (first, second) = (buffer.current.code, buffer.info[buffer.index + 1].code)
    var third: UInt32?
    if buffer.lookaheadCount > 2, isTrailing(buffer.info[buffer.index + 2].code) {
      third = buffer.info[buffer.index + 2].code
    }
    if 0x1100...0x1112 ~= first, 0x1161...0x1175 ~= second,
      third.map({ 0x11A8...0x11C2 ~= $0 }) ?? true
    {
      let whole =
        0xAC00 + (first - 0x1100) * 588 + (second - 0x1161) * 28 + (third.map { $0 - 0x11A7 } ?? 0)
      if face.glyph(whole) != nil {
        compose(&buffer, third == nil ? 2 : 3, whole)
        return
      }
    }
    buffer.current.category = leading
    buffer.next()
    buffer.current.category = vowel
    buffer.next()
    if third != nil {
      buffer.current.category = trailing
      buffer.next()
    }
    buffer.mergeOutputClusters(start, buffer.out.count)
  }

  private static func compose(_ buffer: inout GlyphBuffer, _ count: Int, _ whole: UInt32) {
    buffer.mergeClusters(buffer.index, buffer.index + count)
    buffer.current.code = whole
    buffer.current.findFacts()
    buffer.next()
    for _ in 1..<count { buffer.skip() }
  }

  /// Writes the current syllable, taken apart if the font needs it; where it ends, the place of its
  /// start if it is none.
  private static func writeSyllable(_ buffer: inout GlyphBuffer, _ face: ShapingFace) -> Int {
    let start = buffer.out.count
    let code = buffer.current.code
    let hasGlyph = face.glyph(code) != nil
    let index = code - 0xAC00
    let tail = index % 28
    let next = buffer.lookaheadCount > 1 ? buffer.info[buffer.index + 1].code : 0
    if tail == 0, 0x11A8...0x11C2 ~= next, face.glyph(code + next - 0x11A7) != nil {
      compose(&buffer, 2, code + next - 0x11A7)
      return start + 1
    }
    if !hasGlyph || (tail == 0 && isTrailing(next)) {
      var jamos: [UInt32] = [0x1100 + index / 588, 0x1161 + index % 588 / 28]
      if tail > 0 { jamos.append(0x11A7 + tail) }
      if jamos.allSatisfy({ face.glyph($0) != nil }) {
        for jamo in jamos {
          buffer.insert(Int(jamo))
          buffer.out[buffer.out.count - 1].findFacts()
        }
        buffer.skip()
        // The tail that did not compose belongs to it.
        if hasGlyph, tail == 0 { buffer.next() }
        for (offset, category) in zip(start..<buffer.out.count, [leading, vowel, trailing]) {
          buffer.out[offset].category = category
        }
        buffer.mergeOutputClusters(start, buffer.out.count)
        return buffer.out.count
      }
    }
    buffer.next()
    return hasGlyph ? start + 1 : start
  }

  /// A tone mark goes before its syllable, unless it takes no place.
  private static func placeTone(
    _ buffer: inout GlyphBuffer, _ face: ShapingFace, _ syllable: Range<Int>
  ) {
    let code = buffer.current.code
    let isWide = face.glyph(code).map { face.advance($0) != 0 } ?? true
    if !syllable.isEmpty, syllable.upperBound == buffer.out.count {
      buffer.next()
      guard isWide else { return }
      buffer.mergeOutputClusters(syllable.lowerBound, buffer.out.count)
      let tone = buffer.out.removeLast()
      buffer.out.insert(tone, at: syllable.lowerBound)
      return
    }
    guard face.glyph(0x25CC) != nil else { return buffer.next() }
    // The circle is taken for a mark as the tone is.
    for code in isWide ? [code, 0x25CC] : [0x25CC, code] { buffer.insert(Int(code)) }
    buffer.skip()
  }
}
