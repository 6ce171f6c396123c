/// The values that a timeline gives to parameters; every other parameter has its default.
package struct Arguments: Sendable {
  private var values: [String: any Sendable] = [:]
  private var given: Set<String> = []

  /// Arguments in which every parameter has its default.
  package init() {}

  /// The value of a parameter that may move; times count from the layer's start.
  package subscript<Value>(_ parameter: Parameter<Value>) -> Animated<Value> {
    values[parameter.name] as? Animated<Value> ?? parameter.standing
  }

  /// The value of a constant parameter.
  package subscript<Value>(_ setting: Setting<Value>) -> Value {
    values[setting.name] as? Value ?? setting.initial
  }

  /// The arguments inside an object; nil when it is not given.
  package subscript(_ group: ParameterGroup) -> Arguments? {
    values[group.name] as? Arguments
  }

  /// The arguments inside each of some objects, in order.
  package subscript(_ groups: ParameterGroups) -> [Arguments] {
    values[groups.name] as? [Arguments] ?? []
  }

  /// What fills a shape; nil when it is not given.
  package subscript(_ paint: PaintParameter) -> Paint? {
    values[paint.name] as? Paint
  }

  /// Whether the timeline itself gives the parameter.
  package func isGiven(_ parameter: some ParameterDescription) -> Bool {
    isGiven(name: parameter.name)
  }

  func isGiven(name: String) -> Bool { given.contains(name) }

  /// Gives a parameter a value, which must be of the type that its subscript returns.
  mutating func set(_ value: some Sendable, for name: String) {
    values[name] = value
    given.insert(name)
  }

  mutating func setDefault(_ value: some Sendable, for name: String) { values[name] = value }
}

// For callers, such as tests and built-in layers, that have values in hand and no timeline.
extension Arguments {
  /// The same arguments with one constant value more.
  package func setting<Value>(_ parameter: Parameter<Value>, to value: Value) -> Arguments {
    setting(parameter, to: Animated(value))
  }

  /// The same arguments with one movement more.
  package func setting<Value>(
    _ parameter: Parameter<Value>, to value: Animated<Value>
  ) -> Arguments {
    var copy = self
    copy.set(value, for: parameter.name)
    return copy
  }

  /// The same arguments with one constant more.
  package func setting<Value>(_ setting: Setting<Value>, to value: Value) -> Arguments {
    var copy = self
    copy.set(value, for: setting.name)
    return copy
  }

  /// The same arguments with one object more.
  package func setting(_ group: ParameterGroup, to value: Arguments) -> Arguments {
    var copy = self
    copy.set(value, for: group.name)
    return copy
  }
}
