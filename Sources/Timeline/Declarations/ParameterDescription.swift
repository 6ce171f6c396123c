/// One thing that a timeline can set: its name, type, default, limits and help, stated once.
///
/// The same statement decodes and checks a timeline, and gives the reference, the help texts and
/// the JSON Schema.
package protocol ParameterDescription: Sendable {
  /// The key in the timeline.
  var name: String { get }
  /// One sentence for the reference, with its full stop.
  var help: String { get }
  /// What the reference calls the type: "number".
  var typeName: String { get }
  /// How a value is spelt, where the type's name does not say it.
  var spelling: String? { get }
  /// What its numbers count, for the reference: "px"; nil where there is none.
  var unit: String? { get }
  /// The limits as a table gives them.
  var rangeText: String? { get }
  /// The default as a timeline would state it, or words; nil when there is none.
  var defaultText: String? { get }
  /// Whether the value may move.
  var isAnimatable: Bool { get }
  /// Whether it must be given.
  var isRequired: Bool { get }
  /// The words it takes, if it takes only certain words.
  var choices: [String] { get }
  /// What an object holds that is the value of this parameter.
  var members: [any ParameterDescription] { get }

  /// Reads the value given; faults go to the context.
  func decode(
    _ node: JSONNode, into arguments: inout Arguments, in context: inout DecodingContext)

  /// Sets what needs setting when no value is given; `place` is where its absence is reported.
  func decodeAbsence(
    at place: Range<Int>, into arguments: inout Arguments, in context: inout DecodingContext)

  /// Adds what follows from the arguments of all parameters beside it, once these have been read.
  ///
  /// - Parameters:
  ///   - place: of what has the parameters.
  ///   - isGiven: whether the timeline states the parameter, rightly or not.
  func complete(
    _ arguments: inout Arguments, at place: Range<Int>, isGiven: Bool,
    in context: inout DecodingContext)

  /// Describes the JSON that the parameter takes, without its description and default.
  func valueSchema(_ definitions: inout SchemaDefinitions) -> JSONText

  /// The default as JSON; nil when there is none that JSON can state.
  var defaultJSON: JSONText? { get }
}

extension ParameterDescription {
  package var spelling: String? { nil }
  package var unit: String? { nil }
  package var rangeText: String? { nil }
  package var choices: [String] { [] }
  package var members: [any ParameterDescription] { [] }
  package var defaultJSON: JSONText? { nil }

  package func complete(
    _ arguments: inout Arguments, at place: Range<Int>, isGiven: Bool,
    in context: inout DecodingContext
  ) {}

  /// Reports the absence of a parameter that must be given.
  func requirePresence(at place: Range<Int>, in context: inout DecodingContext) {
    guard isRequired else { return }
    context.error("\(context.subject) needs \(name.quoted)", at: place)
  }

  /// The parameter as a property of a JSON Schema.
  package func schema(_ definitions: inout SchemaDefinitions) -> JSONText {
    var facts: [String] = []
    if isRequired { facts.append("Required.") }
    if let rangeText { facts.append("Range: \(rangeText)\(unit.map { " \($0)" } ?? "").") }
    if let unit, rangeText == nil { facts.append("Unit: \(unit).") }
    if let defaultText { facts.append("Default: \(defaultText).") }
    var members: [(key: String, value: JSONText)] = [
      ("description", .string(([help] + facts).joined(separator: " ")))
    ]
    if let defaultJSON { members.append(("default", defaultJSON)) }
    if case .object(let value) = valueSchema(&definitions) { members += value }
    return .object(members)
  }
}
