/// The values that a timeline gives to parameters; every other parameter has its default.
///
/// They are kept by name, so two declarations of one name that meet in one object must be of one
/// type. Reading a value as another type than it was given is a programming error, on which debug
/// builds stop; no timeline can cause it.
package struct Arguments: Sendable {
  private var values: [String: any Sendable] = [:]
  private var given: Set<String> = []
  /// The parameters that the timeline states wrongly.
  private var faulty: Set<String> = []

  /// Arguments in which every parameter has its default.
  package init() {}

  /// The value of an animatable parameter; times count from the layer's start.
  package subscript<Value>(_ parameter: Parameter<Value>) -> Animated<Value> {
    value(named: parameter.name) ?? parameter.standing
  }

  /// The value of a constant parameter.
  package subscript<Value>(_ setting: Setting<Value>) -> Value {
    value(named: setting.name) ?? setting.initial
  }

  /// The arguments inside an object; nil when it is not given.
  package subscript(_ group: ParameterGroup) -> Arguments? {
    value(named: group.name)
  }

  /// The arguments inside each of some objects, in order.
  package subscript(_ groups: ParameterGroups) -> [Arguments] {
    value(named: groups.name) ?? []
  }

  /// What fills a shape; nil when it is not given.
  package subscript(_ paint: PaintParameter) -> Paint? {
    value(named: paint.name)
  }

  /// The place at another layer; nil when a point is given, or nothing.
  package subscript(_ place: PlaceParameter) -> LayerReference? {
    value(named: place.referenceName)
  }

  /// What stands beside a path, and itself; nil where the layer moves along none.
  package subscript(path place: PlaceParameter) -> Arguments? {
    value(named: place.pathName)
  }

  /// The sound that is shown; nil where none has been heard.
  package subscript(_ sound: SoundPictureParameter) -> ShownSound? {
    value(named: sound.shownName)
  }

  /// The path of the sound that is shown; nil for the timeline's mix.
  subscript(path sound: SoundPictureParameter) -> Path? { value(named: sound.name) }

  /// The file with a picture or a film; nil when none is given.
  package subscript(_ film: FilmParameter) -> PlayedFile? {
    value(named: film.name)
  }

  /// The size after another layer; nil when sides are given, or nothing.
  package subscript(_ size: SizeParameter) -> LayerSizeReference? {
    value(named: size.referenceName)
  }

  /// What was given under a name; nil when nothing was.
  private func value<Value: Sendable>(named name: String, as _: Value.Type = Value.self) -> Value? {
    guard let given = values[name] else { return nil }
    let value = given as? Value
    assert(value != nil, "\(name.quoted) is \(type(of: given)), but is read as \(Value.self)")
    return value
  }

  /// Whether the timeline itself gives the parameter.
  package func isGiven(_ parameter: some ParameterDescription) -> Bool {
    isGiven(name: parameter.name)
  }

  func isGiven(name: String) -> Bool { given.contains(name) }

  /// Whether the timeline states the parameter, rightly or not; what it states wrongly has been
  /// reported.
  package func isStated(_ parameter: some ParameterDescription) -> Bool {
    given.contains(parameter.name) || faulty.contains(parameter.name)
  }

  /// Notes that the timeline states a parameter, and wrongly if it has got no value of that.
  mutating func noteStatement(of name: String) {
    if !given.contains(name) { faulty.insert(name) }
  }

  /// Whether nothing that was given moves.
  package var isConstant: Bool {
    values.values.allSatisfy { ($0 as? any MovableValue)?.standsStill ?? true }
  }

  /// Gives a parameter a value, which must be of the type that its subscript returns.
  mutating func set(_ value: some Sendable, for name: String) {
    values[name] = value
    given.insert(name)
  }

  mutating func setDefault(_ value: some Sendable, for name: String) { values[name] = value }
}

/// A value that may move.
private protocol MovableValue {
  var standsStill: Bool { get }
}

extension Animated: MovableValue {
  fileprivate var standsStill: Bool { constantValue != nil }
}

// For callers, such as tests and built-in layers, that have values in hand and no timeline.
extension Arguments {
  /// The same arguments with one more constant value.
  package func setting<Value>(_ parameter: Parameter<Value>, to value: Value) -> Arguments {
    setting(parameter, to: Animated(value))
  }

  /// The same arguments with one more animation.
  package func setting<Value>(
    _ parameter: Parameter<Value>, to value: Animated<Value>
  ) -> Arguments {
    adding(value, for: parameter.name)
  }

  /// The same arguments with one more constant.
  package func setting<Value>(_ setting: Setting<Value>, to value: Value) -> Arguments {
    adding(value, for: setting.name)
  }

  /// The same arguments with a place at another layer.
  package func setting(_ place: PlaceParameter, to value: LayerReference) -> Arguments {
    adding(value, for: place.referenceName)
  }

  /// The same arguments with a sound that was heard.
  package func setting(_ sound: SoundPictureParameter, to value: ShownSound) -> Arguments {
    adding(value, for: sound.shownName)
  }

  /// The same arguments with a size after another layer.
  package func setting(_ size: SizeParameter, to value: LayerSizeReference) -> Arguments {
    adding(value, for: size.referenceName)
  }

  /// The same arguments with one more object.
  package func setting(_ group: ParameterGroup, to value: Arguments) -> Arguments {
    adding(value, for: group.name)
  }

  private func adding(_ value: some Sendable, for name: String) -> Arguments {
    var copy = self
    copy.set(value, for: name)
    return copy
  }
}
