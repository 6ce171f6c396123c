import Bytes

/// A rule of a STYLE block: what it is for, and what it says.
struct WebVTTStyleRule: Hashable, Sendable {
  var selector: WebVTTSelector
  var style: MarkupStyle
}

/// What stands in the parentheses of `::cue(…)`, as far as it is understood: an element's name, an
/// identifier, classes, who speaks or what language it is, and whether words are yet to come.
struct WebVTTSelector: Hashable, Sendable {
  var element: String?
  var identifier: String?
  var classes: [String] = []
  var voice: String?
  var language: String?
  /// A language of which those with further parts are kinds, as `en` has `en-GB`.
  var languageRange: String?
  /// Whether only words are meant whose time has not come.
  var isFuture = false

  private var isForElements: Bool {
    element != nil || !classes.isEmpty || voice != nil || language != nil || languageRange != nil
  }

  /// Whether the rule is for all of the cue called `name`.
  func isWholeCue(_ name: String) -> Bool {
    !isForElements && (identifier == nil || identifier == name)
  }

  func matches(_ node: WebVTTElement) -> Bool {
    guard identifier == nil, isForElements else { return false }
    if let element, element != node.name { return false }
    if let voice, node.name != "v" || node.annotation != voice { return false }
    if let language, node.name != "lang" || node.annotation != language { return false }
    if let languageRange {
      let (range, given) = (languageRange.lowercased(), node.annotation.lowercased())
      guard node.name == "lang", given == range || given.hasPrefix(range + "-") else {
        return false
      }
    }
    return classes.allSatisfy(node.classes.contains)
  }
}

extension MarkupStyle {
  /// Takes over what `other` says about letters.
  mutating func apply(_ other: MarkupStyle) {
    isBold = other.isBold ?? isBold
    isItalic = other.isItalic ?? isItalic
    isUnderlined = other.isUnderlined ?? isUnderlined
    isStruck = other.isStruck ?? isStruck
    color = other.color ?? color
    background = other.background ?? background
    if other.hasSize { (size, pixels, scale) = (other.size, other.pixels, other.scale) }
    isHidden = other.isHidden ?? isHidden
    opacity = other.opacity ?? opacity
    shadows = other.shadows ?? shadows
    face = other.face ?? face
    future = other.future ?? future
  }

  /// Becomes the style of an element that says `own`, within one of this style: shares are those
  /// of the one around it.
  mutating func enter(_ own: MarkupStyle) {
    var inner = own
    if own.hasSize, own.size == nil, own.pixels == nil {
      (inner.size, inner.pixels) = (size, pixels)
      inner.scale = (own.scale ?? 1) * (scale ?? 1)
    }
    inner.opacity = own.opacity.map { $0 * (opacity ?? 1) }
    apply(inner)
  }

  private var hasSize: Bool { size != nil || pixels != nil || scale != nil }
}

/// Reads the STYLE blocks of WebVTT: a small part of CSS (CSS Syntax 3; WebVTT 8.2.1).
struct WebVTTStyleSheet {
  static let mostRules = 200

  /// Those of the file, with blanks for comments.
  private var bytes: [UInt8]
  private(set) var rules: [WebVTTStyleRule] = []
  private(set) var warnings: [SubtitleWarning] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func parse(_ range: Range<Int>) {
    removeComments(range)
    var scanner = Scanner(bytes, range)
    while true {
      scanner.skipBlanks()
      let start = scanner.position
      let prelude = scanner.take { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: ";") }
      guard !scanner.isAtEnd else {
        if !prelude.isEmpty { warn(.syntax, "the style has no braces", start..<scanner.position) }
        return
      }
      if scanner.take(UInt8(ascii: ";")) {
        warn(.unsupported, "the statement has no effect", prelude)
        continue
      }
      scanner.advance()
      let body = scanner.take { $0 != UInt8(ascii: "}") }
      if !scanner.take(UInt8(ascii: "}")) { warn(.syntax, "the style has no closing brace", body) }
      let style = declarations(body)
      for selector in selectors(prelude) where rules.count < Self.mostRules {
        rules.append(
          WebVTTStyleRule(selector: selector, style: selector.isFuture ? later(style, body) : style)
        )
      }
    }
  }

  /// What of a style words can have before their time.
  private mutating func later(_ style: MarkupStyle, _ body: Range<Int>) -> MarkupStyle {
    var later = MarkupStyle()
    later.future = style.color
    var rest = style
    rest.color = nil
    if style.isHidden ?? false || style.opacity == 0 {
      later.future = SubtitleColor(0, 0, 0, opacity: 0)
      (rest.isHidden, rest.opacity) = (nil, nil)
    }
    if rest != MarkupStyle() {
      warn(
        .unsupported, "for future words only 'color' has an effect, or what hides them", body)
    }
    return later
  }

  private mutating func warn(
    _ kind: SubtitleWarning.Kind, _ message: String, _ range: Range<Int>
  ) {
    if warnings.count < 100 {
      warnings.append(SubtitleWarning(kind, message, at: bytes.trimmed(range)))
    }
  }

  /// Puts blanks in the place of comments, which may stand anywhere but in quotes.
  private mutating func removeComments(_ range: Range<Int>) {
    var scanner = Scanner(bytes, range)
    while let byte = scanner.peek {
      let start = scanner.position
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        scanner.advance()
        scanner.take { $0 != byte }
        scanner.advance()
      } else if byte == UInt8(ascii: "/"), scanner.peek(1) == UInt8(ascii: "*") {
        scanner.advance(2)
        while !scanner.isAtEnd {
          scanner.take { $0 != UInt8(ascii: "*") }
          scanner.advance()
          if scanner.take(UInt8(ascii: "/")) { break }
        }
        for place in start..<scanner.position { bytes[place] = .space }
      } else {
        scanner.advance()
      }
    }
  }

  private mutating func selectors(_ range: Range<Int>) -> [WebVTTSelector] {
    var result: [WebVTTSelector] = []
    for part in parts(range) {
      let content = bytes.trimmed(part)
      if let selector = Self.selector(bytes.string(content)) {
        result.append(selector)
      } else {
        warn(.unsupported, "the selector \(bytes.string(content).shortened) has no effect", content)
      }
    }
    return result
  }

  /// What commas part, but for those within quotes.
  private func parts(_ range: Range<Int>) -> [Range<Int>] {
    var scanner = Scanner(bytes, range)
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    while let byte = scanner.peek {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        scanner.advance()
        scanner.take { $0 != byte }
      } else if byte == UInt8(ascii: "\\") {
        scanner.advance()
      } else if byte == UInt8(ascii: ",") {
        parts.append(start..<scanner.position)
        start = scanner.position + 1
      }
      scanner.advance()
    }
    return (parts + [start..<range.upperBound]).filter { !$0.isEmpty }
  }

  private static func selector(_ text: String) -> WebVTTSelector? {
    guard text.hasPrefix("::cue") else { return nil }
    var scanner = Scanner(String(text.dropFirst(5)))
    var selector = WebVTTSelector()
    if scanner.isAtEnd { return selector }
    guard scanner.take(UInt8(ascii: "(")) else { return nil }
    scanner.skipBlanks()
    while let byte = scanner.peek, byte != UInt8(ascii: ")") {
      switch byte {
      case UInt8(ascii: "."):
        scanner.advance()
        guard let name = name(&scanner) else { return nil }
        selector.classes.append(name)
      case UInt8(ascii: "#"):
        scanner.advance()
        guard let name = name(&scanner) else { return nil }
        selector.identifier = name
      case UInt8(ascii: "["):
        guard let (key, value) = attribute(&scanner) else { return nil }
        switch key {
        case "voice": selector.voice = value
        case "lang": selector.language = value
        default: return nil
        }
      case .space: scanner.advance()
      case UInt8(ascii: ":"):
        // `:past` has no effect, as what is said already looks as it is written.
        scanner.advance()
        switch name(&scanner) {
        case "future": selector.isFuture = true
        case "lang":
          guard let range = argument(&scanner) else { return nil }
          selector.languageRange = range
        default: return nil
        }
      default:
        guard selector == WebVTTSelector(), let name = name(&scanner) else { return nil }
        selector.element = name
      }
    }
    scanner.advance()
    return scanner.isAtEnd ? selector : nil
  }

  /// A name of CSS; a backslash makes the next byte a letter, or has the number of one behind it
  /// (CSS Syntax 3, 4.3.7).
  private static func name(_ scanner: inout Scanner) -> String? {
    var letters: [UInt8] = []
    while let byte = scanner.peek {
      if byte == UInt8(ascii: "\\"), let next = scanner.peek(1) {
        scanner.advance()
        var digits = 0
        var number: UInt32 = 0
        while digits < 6, let digit = scanner.peek?.hexValue {
          number = number * 16 + UInt32(truncatingIfNeeded: digit)
          digits += 1
          scanner.advance()
        }
        guard digits > 0 else {
          letters.append(next)
          scanner.advance()
          continue
        }
        if scanner.peek?.isBlank ?? false { scanner.advance() }
        let scalar = number == 0 ? nil : Unicode.Scalar(number)
        letters += Array(String(Character(scalar ?? "\u{FFFD}")).utf8)
      } else if byte.isLetter || byte.isDigit || byte >= 0x80 || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_")
      {
        letters.append(byte)
        scanner.advance()
      } else {
        break
      }
    }
    return letters.isEmpty ? nil : String(decoding: letters, as: UTF8.self)
  }

  /// `("value")` or `(value)`.
  private static func argument(_ scanner: inout Scanner) -> String? {
    guard scanner.take(UInt8(ascii: "(")) else { return nil }
    scanner.skipBlanks()
    guard let value = word(&scanner) else { return nil }
    scanner.skipBlanks()
    return scanner.take(UInt8(ascii: ")")) ? value : nil
  }

  /// `[name="value"]`.
  private static func attribute(_ scanner: inout Scanner) -> (String, String)? {
    scanner.advance()
    guard let key = name(&scanner), scanner.take(UInt8(ascii: "=")), let value = word(&scanner)
    else { return nil }
    return scanner.take(UInt8(ascii: "]")) ? (key, value) : nil
  }

  /// A name, or whatever stands in quotes.
  private static func word(_ scanner: inout Scanner) -> String? {
    guard let quote = scanner.peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return name(&scanner)
    }
    scanner.advance()
    let value = scanner.string(scanner.take { $0 != quote })
    scanner.advance()
    return value
  }

  private mutating func declarations(_ range: Range<Int>) -> MarkupStyle {
    var style = MarkupStyle()
    for part in bytes[range].split(separator: UInt8(ascii: ";")) {
      let content = bytes.trimmed(part.startIndex..<part.endIndex)
      guard !content.isEmpty else { continue }
      guard let colon = bytes[content].firstIndex(of: UInt8(ascii: ":")) else {
        warn(.syntax, "\(bytes.string(content).shortened) has no colon", content)
        continue
      }
      let name = bytes.string(bytes.trimmed(content.lowerBound..<colon)).lowercased()
      let value = bytes.string(bytes.trimmed(colon + 1..<content.upperBound))
      if !style.set(name, value.withoutImportance) {
        warn(.unsupported, "\(bytes.string(content).shortened) has no effect", content)
      }
    }
    return style
  }
}

extension String {
  /// A value of CSS without `!important`, which no other rules stand against.
  fileprivate var withoutImportance: String {
    let parts = split(separator: "!", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].trimmed(of: [" ", "\t"]).lowercased() == "important" else {
      return self
    }
    return parts[0].trimmed(of: [" ", "\t"])
  }
}
