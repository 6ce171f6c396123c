import Colors

extension Color {
  /// Every colour name of CSS with `transparent`, in alphabetical order.
  static let allNames: [String] = (ColorNames.all.map(\.name) + ["transparent"]).sorted()

  /// Reads a CSS colour: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()`,
  /// `hsla()` with commas or blanks, or a name; letters may be of either case.
  ///
  /// - Throws: `unknownName` with ``allNames``, `malformed` for anything else.
  package init(parsing text: String) throws(ValueError) {
    let text = text.lowercased()
    if text.hasPrefix("#") {
      self = try Self.hexadecimal(text)
      return
    }
    var scanner = TextScanner(text)
    let word = scanner.name()
    if scanner.take("(") {
      self = try Self.function(word, &scanner)
      return
    }
    scanner.skipBlanks()
    guard scanner.isAtEnd, !word.isEmpty else { throw Self.malformed }
    self = try Self.named(word)
  }

  private static let malformed = ValueError.malformed(
    "a colour is a name, or text such as \"#f80\", \"#ff8800cc\", \"rgb(255 136 0 / 80%)\" or"
      + " \"hsl(32 100% 50%)\"")

  private static func named(_ word: String) throws(ValueError) -> Color {
    if word == "transparent" { return .transparent }
    guard let value = ColorNames.value(of: word) else {
      throw ValueError(.unknownName(word, names: allNames), "unknown colour \(word.quoted)")
    }
    return Color(packed: value << 8 | 0xFF)
  }

  private static func hexadecimal(_ text: String) throws(ValueError) -> Color {
    let digits = Array(text.utf8.dropFirst())
    guard [3, 4, 6, 8].contains(digits.count) else {
      throw .malformed("a colour has 3, 4, 6 or 8 hexadecimal digits after '#'")
    }
    var value: UInt32 = 0
    for byte in digits {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw .malformed("a colour has hexadecimal digits after '#'")
      }
      value = value << 4 | UInt32(digit)
      if digits.count < 6 { value = value << 4 | UInt32(digit) }
    }
    let isOpaque = digits.count == 3 || digits.count == 6
    return Color(packed: isOpaque ? value << 8 | 0xFF : value)
  }
}

extension Color {
  /// One argument of a colour function; the keyword `none` is zero.
  private struct Part {
    let number: Decimal?
    let unit: String

    /// What stands for an alpha that is not written.
    static let opaque = Part(number: Decimal(digits: [UInt8(ascii: "1")]), unit: "")

    /// The number as a share of `whole`, or as its percentage, held within 0 and 1.
    func share(of whole: Double) throws(ValueError) -> Double {
      guard let number else { return 0 }
      guard let value = number.double, unit.isEmpty || unit == "%" else { throw malformed }
      return min(max(value / (unit == "%" ? 100 : whole), 0), 1)
    }
  }

  private static func function(
    _ word: String, _ scanner: inout TextScanner
  ) throws(ValueError) -> Color {
    switch word {
    case "rgb", "rgba":
      let parts = try parts(&scanner, isHue: false)
      return Color(
        red: try parts[0].share(of: 255), green: try parts[1].share(of: 255),
        blue: try parts[2].share(of: 255), alpha: try parts[3].share(of: 1))
    case "hsl", "hsla":
      let parts = try parts(&scanner, isHue: true)
      let hue = try parts[0].number.map { number throws(ValueError) in
        try Angle(number, unit: parts[0].unit)
      }
      return Color(
        hue: (hue ?? .zero).degrees, saturation: try parts[1].share(of: 100),
        lightness: try parts[2].share(of: 100), alpha: try parts[3].share(of: 1))
    default:
      throw ValueError(
        .unknownName(word, names: ["rgb", "rgba", "hsl", "hsla"]),
        "a colour function is rgb, rgba, hsl or hsla")
    }
  }

  /// Reads three parts and an alpha, separated by commas throughout, or by blanks with `/` before
  /// the alpha (CSS Color 4, 4.1 and 5).
  private static func parts(
    _ scanner: inout TextScanner, isHue: Bool
  ) throws(ValueError) -> [Part] {
    var parts = [try part(&scanner)]
    let hasCommas = scanner.take(",")
    parts.append(try part(&scanner))
    guard scanner.take(",") == hasCommas else { throw malformed }
    parts.append(try part(&scanner))
    if scanner.take(hasCommas ? "," : "/") {
      parts.append(try part(&scanner))
    } else {
      parts.append(.opaque)
    }
    guard scanner.take(")"), scanner.isAtEnd else { throw malformed }
    if hasCommas { try checkCommas(parts, isHue: isHue) }
    return parts
  }

  private static func part(_ scanner: inout TextScanner) throws(ValueError) -> Part {
    let number = scanner.number()
    let unit = scanner.name()
    scanner.skipBlanks()
    guard number != nil || unit == "none" else { throw malformed }
    return Part(number: number, unit: unit)
  }

  /// The older syntax allows neither `none` nor a mixture of numbers and percentages.
  private static func checkCommas(_ parts: [Part], isHue: Bool) throws(ValueError) {
    let units = parts[..<3].dropFirst(isHue ? 1 : 0).map(\.unit)
    guard !parts.contains(where: { $0.unit == "none" }) else {
      throw .malformed("'none' is allowed only in a colour without commas")
    }
    guard units.allSatisfy({ $0 == units[0] }), !isHue || units[0] == "%" else {
      throw .malformed(
        isHue
          ? "saturation and lightness must be percentages in a colour with commas"
          : "the parts of a colour with commas must be all numbers or all percentages")
    }
  }

  /// Takes a hue in degrees, saturation and lightness from 0 to 1 (CSS Color 4, 7.1).
  private init(hue: Double, saturation: Double, lightness: Double, alpha: Double) {
    let reach = saturation * min(lightness, 1 - lightness)
    func part(_ offset: Double) -> Double {
      let turned = offset + hue / 30
      let within = turned - 12 * (turned / 12).rounded(.down)
      return lightness - reach * max(-1, min(within - 3, 9 - within, 1))
    }
    self.init(red: part(0), green: part(8), blue: part(4), alpha: alpha)
  }
}
