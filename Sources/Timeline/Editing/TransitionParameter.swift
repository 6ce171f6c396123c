import Bytes

/// A key that holds a transition: a clip's `transition`, a layer's `in` and `out`.
struct TransitionParameter: ParameterDescription {
  let name: String
  let help: String
  let transitions: [Declaration]

  let typeName = "transition"
  let isAnimatable = false
  let isRequired = false
  let defaultText: String? = "none"

  var spelling: String? { #"{ "type": "crossfade", "duration": 1 }"# }

  /// What every transition takes beside its own parameters.
  static let type = Setting<String>(
    "type", default: "", required: true, "The transition's name.")
  static let duration = Setting<Time>(
    "duration", default: Time(Rational(reducing: 1, over: 2)),
    "How long it lasts; 0 is a cut.")
  static let ease = Setting<EasingName>(
    "ease", default: EasingName(.linear), "The easing of its progress.")
  static let reverse = Setting<Bool>(
    "reverse", default: false,
    "Whether it runs backwards: the incoming picture is drawn as the outgoing one, from the end.")
  static let sound = Setting<SoundTransition>(
    "sound", default: .equalPower, defaultText: "that of the main sound",
    "How the sounds of the two clips are crossfaded: at equal power, at equal gain, or by a cut in "
      + "the middle. Layers have no sound.")
  static let common: [any ParameterDescription] = [type, duration, ease, reverse, sound]

  func decode(
    _ node: JSONNode, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    let use = context.with(parameter: name) { transition(node, in: &$0) }
    if let use { arguments.set(use, for: name) }
  }

  func decodeAbsence(
    at place: Range<Int>, into arguments: inout Arguments, in context: inout DecodingContext
  ) {}

  /// Reads a transition; where there is none, reports why and gives nil.
  ///
  /// A share in its duration is one of the context's ``DecodingContext/duration``.
  func transition(_ node: JSONNode, in context: inout DecodingContext) -> TransitionUse? {
    guard let members = node.members else {
      context.mismatch(
        node, expected: "a transition", hint: #"such as {"type": "crossfade", "duration": 1}"#)
      return nil
    }
    let outer = context.subject
    context.subject = "a transition"
    defer { context.subject = outer }
    guard let declaration = declaration(node, in: &context) else { return nil }
    context.subject = "\(declaration.name.withArticle) transition"
    let place = node.member("type")?.value.range ?? node.range
    let duration = duration(node, in: &context)
    var common = Arguments()
    for parameter in Self.common.dropFirst(2) {
      guard let member = node.member(parameter.name) else { continue }
      parameter.decode(member.value, into: &common, in: &context)
    }
    let list = ParameterList(declaration.parameters)
    // A faulty duration must not raise faults about movements: a second stands in.
    let length = duration.flatMap { $0 > .zero ? $0 : nil } ?? Time(seconds: 1)
    let arguments = context.with(
      subject: context.subject, stretch: .transition, duration: length
    ) {
      list.decode(members, at: place, besides: Self.commonNames, in: &$0)
    }
    guard let duration, list.isComplete(arguments) else { return nil }
    return TransitionUse(
      type: declaration.name, duration: duration, ease: common[Self.ease].easing,
      isReversed: common[Self.reverse],
      sound: common.isGiven(Self.sound) ? common[Self.sound] : nil, arguments: arguments,
      place: node.range, members: members)
  }

  private static let commonNames = Set(common.map(\.name))

  private func declaration(_ node: JSONNode, in context: inout DecodingContext) -> Declaration? {
    guard let type = node.member("type") else {
      let unknown = (node.members ?? []).filter { !Self.commonNames.contains($0.key) }
      let place = node.range.lowerBound..<node.range.lowerBound + 1
      let named = unknown.first { member in transitions.contains { $0.name == member.key } }
      context.error(
        "a transition needs 'type'", at: named?.keyRange ?? place,
        hint: "such as \"type\": \((named?.key ?? "crossfade").inDoubleQuotes)")
      return nil
    }
    guard let word = type.value.string else {
      context.with(parameter: "type") {
        $0.mismatch(type.value, expected: "the name of a transition")
      }
      return nil
    }
    if let known = transitions.first(where: { $0.name == word }) { return known }
    let names = transitions.map(\.name)
    let hint =
      context.suggestion(for: word, in: names)
      ?? (names.count > 12
        ? "'vfx help transitions' lists them" : "it is \(names.map(\.quoted).listed())")
    context.error("unknown transition \(word.quoted)", at: type.value.range, hint: hint)
    return nil
  }

  private func duration(_ node: JSONNode, in context: inout DecodingContext) -> Time? {
    guard let member = node.member("duration") else { return Self.duration.initial }
    let duration = context.with(parameter: "duration") { $0.time(member.value) }
    guard let duration else { return nil }
    guard duration >= .zero else {
      context.error("'duration' cannot be negative", at: member.value.range)
      return nil
    }
    return duration
  }

  func valueSchema(_ definitions: inout SchemaDefinitions) -> JSONText {
    TransitionSchema.reference(transitions, &definitions)
  }
}

extension String {
  fileprivate var inDoubleQuotes: String { "\"\(self)\"" }
}

/// An easing as a parameter states it.
package struct EasingName: ParameterValue {
  /// What the name stands for.
  package let easing: Easing

  init(_ easing: Easing) { self.easing = easing }

  package static var typeName: String { "easing" }
  package static var phrase: String { "the name of an easing" }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> EasingName? {
    guard let text = node.string else {
      context.mismatch(node, expected: phrase, hint: #"such as "ease-out""#)
      return nil
    }
    do throws(ValueError) {
      return EasingName(try Easing(parsing: text))
    } catch {
      context.report(error, at: node)
      return nil
    }
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    AnimationSchema.easing(&definitions)
  }

  package var json: JSONText { .string(easing.description) }
}
