import Text

extension CueSetter {
  /// What each run says, in the letters that are wanted.
  func texts(_ cue: CueLook) -> [String] {
    CaseMapping.texts(
      cue.runs.map {
        guard case .text(let text) = $0.content else { return .init("", nil) }
        return .init(text, letterCase, language: language)
      })
  }

  /// A text by itself in the letters that are wanted.
  func shown(_ text: String) -> String {
    CaseMapping.texts([.init(text, letterCase, language: language)]).first ?? text
  }
}
