/// Where a word that is too long is cut, as a run of letters is whose script parts no words.
extension LineBreaker {
  /// The last place up to `index` after at least one grapheme, and not within what is known to be a
  /// syllable; the next one where there is none.
  func emergencyBreak(from start: Int, before index: Int) -> Int {
    let scalars = paragraph.scalars
    var end = index
    while end > start, !paragraph.startsGrapheme[end] { end -= 1 }
    var whole = end
    while whole > start, !paragraph.startsGrapheme[whole] || scalars.isWithinSyllable(whole) {
      whole -= 1
    }
    if whole > start { return whole }
    if end > start { return end }
    end = index + 1
    while end < scalars.count, !paragraph.startsGrapheme[end] { end += 1 }
    return end
  }

  /// The line of a range that ends at such a place, which is before the paragraph's end.
  func cut(_ range: Range<Int>) -> Line {
    let (before, after) = (
      paragraph.scalars[range.upperBound - 1], paragraph.scalars[range.upperBound]
    )
    return Line(range: range, breaksWord: !(before.isWithoutSpaces && after.isWithoutSpaces))
  }
}

extension [Unicode.Scalar] {
  /// Whether a syllable is known to go on from one scalar to the next, or a mark to stay where it
  /// is; `index` is that of the second.
  fileprivate func isWithinSyllable(_ index: Int) -> Bool {
    let (before, after) = (self[index - 1], self[index])
    // Of Myanmar, some vowels are graphemes of their own.
    if after.isMark || after.endsSyllable || before.leadsSyllable { return true }
    switch before.indicSyllabicCategory {
    // The letter behind is written below the one before it.
    case .virama, .invisibleStacker: if after.script == before.script { return true }
    default: break
    }
    if after.script == .myanmar, closesSyllable(index) { return true }
    return before.isWithoutSpaces && after.lineBreakClass.staysBehind
  }

  /// Whether a Myanmar letter has no vowel of its own, for a killer or a letter that it bears.
  private func closesSyllable(_ index: Int) -> Bool {
    guard let mark = self[(index + 1)...].first(where: { $0 != "\u{1037}" }) else { return false }
    return mark == "\u{103A}" || mark == "\u{1039}"
  }
}

extension LineBreakClass {
  /// Whether it is of signs that no line begins with.
  fileprivate var staysBehind: Bool {
    switch self {
    case .ba, .cl, .cp, .ex, .in, .is, .ns, .sy: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is of a script whose words do not stand apart, such as Thai.
  fileprivate var isWithoutSpaces: Bool { lineBreakClass == .sa }

  /// Whether the scalar, a vowel of Thai or Lao, belongs to the letter behind it.
  fileprivate var leadsSyllable: Bool {
    switch value {
    case 0xE40...0xE44, 0xEC0...0xEC4: true
    default: false
    }
  }

  /// Whether the scalar belongs to the Thai, Lao or Khmer letter before it, though not as a mark.
  fileprivate var endsSyllable: Bool {
    switch value {
    case 0xE2F, 0xE30, 0xE32, 0xE33, 0xE45, 0xE46, 0xEAF, 0xEB0, 0xEB2, 0xEB3, 0xEC6, 0x17D7: true
    default: false
    }
  }
}
