/// Ligatures of Arabic for fonts without lookups for them, but with Unicode's presentation forms.
///
/// The ligatures are those of HarfBuzz: what old fonts have, and what reads well.
enum ArabicFallbackLigatures {
  /// A form of a letter, and what it becomes with that of the next.
  private static let pairs: [(first: UInt32, seconds: [(UInt32, UInt32)])] = [
    (
      0xFE91,
      [
        (0xFEE2, 0xFC08), (0xFEE4, 0xFC9F), (0xFEA0, 0xFC9C), (0xFEA4, 0xFC9D), (0xFEA8, 0xFC9E),
      ]
    ),
    (0xFE92, [(0xFEAE, 0xFC6A), (0xFEE6, 0xFC6D), (0xFEF2, 0xFC6F)]),
    (
      0xFE97,
      [
        (0xFEE2, 0xFC0E), (0xFEE4, 0xFCA4), (0xFEA0, 0xFCA1), (0xFEA4, 0xFCA2), (0xFEA8, 0xFCA3),
      ]
    ),
    (0xFE98, [(0xFEAE, 0xFC70), (0xFEE6, 0xFC73), (0xFEF2, 0xFC75)]),
    (0xFE9B, [(0xFEE2, 0xFC12)]),
    (0xFE9F, [(0xFEE4, 0xFCA8)]),
    (0xFEA3, [(0xFEE4, 0xFCAA)]),
    (0xFEA7, [(0xFEE4, 0xFCAC)]),
    (0xFEB3, [(0xFEE4, 0xFCB0)]),
    (0xFEB7, [(0xFEE4, 0xFD30)]),
    (0xFED3, [(0xFEF2, 0xFC32)]),
    (
      0xFEDF,
      [
        (0xFE9E, 0xFC3F), (0xFEA0, 0xFCC9), (0xFEA2, 0xFC40), (0xFEA4, 0xFCCA), (0xFEA6, 0xFC41),
        (0xFEA8, 0xFCCB), (0xFEE2, 0xFC42), (0xFEE4, 0xFCCC), (0xFEF0, 0xFC43), (0xFEF2, 0xFC44),
        (0xFEEC, 0xFCCD), (0xFE82, 0xFEF5), (0xFE84, 0xFEF7), (0xFE88, 0xFEF9), (0xFE8E, 0xFEFB),
      ]
    ),
    (
      0xFEE0,
      [
        (0xFEF0, 0xFC86), (0xFE82, 0xFEF6), (0xFE84, 0xFEF8), (0xFE88, 0xFEFA), (0xFE8E, 0xFEFC),
      ]
    ),
    (0xFEE3, [(0xFEA0, 0xFCCE), (0xFEA4, 0xFCCF), (0xFEA8, 0xFCD0), (0xFEE4, 0xFCD1)]),
    (0xFEE7, [(0xFEE2, 0xFC4E), (0xFEE4, 0xFCD5), (0xFEA0, 0xFCD2), (0xFEA4, 0xFCD3)]),
    (0xFEE8, [(0xFEF2, 0xFC8F)]),
    (0xFEF3, [(0xFEA0, 0xFCDA), (0xFEA4, 0xFCDB), (0xFEA8, 0xFCDC), (0xFEE4, 0xFCDD)]),
    (0xFEF4, [(0xFEAE, 0xFC91), (0xFEE6, 0xFC94)]),
  ]

  /// The last two stand in the private places of old fonts.
  private static let triples: [(parts: [UInt32], whole: UInt32)] = [
    ([0xFEDF, 0xFEE4, 0xFEA4], 0xFD88), ([0xFEDF, 0xFEE0, 0xFEEA], 0xF201),
    ([0xFEDF, 0xFEE4, 0xFEA0], 0xF211),
  ]

  /// What shadda becomes with a vowel; the last one stands in a private place.
  private static let shadda: [(vowel: UInt32, whole: UInt32)] = [
    (0x064C, 0xFC5E), (0x064E, 0xFC60), (0x064F, 0xFC61), (0x0650, 0xFC62), (0x064B, 0xF2EE),
  ]

  private static let medialForms: Set<UInt32> = [0xFE92, 0xFE98, 0xFEE0, 0xFEE8, 0xFEF4]
  /// The category of a medial letter: its place in ``ArabicShaping/features``.
  private static let medial: UInt8 = 4

  private struct Ligature {
    let rest: [UInt32]
    let glyph: UInt32
    /// Whether it begins in the middle of a word.
    let isMedial: Bool
  }

  static func apply(_ buffer: inout GlyphBuffer, _ face: ShapingFace) {
    ligate(&buffer, known(triples.map { ($0.parts, $0.whole) }, face))
    ligate(
      &buffer,
      known(pairs.flatMap { pair in pair.seconds.map { ([pair.first, $0.0], $0.1) } }, face))
    ligateMarks(&buffer, face)
  }

  /// Those of which the font has all, by their first glyphs.
  private static func known(
    _ list: [(parts: [UInt32], whole: UInt32)], _ face: ShapingFace
  ) -> [UInt32: [Ligature]] {
    var known: [UInt32: [Ligature]] = [:]
    for (parts, whole) in list {
      let glyphs = parts.compactMap { face.glyph($0).map { UInt32($0) } }
      guard glyphs.count == parts.count, let first = glyphs.first, let glyph = face.glyph(whole)
      else { continue }
      known[first, default: []].append(
        Ligature(
          rest: Array(glyphs.dropFirst()), glyph: UInt32(glyph),
          isMedial: medialForms.contains(parts[0])))
    }
    return known
  }

  private static func ligate(_ buffer: inout GlyphBuffer, _ known: [UInt32: [Ligature]]) {
    guard !known.isEmpty else { return }
    buffer.beginOutput()
    while buffer.index < buffer.count {
      let matches = (known[buffer.current.code] ?? []).compactMap { ligature in
        places(of: ligature, buffer).map { (ligature, $0) }
      }
      // Where a font has one glyph for two forms, its neighbours say which it is.
      let isMedial = buffer.current.category == medial
      guard
        let (ligature, places) = matches.first(where: { $0.0.isMedial == isMedial })
          ?? matches.first, let last = places.last
      else {
        buffer.next()
        continue
      }
      buffer.mergeClusters(buffer.index, last + 1)
      let number = buffer.nextLigature()
      buffer.current.becomeLigature(number, components: places.count + 1)
      buffer.current.glyphTraits = [.ligature, .substituted, .ligated]
      buffer.replace(by: Int(ligature.glyph))
      var component = 1
      while buffer.index <= last {
        if places.contains(buffer.index) {
          component += 1
          buffer.skip()
        } else {
          buffer.current.becomeMark(of: number, component: component)
          buffer.next()
        }
      }
    }
    buffer.endOutput()
  }

  /// Where the parts behind the first stand, marks between them; nil where they don't.
  private static func places(of ligature: Ligature, _ buffer: GlyphBuffer) -> [Int]? {
    var places: [Int] = []
    var next = buffer.index + 1
    for glyph in ligature.rest {
      while next < buffer.count, buffer.info[next].isMark { next += 1 }
      guard next < buffer.count, buffer.info[next].code == glyph else { return nil }
      places.append(next)
      next += 1
    }
    return places
  }

  /// Shadda and the vowel right behind it are one mark.
  private static func ligateMarks(_ buffer: inout GlyphBuffer, _ face: ShapingFace) {
    guard let first = face.glyph(0x0651) else { return }
    var wholes: [UInt32: Int] = [:]
    for (vowel, whole) in shadda {
      guard let second = face.glyph(vowel), let glyph = face.glyph(whole) else { continue }
      wholes[UInt32(second)] = glyph
    }
    guard !wholes.isEmpty else { return }
    buffer.beginOutput()
    while buffer.index < buffer.count {
      guard buffer.current.glyph == first, buffer.index + 1 < buffer.count,
        let whole = wholes[buffer.info[buffer.index + 1].code],
        isOnSame(buffer.current, buffer.info[buffer.index + 1])
      else {
        buffer.next()
        continue
      }
      buffer.mergeClusters(buffer.index, buffer.index + 2)
      buffer.current.glyphTraits.formUnion([.substituted, .ligated])
      buffer.replace(by: whole)
      buffer.skip()
    }
    buffer.endOutput()
  }

  /// Whether two marks belong to the same letter of a ligature, if to any.
  private static func isOnSame(_ one: GlyphRecord, _ other: GlyphRecord) -> Bool {
    one.ligatureNumber == other.ligatureNumber && one.ligatureComponent == other.ligatureComponent
  }
}
