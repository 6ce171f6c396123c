/// A length with its unit.
struct SVGLength: Hashable, Sendable {
  enum Unit: String, Hashable {
    case none = ""
    case pixels = "px"
    case points = "pt"
    case picas = "pc"
    case millimeters = "mm"
    case centimeters = "cm"
    case quarters = "q"
    case inches = "in"
    case ems = "em"
    case exes = "ex"
    case rems = "rem"
    case percent = "%"
    /// Of the largest or the smallest of some lengths; no file writes it.
    case chosen = "()"
  }

  let value: Double
  let unit: Unit
  /// What is added to it in other units.
  private var more: [SVGLength] = []
  /// Those of which one is meant, and which.
  private var choice: [SVGLength] = []
  private var isLargest = false

  init(_ value: Double, _ unit: Unit = .none) { (self.value, self.unit) = (value, unit) }

  /// The smallest of some lengths, or the largest.
  init(oneOf choice: [SVGLength], isLargest: Bool) {
    (value, unit) = (1, .chosen)
    (self.choice, self.isLargest) = (choice, isLargest)
  }

  /// What a calculation gives.
  init(_ sum: CalculatedLength) {
    self = sum.parts[0]
    more = Array(sum.parts.dropFirst())
  }

  /// Reads a length; nil for what is none.
  init?(_ text: String) {
    var scanner = ValueScanner(text)
    scanner.skipBlanks()
    guard let length = Self(&scanner) else { return nil }
    scanner.skipBlanks()
    guard scanner.isAtEnd else { return nil }
    self = length
  }

  /// Takes a length from where a cursor is: a number with its unit, or what `calc()`, `min()`,
  /// `max()` or `clamp()` gives.
  init?(_ scanner: inout ValueScanner) {
    if let length = Self(plain: &scanner) {
      self = length
      return
    }
    guard let sum = CalculatedLength(&scanner), sum.isBounded else { return nil }
    self.init(sum)
  }

  /// Takes a number with its unit.
  init?(plain scanner: inout ValueScanner) {
    guard let number = scanner.number(), number.magnitude <= SVGLimits.number else { return nil }
    let name = scanner.take("%") ? "%" : scanner.unit().lowercased()
    guard let unit = Unit(rawValue: name) else { return nil }
    self.init(number, unit)
  }

  /// The lengths of a list; nil where one is none.
  static func list(_ text: String) -> [SVGLength]? {
    var scanner = ValueScanner(text)
    var lengths: [SVGLength] = []
    scanner.skipBlanks()
    while !scanner.isAtEnd {
      guard lengths.count < SVGLimits.numbers, let length = Self(&scanner) else { return nil }
      lengths.append(length)
      scanner.skipSeparator()
    }
    return lengths
  }

  /// The length in user units, and no more of them than a file may have.
  ///
  /// - Parameters:
  ///   - whole: what 100 % are.
  ///   - em: the size of letters.
  func units(of whole: Double, em: Double) -> Double {
    let units = more.reduce(uncutUnits(of: whole, em: em)) {
      $0 + $1.uncutUnits(of: whole, em: em)
    }
    // Sizes of elements within one another are multiplied until they are no numbers any more.
    return units.isNaN ? 0 : min(max(units, -SVGLimits.length), SVGLimits.length)
  }

  /// The length so many times.
  func times(_ factor: Double) -> SVGLength {
    var product = SVGLength(value * factor, unit)
    (product.choice, product.isLargest) = (choice, isLargest)
    product.more = more.map { $0.times(factor) }
    return product
  }

  /// Whether it depends on what 100 % are.
  var hasShare: Bool {
    unit == .percent || more.contains(where: \.hasShare) || choice.contains(where: \.hasShare)
  }

  /// Whether it is as long as lengths may be, whatever its units are.
  var isBounded: Bool {
    value.magnitude <= SVGLimits.number && more.allSatisfy(\.isBounded)
      && choice.allSatisfy(\.isBounded)
  }

  private func uncutUnits(of whole: Double, em: Double) -> Double {
    switch unit {
    case .none, .pixels: value
    case .points: value * 4 / 3
    case .picas: value * 16
    case .millimeters: value * 96 / 25.4
    case .centimeters: value * 96 / 2.54
    case .quarters: value * 96 / 101.6
    case .inches: value * 96
    case .ems: value * em
    case .exes: value * em / 2
    case .rems: value * 16
    case .percent: value * whole / 100
    case .chosen: value * chosen(of: whole, em: em)
    }
  }

  private func chosen(of whole: Double, em: Double) -> Double {
    let lengths = choice.map { $0.units(of: whole, em: em) }
    return (isLargest ? lengths.max() : lengths.min()) ?? 0
  }
}
