extension AnimationDecoder {
  /// Reads a value that follows a sound; nil when a fault was reported.
  func decodeFollowing(in context: inout DecodingContext) -> Animated<Value>? {
    guard checkFollowing(in: &context), let origin = context.origin else { return nil }
    let source = text("sound", in: &context)
    let band = band(in: &context)
    let attack = seconds("attack", default: SoundQuery(source: "").attack, in: &context)
    let release = seconds("release", default: SoundQuery(source: "").release, in: &context)
    let from = value(node.member("from"), default: parameter.startValue, in: &context)
    let to = value(node.member("to"), default: parameter.endValue, in: &context)
    let easing = decodeEasing(node.member("ease"), in: &context)
    guard let source, let band, let attack, let release, let from, let to, let easing else {
      return nil
    }
    let query = SoundQuery(
      source: source.text, band: band, attack: attack, release: release,
      scope: context.scope(of: source.text))
    guard let course = context.course(of: query, at: source.place) else { return Animated(from) }
    return Animated(
      from: from, to: to, easing: easing, following: course,
      origin: origin.start(of: course.playing))
  }

  /// Reports keys that are unknown or do not go with a sound, and places where none can be
  /// followed.
  private func checkFollowing(in context: inout DecodingContext) -> Bool {
    let known = AnimationKeys.sound + ["from", "to", "ease"]
    var isFine = true
    for member in members where !known.contains(member.key) {
      isFine = false
      if AnimationKeys.all.contains(member.key) {
        context.error(
          "\(member.key.quoted) does not go with 'sound'", at: member.keyRange,
          hint: "the sound says when the value moves")
      } else {
        let outer = context.subject
        context.subject = "the animation of \(parameter.name.quoted)"
        UnknownKey.report(member, names: known, in: &context)
        context.subject = outer
      }
    }
    guard context.origin == nil else { return isFine }
    let hint: String? =
      switch context.stretch {
      case .track, .sound: "'duck' lowers a sound under another"
      case .layer where parameter.name == MediaKeys.speed.name: nil
      case .clip, .layer: "an effect or a layer above the clip can"
      case .transition: nil
      }
    context.error("\(parameter.name.quoted) cannot follow a sound here", at: node.range, hint: hint)
    return false
  }

  private func text(_ key: String, in context: inout DecodingContext) -> Path? {
    node.member(key).flatMap { member in
      context.with(parameter: key) { $0.value(Path.self, from: member.value) }
    }
  }

  private func seconds(
    _ key: String, default value: Double, in context: inout DecodingContext
  ) -> Double? {
    guard let member = node.member(key) else { return value }
    return context.with(parameter: key) {
      $0.value(Double.self, from: member.value, limits: Limits(0...60), unit: "s")
    }
  }

  /// The frequencies that count: all, or those between two.
  private func band(in context: inout DecodingContext) -> ClosedRange<Double>? {
    guard let member = node.member("band") else { return SoundQuery(source: "").band }
    let range = context.with(parameter: "band") { context in
      context.value(FrequencyRange.self, from: member.value)
    }
    return range.map { $0.low...$0.high }
  }
}
