import Testing

@testable import Timeline

@Suite struct KeyIndexTests {
  static let index = KeyIndex(Sample.vocabulary)

  private func page(_ name: String) -> String? {
    (Self.index.keys + Self.index.words + Self.index.easings).first { $0.name == name }?.text
  }

  @Test func `every declared key has a page, and so has its path`() {
    let names = Set(Self.index.keys.map(\.name))
    for (owner, parameters) in KeyPlace.owners(Sample.vocabulary) {
      for place in parameters.flatMap({ KeyPlace.all(of: $0, in: owner) }) {
        #expect(names.contains(place.path) && names.contains(place.parameter.name), "\(place.path)")
      }
    }
    for key in ["version", "vars", "clips", "layers", "audio", "type", "effect", "keys", "ease"] {
      #expect(names.contains(key), "\(key)")
    }
  }

  @Test func `a key's page says where it stands, and what it means there`() {
    #expect(
      page("opacity") == """
        opacity (key)

        In every layer with a picture:
          opacity [number; 0 to 1; can be animated; default 1]
              How much the layer covers. 0 shows nothing of it.

        """)
    #expect(page("loop")?.contains("In image layers:") == true)
    #expect(page("loop")?.contains("In clips") == true)
  }

  @Test func `places at which the same is said stand together`() {
    let text = page("start") ?? ""
    #expect(text.components(of: "When the layer starts").count == 2)
    #expect(
      KeyOwner.phrase([
        KeyOwner("layer", "image"), KeyOwner("every effect"), KeyOwner("layer", "text"),
        KeyOwner("effect", "blur"), KeyOwner("layer", "image"),
      ]) == "image and text layers, and in every effect, and in the effect blur")
  }

  @Test func `words lead to the keys that take them`() {
    let text = page("scale-down") ?? ""
    #expect(text.hasPrefix("scale-down (word)\n\nTaken in "))
    #expect(text.contains("fit [contain | cover | fill | scale-down"))
  }

  @Test func `every easing has a page with an example that is one`() throws {
    #expect(page("spring")?.contains("\"ease\": \"spring(1, 100, 10, 0)\"") == true)
    for name in Easing.allNames {
      #expect(page(name.word) != nil)
      #expect(throws: Never.self) { try Easing(parsing: name.example) }
    }
  }

  @Test func `no line is longer than the terminal`() {
    for page in Self.index.keys + Self.index.words + Self.index.easings {
      #expect(!page.summary.isEmpty && page.text.hasSuffix("\n"))
      for line in page.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
  }
}

extension String {
  fileprivate func components(of part: String) -> [Substring] { split(separator: part) }
}
