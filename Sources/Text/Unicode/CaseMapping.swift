/// How a text's letters become capitals or small ones, as CSS's `text-transform` has it.
package enum CaseMapping: Hashable, Sendable {
  case uppercase, lowercase
  /// The first letter of each word becomes its title form; the others stay.
  case capitalize

  /// A piece of a text, of which each may be written otherwise.
  package struct Piece: Hashable, Sendable {
    var text: String
    var mapping: CaseMapping?
    var language: String?

    /// A text that stays as it is where `mapping` is nil; `language` is a BCP 47 tag.
    package init(_ text: String, _ mapping: CaseMapping?, language: String? = nil) {
      (self.text, self.mapping, self.language) = (text, mapping, language)
    }
  }

  /// The texts of pieces that are read as one, so that words go on from piece to piece.
  ///
  /// Mappings are the full ones of Unicode 3.13: `ß` becomes `SS`, a capital sigma at the end of a
  /// word `ς`, and in Turkish and Azerbaijani, `i` and `ı` are pairs with `İ` and `I`. Greek
  /// capitals have no accents (CLDR, el-Upper). In Lithuanian, small letters keep their dots below
  /// accents.
  package static func texts(_ pieces: [Piece]) -> [String] {
    guard pieces.contains(where: { $0.mapping != nil }) else { return pieces.map(\.text) }
    var text = CasedText(pieces.flatMap(\.text.unicodeScalars))
    var place = 0
    return pieces.map { piece in
      let range = place..<place + piece.text.unicodeScalars.count
      place = range.upperBound
      guard let mapping = piece.mapping else { return piece.text }
      let language = Language(piece.language)
      return range.reduce(into: "") { $0 += text.mapped($1, mapping, language) }
    }
  }

  /// The languages whose letters have rules of their own.
  fileprivate enum Language {
    case turkic, dutch, greek, lithuanian, other

    init(_ tag: String?) {
      switch tag?.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }).first {
      case "tr", "az": self = .turkic
      case "nl": self = .dutch
      case "el": self = .greek
      case "lt": self = .lithuanian
      default: self = .other
      }
    }
  }
}

/// Scalars that are asked how each is written in another case.
private struct CasedText {
  private let scalars: [Unicode.Scalar]
  /// A dot above that the letter before it has taken.
  private var takenDot: Int?
  private var greek = GreekCapitals()

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  mutating func mapped(
    _ index: Int, _ mapping: CaseMapping, _ language: CaseMapping.Language
  ) -> String {
    let scalar = scalars[index]
    switch mapping {
    case .uppercase:
      if language == .greek, let capital = greek.capital(at: index, in: scalars) { return capital }
      if language == .lithuanian, dottedLetter(before: index) != nil { return "" }
      return language == .turkic && scalar == "i" ? "İ" : scalar.properties.uppercaseMapping
    case .lowercase: return lowercase(index, language)
    case .capitalize:
      if startsWord(index) {
        return language == .turkic && scalar == "i" ? "İ" : scalar.properties.titlecaseMapping
      }
      if language == .lithuanian, let letter = dottedLetter(before: index), startsWord(letter) {
        return ""
      }
      // The Dutch ij is one letter.
      let isSecond =
        language == .dutch && scalar == "j" && index > 0
        && "iI".unicodeScalars.contains(scalars[index - 1])
      return isSecond && startsWord(index - 1) ? "J" : String(scalar)
    }
  }

  private mutating func lowercase(_ index: Int, _ language: CaseMapping.Language) -> String {
    switch scalars[index] {
    case "Σ": return endsWord(index) ? "ς" : "σ"
    case "İ" where language == .turkic: return "i"
    case "I" where language == .turkic:
      takenDot = dot(after: index)
      return takenDot == nil ? "ı" : "i"
    case _ where takenDot == index: return ""
    case let scalar where language == .lithuanian: return dotted(scalar, at: index)
    case let scalar: return scalar.properties.lowercaseMapping
    }
  }

  /// The small form of a Lithuanian letter, with a dot of its own where accents are above it
  /// (SpecialCasing of Unicode, "lt").
  private func dotted(_ scalar: Unicode.Scalar, at index: Int) -> String {
    switch scalar {
    case "Ì": "i\u{307}\u{300}"
    case "Í": "i\u{307}\u{301}"
    case "Ĩ": "i\u{307}\u{303}"
    case "I", "J", "Į":
      scalar.properties.lowercaseMapping + (hasAccent(index) ? "\u{307}" : "")
    default: scalar.properties.lowercaseMapping
    }
  }

  /// Whether something stands above a letter (More_Above of Unicode 3.13).
  private func hasAccent(_ index: Int) -> Bool {
    let classes = scalars[(index + 1)...].lazy.map(\.combiningClass)
    return classes.first { $0 == 0 || $0 == 230 } == 230
  }

  /// The letter above which a dot stands that belongs to its small form alone; nil where the scalar
  /// is no such dot (After_Soft_Dotted of Unicode 3.13).
  private func dottedLetter(before index: Int) -> Int? {
    guard scalars[index] == "\u{307}" else { return nil }
    let letter = scalars[..<index].lastIndex {
      $0.combiningClass == 0 || $0.combiningClass == 230
    }
    return letter.flatMap { scalars[$0].properties.isSoftDotted ? $0 : nil }
  }

  /// Where a dot stands above a letter; nil where none does (Before_Dot of Unicode 3.13).
  private func dot(after index: Int) -> Int? {
    for next in scalars.indices.dropFirst(index + 1) {
      if scalars[next] == "\u{307}" { return next }
      if scalars[next].combiningClass == 0 || scalars[next].combiningClass == 230 { return nil }
    }
    return nil
  }

  /// Whether a letter comes after others of its word and before none (Final_Sigma of Unicode 3.13).
  private func endsWord(_ index: Int) -> Bool {
    let before = scalars[..<index].last { !$0.properties.isCaseIgnorable }
    let after = scalars[(index + 1)...].first { !$0.properties.isCaseIgnorable }
    return before?.properties.isCased ?? false && !(after?.properties.isCased ?? false)
  }

  // MARK: Words

  /// Whether a letter or a number is the first of its word.
  private func startsWord(_ index: Int) -> Bool {
    guard scalars[index].isWordLetter else { return false }
    guard var before = place(before: index) else { return true }
    if Self.joiners.contains(scalars[before]), let letter = place(before: before) {
      before = letter
    }
    return !scalars[before].isWordLetter && scalars[before] != "_"
      || scalars[before].isIdeographic
  }

  /// The last scalar before another that is no mark and is seen.
  private func place(before index: Int) -> Int? {
    scalars[..<index].lastIndex { !$0.isMark && $0.generalCategory != .cf }
  }

  /// What may stand between the letters of a word (WB6 and WB7 of UAX #29).
  private static let joiners = Set("'’.·‧".unicodeScalars)
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter or a number.
  fileprivate var isWordLetter: Bool {
    switch generalCategory {
    case .ll, .lm, .lo, .lt, .lu, .nd, .nl, .no: true
    default: false
    }
  }

  /// Whether each of its kind is a word by itself.
  fileprivate var isIdeographic: Bool { lineBreakClass == .id || lineBreakClass == .cj }
}
