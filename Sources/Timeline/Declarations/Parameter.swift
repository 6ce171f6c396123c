/// A parameter whose value can be animated: `arguments[parameter]` is an `Animated<Value>`.
package struct Parameter<Value: ParameterValue & Interpolatable>: ParameterDescription {
  /// What the value is when none is given.
  package enum Default: Hashable, Sendable {
    case constant(Value)
    /// A movement from the layer's start to its end.
    case overRange(from: Value, to: Value)
  }

  package let name: String
  package let help: String
  package let unit: String?
  /// What its numbers may be; nil for all.
  package let limits: Limits?
  /// What stands for a value that is not given.
  package let initial: Default
  package let isRequired: Bool
  private let defaultWords: String?
  /// What holds where nothing else is said, as a movement that all layers share.
  let standing: Animated<Value>

  /// Declares a parameter whose default is constant.
  ///
  /// `defaultText` replaces the default's value in the reference, if words describe it better. A
  /// required parameter's default is only a placeholder.
  package init(
    _ name: String, default value: Value, in limits: Limits? = nil, unit: String? = nil,
    required: Bool = false, defaultText: String? = nil, _ help: String
  ) {
    self.init(
      name, initial: .constant(value), limits: limits, unit: unit, required: required,
      defaultText: defaultText, help)
  }

  /// Declares a parameter whose default is constant, and both of whose limits are allowed.
  package init(
    _ name: String, default value: Value, in limits: ClosedRange<Double>, unit: String? = nil,
    required: Bool = false, defaultText: String? = nil, _ help: String
  ) {
    self.init(
      name, initial: .constant(value), limits: Limits(limits), unit: unit, required: required,
      defaultText: defaultText, help)
  }

  /// Declares a parameter whose default is constant, and that has no upper limit.
  package init(
    _ name: String, default value: Value, in limits: PartialRangeFrom<Double>,
    unit: String? = nil, required: Bool = false, defaultText: String? = nil, _ help: String
  ) {
    self.init(
      name, initial: .constant(value), limits: .atLeast(limits.lowerBound), unit: unit,
      required: required, defaultText: defaultText, help)
  }

  /// Declares a parameter that moves over the layer's range unless a value is given.
  package init(
    _ name: String, from: Value, to: Value, in limits: Limits? = nil,
    unit: String? = nil, _ help: String
  ) {
    self.init(
      name, initial: .overRange(from: from, to: to), limits: limits, unit: unit, required: false,
      defaultText: nil, help)
  }

  private init(
    _ name: String, initial: Default, limits: Limits?, unit: String?, required: Bool,
    defaultText: String?, _ help: String
  ) {
    self.name = name
    self.help = help
    self.unit = unit
    self.limits = limits
    self.initial = initial
    self.isRequired = required
    self.defaultWords = defaultText
    switch initial {
    case .constant(let value): standing = Animated(value)
    case .overRange(let from, _): standing = Animated(from)
    }
  }

  package var typeName: String { Value.typeName }
  package var spelling: String? { Value.spelling }
  package var choices: [String] { Value.choices }
  package var rangeText: String? { limits?.text }

  /// Whether its numbers are shares of a whole: those that 1 leaves as they are, too.
  var isShare: Bool {
    guard Value.takesPercentages, unit == nil else { return false }
    return limits?.areShares == true || startValue.measures == [1] || endValue.measures == [1]
  }

  package var isAnimatable: Bool { true }

  package var defaultText: String? {
    if isRequired { return nil }
    if let defaultWords { return defaultWords }
    switch initial {
    case .constant(let value): return value.json.compact
    case .overRange(let from, let to):
      return "from \(from.json.compact) to \(to.json.compact) over the layer's range"
    }
  }

  package var defaultJSON: JSONText? {
    guard !isRequired, defaultWords == nil else { return nil }
    switch initial {
    case .constant(let value): return value.json
    case .overRange(let from, let to): return .object([("from", from.json), ("to", to.json)])
    }
  }

  /// The value that holds where nothing else is said; of a movement, its start.
  var startValue: Value {
    switch initial {
    case .constant(let value): value
    case .overRange(let from, _): from
    }
  }

  /// The value that an animation without `to` ends at.
  var endValue: Value {
    switch initial {
    case .constant(let value): value
    case .overRange(_, let to): to
    }
  }

  package func decode(
    _ node: JSONNode, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    let animated = context.with(parameter: name) { context -> Animated<Value>? in
      if let members = node.members {
        return AnimationDecoder(parameter: self, node: node, members: members).decode(in: &context)
      }
      return context.value(Value.self, from: node, limits: limits, unit: unit, isShare: isShare).map
      { Animated($0) }
    }
    if let animated { arguments.set(animated, for: name) }
  }

  package func decodeAbsence(
    at place: Range<Int>, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    requirePresence(at: place, in: &context)
    guard case .overRange(let from, let to) = initial else { return }
    guard let duration = context.duration else {
      return context.error(
        "\(name.quoted) moves over \(context.stretch.name)'s range unless it is given, and "
          + context.stretch.lack, at: place,
        hint: "give \(name.quoted), or \(context.stretch.remedy)")
    }
    let keys = [Animated.Key(.zero, from), Animated.Key(duration, to)]
    if let animated = try? Animated(keys: keys) { arguments.setDefault(animated, for: name) }
  }

  package func valueSchema(_ definitions: inout SchemaDefinitions) -> JSONText {
    let animation = AnimationSchema.reference(Value.self, isShare: isShare, &definitions)
    return .anyOf(Value.schema(limits, isShare: isShare, &definitions), animation)
  }
}
