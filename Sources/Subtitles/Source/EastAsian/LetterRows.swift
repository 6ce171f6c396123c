/// The letters of a character set by their rows.
struct LetterRows {
  /// No letter.
  static let none: UInt32 = 0xFFFD
  /// Room for a row; none has more letters.
  private static let width = 96

  /// Row by row, each with room for as many.
  private(set) var letters: [UInt32] = []

  /// - Parameter text: a line for each row.
  init(_ text: String) {
    var (row, column) = (0, 0)
    for letter in text.unicodeScalars {
      if letter == "\n" {
        (row, column) = (row + 1, 0)
        continue
      }
      let place = row * Self.width + column
      if place >= letters.count {
        letters += Array(repeating: Self.none, count: (row + 1) * Self.width - letters.count)
      }
      letters[place] = letter.value
      column += 1
    }
  }

  /// The letter in a column of a row.
  subscript(row: Int, column: Int) -> UInt32 {
    let place = row * Self.width + column
    return (0..<Self.width).contains(column) && letters.indices.contains(place)
      ? letters[place] : Self.none
  }
}

extension LetterRows {
  /// Of Japan.
  static let kanji = LetterRows(KanjiRows.text)
  /// What Japan has added, with three bytes in EUC.
  static let supplement = LetterRows(SupplementRows.text)
  /// Of China, but for the ideographs and the four bytes that follow Unicode's order.
  static let gb = LetterRows(GBRows.text)
  /// Of Korea, but for syllables in Unicode's order.
  static let hangul = LetterRows(HangulRows.text)
  /// Of Taiwan and Hong Kong, with two rows for each first byte from 87 on.
  static let big5 = LetterRows(Big5RowsA.text + "\n" + Big5RowsB.text)

  /// The ideographs that GBK adds, in their order.
  static let ideographs = gb.missing(from: 0x4E00...0x9FA5)
  /// The syllables that UHC adds, in their order.
  static let syllables = hangul.missing(from: 0xAC00...0xD7A3)
  /// What GB 18030 writes with four bytes up to U+FFFF, in its order.
  ///
  /// What its version of 2022 has with two bytes too keeps its place here; private use up to U+E864
  /// had two bytes before.
  static let fours: [UInt32] = {
    let late = Set([0x1E3F] + Array(0xFE10...0xFE19) + Array(0x9FB4...0x9FBB) as [UInt32])
    var pairs = Set(gb.letters).union(ideographs).subtracting(late)
    pairs.remove(none)
    return (0x80...0xFFFF).filter { letter in
      !pairs.contains(letter) && !(0xD800...0xE864).contains(letter)
    }
  }()

  /// The letters of a range that are in no row.
  private func missing(from range: ClosedRange<UInt32>) -> [UInt32] {
    let known = Set(letters)
    return range.filter { !known.contains($0) }
  }
}
