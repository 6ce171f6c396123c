/// A type of value that a timeline can state.
package protocol ParameterValue: Hashable, Sendable {
  /// What the reference calls the type: "number".
  static var typeName: String { get }

  /// What messages call a value of the type, with its article: "a number".
  static var phrase: String { get }

  /// How the value is spelt, in one line for the reference; nil where the name says it.
  static var spelling: String? { get }

  /// The words that are values, when only certain words are.
  static var choices: [String] { get }

  /// Whether a value may be written as a percentage where it is a share of a whole.
  static var takesPercentages: Bool { get }

  /// Reads a value; where there is none, reports why and gives nil.
  static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Self?

  /// Describes the JSON that ``decode(_:in:)`` takes, limited to `limits` where they apply.
  static func schema(_ limits: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText

  /// The numbers to which a parameter's limits apply.
  var measures: [Double] { get }

  /// The value as a timeline states it.
  var json: JSONText { get }
}

extension ParameterValue {
  package static var phrase: String { typeName.withArticle }
  package static var spelling: String? { nil }
  package static var choices: [String] { [] }
  package static var takesPercentages: Bool { false }
  package var measures: [Double] { [] }

  /// Describes the JSON of a value that is a share of a whole, or not, besides what `limits` say.
  static func schema(
    _ limits: Limits?, isShare: Bool, _ definitions: inout SchemaDefinitions
  ) -> JSONText {
    let own = schema(limits, &definitions)
    guard isShare, limits?.areShares != true else { return own }
    return .anyOf(own, Double.percentageSchema)
  }
}

/// The types that a schema names once and refers to.
package struct SchemaDefinitions: Sendable {
  /// The definitions in the order of their names.
  package var sorted: [(key: String, value: JSONText)] {
    entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private var entries: [String: JSONText] = [:]

  /// No definitions.
  package init() {}

  /// A reference to the definition `name`, which is made at its first use.
  package mutating func reference(
    _ name: String, _ make: (inout SchemaDefinitions) -> JSONText
  ) -> JSONText {
    if entries[name] == nil {
      entries[name] = .null  // Ends the recursion of a type that holds itself.
      entries[name] = make(&self)
    }
    return .object([("$ref", .string("#/$defs/\(name)"))])
  }

  /// A reference to a definition that is this schema; others of that name keep theirs.
  mutating func reference(_ name: String, to schema: JSONText) -> JSONText {
    var (own, count) = (name, 1)
    while let other = entries[own], other.compact != schema.compact {
      count += 1
      own = "\(name)-\(count)"
    }
    return reference(own) { _ in schema }
  }
}
