/// The sound that a picture shows: `arguments[parameter]` is a ``ShownSound``, or nil where the
/// sound has not been heard yet.
///
/// What is shown of it follows from the other parameters of the picture, once these have been read.
package struct SoundPictureParameter: ParameterDescription {
  package let name = "source"
  package let help =
    "The sound: the `name` of a track of `audio`, which is shown as it is heard there, or else a "
    + "file. Without one, the mix of the whole timeline."
  /// What is shown, by the other arguments.
  private let form: @Sendable (Arguments) -> SoundForm

  /// A sound of which `form` is shown.
  package init(_ form: @escaping @Sendable (Arguments) -> SoundForm) { self.form = form }

  package var typeName: String { "sound" }
  package var spelling: String? {
    "the name of a track, or a file relative to the timeline's folder"
  }
  package var isAnimatable: Bool { false }
  package var isRequired: Bool { false }
  package var defaultText: String? { "the timeline's own mix" }

  /// The name under which the sound is kept that was heard.
  var shownName: String { "\(name) heard" }

  package func decode(
    _ node: JSONNode, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    let path = context.with(parameter: name) { $0.value(Path.self, from: node) }
    if let path { arguments.set(path, for: name) }
  }

  package func decodeAbsence(
    at place: Range<Int>, into arguments: inout Arguments, in context: inout DecodingContext
  ) {}

  package func complete(
    _ arguments: inout Arguments, at place: Range<Int>, isGiven: Bool,
    in context: inout DecodingContext
  ) {
    let path = arguments[path: self]
    // A faulty source has been reported.
    guard path != nil || !isGiven else { return }
    let origin = context.origin
    let query = SoundPictureQuery(
      source: path?.text, form: form(arguments), scope: context.scope(of: path?.text))
    if let table = context.table(of: query, at: path?.place ?? place) {
      arguments.set(
        ShownSound(table: table, origin: origin?.start(of: table.playing) ?? .zero),
        for: shownName)
    }
  }

  package func valueSchema(_ definitions: inout SchemaDefinitions) -> JSONText {
    Path.schema(nil, &definitions)
  }
}

/// A sound that was heard, and the timeline's time from which a picture's times count.
package struct ShownSound: Sendable {
  /// What was measured.
  package let table: SoundTable
  /// The moment at which the picture begins.
  package let origin: Time

  /// A sound shown from a time of the timeline on.
  package init(table: SoundTable, origin: Time) { (self.table, self.origin) = (table, origin) }
}
