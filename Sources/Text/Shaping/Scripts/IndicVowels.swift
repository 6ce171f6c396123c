/// Vowels written with signs that Unicode has other characters for: a dotted circle keeps them
/// apart. Unicode, "Vowel letters", in the chapters of the scripts.
enum IndicVowels {
  /// Whether Unicode has another character for what the two make.
  static func isWrong(_ vowel: UInt32, _ sign: UInt32, _ script: Script) -> Bool {
    switch script {
    case .devanagari:
      switch vowel {
      case 0x0905:
        [0x093A, 0x093B, 0x093E, 0x0945, 0x0946, 0x0949...0x094C, 0x094F, 0x0956, 0x0957]
          .holds(sign)
      case 0x0906: [0x093A, 0x0945...0x0948].holds(sign)
      case 0x0909: [0x0941].holds(sign)
      case 0x090F: [0x0945...0x0947].holds(sign)
      default: false
      }
    case .bengali:
      (vowel == 0x0985 && sign == 0x09BE) || (vowel == 0x098B && sign == 0x09C3)
        || (vowel == 0x098C && sign == 0x09E2)
    case .gurmukhi:
      switch vowel {
      case 0x0A05: [0x0A3E, 0x0A48, 0x0A4C].holds(sign)
      case 0x0A72: [0x0A3F, 0x0A40, 0x0A47].holds(sign)
      case 0x0A73: [0x0A41, 0x0A42, 0x0A4B].holds(sign)
      default: false
      }
    case .gujarati:
      switch vowel {
      case 0x0A85: [0x0ABE, 0x0AC5, 0x0AC7...0x0AC9, 0x0ACB, 0x0ACC].holds(sign)
      case 0x0AC5: sign == 0x0ABE
      default: false
      }
    case .oriya:
      (vowel == 0x0B05 && sign == 0x0B3E)
        || ([0x0B0F, 0x0B13].contains(vowel) && sign == 0x0B57)
    case .tamil: vowel == 0x0B85 && sign == 0x0BC2
    case .telugu:
      (vowel == 0x0C12 && [0x0C4C, 0x0C55].contains(sign))
        || ([0x0C3F, 0x0C46, 0x0C4A].contains(vowel) && sign == 0x0C55)
    case .kannada:
      ([0x0C89, 0x0C8B].contains(vowel) && sign == 0x0CBE)
        || (vowel == 0x0C92 && sign == 0x0CCC)
    case .malayalam:
      switch vowel {
      case 0x0D07, 0x0D09: sign == 0x0D57
      case 0x0D0E: sign == 0x0D46
      case 0x0D12: [0x0D3E, 0x0D57].holds(sign)
      default: false
      }
    case .sinhala:
      switch vowel {
      case 0x0D85: [0x0DCF...0x0DD1].holds(sign)
      case 0x0D8B, 0x0D8F, 0x0D94: sign == 0x0DDF
      case 0x0D8D: sign == 0x0DD8
      case 0x0D91: [0x0DCA, 0x0DD9, 0x0DDA, 0x0DDC...0x0DDE].holds(sign)
      default: false
      }
    default: isWrongBeyond(vowel, sign, script)
    }
  }

  /// The same for scripts outside the basic plane, as HarfBuzz has them.
  private static func isWrongBeyond(_ vowel: UInt32, _ sign: UInt32, _ script: Script) -> Bool {
    switch script {
    case .brahmi:
      (vowel == 0x11005 && sign == 0x11038) || (vowel == 0x1100B && sign == 0x1103E)
        || (vowel == 0x1100F && sign == 0x11042)
    case .khojki:
      switch vowel {
      case 0x11200: [0x1122C, 0x11231, 0x11233].holds(sign)
      case 0x11206: sign == 0x1122C
      case 0x1122C: [0x11230, 0x11231].holds(sign)
      case 0x11240: sign == 0x1122E
      default: false
      }
    case .khudawadi: vowel == 0x112B0 && [0x112E0, 0x112E5...0x112E8].holds(sign)
    case .tirhuta:
      switch vowel {
      case 0x11481: sign == 0x114B0
      case 0x1148B, 0x1148D: sign == 0x114BA
      case 0x114AA: [0x114B5, 0x114B6].holds(sign)
      default: false
      }
    case .modi: [0x11600, 0x11601].contains(vowel) && [0x11639, 0x1163A].holds(sign)
    case .takri:
      switch vowel {
      case 0x11680: [0x116AD, 0x116B4, 0x116B5].holds(sign)
      case 0x11686: sign == 0x116B2
      default: false
      }
    default: false
    }
  }

  static func separate(_ buffer: inout GlyphBuffer, _ script: Script) {
    let count = buffer.count
    guard count > 1 else { return }
    let places = (0..<count - 1).filter {
      let (vowel, sign) = (buffer.info[$0].code, buffer.info[$0 + 1].code)
      if isWrong(vowel, sign, script) { return true }
      // Ra, halant, vowel i: the only one of three characters.
      return script == .devanagari && $0 > 0 && buffer.info[$0 - 1].code == 0x0930
        && vowel == 0x094D && sign == 0x0907
    }
    guard !places.isEmpty else { return }
    buffer.beginOutput()
    for place in places {
      while buffer.index <= place { buffer.next() }
      buffer.current.scalarTraits.remove(.continuation)
      buffer.insert(0x25CC)
      buffer.out[buffer.out.count - 1].findFacts()
    }
    buffer.endOutput()
  }
}

/// Code points, written as one number or as a range.
private struct Codes: ExpressibleByIntegerLiteral, Sendable {
  let range: ClosedRange<UInt32>
  init(integerLiteral value: UInt32) { range = value...value }
  init(_ range: ClosedRange<UInt32>) { self.range = range }
}

private func ... (low: UInt32, high: UInt32) -> Codes {
  Codes(ClosedRange(uncheckedBounds: (low, high)))
}

extension [Codes] {
  fileprivate func holds(_ code: UInt32) -> Bool { contains { $0.range ~= code } }
}
