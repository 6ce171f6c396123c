import Bytes

/// Parameters that stand beside one another in an object, found by name.
struct ParameterList: Sendable {
  let parameters: [any ParameterDescription]
  private let places: [String: Int]

  /// Of two parameters of one name the earlier counts.
  init(_ parameters: [any ParameterDescription]) {
    var places: [String: Int] = [:]
    var kept: [any ParameterDescription] = []
    for parameter in parameters where places[parameter.name] == nil {
      places[parameter.name] = kept.count
      kept.append(parameter)
    }
    self.parameters = kept
    self.places = places
  }

  subscript(_ name: String) -> (any ParameterDescription)? {
    places[name].map { parameters[$0] }
  }

  /// The schema of an object that holds these parameters and nothing else.
  func schema(_ definitions: inout SchemaDefinitions) -> JSONText {
    let properties = parameters.map { (key: $0.name, value: $0.schema(&definitions)) }
    let required = parameters.filter(\.isRequired).map { JSONText.string($0.name) }
    var schema: [(key: String, value: JSONText)] = [
      ("type", .string("object")), ("properties", .object(properties)),
      ("additionalProperties", .bool(false)),
    ]
    if !required.isEmpty { schema.append(("required", .array(required))) }
    return .object(schema)
  }

  /// Decodes an object that holds these parameters and nothing else.
  func decode(
    _ members: [JSONMember], at place: Range<Int>, in context: inout DecodingContext
  ) -> Arguments {
    decode(members, at: place, besides: [], in: &context)
  }

  /// Decodes these parameters from an object that also holds the keys `others`, read elsewhere.
  ///
  /// The absence of a parameter is reported at `place`.
  func decode(
    _ members: [JSONMember], at place: Range<Int>, besides others: Set<String>,
    in context: inout DecodingContext
  ) -> Arguments {
    var arguments = Arguments()
    var given: Set<String> = []
    var excused: Set<String> = []
    for member in members where !others.contains(member.key) {
      guard let parameter = self[member.key] else {
        // A key that is needed and misspelt is reported once.
        if let meant = UnknownKey.report(member, names: names(with: others), in: &context) {
          excused.insert(meant)
        }
        continue
      }
      // The parser has reported a second key of the same name.
      guard given.insert(member.key).inserted else { continue }
      parameter.decode(member.value, into: &arguments, in: &context)
      arguments.noteStatement(of: member.key)
    }
    let absent = parameters.filter { !given.contains($0.name) && !excused.contains($0.name) }
    for parameter in absent {
      parameter.decodeAbsence(at: place, into: &arguments, in: &context)
    }
    for parameter in parameters {
      parameter.complete(
        &arguments, at: place, isGiven: given.contains(parameter.name), in: &context)
    }
    return arguments
  }

  /// Whether `arguments` hold all that must be given.
  func isComplete(_ arguments: Arguments) -> Bool {
    parameters.allSatisfy { !$0.isRequired || arguments.isGiven(name: $0.name) }
  }

  /// All keys, the parameters' own first; the order decides between equally near names.
  private func names(with others: Set<String>) -> [String] {
    parameters.map(\.name) + others.sorted()
  }
}

/// Reports keys that mean nothing where they stand.
enum UnknownKey {
  /// Reports a key and gives the one that was probably meant.
  @discardableResult static func report(
    _ member: JSONMember, names: [String], in context: inout DecodingContext
  ) -> String? {
    // The parser has reported a key that is missing.
    guard !member.keyRange.isEmpty, !member.key.isEmpty else { return nil }
    let foreign = ForeignWords.meaning(of: member.key, among: names)
    let meant = foreign?.key ?? context.nearest(to: member.key, in: names)
    context.error(
      "unknown key \(member.key.quoted) in \(context.subject)", at: member.keyRange,
      hint: foreign?.advice ?? meant.map { member.key.didYouMean($0) })
    return meant
  }

  /// The one of `names` that a key probably means.
  static func meant(by key: String, in names: [String]) -> String? {
    ForeignWords.meaning(of: key, among: names)?.key ?? nearestName(to: key, in: names)
  }
}
