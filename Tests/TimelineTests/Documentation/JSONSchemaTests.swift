import Testing

@testable import Timeline

@Suite struct JSONSchemaTests {
  static let text = JSONSchema.text(of: Sample.vocabulary)

  static func root() throws -> JSONNode {
    let (root, faults) = JSONParserTests.parse(text)
    #expect(faults.isEmpty)
    return try #require(root)
  }

  @Test func `every reference has its definition`() throws {
    let root = try Self.root()
    let definitions = try #require(root.member("$defs")?.value)
    var count = 0
    func visit(_ node: JSONNode) {
      for member in node.members ?? [] {
        if member.key == "$ref", let target = member.value.string {
          let name = String(target.dropFirst("#/$defs/".count))
          #expect(definitions.member(name)?.value.members?.isEmpty == false, "\(target)")
          count += 1
        }
        visit(member.value)
      }
      for element in node.elements ?? [] { visit(element) }
    }
    visit(root)
    #expect(count > 20)
  }

  @Test func `every key has a description`() throws {
    var count = 0
    func visit(_ node: JSONNode) {
      for member in node.members ?? [] where member.key != "if" {
        if member.key == "properties" {
          for key in member.value.members ?? [] {
            #expect(key.value.member("description") != nil, "\(key.key)")
            count += 1
          }
        }
        visit(member.value)
      }
      for element in node.elements ?? [] { visit(element) }
    }
    visit(try Self.root())
    #expect(count > 100)
  }

  @Test func `every key has a default, or must be given`() throws {
    var count = 0
    func visit(_ node: JSONNode) {
      let required = node.member("required")?.value.elements?.compactMap(\.string) ?? []
      for member in node.members ?? [] where member.key != "if" {
        if member.key == "properties" {
          for key in member.value.members ?? [] where !required.contains(key.key) {
            let text = key.value.member("description")?.value.string ?? ""
            let isKnown =
              key.value.member("default") != nil || key.value.member("const") != nil
              || text.contains("Default: ") || text.contains("Required")
            #expect(isKnown, "\(key.key): \(text)")
            count += 1
          }
        }
        visit(member.value)
      }
      for element in node.elements ?? [] { visit(element) }
    }
    visit(try Self.root())
    #expect(count > 100)
  }

  @Test func `a layer's keys are those that the decoder takes`() throws {
    let definitions = try #require(try Self.root().member("$defs")?.value)
    let image = definitions.member("image-layer")?.value
    let keys = image?.member("properties")?.value.members?.map(\.key) ?? []
    #expect(
      Set(keys)
        == [
          "type", "source", "loop", "speed", "offset", "fit", "label", "position", "size",
          "anchor", "scale", "rotation", "opacity", "name", "enabled", "start", "end", "duration",
          "effects", "matte", "in", "out",
        ])
    #expect(image?.member("required")?.value.elements?.map(\.string) == ["source"])
    let effect = definitions.member("vortex-effect")?.value
    let effectKeys = effect?.member("properties")?.value.members?.map(\.key) ?? []
    #expect(effectKeys.contains("region") && effectKeys.contains("angle"))
    #expect(!effectKeys.contains("position"))
  }

  @Test func `a clip's keys are those that the decoder takes`() throws {
    let root = try Self.root()
    let definitions = try #require(root.member("$defs")?.value)
    let clip = try #require(definitions.member("clip")?.value)
    let keys = clip.member("properties")?.value.members?.map(\.key) ?? []
    #expect(Set(keys) == ClipKeys.names.union(["fit", "zoom", "background"]))
    #expect(keys.count == Set(keys).count)
    #expect(clip.member("required")?.value.elements?.map(\.string) == ["source"])
    // Every key that the schema offers is one that no message calls unknown.
    for key in keys {
      let messages = Sample.messages(#"{"version": 1, "clips": [{"\#(key)": null}]}"#)
      #expect(!messages.contains { $0.contains("unknown key") }, "\(key)")
    }
    let clips = root.member("properties")?.value.member("clips")?.value.unlessVariable
    let item = clips?.member("items")?.value.unlessVariable
    #expect(item?.member("$ref")?.value.string == "#/$defs/clip")
  }

  @Test func `a video layer takes the keys of what is played`() throws {
    let definitions = try #require(try Self.root().member("$defs")?.value)
    let video = definitions.member("video-layer")?.value
    let keys = video?.member("properties")?.value.members?.map(\.key) ?? []
    #expect(Set(keys).isSuperset(of: MediaKeys.names.union(["fit", "position", "end"])))
    #expect(keys.count == Set(keys).count)
    for key in keys {
      let text = #"{"version": 1, "layers": [{"type": "video", "\#(key)": null}]}"#
      #expect(!Sample.messages(text).contains { $0.contains("unknown key") }, "\(key)")
    }
  }

  @Test func `a transition's type chooses what it takes`() throws {
    let definitions = try #require(try Self.root().member("$defs")?.value)
    let wipe = definitions.member("wipe-transition")?.value
    let keys = wipe?.member("properties")?.value.members?.map(\.key) ?? []
    #expect(keys == ["type", "duration", "ease", "reverse", "sound", "direction", "softness"])
    #expect(
      definitions.member("fade-through-transition")?.value.member("required")?.value.elements?
        .map(\.string) == ["type", "color"])
  }

  @Test func `sounds take the keys of their decoder`() throws {
    let root = try Self.root()
    let definitions = try #require(root.member("$defs")?.value)
    func keys(_ node: JSONNode?) -> [String] {
      node?.member("properties")?.value.members?.map(\.key) ?? []
    }
    let audio = root.member("properties")?.value.member("audio")?.value.unlessVariable
    // The clips' own sound is an object, or `false`.
    let main = audio?.member("properties")?.value.member("main")?.value.member("anyOf")?.value
      .elements?.first
    let cases: [([String], String, String)] = [
      (keys(audio), "{", "}"), (keys(main), #"{"main": {"#, "}}"),
      (keys(definitions.member("track")?.value), #"{"tracks": [{"#, "}]}"),
      (
        keys(definitions.member("echo-sound-effect")?.value),
        #"{"effects": [{"effect": "echo", "#, "}]}"
      ),
    ]
    for (keys, head, tail) in cases {
      #expect(keys.count > 5 && keys.count == Set(keys).count)
      for key in keys {
        let text = #"{"version": 1, "audio": \#(head)"\#(key)": null\#(tail)}"#
        #expect(!Sample.messages(text).contains { $0.contains("unknown key") }, "\(key)")
      }
    }
  }

  @Test func `a property tells its meaning, range and default`() throws {
    let definitions = try #require(try Self.root().member("$defs")?.value)
    let opacity = definitions.member("image-layer")?.value.member("properties")?.value
      .member("opacity")?.value
    #expect(
      opacity?.member("description")?.value.string
        == "How much the layer covers. 0 shows nothing of it. Range: 0 to 1. Default: 1.")
    let constant = opacity?.member("anyOf")?.value.elements?.first
    let forms = constant?.member("anyOf")?.value.elements
    #expect(forms?.first?.members?.map(\.key) == ["type", "minimum", "maximum"])
    #expect(forms?.last?.member("pattern") != nil, "or a percentage")
  }

  @Test func `a definition's name stands for one thing`() {
    // Each parameter makes the definitions anew, as if it were the first to need them.
    var known: [String: String] = [:]
    for (owner, parameters) in KeyPlace.owners(Sample.vocabulary) {
      for parameter in parameters {
        var definitions = SchemaDefinitions()
        _ = parameter.schema(&definitions)
        for (name, value) in definitions.sorted {
          #expect(known[name] ?? value.compact == value.compact, "\(name), \(owner)")
          known[name] = value.compact
        }
      }
    }
    #expect(known.count > 10)
  }

  @Test func `clips and videos take pictures that are computed, and tracks do not`() throws {
    let definitions = try #require(try Self.root().member("$defs")?.value)
    func source(_ owner: String) -> JSONNode? {
      definitions.member(owner)?.value.member("properties")?.value.member("source")?.value
        .unlessVariable
    }
    let forms = definitions.member("source")?.value.member("anyOf")?.value.elements ?? []
    let keys = forms.compactMap { $0.member("properties")?.value.members?.first?.key }
    #expect(keys == ["image", "color"] + Sample.vocabulary.generators.map(\.name))
    #expect(keys.count > 2)
    #expect(source("video-layer")?.member("$ref")?.value.string == "#/$defs/source")
    #expect(source("clip")?.member("$ref")?.value.string == "#/$defs/clip-source")
    // A clip takes timelines beside these.
    let choices = definitions.member("clip-source")?.value.member("anyOf")?.value.elements ?? []
    #expect(choices.first?.member("$ref")?.value.string == "#/$defs/source")
    #expect(
      choices.dropFirst().first?.member("properties")?.value.members?.map(\.key) == ["timeline"])
    #expect(source("track")?.member("type")?.value.string == "string")
  }

  @Test func `a variable stands for any value but a word that chooses`() throws {
    let properties = try #require(try Self.root().member("properties")?.value)
    let definitions = try #require(try Self.root().member("$defs")?.value)
    let image = definitions.member("image-layer")?.value.member("properties")?.value
    func takesVariable(_ node: JSONNode?) -> Bool {
      node?.member("anyOf")?.value.elements?.last?.member("$ref")?.value.string
        == "#/$defs/variable"
    }
    for key in ["clips", "layers", "name", "audio"] {
      #expect(takesVariable(properties.member(key)?.value), "\(key)")
    }
    for key in ["version", "vars", "template", "$schema"] {
      #expect(!takesVariable(properties.member(key)?.value), "\(key)")
    }
    for member in image?.members ?? [] {
      #expect(takesVariable(member.value) == (member.key != "type"), "\(member.key)")
    }
  }

  @Test(arguments: [
    (
      "colour", ["LIME", " red ", "RGB(1, 2, 3)", "#FFF", " hsl(1 2% 3%) "],
      ["rde", " #fff", "red red"]
    ),
    ("easing", [" ease-in ", "\neaseOutBack", " steps(3)"], ["EASE", "ease-inn", "steps"]),
    ("plain-time", ["2s", " 25f ", "1/2"], ["50%", " 5% "]),
  ])
  func `spellings are those that the decoder takes`(
    _ name: String, _ right: [String], _ wrong: [String]
  ) throws {
    let definition = try #require(try Self.root().member("$defs")?.value.member(name)?.value)
    let forms = (definition.member("anyOf")?.value.elements ?? []) + [definition]
    let patterns = forms.compactMap { $0.member("pattern")?.value.string }
    let expression = try Regex(try #require(patterns.first))
    for text in right { #expect(text.contains(expression), "\(text)") }
    for text in wrong { #expect(!text.contains(expression), "\(text)") }
  }

  @Test func `parts of a source are no shares`() throws {
    let definitions = try #require(try Self.root().member("$defs")?.value)
    for (owner, keys) in [
      ("clip", ["in", "out", "duration", "start"]), ("track", ["in", "out", "start", "end"]),
      ("echo-sound-effect", ["start", "end", "duration"]),
    ] {
      let properties = definitions.member(owner)?.value.member("properties")?.value
      for key in keys {
        let time = properties?.member(key)?.value.unlessVariable
        #expect(time?.member("$ref")?.value.string == "#/$defs/plain-time", "\(owner), \(key)")
      }
    }
  }

  @Test func `it is the same every time`() {
    #expect(JSONSchema.text(of: Sample.vocabulary) == Self.text)
  }
}

extension JSONNode {
  /// What a schema takes beside a variable.
  fileprivate var unlessVariable: JSONNode {
    guard let choices = member("anyOf")?.value.elements, choices.count == 2,
      choices[1].member("$ref")?.value.string == "#/$defs/variable"
    else { return self }
    return choices[0]
  }
}
