/// When a layer is on.
struct LayerTiming {
  /// The range in the timeline's time.
  let range: TimeRange
  /// Where the layer's time ends for its movements: its own end, else its group's or the
  /// stream's.
  let end: Time?
  /// The same, whatever part of the film is made: the end of what the layer lies in, where that is
  /// known; nil where only the stream says it.
  let closing: Time?
  /// Whether a fault was reported, so that the times are not the user's.
  let isFaulty: Bool

  /// How long the layer lasts for its movements.
  var duration: Time? { end.map { max($0 - range.start, .zero) } }

  /// The same, of a layer that ends where what it lies in does, if it has no end of its own.
  var closed: LayerTiming {
    guard range.end == nil, let closing, closing > range.start else { return self }
    return LayerTiming(
      range: TimeRange(start: range.start, end: closing), end: closing, closing: closing,
      isFaulty: isFaulty)
  }

  /// Reads `start`, `end` and `duration`, which count from the start of the group; percentages are
  /// shares of its length.
  ///
  /// A layer whose times are faulty gets the whole of its group's, so that the rest of it can be
  /// checked.
  ///
  /// - Parameters:
  ///   - streamLength: where the layers without an end that are in no group end.
  ///   - filmLength: the same, where that is known whatever part of the film is made.
  static func decode(
    _ node: JSONNode, group: LayerDecoder.Group?, streamLength: Time?, filmLength: Time? = nil,
    in context: inout DecodingContext
  ) -> LayerTiming {
    let origin = group?.range.start ?? .zero
    let outerEnd = group.map(\.end) ?? streamLength
    let closing = group.map(\.closing) ?? filmLength
    let whole = group.map { $0.effectsOf ?? "group" } ?? "film"
    func time(_ key: String, _ context: inout DecodingContext) -> Time? {
      guard let member = node.member(key) else { return nil }
      return context.with(parameter: key) {
        $0.time(member.value, within: closing.map { max($0 - origin, .zero) }, of: whole)
      }
    }
    let start = time("start", &context) ?? .zero
    let end = time("end", &context)
    let duration = time("duration", &context)
    var isFaulty =
      (node.member("end") != nil && end == nil)
      || (node.member("duration") != nil && duration == nil)

    var ownEnd = end
    if let member = node.member("duration") {
      if let other = node.member("end") {
        context.diagnostics.error(
          "\(context.subject) has both 'end' and 'duration'", at: member.keyRange,
          hint: "give one of them",
          notes: [Diagnostic.Note(message: "'end' is given here", range: other.keyRange)])
      } else if let duration, duration <= .zero {
        context.error("'duration' must be more than 0", at: member.value.range)
        isFaulty = true
      } else {
        ownEnd = duration.map { start + $0 }
      }
    } else if let end, end <= start, let member = node.member("end") {
      context.error(
        "'end' must be after 'start'", at: member.value.range,
        hint: context.stretch == .track
          ? "a track is heard from its start up to, not including, its end"
          : "a layer is on from its start up to, not including, its end")
      ownEnd = nil
      isFaulty = true
    }
    let range = TimeRange(start: origin + start, end: ownEnd.map { origin + $0 })
    let last = range.end ?? outerEnd
    if let last, last > range.start {
      return LayerTiming(
        range: range, end: last, closing: range.end ?? closing, isFaulty: isFaulty)
    }
    // A faulty end, and a layer that starts when all is over, must not raise faults about
    // movements: a second stands in.
    let standIn = isFaulty || last != nil ? range.start + Time(seconds: 1) : nil
    return LayerTiming(
      range: range, end: standIn, closing: range.end ?? closing, isFaulty: isFaulty)
  }
}
