import Testing

@testable import Timeline

@Suite struct HelpTextTests {
  @Test func `help is laid out for a terminal`() throws {
    let image = try #require(Sample.vocabulary.layers.first)
    #expect(
      HelpText.text(of: image, kind: "layer") == """
        image (layer): A picture from a file.

        Whether it moves is found in the file.

        PNG, APNG and GIF are read.

        Parameters:
          source [path; required]
              The file.
          loop [loop; default "file"]
              How often it plays.
          speed [number; more than 0 and at most 100; default 1]
              How fast it plays.
          offset [time; in s; default 0]
              Where it starts.
          fit [contain | cover | fill | scale-down; default "contain"]
              How the picture fills its box.
          label [text; default none]
              Words to remember it by.

        Example:
          { "type": "image", "source": "logo.png", "position": [20, 20] }

        """)
  }

  @Test func `no line is longer than the terminal`() {
    let vocabulary = Sample.vocabulary
    var texts = (vocabulary.layers + vocabulary.effects).map { HelpText.text(of: $0, kind: "x") }
    texts.append(HelpText.text(of: vocabulary.layerCommon, heading: "Every layer"))
    texts.append(HelpText.text(of: vocabulary.effectCommon, heading: "Every effect"))
    texts.append(HelpText.overview(of: vocabulary.layers, heading: "Layers"))
    texts.append(HelpText.easings)
    for line in texts.joined().split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    #expect(texts.joined().contains("region.feather"))
    #expect(texts.joined().contains("ease-in-out"))
  }

  @Test func `text is broken at its blanks`() {
    let words = Array(repeating: "abcdefghi", count: 20).joined(separator: " ")
    let lines = HelpText.wrap(words, indent: 2).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("  abc") && $0.count <= 80 })
    #expect(HelpText.wrap(String(repeating: "x", count: 99)).count == 99)
    #expect(HelpText.wrap("") == "")
  }
}
