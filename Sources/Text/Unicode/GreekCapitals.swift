/// Greek in capitals, which have no accents (CLDR, transform el-Upper, as ICU has it).
struct GreekCapitals {
  /// The end of the marks that the letter before them has taken.
  private var end = 0
  /// Where a vowel would be read as one with the vowel before it, whose accent has gone.
  private var hiatus: Int?

  private static let accents = Set(
    "\u{300}\u{301}\u{302}\u{303}\u{311}\u{342}\u{344}".unicodeScalars)
  private static let others = Set(
    "\u{304}\u{306}\u{308}\u{313}\u{314}\u{343}\u{345}".unicodeScalars)

  /// What a scalar becomes, which is asked for from the first to the last; nil for what is not
  /// Greek.
  ///
  /// The word for "or" keeps its accent, which tells it from the article, and two dots are kept or
  /// set where vowels are read apart.
  mutating func capital(at index: Int, in scalars: [Unicode.Scalar]) -> String? {
    if index < end { return "" }
    var (base, marks) = (scalars[index], Set<Unicode.Scalar>())
    var iotas = 0
    func add(_ mark: Unicode.Scalar) {
      if mark == "\u{345}" { iotas += 1 }
      marks.insert(mark)
    }
    while let parts = Composition.parts(of: base) {
      if let second = parts.second { add(second) }
      base = parts.first
    }
    guard (0x370...0x3FF).contains(base.value) else { return nil }
    end = index + 1
    while end < scalars.count,
      Self.accents.contains(scalars[end]) || Self.others.contains(scalars[end])
    {
      add(scalars[end])
      end += 1
    }
    let letter = base.properties.uppercaseMapping
    let isAccented = !marks.isDisjoint(with: Self.accents)
    let isSecond = hiatus == index && (letter == "Ι" || letter == "Υ")
    let hasDots = isSecond || marks.contains("\u{308}") || marks.contains("\u{344}")
    hiatus = isAccented && !hasDots && "ΑΕΗΙΟΥΩ".contains(letter) ? end : nil
    let rest = String(repeating: "Ι", count: iotas)
    if letter == "Η", isAccented, iotas == 0, isAlone(index, in: scalars) { return "Ή" }
    guard hasDots else { return letter + rest }
    return (letter == "Ι" ? "Ϊ" : letter == "Υ" ? "Ϋ" : letter + "\u{308}") + rest
  }

  /// Whether a letter is a word.
  private func isAlone(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    let before = scalars[..<index].last { !$0.properties.isCaseIgnorable }
    let after = scalars[end...].first { !$0.properties.isCaseIgnorable }
    return !(before?.properties.isCased ?? false) && !(after?.properties.isCased ?? false)
  }
}
