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

  @Test func `clips, sources and transitions are in it`() {
    for line in [
      "| `source` | source | *required* |",
      "| `freeze.at` | time | *required* |",
      "| `speed` | speed | `1` | 0.01 to 100 | yes |",
      "| `transition` | transition | none |",
      "| `{ \"testsrc\": { … } }` | A test picture. Takes `cells` and `zoom`. |",
      "| `in` | transition | none | How the layer enters, from its start on. |",
      "| `in` | time or transition | 0 |",
      "| `wipe` | An edge passes. | `direction`, `softness` |",
      "| `color` | `fade-through` | colour | *required* |",
      "| `duration` | time | `0.5` | How long it lasts; 0 is a cut. |",
      "| gain | a factor of the amplitude, or \"50%\", \"-6dB\" |",
    ] { #expect(Self.text.contains("\n\(line)"), "\(line)") }
    #expect(Self.text.contains("\n#### testsrc\n"))
    #expect(!Self.text.contains("#### gradient\n"), "the layer of this name has its own section")
  }

  @Test func `what several transitions take alike is described once`() {
    let softness = Sample.softness
    let vocabulary = Vocabulary(
      canvas: Sample.vocabulary.canvas, layerCommon: [], effectCommon: [], layers: [],
      effects: [],
      transitions: [
        Declaration(name: "a", summary: "A.", parameters: [softness]),
        Declaration(name: "b", summary: "B.", discussion: "More of B.", parameters: [softness]),
        Declaration(
          name: "c", summary: "C.",
          parameters: [Parameter<Double>("softness", default: 1, in: 0...1, "As wide as that.")]),
      ])
    let text = Reference.markdown(of: vocabulary)
    #expect(text.contains("| `softness` | `a`, `b` | number | `0` | 0 to 1 | yes |"))
    #expect(text.contains("| `softness` | `c` | number | `1` | 0 to 1 | yes | As wide as that. |"))
    #expect(text.contains("\n### b\n\nMore of B.\n") && !text.contains("\n### a\n"))
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
