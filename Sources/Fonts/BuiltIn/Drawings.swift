/// All drawings of the built-in font.
enum Drawings {
  static func all(_ weight: LetterWeight) -> [LetterDrawing] {
    [
      Capitals.drawings, LowerCase.drawings, Figures.drawings, Punctuation.drawings,
      Symbols.drawings, Letters.drawings, Cyrillic.drawings, Greek.drawings,
      Accents.drawings, Vietnamese.drawings,
    ]
    .flatMap { $0.split(separator: "\n") }
    .compactMap { line in
      var reader = LetterReader(line, weight: weight)
      return reader.drawing()
    }
  }
}
