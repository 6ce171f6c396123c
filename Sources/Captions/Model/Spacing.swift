/// Where text without blanks may be broken, and where sentences end.
enum Spacing {
  /// Whether a script is written without blanks between words: Chinese and Japanese, Thai, Lao,
  /// Myanmar and Khmer.
  static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x312F, 0x31A0...0xA4CF,
      0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x2_0000...0x3_FFFF:
      true
    default: false
    }
  }

  /// Whether a scalar takes the width of two Latin letters (UAX #11, W and F, by blocks).
  static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1_F300...0x1_FAFF, 0x2_0000...0x3_FFFF:
      true
    default: false
    }
  }

  /// The characters of a text; wide ones count twice.
  static func width(_ text: String) -> Int {
    text.reduce(0) { sum, character in
      sum + (character.unicodeScalars.first.map(isWide) ?? false ? 2 : 1)
    }
  }

  private static let closers = Set(
    "、。，．・：；！？）］｝〉》」』】〕〗’”…‥ー々ゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ%!?,.:;)]}»".unicodeScalars)
  private static let openers = Set("（［｛〈《「『【〔〖‘“([{«".unicodeScalars)

  /// Whether a line may begin between two pieces of text that no blank parts.
  static func isBreakable(_ left: String, _ right: String) -> Bool {
    guard let last = left.unicodeScalars.last, let first = right.unicodeScalars.first else {
      return false
    }
    guard isUnspaced(last) || isUnspaced(first) else { return false }
    // Vowels and marks belong to the letter before.
    return !closers.contains(first) && !openers.contains(last)
      && !first.properties.isGraphemeExtend && first.properties.generalCategory != .spacingMark
  }

  /// Whether a text is punctuation alone that belongs to what stands before it.
  static func isClosing(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { closers.contains($0) }
  }

  // MARK: Sentences

  private static let full = Set(".!?…。！？｡؟۔।॥".unicodeScalars)
  private static let quotes = Set("\"'’”»)]}」』）】".unicodeScalars)
  private static let titles: Set<String> = [
    "mr.", "mrs.", "ms.", "dr.", "st.", "jr.", "sr.", "prof.", "vs.", "e.g.", "i.e.", "no.",
    "fig.", "approx.", "etc.",
  ]

  /// Whether a sentence ends between two words.
  ///
  /// A full stop ends none after an initial or a title, nor before a small letter, and neither does
  /// an ellipsis there.
  static func endsSentence(_ word: String, before next: String?) -> Bool {
    var scalars = Array(word.unicodeScalars)
    while let last = scalars.last, quotes.contains(last) { scalars.removeLast() }
    guard let mark = scalars.last, full.contains(mark) else { return false }
    guard mark == "." || mark == "…", let next else { return true }
    if next.unicodeScalars.first(where: { $0.properties.isAlphabetic })?.properties.isLowercase
      ?? false
    {
      return false
    }
    if mark == "…" { return true }
    let isInitial =
      scalars.count == 2 && scalars[0].properties.isUppercase && scalars[0] != "I"
    return !isInitial && !titles.contains(word.lowercased())
  }

  /// Whether a clause ends with a word: a good place to cut.
  static func endsClause(_ word: String) -> Bool {
    guard let last = word.unicodeScalars.last(where: { !quotes.contains($0) }) else { return false }
    return ",;:—–、，；：،؛".unicodeScalars.contains(last) || full.contains(last)
  }
}
