/// A parameter whose value is constant: `arguments[setting]` is a `Value`.
package struct Setting<Value: ParameterValue>: ParameterDescription {
  package let name: String
  package let help: String
  package let unit: String?
  /// What its numbers may be; nil for all.
  package let limits: Limits?
  /// What stands for a value that is not given.
  package let initial: Value
  package let isRequired: Bool
  private let defaultWords: String?

  /// Declares a setting.
  ///
  /// `defaultText` replaces the default's value in the reference, if words describe it better. A
  /// required setting's default is only a placeholder.
  package init(
    _ name: String, default value: Value, in limits: Limits? = nil, unit: String? = nil,
    required: Bool = false, defaultText: String? = nil, _ help: String
  ) {
    self.name = name
    self.help = help
    self.unit = unit
    self.limits = limits
    self.initial = value
    self.isRequired = required
    self.defaultWords = defaultText
  }

  /// Declares a setting both of whose limits are allowed.
  package init(
    _ name: String, default value: Value, in limits: ClosedRange<Double>, unit: String? = nil,
    required: Bool = false, defaultText: String? = nil, _ help: String
  ) {
    self.init(
      name, default: value, in: Limits(limits), unit: unit, required: required,
      defaultText: defaultText, help)
  }

  /// Declares a setting that has no upper limit.
  package init(
    _ name: String, default value: Value, in limits: PartialRangeFrom<Double>,
    unit: String? = nil, required: Bool = false, defaultText: String? = nil, _ help: String
  ) {
    self.init(
      name, default: value, in: Limits.atLeast(limits.lowerBound), unit: unit, required: required,
      defaultText: defaultText, help)
  }

  package var typeName: String { Value.typeName }
  package var spelling: String? { Value.spelling }
  package var choices: [String] { Value.choices }
  package var rangeText: String? { limits?.text }

  /// Whether its numbers are shares of a whole: those that 1 leaves as they are, too.
  var isShare: Bool {
    guard Value.takesPercentages, unit == nil else { return false }
    return limits?.areShares == true || initial.measures == [1]
  }

  package var isAnimatable: Bool { false }

  package var defaultText: String? {
    if isRequired { return nil }
    if let defaultWords { return defaultWords }
    if case .null = initial.json { return "none" }
    return initial.json.compact
  }

  package var defaultJSON: JSONText? {
    isRequired || defaultWords != nil ? nil : initial.json
  }

  package func decode(
    _ node: JSONNode, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    let value = context.with(parameter: name) { context in
      context.value(Value.self, from: node, limits: limits, unit: unit, isShare: isShare)
    }
    if let value { arguments.set(value, for: name) }
  }

  package func decodeAbsence(
    at place: Range<Int>, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    requirePresence(at: place, in: &context)
  }

  package func valueSchema(_ definitions: inout SchemaDefinitions) -> JSONText {
    Value.schema(limits, isShare: isShare, &definitions)
  }
}
