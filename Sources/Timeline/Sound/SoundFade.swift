/// A fade from silence or to it: `2`, or `{ "duration": 2, "curve": "qsin" }`.
package struct SoundFade: ParameterValue {
  /// Not negative; zero for none.
  package var duration: Time
  /// How the amplitude rises; a fall is the same backwards.
  package var curve: FadeCurve

  /// No fade, unless stated otherwise.
  package init(_ duration: Time = .zero, _ curve: FadeCurve = .tri) {
    self.duration = duration
    self.curve = curve
  }

  package static var typeName: String { "fade" }
  package static var phrase: String { "a fade such as 2 or {\"duration\": 2, \"curve\": \"qsin\"}" }
  package static var spelling: String? {
    "a time, or `{ \"duration\": 2, \"curve\": \"qsin\" }`; the curves are those of ffmpeg's "
      + "`afade`: " + FadeCurve.choices.listed(joinedBy: "and")
  }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> SoundFade? {
    guard let members = node.members else {
      switch node.kind {
      case .number, .string: break
      default:
        context.mismatch(node, expected: phrase)
        return nil
      }
      return length(node, in: &context).map { SoundFade($0) }
    }
    let outer = context.subject
    context.subject = context.parameter.quoted
    defer { context.subject = outer }
    let meant = members.filter { !keys.contains($0.key) }
      .map { UnknownKey.report($0, names: keys, in: &context) }
    var curve = FadeCurve?.some(.tri)
    if let member = node.member("curve") {
      curve = context.with(parameter: "curve") { $0.value(FadeCurve.self, from: member.value) }
    }
    guard let duration = node.member("duration") else {
      let place = node.range.lowerBound..<node.range.lowerBound + 1
      if !meant.contains("duration") {
        context.error("\(context.subject) needs 'duration'", at: place)
      }
      return nil
    }
    let time = context.with(parameter: "duration") { length(duration.value, in: &$0) }
    guard let time, let curve else { return nil }
    return SoundFade(time, curve)
  }

  private static let keys = ["duration", "curve"]

  private static func length(_ node: JSONNode, in context: inout DecodingContext) -> Time? {
    guard let time = context.time(node) else { return nil }
    guard time >= .zero else {
      context.error("\(context.parameter.quoted) cannot be negative", at: node.range)
      return nil
    }
    return time
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    definitions.reference("fade") { definitions in
      let time = Time.schema(nil, &definitions)
      let object = JSONText.object([
        ("type", .string("object")),
        (
          "properties",
          .object([
            ("duration", time.described("How long it takes.")),
            (
              "curve",
              FadeCurve.schema(nil, &definitions)
                .described("Its shape, by the names of ffmpeg's afade. Default: tri.")
            ),
          ])
        ),
        ("required", .array([.string("duration")])), ("additionalProperties", .bool(false)),
      ])
      return .anyOf(time, object)
    }
  }

  package var json: JSONText {
    curve == .tri
      ? duration.json : .object([("duration", duration.json), ("curve", curve.json)])
  }
}

/// The curves of ffmpeg's `afade`.
package enum FadeCurve: String, Choice {
  case tri, qsin, esin, hsin, log, ipar, qua, cub, squ, cbr, par, exp, iqsin, ihsin, dese, desi
  case losi, sinc, isinc, nofade
}

/// Finds fades that do not fit.
enum FadeCheck {
  /// Warns of fades that are longer than what they belong to: they are cut off.
  static func warn(
    _ fadeIn: SoundFade, _ fadeOut: SoundFade, over length: Time?, at node: JSONNode,
    in context: inout DecodingContext
  ) {
    guard let length, fadeIn.duration > length || fadeOut.duration > length else { return }
    let (key, fade) = fadeIn.duration > length ? ("fadeIn", fadeIn) : ("fadeOut", fadeOut)
    guard let place = node.member(key)?.value.range else { return }
    context.diagnostics.warning(
      "\(key.quoted) takes \(fade.duration.inSeconds), but \(context.stretch.name) lasts"
        + " \(length.inSeconds)", at: place)
  }
}
