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

  func integer(_ name: String) -> Int? { number(name).map { Int($0) } }

  private func flag(_ name: String) -> Bool { integer(name) ?? 0 != 0 }

  private func color(_ name: String) -> SubtitleColor? {
    let text = string(name)
    return text.isEmpty ? nil : SubtitleColor(style: text)
  }

  /// The style that the fields make, as libass reads it; `isOld` for SSA v4.
  func style(isOld: Bool) -> ASSStyle {
    var style = ASSStyle()
    let name = String(string("name").drop { $0 == "*" })
    if !name.isEmpty { style.name = name }
    let font = string("fontname")
    // An at sign asks for letters turned for vertical text.
    if !font.isEmpty { style.fontName = font.hasPrefix("@") ? String(font.dropFirst()) : font }
    if let size = number("fontsize"), size > 0 { style.fontSize = size }
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
    style.scaleX = max(number("scalex") ?? style.scaleX, 0)
    style.scaleY = max(number("scaley") ?? style.scaleY, 0)
    style.spacing = max(number("spacing") ?? 0, 0)
    style.angle = number("angle") ?? 0
    style.borderStyle = integer("borderstyle") ?? style.borderStyle
    style.outlineWidth = max(number("outline") ?? style.outlineWidth, 0)
    style.shadowDepth = max(number("shadow") ?? style.shadowDepth, 0)
    if let alignment = integer("alignment") {
      // What has no side is taken for the right one, after VSFilter.
      let old = alignment == 8 ? 3 : alignment == 4 ? 11 : alignment
      style.alignment =
        isOld ? ASSArguments.keypad(old) ?? 2 : (1...9).contains(alignment) ? alignment : 2
    }
    style.marginLeft = max(integer("marginl") ?? style.marginLeft, 0)
    style.marginRight = max(integer("marginr") ?? style.marginRight, 0)
    style.marginVertical = max(integer("marginv") ?? style.marginVertical, 0)
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
