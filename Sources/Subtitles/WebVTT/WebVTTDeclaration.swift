import Bytes

extension MarkupStyle {
  /// Takes over a declaration of CSS; false when it has no effect here.
  mutating func set(_ name: String, _ value: String) -> Bool {
    let word = value.lowercased()
    switch name {
    case "color":
      guard let value = SubtitleColor(html: word) else { return false }
      color = value
    case "background", "background-color":
      let isNone = name == "background" && word == "none"
      guard let value = SubtitleColor(html: isNone ? "transparent" : word) else { return false }
      background = value
    case "font-weight":
      guard let isHeavy = Self.isHeavy(word) else { return false }
      isBold = isHeavy
    case "font-style":
      guard ["italic", "oblique", "normal"].contains(word) else { return false }
      isItalic = word != "normal"
    case "text-decoration", "text-decoration-line":
      let words = word.split(separator: " ")
      guard words.contains(where: { ["underline", "line-through", "none"].contains($0) }) else {
        return false
      }
      isUnderlined = words.contains("underline")
      isStruck = words.contains("line-through")
    case "font-family": setFace(value)
    case "font-size": return setSize(word)
    case "font": return setFont(value)
    case "opacity":
      var scanner = Scanner(word)
      guard let value = scanner.decimal() else { return false }
      let isPercent = scanner.take(UInt8(ascii: "%"))
      guard scanner.isAtEnd else { return false }
      opacity = min(max(isPercent ? value / 100 : value, 0), 1)
    case "visibility":
      guard ["visible", "hidden", "collapse"].contains(word) else { return false }
      isHidden = word != "visible"
    case "text-shadow": return setShadows(word)
    default: return false
    }
    return true
  }

  private static func isHeavy(_ word: String) -> Bool? {
    switch word {
    case "bold", "bolder": return true
    case "normal", "lighter": return false
    default: return Int(word).map { $0 >= 600 }
    }
  }

  private mutating func setFace(_ value: String) {
    face = value.split(separator: ",").first.map { $0.trimmed(of: ["\"", "'", " "]) }
  }

  /// Reads `font`: styles and weights, a size, perhaps the height of lines, which has no effect, and
  /// families (CSS Fonts 3, 3.7). What it leaves out is as usual.
  private mutating func setFont(_ value: String) -> Bool {
    var words = value.parts(at: " ")[...]
    var font = self
    (font.isBold, font.isItalic) = (false, false)
    while let word = words.first?.lowercased() {
      if word == "italic" || word == "oblique" {
        font.isItalic = true
      } else if let isHeavy = Self.isHeavy(word) {
        font.isBold = (font.isBold ?? false) || isHeavy
      } else if word != "small-caps", !word.hasSuffix("condensed"), !word.hasSuffix("expanded") {
        break
      }
      words.removeFirst()
    }
    guard let size = words.popFirst()?.lowercased() else { return false }
    let halves = size.split(separator: "/", omittingEmptySubsequences: false)
    guard font.setSize(String(halves[0])) else { return false }
    if halves.count == 2 {
      if halves[1].isEmpty { words = words.dropFirst() }
    } else if let word = words.first, word.hasPrefix("/") {
      words = words.dropFirst(word == "/" ? 2 : 1)
    }
    guard !words.isEmpty else { return false }
    font.setFace(words.joined(separator: " "))
    self = font
    return true
  }

  private mutating func setSize(_ word: String) -> Bool {
    var scanner = Scanner(word)
    guard let value = scanner.decimal(), value > 0, value <= 1000 else { return false }
    switch scanner.string(scanner.rest) {
    case "%": (size, pixels, scale) = (nil, nil, value / 100)
    case "em", "rem": (size, pixels, scale) = (nil, nil, value)
    case "vh": (size, pixels, scale) = (value * 2.88, nil, nil)
    case "px": (size, pixels, scale) = (nil, value, nil)
    case "pt": (size, pixels, scale) = (nil, value * Self.pixelsOfPoint, nil)
    default: return false
    }
    return true
  }

  /// CSS Values 3, 6.2.
  private static let pixelsOfPoint = 96.0 / 72
  /// More than any file has.
  private static let mostShadows = 16

  /// Reads `text-shadow` (CSS Text Decoration 3, 4).
  private mutating func setShadows(_ value: String) -> Bool {
    guard value != "none" else {
      shadows = []
      return true
    }
    let parts = value.parts(at: ",")
    let read = parts.compactMap { Shadow(css: $0) }
    guard read.count == parts.count, read.count <= Self.mostShadows else { return false }
    shadows = read
    return true
  }

  fileprivate static func measure(_ text: String) -> Measure? {
    var scanner = Scanner(text)
    guard let value = scanner.decimal(), abs(value) <= 1000 else { return nil }
    switch scanner.string(scanner.rest) {
    case "px": return Measure(pixels: value)
    case "pt": return Measure(pixels: value * pixelsOfPoint)
    case "em", "rem": return Measure(ems: value)
    case "": return value == 0 ? Measure() : nil
    default: return nil
    }
  }
}

extension MarkupStyle.Shadow {
  /// Two or three lengths, and a colour before or behind them; nil for anything else.
  fileprivate init?(css text: String) {
    var words = text.parts(at: " ")
    self.init()
    if let first = words.first, MarkupStyle.measure(first) == nil {
      guard let color = SubtitleColor(html: first) else { return nil }
      self.color = color
      words.removeFirst()
    } else if let last = words.last, MarkupStyle.measure(last) == nil {
      guard let color = SubtitleColor(html: last) else { return nil }
      self.color = color
      words.removeLast()
    }
    let lengths = words.compactMap(MarkupStyle.measure)
    guard lengths.count == words.count, (2...3).contains(lengths.count) else { return nil }
    (x, y) = (lengths[0], lengths[1])
    if lengths.count == 3 { blur = lengths[2] }
    guard blur.pixels >= 0, blur.ems >= 0 else { return nil }
  }
}

extension String {
  /// What marks part that stand in no parentheses, without the blanks around it; nothing that is
  /// empty.
  fileprivate func parts(at mark: Character) -> [String] {
    var (parts, depth) = ([""], 0)
    for character in self {
      let character = character.isWhitespace ? " " : character
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == mark, depth <= 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map { $0[...].trimmed(of: [" "]) }.filter { !$0.isEmpty }
  }
}

extension Substring {
  func trimmed(of letters: Set<Character>) -> String {
    var part = self
    while let first = part.first, letters.contains(first) { part.removeFirst() }
    while let last = part.last, letters.contains(last) { part.removeLast() }
    return String(part)
  }
}
