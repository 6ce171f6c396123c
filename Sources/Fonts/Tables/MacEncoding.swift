/// The character codes of the classic Macintosh, for fonts that know no others.
///
/// After ROMAN.TXT and TURKISH.TXT of the Unicode consortium's mappings.
enum MacEncoding: Sendable {
  case roman
  case turkish

  /// The encoding that a `cmap` sub-table of platform 1, encoding 0 has: language 18 is Turkish.
  init(language: Int) { self = language == 18 ? .turkish : .roman }

  /// The code of a character, 0 to 255, or nil when the encoding lacks it.
  func code(of scalar: Unicode.Scalar) -> Int? {
    if scalar.value < 0x80 { return Int(scalar.value) }
    if self == .turkish {
      if let index = Self.turkishLetters.firstIndex(of: scalar) { return 0xDA + index }
      // What MacRoman has in the Turkish letters' places is not there.
    }
    guard let index = Self.upperHalf.firstIndex(of: scalar) else { return nil }
    let code = 0x80 + index
    return self == .turkish && ((0xDA...0xDF).contains(code) || code == 0xF5) ? nil : code
  }

  /// The character of a code.
  func scalar(of code: UInt8) -> Unicode.Scalar {
    if code < 0x80 { return Unicode.Scalar(code) }
    if self == .turkish, (0xDA...0xDF).contains(code) {
      return Self.turkishLetters[Int(code) - 0xDA]
    }
    return Self.upperHalf[Int(code) - 0x80]
  }

  private static let turkishLetters: [Unicode.Scalar] = Array("ĞğİıŞş".unicodeScalars)

  private static let upperHalf: [Unicode.Scalar] = Array(
    ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü"
      + "†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
      + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ"
      + "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ")
      .unicodeScalars)
}
