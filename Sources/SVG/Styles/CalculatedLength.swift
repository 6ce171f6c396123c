/// What `calc()`, `min()`, `max()` and `clamp()` of CSS give: numbers of units, which are added up when
/// it is known what these are.
struct CalculatedLength {
  /// How deep sums stand in sums, at most.
  private static let depth = 32

  /// How many there are of each unit, at least one; those without a unit are numbers.
  private(set) var parts: [SVGLength]

  /// Whether it is no length, but a number.
  private var isNumber: Bool { parts.allSatisfy { $0.unit == .none } }
  private var number: Double { parts.reduce(0) { $0 + $1.value } }

  /// Whether no part of it is longer than a length may be.
  var isBounded: Bool { parts.allSatisfy(\.isBounded) }

  private init(_ part: SVGLength) { parts = [part] }

  /// Takes what a function gives that begins where a cursor is, or within one a sum in brackets; nil,
  /// with the cursor anywhere, for what is none.
  init?(_ scanner: inout ValueScanner, depth: Int = 0) {
    guard depth < Self.depth else { return nil }
    let name = scanner.word().lowercased()
    guard !name.isEmpty || depth > 0, scanner.take("("),
      var sums = Self.sums(&scanner, depth + 1).map({ $0[...] }), let first = sums.popFirst()
    else { return nil }
    switch name {
    case "", "calc":
      guard sums.isEmpty else { return nil }
      self = first
    case "min", "max": self.init(oneOf: [first] + sums, isLargest: name == "max")
    case "clamp":
      guard sums.count == 2, let value = sums.first, let most = sums.last else { return nil }
      self.init(
        oneOf: [first, CalculatedLength(oneOf: [value, most], isLargest: false)], isLargest: true)
    default: return nil
    }
  }

  /// The smallest of some sums of one kind, or the largest.
  private init(oneOf sums: [CalculatedLength], isLargest: Bool) {
    if sums.allSatisfy(\.isNumber) {
      let numbers = sums.map(\.number)
      parts = [SVGLength((isLargest ? numbers.max() : numbers.min()) ?? 0)]
    } else {
      parts = [SVGLength(oneOf: sums.map { SVGLength($0) }, isLargest: isLargest)]
    }
  }

  /// Takes sums between commas and the bracket behind them, at least one; all are numbers, or all
  /// lengths.
  private static func sums(_ scanner: inout ValueScanner, _ depth: Int) -> [CalculatedLength]? {
    var sums: [CalculatedLength] = []
    repeat {
      guard let next = sum(&scanner, depth), next.isNumber == (sums.first ?? next).isNumber
      else { return nil }
      sums.append(next)
      scanner.skipBlanks()
    } while scanner.take(",")
    return scanner.take(")") ? sums : nil
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
      guard part.unit != .chosen, let index = parts.firstIndex(where: { $0.unit == part.unit })
      else {
        parts.append(part.times(factor))
        continue
      }
      parts[index] = SVGLength(parts[index].value + part.value * factor, part.unit)
    }
  }

  private mutating func multiply(by factor: Double) {
    parts = parts.map { $0.times(factor) }
  }
}

extension ValueScanner {
  fileprivate var isBlankNext: Bool {
    var ahead = self
    ahead.skipBlanks()
    return ahead.position > position
  }
}
