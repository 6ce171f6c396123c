/// What `calc()` of CSS gives: numbers of units, which are added up when it is known what these are.
struct CalculatedLength {
  /// How deep sums stand in sums, at most.
  private static let depth = 32

  /// How many there are of each unit, at least one; those without a unit are numbers.
  private(set) var parts: [SVGLength]

  /// Whether it is no length, but a number.
  private var isNumber: Bool { parts.allSatisfy { $0.unit == .none } }
  private var number: Double { parts.reduce(0) { $0 + $1.value } }

  private init(_ part: SVGLength) { parts = [part] }

  /// Takes a sum that begins where a cursor is with `calc(`, or with a bracket within one; nil, with
  /// the cursor anywhere, for what is none.
  init?(_ scanner: inout ValueScanner, depth: Int = 0) {
    guard depth < Self.depth else { return nil }
    let name = scanner.word()
    guard name.isEmpty ? depth > 0 : name.lowercased() == "calc", scanner.take("("),
      let sum = Self.sum(&scanner, depth + 1)
    else { return nil }
    scanner.skipBlanks()
    guard scanner.take(")") else { return nil }
    self = sum
  }

  private static func sum(_ scanner: inout ValueScanner, _ depth: Int) -> CalculatedLength? {
    guard var sum = product(&scanner, depth) else { return nil }
    while true {
      var ahead = scanner
      ahead.skipBlanks()
      let isMinus = ahead.take("-")
      guard isMinus || ahead.take("+") else { return sum }
      // Signs without blanks around them belong to numbers.
      guard scanner.isBlankNext, ahead.isBlankNext, let next = product(&ahead, depth),
        next.isNumber == sum.isNumber
      else { return nil }
      scanner = ahead
      sum.add(next, times: isMinus ? -1 : 1)
    }
  }

  private static func product(_ scanner: inout ValueScanner, _ depth: Int) -> CalculatedLength? {
    guard var product = value(&scanner, depth) else { return nil }
    while true {
      var ahead = scanner
      ahead.skipBlanks()
      let isQuotient = ahead.take("/")
      guard isQuotient || ahead.take("*") else { return product }
      guard let next = value(&ahead, depth) else { return nil }
      if next.isNumber {
        guard !isQuotient || next.number != 0 else { return nil }
        product.multiply(by: isQuotient ? 1 / next.number : next.number)
      } else {
        guard product.isNumber, !isQuotient else { return nil }
        let factor = product.number
        product = next
        product.multiply(by: factor)
      }
      scanner = ahead
    }
  }

  private static func value(_ scanner: inout ValueScanner, _ depth: Int) -> CalculatedLength? {
    scanner.skipBlanks()
    if let length = SVGLength(plain: &scanner) { return CalculatedLength(length) }
    return CalculatedLength(&scanner, depth: depth)
  }

  private mutating func add(_ other: CalculatedLength, times factor: Double) {
    for part in other.parts {
      let index = parts.firstIndex { $0.unit == part.unit }
      let value = (index.map { parts[$0].value } ?? 0) + part.value * factor
      let sum = SVGLength(value, part.unit)
      if let index { parts[index] = sum } else { parts.append(sum) }
    }
  }

  private mutating func multiply(by factor: Double) {
    parts = parts.map { SVGLength($0.value * factor, $0.unit) }
  }
}

extension ValueScanner {
  fileprivate var isBlankNext: Bool {
    var ahead = self
    ahead.skipBlanks()
    return ahead.position > position
  }
}
