import Bytes

extension String {
  /// The text in single quotes, fit for one line of a message.
  ///
  /// What is longer than 40 scalars is cut, and the rest is ``printable``.
  package var quoted: String {
    let isLong = unicodeScalars.dropFirst(40).first != nil
    let shown = isLong ? String(unicodeScalars.prefix(39)) + "…" : self
    return "'" + shown.printable + "'"
  }

  /// The text with an escape for every control and formatting character, which could move a
  /// terminal's cursor, end the line or reorder it: `\x1b`, and `\u{202e}` beyond U+00FF.
  package var printable: String { escaped { $0.isPrintable } }

  /// A text of several lines with what cannot be shown escaped: newlines and tabs stay.
  package var printableLines: String { escaped { $0 == "\n" || $0 == "\t" || $0.isPrintable } }

  private func escaped(unless isPlain: (Unicode.Scalar) -> Bool) -> String {
    guard utf8.contains(where: { !(0x20..<0x7F).contains($0) }),
      unicodeScalars.contains(where: { !isPlain($0) })
    else { return self }
    var result = UnicodeScalarView()
    for scalar in unicodeScalars {
      if isPlain(scalar) {
        result.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16)
        let escape =
          scalar.value > 0xFF ? "\\u{\(digits)}" : "\\x" + (digits.count < 2 ? "0" : "") + digits
        result.append(contentsOf: escape.unicodeScalars)
      }
    }
    return String(result)
  }

  /// The hint that names what this word probably means; a letter of another script that looks like
  /// the right one is told by its number.
  func didYouMean(_ name: String) -> String {
    let question = "did you mean \(name.quoted)?"
    guard unicodeScalars.count == name.unicodeScalars.count else { return question }
    let other = zip(unicodeScalars, name.unicodeScalars).filter { $0 != $1 }
    guard let letter = other.first?.0, other.allSatisfy({ $0.0.value > 0x7F }) else {
      return question
    }
    let number = String(letter.value, radix: 16, uppercase: true)
    return question + " Its \(String(letter).quoted) is U+" + number.padded(to: 4)
  }

  /// The word with "a" or "an" before it, by its first letter.
  var withArticle: String {
    guard let first = lowercased().first else { return self }
    return ("aeiou".contains(first) ? "an " : "a ") + self
  }
}

extension Unicode.Scalar {
  /// Whether a terminal shows the scalar and does nothing else with it.
  var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    // The zero-width joiner holds emoji together.
    case .format: value == 0x200D
    default: true
    }
  }

  /// How many terminal columns the scalar takes: 0, 1 or 2.
  ///
  /// Wide are the blocks that Unicode's EastAsianWidth.txt gives as W or F almost throughout.
  var columns: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

extension [String] {
  /// The items as a sentence lists them: "a, b or c".
  package func listed(joinedBy word: String = "or") -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(word) " + last
  }
}
