/// A file with a picture or a film, which is played from the start of the layer or the clip on:
/// `arguments[parameter]` is a ``PlayedFile``, or nil where none is given.
package struct FilmParameter: ParameterDescription {
  package let name: String
  package let help: String
  /// What the film is of a layer or a clip, in messages: "mask".
  private let part: String

  /// A file that is a `part` of a layer or a clip; it may be left out.
  package init(_ name: String, part: String, _ help: String) {
    self.name = name
    self.part = part
    self.help = help
  }

  package var typeName: String { Path.typeName }
  package var spelling: String? { Path.spelling }
  package var isAnimatable: Bool { false }
  package var isRequired: Bool { false }
  package var defaultText: String? { "none" }

  package func decode(
    _ node: JSONNode, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    let path = context.with(parameter: name) { $0.value(Path.self, from: node) }
    guard let path else { return }
    arguments.set(PlayedFile(path: path, feed: context.play(path, as: part)), for: name)
  }

  package func decodeAbsence(
    at place: Range<Int>, into arguments: inout Arguments, in context: inout DecodingContext
  ) {}

  package func valueSchema(_ definitions: inout SchemaDefinitions) -> JSONText {
    Path.schema(nil, &definitions)
  }
}

/// A file that a parameter names.
package struct PlayedFile: Sendable {
  /// Its name in the timeline.
  package let path: Path
  /// Its number in ``Document/feeds``, whatever it turns out to be; nil where nothing plays it.
  package let feed: Int?
}
