/// Encodings of East Asia whose letters have one to four bytes.
enum EastAsianEncoding: Hashable, Sendable {
  case shiftJIS, eucJP, gb18030, big5, eucKR
}

/// Letters of East Asian encodings as UTF-8, read as the Encoding Standard reads them: what stands
/// for no letter becomes U+FFFD, without an ASCII letter behind it.
struct EastAsianText {
  private let source: ArraySlice<UInt8>
  private(set) var bytes: [UInt8] = []

  init(_ source: ArraySlice<UInt8>, as encoding: EastAsianEncoding) {
    self.source = source
    bytes.reserveCapacity(source.count + source.count / 2)
    var index = source.startIndex
    while index < source.endIndex {
      let first = Int(source[index])
      if first < 0x80 {
        bytes.append(source[index])
        index += 1
        continue
      }
      switch encoding {
      case .shiftJIS: index += shiftJIS(first, at: index)
      case .eucJP: index += eucJP(first, at: index)
      case .gb18030: index += gb18030(first, at: index)
      case .big5: index += big5(first, at: index)
      case .eucKR: index += eucKR(first, at: index)
      }
    }
  }

  /// A byte; -1 behind the end.
  private func byte(_ index: Int) -> Int { index < source.endIndex ? Int(source[index]) : -1 }

  private mutating func append(_ letter: UInt32) {
    bytes += Unicode.Scalar(letter).flatMap(UTF8.encode) ?? UTF8.encodedReplacementCharacter
  }

  /// Appends the letter of two bytes, and gives how many of them it takes.
  private mutating func pair(_ letter: UInt32?, _ second: Int) -> Int {
    append(letter ?? LetterRows.none)
    return letter ?? LetterRows.none == LetterRows.none && second < 0x80 ? 1 : 2
  }

  /// Appends the letter of one byte.
  private mutating func single(_ letter: UInt32) -> Int {
    append(letter)
    return 1
  }

  private mutating func shiftJIS(_ first: Int, at index: Int) -> Int {
    let second = byte(index + 1)
    switch first {
    case 0x80: return single(0x80)
    case 0xA1...0xDF: return single(UInt32(0xFF61 + first - 0xA1))
    case 0x81...0x9F, 0xE0...0xFC:
      guard (0x40...0xFC).contains(second), second != 0x7F else { return pair(nil, second) }
      let row = 2 * (first - (first < 0xA0 ? 0x81 : 0xC1))
      let cell = second - (second < 0x7F ? 0x40 : 0x41)
      return pair(LetterRows.kanji[row + cell / 94, cell % 94], second)
    default: return single(LetterRows.none)
    }
  }

  private mutating func eucJP(_ first: Int, at index: Int) -> Int {
    let second = byte(index + 1)
    let isHigh = (0xA1...0xFE).contains(second)
    switch first {
    case 0x8E:
      return pair(
        (0xA1...0xDF).contains(second) ? UInt32(0xFF61 + second - 0xA1) : nil, second)
    case 0x8F where isHigh && (0xA1...0xFE).contains(byte(index + 2)):
      append(LetterRows.supplement[second - 0xA1, byte(index + 2) - 0xA1])
      return 3
    case 0xA1...0xFE:
      return pair(isHigh ? LetterRows.kanji[first - 0xA1, second - 0xA1] : nil, second)
    default: return single(LetterRows.none)
    }
  }

  private mutating func gb18030(_ first: Int, at index: Int) -> Int {
    let second = byte(index + 1)
    switch first {
    case 0x80: return single(0x20AC)
    case 0x81...0xFE where (0x30...0x39).contains(second):
      let (third, fourth) = (byte(index + 2), byte(index + 3))
      guard (0x81...0xFE).contains(third), (0x30...0x39).contains(fourth) else {
        return single(LetterRows.none)
      }
      let head = (first - 0x81) * 10 + second - 0x30
      let place = (head * 126 + third - 0x81) * 10 + fourth - 0x30
      if place >= 189_000, place < 189_000 + 0x100000 {
        append(UInt32(0x10000 + place - 189_000))
      } else {
        append(LetterRows.fours.indices.contains(place) ? LetterRows.fours[place] : LetterRows.none)
      }
      return 4
    case 0x81...0xFE:
      guard (0x40...0xFE).contains(second), second != 0x7F else { return pair(nil, second) }
      return pair(gbLetter(first, second), second)
    default: return single(LetterRows.none)
    }
  }

  private func gbLetter(_ first: Int, _ second: Int) -> UInt32 {
    if first >= 0xA1, second >= 0xA1 { return LetterRows.gb[first - 0xA1, second - 0xA1] }
    let column = second - (second < 0x7F ? 0x40 : 0x41)
    var place = (first - 0x81) * 190 + column
    switch first {
    case 0x81...0xA0: break
    case 0xA8, 0xA9: return LetterRows.gb[94 + first - 0xA8, column]
    case 0xAA...0xFE: place = 32 * 190 + (first - 0xAA) * 96 + column
    // Private use, but for a second blank.
    default: return first == 0xA3 && second == 0xA0 ? 0x3000 : LetterRows.none
    }
    let last = place - LetterRows.ideographs.count
    return last < 0 ? LetterRows.ideographs[place] : LetterRows.gb[96 + last / 94, last % 94]
  }

  private mutating func big5(_ first: Int, at index: Int) -> Int {
    let second = byte(index + 1)
    guard (0x81...0xFE).contains(first) else { return single(LetterRows.none) }
    let isLow = (0x40...0x7E).contains(second)
    guard isLow || (0xA1...0xFE).contains(second) else { return pair(nil, second) }
    // Letters with a mark that Unicode has no letter for.
    let marked = [0x62: 0x00CA_0304, 0x64: 0x00CA_030C, 0xA3: 0x00EA_0304, 0xA5: 0x00EA_030C]
    if first == 0x88, let both = marked[second] {
      append(UInt32(both >> 16))
      append(UInt32(both & 0xFFFF))
      return 2
    }
    guard first >= 0x87 else { return pair(nil, second) }
    let row = 2 * (first - 0x87) + (isLow ? 0 : 1)
    return pair(LetterRows.big5[row, second - (isLow ? 0x40 : 0xA1)], second)
  }

  private mutating func eucKR(_ first: Int, at index: Int) -> Int {
    let second = byte(index + 1)
    guard (0x81...0xFE).contains(first) else { return single(LetterRows.none) }
    if first >= 0xA1, (0xA1...0xFE).contains(second) {
      return pair(LetterRows.hangul[first - 0xA1, second - 0xA1], second)
    }
    let column: Int
    switch second {
    case 0x41...0x5A: column = second - 0x41
    case 0x61...0x7A: column = second - 0x61 + 26
    case 0x81...0xFE: column = second - 0x81 + 52
    default: return pair(nil, second)
    }
    let place =
      first < 0xA1 ? (first - 0x81) * 178 + column : 32 * 178 + (first - 0xA1) * 84 + column
    let isKnown = LetterRows.syllables.indices.contains(place)
    return pair(isKnown ? LetterRows.syllables[place] : nil, second)
  }
}
