import Bytes

/// The state of decoding a part of a timeline, and the collector of its faults.
package struct DecodingContext: Sendable {
  /// The faults so far.
  package var diagnostics: Diagnostics
  /// The output rate, in which times such as `"90f"` count.
  package let rate: FrameRate
  /// The place of the first time counted in frames that was met.
  private(set) var frameTime: Range<Int>?
  /// How many more layers there may be, by the memory that they may take.
  var layersLeft = Int.max
  /// What the parameter belongs to, with its article: "an image layer".
  package var subject = "the timeline"
  /// The name of the parameter being decoded.
  package var parameter = ""
  /// How long the layer lasts; nil when it lasts to the end of a stream of unknown length.
  package var duration: Time?
  /// What ``duration`` is the length of.
  package var stretch = Stretch.layer

  /// A context whose times count from the timeline's start.
  package init(rate: FrameRate, diagnostics: Diagnostics = Diagnostics()) {
    self.rate = rate
    self.diagnostics = diagnostics
  }

  // MARK: Faults

  /// Reports a fault at the bytes `range` of the timeline.
  package mutating func error(_ message: String, at range: Range<Int>, hint: String? = nil) {
    diagnostics.error(message, at: range, hint: hint)
  }

  /// Reports that a value is of the wrong type.
  package mutating func mismatch(_ node: JSONNode, expected: String, hint: String? = nil) {
    guard !node.isInvalid else { return }
    error("\(parameter.quoted) takes \(expected), not \(node.kindName)", at: node.range, hint: hint)
  }

  /// Reports why the text of a value was refused.
  package mutating func report(_ fault: ValueError, at node: JSONNode) {
    let text =
      switch node.kind {
      case .string(let text): text.quoted
      case .number(let text): String(text.prefix(40))
      default: node.kindName
      }
    let refusal = "\(parameter.quoted) cannot be \(text)"
    guard case .unknownName(let name, let names) = fault.kind else {
      return error("\(refusal): \(fault.message)", at: node.range)
    }
    let hint = suggestion(for: name, in: names)
    error(hint == nil ? "\(refusal): \(fault.message)" : refusal, at: node.range, hint: hint)
  }

  /// The name that a word probably means; none once there are more faults than are shown.
  func nearest(to word: String, in names: [String]) -> String? {
    diagnostics.isFull ? nil : nearestName(to: word, in: names)
  }

  /// "did you mean 'x'?", if a name is near.
  func suggestion(for word: String, in names: [String]) -> String? {
    nearest(to: word, in: names).map { "did you mean \($0.quoted)?" }
  }

  /// Reports a word that is not among those a parameter takes.
  package mutating func unknown(_ word: String, at node: JSONNode, names: [String]) {
    let hint =
      suggestion(for: word, in: names) ?? "it takes \(names.map(\.quoted).listed())"
    error("\(parameter.quoted) cannot be \(word.quoted)", at: node.range, hint: hint)
  }

  // MARK: Values

  /// Reads a value and checks it against `limits`.
  package mutating func value<Value: ParameterValue>(
    _ type: Value.Type, from node: JSONNode, limits: Limits? = nil, unit: String? = nil
  ) -> Value? {
    guard !node.isInvalid, let value = Value.decode(node, in: &self) else { return nil }
    guard let limits, let outside = value.measures.first(where: { !limits.contains($0) }) else {
      return value
    }
    let unit = unit.map { " \($0)" } ?? ""
    // Decibels are said as they were written, not as the factor that they are.
    let written = value is Gain ? node.string?.quoted : nil
    error(
      "\(parameter.quoted) must be \(limits.demand)\(unit), not"
        + " \(written ?? JSONText.spelling(outside))", at: node.range)
    return nil
  }

  /// Runs `body` for a part of the timeline whose animations have another length.
  package mutating func with<Result>(
    subject: String, stretch: Stretch, duration: Time?,
    _ body: (inout DecodingContext) -> Result
  ) -> Result {
    let outer = (self.subject, self.stretch, self.duration)
    (self.subject, self.stretch, self.duration) = (subject, stretch, duration)
    defer { (self.subject, self.stretch, self.duration) = outer }
    return body(&self)
  }

  /// Runs `body` under the name of a parameter.
  package mutating func with<Result>(
    parameter name: String, _ body: (inout DecodingContext) -> Result
  ) -> Result {
    let outer = parameter
    parameter = name
    defer { parameter = outer }
    return body(&self)
  }

  // MARK: Times

  /// Reads a time; percentages are shares of ``duration``.
  package mutating func time(_ node: JSONNode) -> Time? {
    guard let expression = timeExpression(node) else { return nil }
    note(expression, at: node)
    if let time = expression.resolved(rate: rate, duration: duration) { return time }
    error(
      stretch.shareFault, at: node.range,
      hint: "give \(stretch.name) \(stretch.remedy), or write a time")
    return nil
  }

  /// Reads a time that no layer's range can measure.
  mutating func absoluteTime(_ node: JSONNode) -> Time? {
    guard let expression = timeExpression(node) else { return nil }
    note(expression, at: node)
    if let time = expression.resolved(rate: rate, duration: nil) { return time }
    error("\(parameter.quoted) takes a time, not a percentage", at: node.range)
    return nil
  }

  private mutating func note(_ expression: TimeExpression, at node: JSONNode) {
    if case .frames = expression, frameTime == nil { frameTime = node.range }
  }

  /// Forgets the times counted in frames that were met.
  mutating func forgetFrameTimes() { frameTime = nil }

  /// Reads a time as it is written, which may be a share of something.
  mutating func timeExpression(_ node: JSONNode) -> TimeExpression? {
    do throws(ValueError) {
      switch node.kind {
      case .number(let text): return try TimeExpression(number: text)
      case .string(let text): return try TimeExpression(parsing: text)
      default:
        mismatch(node, expected: "a time", hint: #"write seconds, "90f" or "1:02.5""#)
        return nil
      }
    } catch {
      report(error, at: node)
      return nil
    }
  }
}
