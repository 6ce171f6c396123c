import Bytes
import Testing

@testable import AudioFilters
@testable import Timeline

@Suite struct AudioRegistryTests {
  @Test func `no two effects share a name, and each is documented`() {
    let names = AudioRegistry.declarations.map(\.name)
    #expect(Set(names).count == names.count && !names.isEmpty)
    for declaration in AudioRegistry.declarations {
      #expect(declaration.summary.hasSuffix("."))
      #expect(declaration.example.contains(#""effect": "\#(declaration.name)""#))
      for parameter in declaration.parameters { #expect(parameter.help.hasSuffix(".")) }
    }
  }

  @Test func `words of other tools mean one effect`() {
    let names = AudioRegistry.declarations.map(\.name)
    var words: [String] = []
    for declaration in AudioRegistry.declarations {
      words += declaration.names.synonyms
      #expect(Set(declaration.names.synonyms).isDisjoint(with: names), "\(declaration.name)")
    }
    #expect(Set(words).count == words.count)
    for (word, name) in [
      ("compand", "compressor"), ("loudnorm", "normalize"), ("Noise Gate", "gate"),
      ("highpass", "eq"), ("aecho", "delay"), ("pitch-shift", "pitch"), ("vibrato", "flanger"),
    ] {
      let meant = AudioRegistry.declarations.filter { $0.names.areMeant(by: word) }
      #expect(meant.map(\.name) == [name], "\(word)")
    }
  }

  @Test func `examples are right`() throws {
    for declaration in AudioRegistry.declarations {
      var context = DecodingContext(rate: try #require(FrameRate(25, 1)))
      context.duration = Time(seconds: 2)
      let source = SourceText(name: declaration.name, text: declaration.example)
      let parsed = try #require(
        JSONParser.parse(source, reportingTo: &context.diagnostics), "\(declaration.name)")
      _ = ParameterList(declaration.parameters).decode(
        try #require(parsed.root.members), at: 0..<1,
        besides: ["effect", "start", "end", "duration", "mix"], in: &context)
      #expect(context.diagnostics.isEmpty, "\(context.diagnostics.sorted.map(\.message))")
    }
  }

  @Test func `defaults as they are documented decode to themselves`() throws {
    for parameter in AudioRegistry.declarations.flatMap(\.parameters) {
      guard let text = parameter.defaultText, text.hasPrefix("\"") || Double(text) != nil else {
        continue
      }
      var context = DecodingContext(rate: try #require(FrameRate(25, 1)))
      let source = SourceText(name: parameter.name, text: text)
      let node = try #require(JSONParser.parse(source, reportingTo: &context.diagnostics)).root
      var arguments = Arguments()
      parameter.decode(node, into: &arguments, in: &context)
      #expect(context.diagnostics.isEmpty && arguments.isGiven(name: parameter.name), "\(text)")
    }
  }
}
