/// What weights are called behind the name of a family (OpenType, OS/2, "usWeightClass").
enum WeightNames {
  // Longer ones before those that they end with.
  private static let words: [(word: String, weight: Int)] = [
    ("extralight", 200), ("ultralight", 200), ("semilight", 350), ("demilight", 350),
    ("semibold", 600), ("demibold", 600), ("extrabold", 800), ("ultrabold", 800),
    ("extrablack", 950), ("ultrablack", 950), ("thin", 100), ("hairline", 100), ("light", 300),
    ("medium", 500), ("bold", 700), ("black", 900), ("heavy", 900),
  ]

  /// The family, as ``FontIndex/key(_:)`` writes it, and the weight that a name such as
  /// "Inter Black" is made of; nil for others.
  static func parted(_ name: String) -> (family: String, weight: Int)? {
    let key = FontIndex.key(name)
    guard let found = words.first(where: { key.hasSuffix($0.word) }) else { return nil }
    let family = String(key.dropLast(found.word.count))
    return family.isEmpty ? nil : (family, found.weight)
  }
}
