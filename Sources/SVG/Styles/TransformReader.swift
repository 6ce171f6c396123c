import Geometry

extension Affine {
  /// The map of a `transform`; nil where it breaks the grammar.
  ///
  /// - Parameter em: the size of letters, for lengths of CSS.
  init?(transform text: String) {
    var scanner = ValueScanner(text)
    var map = Affine.identity
    scanner.skipBlanks()
    if text.trimmed == "none" {
      self = map
      return
    }
    while !scanner.isAtEnd {
      let name = scanner.word()
      scanner.skipBlanks()
      guard scanner.take("("), let inside = scanner.text(upTo: ")"),
        let numbers = Self.numbers(inside), let step = Self.function(name, numbers)
      else { return nil }
      map = map.after(step)
      scanner.skipSeparator()
    }
    guard map.isBounded(by: 1e12) else { return nil }
    self = map
  }

  /// Numbers, with angles in degrees and lengths in user units.
  private static func numbers(_ text: String) -> [Double]? {
    var scanner = ValueScanner(text)
    var numbers: [Double] = []
    scanner.skipBlanks()
    while !scanner.isAtEnd {
      guard numbers.count < 8, let number = scanner.number() else { return nil }
      let unit = scanner.take("%") ? "%" : scanner.unit()
      if let turn = SVGAngle.degrees(number, unit) {
        numbers.append(turn)
      } else {
        guard let unit = SVGLength.Unit(rawValue: unit), unit != .percent else { return nil }
        numbers.append(SVGLength(number, unit).units(of: 0, em: 12))
      }
      scanner.skipSeparator()
    }
    return numbers
  }

  private static func function(_ name: String, _ numbers: [Double]) -> Affine? {
    func number(_ index: Int) -> Double { index < numbers.count ? numbers[index] : 0 }
    switch (name.lowercased(), numbers.count) {
    case ("matrix", 6):
      return Affine(
        a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    case ("translate", 1...2): return .translation(numbers[0], number(1))
    case ("translatex", 1): return .translation(numbers[0], 0)
    case ("translatey", 1): return .translation(0, numbers[0])
    case ("scale", 1): return .scale(numbers[0], numbers[0])
    case ("scale", 2): return .scale(numbers[0], numbers[1])
    case ("scalex", 1): return .scale(numbers[0], 1)
    case ("scaley", 1): return .scale(1, numbers[0])
    case ("rotate", 1): return .rotation(degrees: numbers[0])
    case ("rotate", 3):
      return Affine.translation(numbers[1], numbers[2]).after(.rotation(degrees: numbers[0]))
        .after(.translation(-numbers[1], -numbers[2]))
    case ("skewx", 1): return .skew(degreesX: numbers[0], degreesY: 0)
    case ("skewy", 1): return .skew(degreesX: 0, degreesY: numbers[0])
    case ("skew", 1...2): return .skew(degreesX: numbers[0], degreesY: number(1))
    default: return nil
    }
  }
}

/// Angles with units.
enum SVGAngle {
  /// An angle in degrees; nil for units of other kinds.
  static func degrees(_ number: Double, _ unit: String) -> Double? {
    switch unit.lowercased() {
    case "deg": number
    case "grad": number * 0.9
    case "rad": number * 180 / .pi
    case "turn": number * 360
    default: nil
    }
  }

  /// Reads an angle, in degrees where it has no unit.
  ///
  /// - Parameter needsUnit: whether only zero may have none, as in CSS.
  static func degrees(_ text: String, needsUnit: Bool = false) -> Double? {
    var scanner = ValueScanner(text)
    scanner.skipBlanks()
    guard let number = scanner.number() else { return nil }
    let unit = scanner.unit()
    scanner.skipBlanks()
    guard scanner.isAtEnd else { return nil }
    return unit.isEmpty ? (needsUnit && number != 0 ? nil : number) : degrees(number, unit)
  }
}
