extension Easing {
  /// Reads a name or a function such as `cubic-bezier(0.2, 0, 0, 1)`.
  ///
  /// - Throws: `unknownName` with all names, `malformed` or `outOfRange` for arguments.
  package init(parsing text: String) throws(ValueError) {
    var scanner = TextScanner(text)
    let word = scanner.name()
    let isCall = scanner.take("(")
    var arguments: [Argument] = []
    if isCall {
      arguments = try Self.arguments(of: word, &scanner)
    } else {
      scanner.skipBlanks()
    }
    guard scanner.isAtEnd, !word.isEmpty else {
      throw .malformed("an easing is a name, or a function such as \"steps(4, jump-end)\"")
    }
    let curve = try isCall ? Self.function(word, arguments) : Self.keyword(word)
    self.init(curve, isCall ? Self.canonical(word, arguments) : word)
  }

  /// What stands between two commas: a word, or numbers with their units.
  private struct Argument {
    var word = ""
    var numbers: [Double] = []
    var percents: [Double] = []
    var text = ""

    /// The value of an argument that is one plain number.
    var number: Double? {
      word.isEmpty && percents.isEmpty && numbers.count == 1 ? numbers[0] : nil
    }
  }

  private static func arguments(
    of word: String, _ scanner: inout TextScanner
  ) throws(ValueError) -> [Argument] {
    if scanner.take(")") { return [] }
    var all: [Argument] = []
    repeat {
      all.append(try argument(&scanner))
      guard all.count <= 1000 else { throw .outOfRange("an easing has at most 1000 arguments") }
    } while scanner.take(",")
    guard scanner.take(")") else {
      throw .malformed("the arguments of \(word.quoted) are separated by commas and end with ')'")
    }
    return all
  }

  private static func argument(_ scanner: inout TextScanner) throws(ValueError) -> Argument {
    var argument = Argument()
    var texts: [String] = []
    while let number = scanner.number() {
      let unit = scanner.name()
      guard let value = number.double, unit.isEmpty || unit == "%" else {
        throw .malformed("the arguments of an easing must be plain numbers or percentages")
      }
      if unit.isEmpty { argument.numbers.append(value) } else { argument.percents.append(value) }
      texts.append("\(number)\(unit)")
      scanner.skipBlanks()
      guard texts.count <= 3 else { break }
    }
    argument.word = scanner.name()
    scanner.skipBlanks()
    if !argument.word.isEmpty { texts.append(argument.word) }
    argument.text = texts.joined(separator: " ")
    return argument
  }

  private static func canonical(_ word: String, _ arguments: [Argument]) -> String {
    "\(word)(\(arguments.map(\.text).joined(separator: ", ")))"
  }

  private static func keyword(_ word: String) throws(ValueError) -> Curve {
    switch word {
    case "linear": return .linear
    case "hold": return .hold
    case "ease": return .bezier(CubicBezier(0.25, 0.1, 0.25, 1))
    case "ease-in": return .bezier(CubicBezier(0.42, 0, 1, 1))
    case "ease-out": return .bezier(CubicBezier(0, 0, 0.58, 1))
    case "ease-in-out": return .bezier(CubicBezier(0.42, 0, 0.58, 1))
    case "step-start": return .steps(Steps(1, .jumpStart))
    case "step-end": return .steps(Steps(1, .jumpEnd))
    case "spring": return try spring([])
    case "cubic-bezier", "steps":
      throw .malformed("\(word) needs arguments: \(form(of: word))")
    default:
      if let named = NamedCurve.all.first(where: { $0.name == word }) { return .named(named) }
      throw unknown(word)
    }
  }

  private static func function(
    _ word: String, _ arguments: [Argument]
  ) throws(ValueError) -> Curve {
    switch word {
    case "cubic-bezier": return .bezier(try bezier(arguments))
    case "steps": return .steps(try steps(arguments))
    case "linear": return .stops(try stops(arguments))
    case "spring": return try spring(arguments)
    default:
      guard allNames.contains(where: { $0.spelling == word }) else { throw unknown(word) }
      throw .malformed("\(word) takes no arguments")
    }
  }

  private static func unknown(_ word: String) -> ValueError {
    ValueError(
      .unknownName(word, names: allNames.map(\.word)), "unknown easing \(word.quoted)")
  }

  private static func form(of word: String) -> String {
    allNames.first { $0.word == word && $0.spelling != word }?.spelling ?? word
  }
}

extension Easing {
  private static func bezier(_ arguments: [Argument]) throws(ValueError) -> CubicBezier {
    let values = arguments.compactMap(\.number)
    guard arguments.count == 4, values.count == 4 else {
      throw .malformed("cubic-bezier needs four numbers: \(form(of: "cubic-bezier"))")
    }
    guard (0...1).contains(values[0]), (0...1).contains(values[2]) else {
      throw .outOfRange("x1 and x2 of cubic-bezier must be from 0 to 1")
    }
    return CubicBezier(values[0], values[1], values[2], values[3])
  }

  private static func steps(_ arguments: [Argument]) throws(ValueError) -> Steps {
    guard let first = arguments.first?.number, arguments.count <= 2 else {
      throw .malformed("steps needs a number and perhaps a term: \(form(of: "steps"))")
    }
    var term = Steps.Term.jumpEnd
    if arguments.count == 2 { term = try jumpTerm(arguments[1]) }
    let least = term == .jumpNone ? 2 : 1
    guard let count = Int(exactly: first), (least...1_000_000).contains(count) else {
      throw .outOfRange("the number of steps must be a whole number from \(least) to 1000000")
    }
    return Steps(count, term)
  }

  private static func jumpTerm(_ argument: Argument) throws(ValueError) -> Steps.Term {
    let terms = Steps.Term.allCases.map(\.rawValue)
    guard argument.numbers.isEmpty, argument.percents.isEmpty else {
      throw .malformed("the term of steps is one of \(terms.joined(separator: ", "))")
    }
    switch argument.word {
    case "start": return .jumpStart
    case "end": return .jumpEnd
    default:
      if let term = Steps.Term(rawValue: argument.word) { return term }
      throw ValueError(
        .unknownName(argument.word, names: terms),
        "the term of steps is one of \(terms.joined(separator: ", "))")
    }
  }

  private static func stops(_ arguments: [Argument]) throws(ValueError) -> LinearStops {
    var written: [(output: Double, input: Double?)] = []
    for argument in arguments {
      guard argument.word.isEmpty, argument.numbers.count == 1, argument.percents.count <= 2 else {
        throw .malformed("a stop of linear() is a number with up to two percentages")
      }
      let output = argument.numbers[0]
      if argument.percents.isEmpty { written.append((output, nil)) }
      written += argument.percents.map { (output, $0 / 100) }
    }
    guard !written.isEmpty else {
      throw .malformed("linear() needs stops, such as linear(0, 0.25 75%, 1)")
    }
    return LinearStops(written)
  }

  private static func spring(_ arguments: [Argument]) throws(ValueError) -> Curve {
    let values = arguments.compactMap(\.number)
    guard values.count == arguments.count, values.count <= 4 else {
      throw .malformed("spring needs up to four numbers: \(form(of: "spring"))")
    }
    let filled = values + [1, 100, 10, 0].dropFirst(values.count)
    let (mass, stiffness, damping, velocity) = (filled[0], filled[1], filled[2], filled[3])
    guard filled.prefix(3).allSatisfy((0.001...1_000_000).contains), velocity.magnitude <= 1e6
    else {
      throw .outOfRange(
        "mass, stiffness and damping of a spring must be from 0.001 to 1000000, and its velocity "
          + "within a million")
    }
    guard damping >= 0.002 * (mass * stiffness).squareRoot() else {
      throw .outOfRange("the spring has too little damping to settle; raise it")
    }
    return .spring(
      Spring(mass: mass, stiffness: stiffness, damping: damping, velocity: velocity))
  }
}
