import Testing

@testable import Timeline

@Suite struct ReferenceTests {
  static let text = Reference.markdown(of: Sample.vocabulary)

  @Test func `every declaration and every parameter is in it`() {
    let vocabulary = Sample.vocabulary
    for declaration in vocabulary.layers + vocabulary.effects {
      #expect(Self.text.contains("\n### \(declaration.name)\n\n\(declaration.summary)"))
      for parameter in declaration.parameters {
        #expect(Self.text.contains("| `\(parameter.name)` |"))
        #expect(Self.text.contains(parameter.help))
      }
    }
    #expect(Self.text.contains("| `region.feather` |"))
    for easing in Easing.allNames { #expect(Self.text.contains("| `\(easing.spelling)` |")) }
  }

  @Test func `a line of a table tells all`() {
    #expect(
      Self.text.contains(
        "| `opacity` | number | `1` | 0 to 1 | yes | How much the layer covers. 0 shows nothing of it. |"
      ))
    #expect(
      Self.text.contains(
        "| `source` | path | *required* |  | The file. |"))
    #expect(
      Self.text.contains(
        "| `fit` | `contain`, `cover`, `fill` or `scale-down` | `\"contain\"` |"))
  }

  @Test func `tables have as many cells in every line`() {
    var width: Int?
    for line in Self.text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else {
        width = nil
        continue
      }
      var bars = 0
      var isEscaped = false
      for character in line {
        if character == "|", !isEscaped { bars += 1 }
        isEscaped = character == "\\"
      }
      #expect(bars == width ?? bars, "\(line)")
      width = bars
    }
  }

  @Test func `examples are JSON`() {
    for declaration in Sample.vocabulary.layers where !declaration.example.isEmpty {
      #expect(Self.text.contains("```jsonc\n\(declaration.example)\n```"))
      #expect(Sample.layer(declaration.example) != nil)
    }
  }
}
