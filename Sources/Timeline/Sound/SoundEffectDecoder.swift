extension SoundDecoder {
  /// Reads the effects of a bus that lasts `length`; those not enabled are left out.
  func effects(
    _ node: JSONNode, length: Time?, in context: inout DecodingContext
  ) -> [SoundEffectUse] {
    guard let elements = node.elements else {
      context.with(parameter: "effects") { $0.mismatch(node, expected: "an array of effects") }
      return []
    }
    return elements.compactMap { effect($0, length: length, in: &context) }
  }

  private func effect(
    _ node: JSONNode, length: Time?, in context: inout DecodingContext
  ) -> SoundEffectUse? {
    guard let members = node.members else {
      if !node.isInvalid {
        context.error("an effect is an object, not \(node.kindName)", at: node.range)
      }
      return nil
    }
    let outer = (context.subject, context.stretch, context.duration)
    context.subject = "an effect"
    defer { (context.subject, context.stretch, context.duration) = outer }
    guard let declaration = declaration(of: node, in: &context) else { return nil }
    context.subject = "\(declaration.name.withArticle) effect"
    let keys = ParameterList([BuiltInKey.nameSetting, BuiltInKey.enabledSetting])
    let place = node.member("effect")?.value.range ?? node.range
    let common = keys.decode(members.filter { keys[$0.key] != nil }, at: place, in: &context)
    let group = LayerDecoder.Group(
      range: TimeRange(start: .zero, end: length), end: length, closing: nil, path: [],
      isEnabled: true, effectsOf: "track")
    let timing = LayerTiming.decode(node, group: group, streamLength: nil, in: &context)
    context.duration = timing.duration
    warnIfNeverOn(timing, length: length, at: node.member("start")?.value.range ?? place, &context)
    let list = ParameterList(declaration.parameters + [SoundKeys.mix])
    let arguments = list.decode(
      members, at: place, besides: Set(SoundKeys.effectBuiltIn), in: &context)
    guard common[BuiltInKey.enabledSetting], list.isComplete(arguments) else { return nil }
    return SoundEffectUse(
      effect: declaration.name, name: common[BuiltInKey.nameSetting], range: timing.range,
      mix: arguments[SoundKeys.mix], arguments: arguments, place: node.range)
  }

  private func warnIfNeverOn(
    _ timing: LayerTiming, length: Time?, at place: Range<Int>, _ context: inout DecodingContext
  ) {
    guard !timing.isFaulty else { return }
    let isLate = length.map { timing.range.start >= $0 } ?? false
    guard isLate || timing.range.end.map({ $0 <= .zero }) ?? false else { return }
    context.diagnostics.warning(
      "\(context.subject) is never on while \(context.stretch.name) is", at: place,
      hint: "its times count from the start of \(context.stretch.name)")
  }

  private func declaration(
    of node: JSONNode, in context: inout DecodingContext
  ) -> Declaration? {
    let names = vocabulary.soundEffects.map(\.name)
    guard let member = node.member("effect") else {
      let place = node.range.lowerBound..<node.range.lowerBound + 1
      context.error(
        "an effect needs 'effect'", at: place,
        hint: names.isEmpty ? nil : "it is \(names.map(\.quoted).listed())")
      return nil
    }
    guard let word = member.value.string else {
      context.with(parameter: "effect") {
        $0.mismatch(member.value, expected: "the name of an effect")
      }
      return nil
    }
    if let known = vocabulary.soundEffects.first(where: { $0.name == word }) { return known }
    let isPicture = vocabulary.effects.names.contains(word)
    let meant = vocabulary.soundEffects.filter { $0.names.areMeant(by: word) }
    let hint =
      meant.first.map { "did you mean \($0.name.quoted)?" }
      ?? context.suggestion(for: word, in: names)
      ?? (isPicture
        ? "it changes pictures and belongs in 'layers'"
        : names.isEmpty
          ? nil : "the effects on sounds are \(names.map(\.quoted).listed(joinedBy: "and"))")
    context.error("unknown effect \(word.quoted)", at: member.value.range, hint: hint)
    return nil
  }
}
