/// Reads a value that moves: `{ "from": 0, "to": 1, … }` or `{ "keys": [[0, 1], …], … }`.
struct AnimationDecoder<Value: ParameterValue & Interpolatable> {
  let parameter: Parameter<Value>
  let node: JSONNode
  let members: [JSONMember]

  /// The movement; nil when a fault was reported.
  func decode(in context: inout DecodingContext) -> Animated<Value>? {
    if node.member("sound") != nil { return decodeFollowing(in: &context) }
    guard checkKeys(in: &context) else { return nil }
    let easing = decodeEasing(node.member("ease"), in: &context)
    let keys =
      if let list = node.member("keys") {
        decodeKeys(list.value, easing: easing ?? .linear, in: &context)
      } else {
        decodePair(easing: easing ?? .linear, in: &context)
      }
    let interpolation = decodeInterpolation(in: &context)
    let repetition = decodeRepetition(in: &context)
    let autoreverse = decodeAutoreverse(in: &context)
    guard let keys, let interpolation, let repetition, let autoreverse, easing != nil else {
      return nil
    }
    do throws(ValueError) {
      return try Animated(
        keys: keys, interpolation: interpolation, repetition: repetition, autoreverse: autoreverse)
    } catch {
      context.report(error, at: node)
      return nil
    }
  }

  /// Reports keys that are unknown or do not go together.
  private func checkKeys(in context: inout DecodingContext) -> Bool {
    let hasKeys = node.member("keys") != nil
    var isSound = true
    for member in members {
      if AnimationKeys.sound.contains(member.key) {
        context.error("\(member.key.quoted) needs a 'sound' to follow", at: member.keyRange)
        isSound = false
      } else if hasKeys, AnimationKeys.pair.contains(member.key) {
        context.error(
          "\(member.key.quoted) does not go with 'keys'", at: member.keyRange,
          hint: "the keys contain all values and times")
        isSound = false
      } else if !AnimationKeys.all.contains(member.key) {
        let outer = context.subject
        context.subject = "the animation of \(parameter.name.quoted)"
        UnknownKey.report(member, names: AnimationKeys.all, in: &context)
        context.subject = outer
        isSound = false
      }
    }
    if isSound, !hasKeys, node.member("from") == nil, node.member("to") == nil {
      context.error(
        "the animation of \(parameter.name.quoted) needs 'from', 'to' or 'keys'", at: node.range)
      isSound = false
    }
    return isSound
  }

  // MARK: From and to

  private func decodePair(
    easing: Easing, in context: inout DecodingContext
  ) -> [Animated<Value>.Key]? {
    let from = value(node.member("from"), default: parameter.startValue, in: &context)
    let to = value(node.member("to"), default: parameter.endValue, in: &context)
    let delay = node.member("delay").map { member in
      context.with(parameter: "delay") { $0.time(member.value) }
    }
    guard let delay = delay ?? .zero, let duration = decodeDuration(delay: delay, in: &context),
      let from, let to
    else { return nil }
    return [Animated.Key(delay, from), Animated.Key(delay + duration, to, easing: easing)]
  }

  func value(
    _ member: JSONMember?, default value: Value, in context: inout DecodingContext
  ) -> Value? {
    guard let member else { return value }
    return context.value(
      Value.self, from: member.value, limits: parameter.limits, unit: parameter.unit,
      isShare: parameter.isShare)
  }

  /// The time from `from` to `to`: what is given, else the rest of the layer's range.
  private func decodeDuration(delay: Time, in context: inout DecodingContext) -> Time? {
    if let member = node.member("duration") {
      let duration = context.with(parameter: "duration") { $0.time(member.value) }
      guard let duration else { return nil }
      guard duration > .zero else {
        context.error("'duration' must be more than 0", at: member.value.range)
        return nil
      }
      return duration
    }
    guard let range = context.duration else {
      context.error(
        "the animation of \(parameter.name.quoted) needs a 'duration', because "
          + context.stretch.lack, at: node.range,
        hint: "give one here, or give \(context.stretch.name) \(context.stretch.remedy)")
      return nil
    }
    guard delay < range else {
      context.error(
        "the delay leaves no time before \(context.stretch.name) ends",
        at: node.member("delay")?.value.range ?? node.range, hint: "give a 'duration'")
      return nil
    }
    return range - delay
  }

  // MARK: Keys

  private func decodeKeys(
    _ list: JSONNode, easing: Easing, in context: inout DecodingContext
  ) -> [Animated<Value>.Key]? {
    guard let elements = list.elements else {
      context.with(parameter: "keys") {
        $0.mismatch(list, expected: "an array", hint: "such as [[0, 0], [1.5, 1]]")
      }
      return nil
    }
    guard !elements.isEmpty else {
      context.error("'keys' needs at least one key", at: list.range)
      return nil
    }
    var keys: [Animated<Value>.Key] = []
    var last: Time?
    var isSound = true
    for element in elements {
      guard let parts = KeyParts(element, in: &context) else {
        isSound = false
        continue
      }
      let time = context.with(parameter: "time") { $0.time(parts.time) }
      let value = context.value(
        Value.self, from: parts.value, limits: parameter.limits, unit: parameter.unit,
        isShare: parameter.isShare)
      let ownEasing = parts.easing.map { decodeEasing($0, in: &context) } ?? easing
      if let time, let earlier = last, time < earlier {
        context.error(
          "the key's time is before that of the previous key", at: parts.time.range,
          hint: "keys must be in the order of their times")
        isSound = false
      }
      last = time ?? last
      guard let time, let value, let ownEasing else {
        isSound = false
        continue
      }
      keys.append(Animated.Key(time, value, easing: ownEasing))
    }
    return isSound ? keys : nil
  }

  // MARK: How it plays

  /// The easing; nil when a fault was reported.
  func decodeEasing(
    _ member: JSONMember?, in context: inout DecodingContext
  ) -> Easing? {
    guard let member else { return .linear }
    return decodeEasing(member.value, in: &context)
  }

  private func decodeEasing(_ node: JSONNode, in context: inout DecodingContext) -> Easing? {
    context.with(parameter: "ease") { context in
      guard let text = node.string else {
        context.mismatch(node, expected: "the name of an easing", hint: #"such as "ease-out""#)
        return nil
      }
      do throws(ValueError) {
        return try Easing(parsing: text)
      } catch {
        context.report(error, at: node)
        return nil
      }
    }
  }

  private func decodeInterpolation(in context: inout DecodingContext) -> Interpolation? {
    guard let node = node.member("interpolation")?.value else { return .linear }
    return context.with(parameter: "interpolation") { $0.value(Interpolation.self, from: node) }
  }

  private func decodeRepetition(in context: inout DecodingContext) -> Repetition? {
    guard let node = node.member("repeat")?.value else { return .once }
    return context.with(parameter: "repeat") { $0.value(Repetition.self, from: node) }
  }

  private func decodeAutoreverse(in context: inout DecodingContext) -> Bool? {
    guard let node = node.member("autoreverse")?.value else { return false }
    return context.with(parameter: "autoreverse") { $0.value(Bool.self, from: node) }
  }
}

/// The keys of an animation.
enum AnimationKeys {
  /// The keys of a movement between two values.
  static let pair = ["from", "to", "delay", "duration"]
  static let all = pair + ["keys", "ease", "repeat", "autoreverse", "interpolation"] + sound
  /// The keys of a movement with a sound, besides `from`, `to` and `ease`.
  static let sound = ["sound", "band", "attack", "release"]
}

/// The parts of one key: `[time, value]`, `[time, value, ease]` or an object.
private struct KeyParts {
  let time: JSONNode
  let value: JSONNode
  let easing: JSONNode?

  /// Takes a key apart; where it is none, reports why and gives nil.
  init?(_ node: JSONNode, in context: inout DecodingContext) {
    let hint = #"a key is [time, value] or [time, value, "easing"]"#
    if let elements = node.elements {
      guard elements.count == 2 || elements.count == 3 else {
        context.error(
          "a key has two or three parts, not \(elements.count)", at: node.range, hint: hint)
        return nil
      }
      (time, value) = (elements[0], elements[1])
      easing = elements.count == 3 ? elements[2] : nil
      return
    }
    guard let members = node.members else {
      if !node.isInvalid {
        context.error("a key is an array, not \(node.kindName)", at: node.range, hint: hint)
      }
      return nil
    }
    let outer = context.subject
    context.subject = "a key"
    defer { context.subject = outer }
    let names = ["time", "at", "value", "ease"]
    let unknown = members.filter { !names.contains($0.key) }
    let meant = unknown.map { UnknownKey.report($0, names: names, in: &context) }
    let place = node.range.lowerBound..<node.range.lowerBound + 1
    guard let time = node.member("time") ?? node.member("at"), let value = node.member("value")
    else {
      if meant.allSatisfy({ $0 == nil }) {
        context.error("a key needs 'time' and 'value'", at: place)
      }
      return nil
    }
    (self.time, self.value) = (time.value, value.value)
    easing = node.member("ease")?.value
  }
}
