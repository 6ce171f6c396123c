import Bytes

/// How fast a source plays: source seconds for each second.
///
/// Written as a number, a fraction such as `"1/3"` whose parts are at most 100,000, or a
/// percentage.
struct Speed: ParameterValue, Interpolatable {
  let factor: Double

  init(_ factor: Double) { self.factor = factor }

  static var typeName: String { "speed" }
  static var phrase: String { "a speed such as 2 or \"1/3\"" }
  static var spelling: String? { "a factor, or \"1/3\", \"50%\"" }

  /// What a source may be played at.
  static let limits = Limits(0.01...100)

  static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Speed? {
    let speed: Speed?
    switch node.kind {
    case .string(let text): speed = parse(text)
    case .number: speed = Double.decode(node, in: &context).map { Speed($0) }
    default:
      context.mismatch(node, expected: phrase)
      return nil
    }
    guard let speed else {
      if case .string(let text) = node.kind {
        context.error(
          "\(context.parameter.quoted) cannot be \(text.quoted)", at: node.range,
          hint: "a speed is a factor, or text such as \"1/3\" or \"50%\"")
      }
      return nil
    }
    guard speed.factor > 0 else {
      context.error(
        "\(context.parameter.quoted) must be from 0.01 to 100", at: node.range,
        hint: speed.factor < 0 ? "'reverse' plays backwards" : "'freeze' stops the picture")
      return nil
    }
    return speed
  }

  private static func parse(_ text: String) -> Speed? {
    var scanner = TextScanner(text)
    guard let upper = scanner.number() else { return nil }
    if scanner.take("/") {
      guard let lower = scanner.number(), scanner.isAtEnd, upper.isWhole, lower.isWhole,
        let (a, b) = upper.double.flatMap({ a in lower.double.map { (a, $0) } }),
        (1...100_000).contains(b), a <= 100_000
      else { return nil }
      return Speed(a / b)
    }
    let isPercent = scanner.take("%")
    guard scanner.isAtEnd, let factor = upper.double else { return nil }
    return Speed(isPercent ? factor / 100 : factor)
  }

  static func schema(_ limits: Limits?, _: inout SchemaDefinitions) -> JSONText {
    .anyOf(
      .object([("type", .string("number"))] + (limits?.schema ?? [])),
      .string(matching: #"^\s*[0-9.]+\s*(%|/\s*[0-9]+\s*)?\s*$"#))
  }

  var measures: [Double] { [factor] }
  var json: JSONText { .number(factor) }
  var components: SIMD4<Double> { SIMD4(factor, 0, 0, 0) }
  init(components: SIMD4<Double>) { factor = components.x }
}

/// How often a part of a source plays.
enum PassCount: ParameterValue {
  case forever
  /// So many times, at least once.
  case count(Int)

  static var typeName: String { "passes" }
  static var phrase: String { "a count or \"forever\"" }
  static var spelling: String? { phrase }

  /// More passes than anybody waits for.
  static let most = 1_000_000

  static func decode(_ node: JSONNode, in context: inout DecodingContext) -> PassCount? {
    switch node.kind {
    case .string("forever"): return .forever
    case .string(let word):
      context.unknown(word, at: node, names: ["forever"])
      return nil
    case .number:
      let limits = Limits(1...Double(most))
      return context.value(Int.self, from: node, limits: limits).map { .count($0) }
    default:
      context.mismatch(node, expected: phrase)
      return nil
    }
  }

  static func schema(_ limits: Limits?, _: inout SchemaDefinitions) -> JSONText {
    .anyOf(
      .oneOf(["forever"]),
      .object([
        ("type", .string("integer")), ("minimum", .integer(1)), ("maximum", .integer(most)),
      ]))
  }

  var json: JSONText {
    switch self {
    case .forever: .string("forever")
    case .count(let count): .integer(count)
    }
  }
}

/// How loud a sound is: a factor of its amplitude such as 0.5 or `"50%"`, or decibels such as
/// `"-6dB"`.
///
/// Between two gains written in decibels a movement goes evenly in decibels, as faders do; between
/// others, evenly in amplitude, so that it can start or end at silence.
package struct Gain: ParameterValue, Interpolatable {
  /// The factor; `"0dB"` is 1 and 0 is silence.
  package let factor: Double
  /// What was written, where that is decibels.
  package let decibels: Double?

  /// A factor of the amplitude.
  package init(_ factor: Double) {
    self.factor = factor
    decibels = nil
  }

  /// A gain that moves evenly in decibels; 0 leaves the amplitude as it is.
  package init(decibels: Double) {
    // 20 log10(factor) = decibels; as a power of 10, so that 60 dB are 1000.
    factor = Maths.pow(10, decibels / 20)
    self.decibels = decibels
  }

  /// The gain that changes nothing.
  package static let one = Gain(1)

  package static var typeName: String { "gain" }
  package static var phrase: String { "a gain such as 0.5 or \"-6dB\"" }
  package static var spelling: String? { "a factor of the amplitude, or \"50%\", \"-6dB\"" }

  /// The factors that are taken, up to 60 dB.
  package static let limits = Limits(0...1000)

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> Gain? {
    guard let text = node.string else {
      guard case .number = node.kind else {
        context.mismatch(node, expected: phrase)
        return nil
      }
      return Double.decode(node, in: &context).map { Gain($0) }
    }
    if let share = node.share { return Double.decode(share, in: &context).map { Gain($0) } }
    // "-6 dB" is how the standards write it.
    let words = text.split(separator: " ")
    let written = words.count == 2 && words[1].lowercased() == "db" ? words.joined() : text
    guard let (number, unit) = TextScanner.quantity(written), unit.lowercased() == "db",
      let decibels = number.double, decibels.magnitude <= 1000
    else {
      context.error(
        "\(context.parameter.quoted) cannot be \(text.quoted)", at: node.range,
        hint: "a gain is a factor, or text such as \"-6dB\" or \"50%\"")
      return nil
    }
    return Gain(decibels: decibels)
  }

  package static func schema(_ limits: Limits?, _: inout SchemaDefinitions) -> JSONText {
    .anyOf(
      .object([("type", .string("number"))] + (limits?.schema ?? [])),
      .string(matching: #"^\s*[+-]?[0-9.]+\s*([dD][bB]|%)\s*$"#))
  }

  package var measures: [Double] { [factor] }

  package var json: JSONText {
    decibels.map { .string("\(JSONText.spelling($0))dB") } ?? .number(factor)
  }

  /// The factor, the decibels (those of silence held at -1000), and 1 where decibels were written.
  package var components: SIMD4<Double> {
    let level = decibels ?? max(20 / Maths.log(10) * Maths.log(factor), -1000)
    return SIMD4(factor, level, decibels == nil ? 0 : 1, 0)
  }

  package init(components: SIMD4<Double>) {
    if components.z == 1 {
      self.init(decibels: components.y)
    } else {
      self.init(components.x)
    }
  }
}
