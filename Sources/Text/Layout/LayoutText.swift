/// The scalars of all spans, and which grapheme and word each belongs to.
struct LayoutText: Sendable {
  private(set) var scalars: [Unicode.Scalar] = []
  /// The grapheme of each scalar; graphemes are Swift's characters.
  private(set) var graphemes: [Int] = []
  /// Where each grapheme starts, and the end of the text.
  private(set) var starts: [Int] = []
  /// The span and the word of each grapheme. One that lies in two spans is of the first.
  private(set) var spans: [Int] = []
  private(set) var words: [Int] = []
  private(set) var wordCount = 0

  init(_ parts: [LayoutSpan]) {
    var text = ""
    var ends: [Int] = []
    for part in parts {
      text += part.text
      ends.append((ends.last ?? 0) + part.text.unicodeScalars.count)
    }
    var span = 0
    for character in text {
      while span < ends.count - 1, ends[span] <= scalars.count { span += 1 }
      starts.append(scalars.count)
      spans.append(span)
      for scalar in character.unicodeScalars {
        scalars.append(scalar)
        graphemes.append(starts.count - 1)
      }
    }
    starts.append(scalars.count)
    countWords()
  }

  /// A word is what stands between spaces, with the spaces behind it; among Chinese and Japanese
  /// letters, each by itself.
  private mutating func countWords() {
    var isAfterSpace = true
    var isAfterIdeograph = false
    for start in starts.dropLast() {
      let type = scalars[start].lineBreakClass
      let isSpace = scalars[start].isLayoutSpace || scalars[start].isHardBreak
      let isIdeograph = (type == .id || type == .cj) && scalars[start].script != .common
      if !isSpace, isAfterSpace || isIdeograph || (isAfterIdeograph && !type.closes) {
        wordCount += 1
      }
      words.append(max(wordCount - 1, 0))
      isAfterSpace = isSpace
      isAfterIdeograph = isIdeograph || (isAfterIdeograph && type.closes)
    }
  }

  /// The paragraphs, each with its separator.
  var paragraphs: [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    for (index, scalar) in scalars.enumerated() where scalar.bidiClass == .b {
      let isBeforeLineFeed =
        scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if isBeforeLineFeed { continue }
      result.append(start..<(index + 1))
      start = index + 1
    }
    if start < scalars.count || result.isEmpty { result.append(start..<scalars.count) }
    return result
  }
}

extension LineBreakClass {
  /// Whether it stays with the ideograph before it.
  fileprivate var closes: Bool {
    switch self {
    case .cl, .cp, .ex, .ns, .cm, .zwj, .em: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a space that a line may end at, which then takes no room.
  var isLayoutSpace: Bool {
    switch value {
    case 0x20, 0x09, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: true
    default: false
    }
  }

  /// Whether a line ends at the scalar in any case.
  var isHardBreak: Bool {
    switch lineBreakClass {
    case .bk, .cr, .lf, .nl: true
    default: bidiClass == .b
    }
  }

  /// Whether the scalar is never drawn: newlines and controls, but not the tab.
  var isLayoutControl: Bool {
    switch generalCategory {
    case .cc: self != "\t"
    case .zl, .zp: true
    default: false
    }
  }
}
