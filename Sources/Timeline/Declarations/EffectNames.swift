/// What an effect is called elsewhere, for people who look for it by another word.
package struct EffectNames: Sendable {
  /// Words that people may write instead of its name, for which the checker suggests it.
  package let synonyms: [String]
  /// What comes close to it in other programs: `Core Image CITwirlDistortion`, `ffmpeg gblur`.
  package let elsewhere: [String]

  /// No other names, unless stated otherwise.
  package init(synonyms: [String] = [], elsewhere: [String] = []) {
    self.synonyms = synonyms
    self.elsewhere = elsewhere
  }

  /// Whether people, or other programs, call it by this word.
  func areMeant(by word: String) -> Bool {
    let word = word.lowercased().filter { !"-_ ".contains($0) }
    return synonyms.contains { $0.filter { $0 != "-" } == word }
  }

  /// All single words by which it may be looked for: the synonyms, and names in other programs.
  package var words: [String] {
    let names = elsewhere.flatMap { $0.split(separator: ",") }
    return synonyms + names.compactMap { $0.split(separator: " ").last.map(String.init) }
  }
}
