import Bytes

/// The values of a Style or Dialogue line, by the names of the Format line.
struct ASSFields {
  /// What a script without Format lines means.
  static let event = [
    "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
  ]
  static let style = [
    "name", "fontname", "fontsize", "primarycolour", "secondarycolour", "outlinecolour",
    "backcolour", "bold", "italic", "underline", "strikeout", "scalex", "scaley", "spacing",
    "angle", "borderstyle", "outline", "shadow", "alignment", "marginl", "marginr", "marginv",
    "encoding",
  ]
  static let oldStyle = [
    "name", "fontname", "fontsize", "primarycolour", "secondarycolour", "tertiarycolour",
    "backcolour", "bold", "italic", "borderstyle", "outline", "shadow", "alignment", "marginl",
    "marginr", "marginv", "alphalevel", "encoding",
  ]

  /// Whether the names of a Format line are those of scripts without one, in their order.
  static func isUsual(_ names: [String], _ usual: [String]) -> Bool {
    names.map { $0 == "actor" ? "name" : $0 } == usual
  }

  private let bytes: [UInt8]
  private let whole: Range<Int>
  private let names: [String]
  private var ranges: [Range<Int>] = []

  init(_ bytes: [UInt8], _ range: Range<Int>, _ names: [String]) {
    self.bytes = bytes
    whole = range
    self.names = names
    var start = range.lowerBound
    for _ in names.dropLast() {
      guard let comma = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: ",")) else {
        break
      }
      ranges.append(start..<comma)
      start = comma + 1
    }
    let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: ",")) ?? range.upperBound
    ranges.append(start..<end)
  }

  var count: Int { ranges.count }

  /// Lets the last field have commas in it, as a text has.
  mutating func lastTakesAll() {
    guard ranges.count == names.count, let last = ranges.popLast() else { return }
    ranges.append(last.lowerBound..<whole.upperBound)
  }

  /// Where a field stands; nothing at the line's end where it is missing.
  func range(_ name: String) -> Range<Int> {
    guard let index = names.firstIndex(of: name), index < ranges.count else {
      return whole.upperBound..<whole.upperBound
    }
    return ranges[index]
  }

  func string(_ name: String) -> String { bytes.string(bytes.trimmed(range(name))) }

  func number(_ name: String) -> Double? {
    var scanner = Scanner(string(name))
    return scanner.decimal()
  }

  /// A whole number; in hexadecimal behind `&H` or `0x`, of which the last 32 bits count, as in
  /// libass.
  func integer(_ name: String) -> Int? {
    let text = string(name)
    guard ["&h", "0x"].contains(text.prefix(2).lowercased()) else {
      return number(name).map { Int($0) }
    }
    let bits = text.dropFirst(2).prefix(while: \.isHexDigit).reduce(0 as UInt32) {
      $0 << 4 | UInt32($1.hexDigitValue ?? 0)
    }
    return Int(Int32(bitPattern: bits))
  }

  private func flag(_ name: String) -> Bool { integer(name) ?? 0 != 0 }

  /// A percentage: 100 where nothing stands, and 0 where no number does, as in libass.
  private func share(_ name: String) -> Double {
    range(name).lowerBound == whole.upperBound ? 100 : max(number(name) ?? 0, 0)
  }

  private func color(_ name: String) -> SubtitleColor? {
    let text = string(name)
    return text.isEmpty ? nil : SubtitleColor(style: text)
  }

  /// The key that libass takes for a number: beyond 9, one of the upper row; 0 stands at the left.
  private static func keypad(_ number: Int) -> Int {
    let key = Int(clamping: number.magnitude)
    return key > 9 ? 7 + (key - 1) % 3 : max(key, 1)
  }

  /// The style that the fields make, as libass reads it; `isOld` for SSA v4.
  func style(isOld: Bool) -> ASSStyle {
    var style = ASSStyle.unsaid
    let name = String(string("name").drop { $0 == "*" })
    if !name.isEmpty { style.name = name }
    let font = string("fontname")
    // An at sign asks for letters turned for vertical text.
    if !font.isEmpty { style.fontName = font.hasPrefix("@") ? String(font.dropFirst()) : font }
    if let size = number("fontsize"), size != 0 { style.fontSize = abs(size) }
    style.primary = color("primarycolour") ?? style.primary
    style.secondary = color("secondarycolour") ?? style.secondary
    style.back = color("backcolour") ?? style.back
    // SSA has one colour for outline and shadow.
    style.outline =
      isOld ? style.back : color("outlinecolour") ?? color("tertiarycolour") ?? style.outline
    if isOld {
      // One opacity for all but the shadow, of which always half is seen through, after VSFilter.
      let opacity = UInt8(255 - min(max(integer("alphalevel") ?? 0, 0), 255))
      style.primary.opacity = opacity
      style.secondary.opacity = opacity
      style.outline.opacity = opacity
      style.back.opacity = 127
    }
    style.weight = flag("bold") ? 700 : 400
    style.isItalic = flag("italic")
    style.isUnderlined = flag("underline")
    style.isStruck = flag("strikeout")
    style.scaleX = share("scalex")
    style.scaleY = share("scaley")
    style.spacing = max(number("spacing") ?? 0, 0)
    style.angle = number("angle") ?? 0
    style.borderStyle = integer("borderstyle") ?? style.borderStyle
    style.outlineWidth = max(number("outline") ?? style.outlineWidth, 0)
    style.shadowDepth = max(number("shadow") ?? style.shadowDepth, 0)
    if let alignment = integer("alignment") {
      // What has no side is taken for the right one, after VSFilter.
      let old = alignment == 8 ? 3 : alignment == 4 ? 11 : alignment
      style.alignment =
        isOld
        ? old == 0 ? 1 : ASSArguments.keypad(old) ?? 2 : Self.keypad(alignment)
    }
    style.marginLeft = integer("marginl") ?? style.marginLeft
    style.marginRight = integer("marginr") ?? style.marginRight
    style.marginVertical = integer("marginv") ?? style.marginVertical
    style.encoding = integer("encoding") ?? style.encoding
    return style
  }

  /// A time as `0:00:00.00`; one digit behind the point is a hundredth, as in libass, and three
  /// are thousandths.
  static func time(_ text: String) -> Rational? {
    var scanner = Scanner(text)
    let isNegative = scanner.take(UInt8(ascii: "-"))
    guard let hours = scanner.digits(), scanner.take(UInt8(ascii: ":")),
      let minutes = scanner.digits(), scanner.take(UInt8(ascii: ":")),
      let seconds = scanner.digits()
    else { return nil }
    var parts: (value: Int, count: Int) = (0, 2)
    if scanner.take(UInt8(ascii: ".")) || scanner.take(UInt8(ascii: ":"))
      || scanner.take(UInt8(ascii: ","))
    {
      parts = scanner.digits() ?? parts
    }
    scanner.skipBlanks()
    guard scanner.isAtEnd, parts.count <= 9 else { return nil }
    var unit: Int128 = 100
    for _ in 2..<max(parts.count, 2) { unit *= 10 }
    let whole = Int128(hours.value) * 3600 + Int128(minutes.value) * 60 + Int128(seconds.value)
    let time = Rational(reducing: whole * unit + Int128(parts.value), over: unit)
    return isNegative ? -time : time
  }
}
