import Bytes

/// Reads the tags in the text of a SubRip cue.
///
/// Known are `<b> <i> <u> <s> <font color size face> <br>`, ASS tags in braces, its `\N` and `\h`,
/// which players read here too, and the character references of HTML. What looks like another tag is hidden, as in ffmpeg; any other `<` is a
/// letter.
struct SRTMarkup {
  private struct Opened {
    let name: String
    /// The style outside.
    let before: MarkupStyle
    let style: MarkupStyle
    let range: Range<Int>
  }

  private let bytes: [UInt8]
  private var builder = SpanBuilder()
  private var stack: [Opened] = []
  private(set) var overrides: [ASSTag] = []
  private(set) var warnings: [SubtitleWarning] = []
  /// How many tags may be open at a time, and how many oddities of one cue are reported.
  private static let mostOpen = 64
  /// The end of a line in which no more braces close; it is not searched again.
  private var lineWithoutBrace: Int?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var style: MarkupStyle { stack.last?.style ?? MarkupStyle() }

  mutating func read(_ lines: [Range<Int>]) {
    for (index, line) in lines.enumerated() {
      if index > 0 { builder.append("\n", style) }
      var scanner = Scanner(bytes, line)
      // Blanks at the end of a line would push centred text aside.
      var start = scanner.position
      while let byte = scanner.peek {
        let place = scanner.position
        switch byte {
        case UInt8(ascii: "<"): readTag(&scanner, from: &start)
        case UInt8(ascii: "{"): readBraces(&scanner, from: &start)
        case UInt8(ascii: "\\"): readEscape(&scanner, from: &start)
        case UInt8(ascii: "&"):
          if let letters = CharacterReference.read(&scanner, needsSemicolon: true) {
            builder.append(bytes[start..<place], style)
            builder.append(letters, style)
            start = scanner.position
          } else {
            scanner.move(to: place + 1)
          }
        default: scanner.advance()
        }
      }
      builder.append(bytes[start..<line.upperBound], style)
    }
  }

  mutating func finished() -> [SubtitleSpan] {
    for opened in stack where opened.name != "{" {
      warn(
        .markup, "the tag <\(opened.name)> is not closed; it ends with the cue", at: opened.range)
    }
    return builder.finished()
  }

  private mutating func warn(
    _ kind: SubtitleWarning.Kind, _ message: String, at range: Range<Int>
  ) {
    if warnings.count < Self.mostOpen {
      warnings.append(SubtitleWarning(kind, message, at: range))
    }
  }

  /// Reads `\N`, which begins a line, and `\h`, a blank at which none ends.
  private mutating func readEscape(_ scanner: inout Scanner, from start: inout Int) {
    let place = scanner.position
    scanner.advance()
    let letters: String
    switch scanner.peek {
    case UInt8(ascii: "N"): letters = "\n"
    case UInt8(ascii: "h"): letters = "\u{A0}"
    default: return
    }
    scanner.advance()
    builder.append(bytes[start..<place], style)
    builder.append(letters, style)
    start = scanner.position
  }

  /// Reads what begins with `<`; `start` is where letters that were not written yet begin.
  private mutating func readTag(_ scanner: inout Scanner, from start: inout Int) {
    let open = scanner.position
    scanner.advance()
    let isClosing = scanner.take(UInt8(ascii: "/"))
    let name = scanner.take { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
    let attributes = scanner.take {
      $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<")
    }
    let word = scanner.string(name).lowercased()
    guard !name.isEmpty, scanner.take(UInt8(ascii: ">")), Self.isTag(word, bytes[attributes]) else {
      scanner.move(to: open + 1)
      return
    }
    builder.append(bytes[start..<open], style)
    start = scanner.position
    apply(word, isClosing, attributes, at: open..<start)
  }

  /// Whether the words between `<` and `>` are hidden.
  private static func isTag(_ name: String, _ attributes: ArraySlice<UInt8>) -> Bool {
    let isBare = attributes.allSatisfy { $0.isBlank || $0 == UInt8(ascii: "/") }
    return isBare || name == "font" && attributes.first?.isBlank == true
      || ["b", "i", "u", "s", "span", "p", "c", "v"].contains(name)
        && attributes.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ".") }
  }

  private mutating func apply(
    _ name: String, _ isClosing: Bool, _ attributes: Range<Int>, at range: Range<Int>
  ) {
    guard !isClosing else {
      close(name, at: range)
      return
    }
    var style = style
    switch name {
    case "b", "strong": style.isBold = true
    case "i", "em": style.isItalic = true
    case "u": style.isUnderlined = true
    case "s", "strike", "del": style.isStruck = true
    case "font": applyFont(attributes, &style)
    case "br":
      builder.append("\n", style)
      return
    default:
      warn(.unsupported, "the tag <\(name)> has no effect", at: range)
      return
    }
    guard stack.count < Self.mostOpen else {
      warn(.limit, "the tag has no effect: too many others are open", at: range)
      return
    }
    stack.append(Opened(name: name, before: self.style, style: style, range: range))
  }

  /// Ends the innermost tag of that name; those opened since stay open.
  private mutating func close(_ name: String, at range: Range<Int>) {
    guard let index = stack.lastIndex(where: { $0.name == name }) else {
      if ["b", "strong", "i", "em", "u", "s", "strike", "del", "font"].contains(name) {
        warn(.markup, "the tag </\(name)> has no opening tag", at: range)
      }
      return
    }
    let inner = stack[(index + 1)...]
    stack.removeSubrange(index...)
    if !inner.isEmpty {
      warn(.markup, "the tag </\(name)> closes before a tag inside it does", at: range)
    }
    for opened in inner {
      // What was opened inside is applied again to what is left.
      var style = style
      style.overlay(opened.style, beyond: opened.before)
      stack.append(
        Opened(name: opened.name, before: self.style, style: style, range: opened.range))
    }
  }

  private mutating func applyFont(_ attributes: Range<Int>, _ style: inout MarkupStyle) {
    var scanner = Scanner(bytes, attributes)
    while true {
      scanner.skipBlanks()
      let name = scanner.take { $0.isLetter }
      if name.isEmpty { break }
      scanner.skipBlanks()
      guard scanner.take(UInt8(ascii: "=")) else { continue }
      scanner.skipBlanks()
      let value: Range<Int>
      if let quote = scanner.peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        scanner.advance()
        value = scanner.take { $0 != quote }
        scanner.advance()
      } else {
        value = scanner.take { !$0.isBlank }
      }
      set(scanner.string(name).lowercased(), scanner.string(bytes.trimmed(value)), value, &style)
    }
    if !scanner.isAtEnd { warn(.markup, "a <font> tag is not well formed", at: scanner.rest) }
  }

  private mutating func set(
    _ name: String, _ value: String, _ range: Range<Int>, _ style: inout MarkupStyle
  ) {
    switch name {
    case "color":
      guard let color = SubtitleColor(html: value) else {
        warn(.markup, "\(value.shortened) is not a colour", at: range)
        return
      }
      style.color = color
    case "size":
      var scanner = Scanner(value)
      guard let size = scanner.decimal(), size > 0, size <= 1000 else {
        warn(.markup, "\(value.shortened) is not a size", at: range)
        return
      }
      style.size = size
    case "face": style.face = value
    default: warn(.unsupported, "\(name.shortened) of a <font> tag has no effect", at: range)
    }
  }

  /// Reads `{\an8}` and its like, and hides MicroDVD's `{y:i}`; other braces are letters.
  private mutating func readBraces(_ scanner: inout Scanner, from start: inout Int) {
    let open = scanner.position
    scanner.advance()
    guard let first = scanner.peek, scanner.end != lineWithoutBrace else { return }
    let isMicroDVD =
      "CcFfoPSsYy".utf8.contains(first) && scanner.peek(1) == UInt8(ascii: ":")
    guard first == UInt8(ascii: "\\") || isMicroDVD else { return }
    let content = scanner.take { $0 != UInt8(ascii: "}") }
    guard scanner.take(UInt8(ascii: "}")) else {
      lineWithoutBrace = scanner.end
      scanner.move(to: open + 1)
      return
    }
    builder.append(bytes[start..<open], style)
    start = scanner.position
    if isMicroDVD {
      warn(.unsupported, "a tag of MicroDVD has no effect", at: open..<start)
      return
    }
    var parser = ASSTagParser(bytes)
    parser.parse(content)
    for warning in parser.warnings { warn(warning.kind, warning.message, at: warning.range) }
    var style = style
    for tag in parser.tags where !style.apply(tag) { overrides.append(tag) }
    if style != self.style, stack.count < Self.mostOpen {
      stack.append(
        Opened(name: "{", before: self.style, style: style, range: open..<start))
    }
    if overrides.count > Self.mostOpen { overrides.removeSubrange(Self.mostOpen...) }
  }
}

extension MarkupStyle {
  /// Takes over what `inner` says, except where it says only what `outer` said already.
  fileprivate mutating func overlay(_ inner: MarkupStyle, beyond outer: MarkupStyle) {
    if inner.isBold != outer.isBold { isBold = inner.isBold }
    if inner.isItalic != outer.isItalic { isItalic = inner.isItalic }
    if inner.isUnderlined != outer.isUnderlined { isUnderlined = inner.isUnderlined }
    if inner.isStruck != outer.isStruck { isStruck = inner.isStruck }
    if inner.color != outer.color { color = inner.color }
    if inner.size != outer.size { size = inner.size }
    if inner.face != outer.face { face = inner.face }
  }

  /// Takes over a tag that styles letters; false when the tag says something of the whole cue.
  fileprivate mutating func apply(_ tag: ASSTag) -> Bool {
    switch tag {
    case .bold(let value): isBold = value.map { $0 == 1 || $0 >= 600 }
    case .italic(let value): isItalic = value
    case .underline(let value): isUnderlined = value
    case .strikeOut(let value): isStruck = value
    case .color(.primary, let value): color = value
    case .fontName(let value): face = value
    case .fontSize(.absolute(let value)): size = value
    case .fontSize(.inherited): size = nil
    case .reset: self = MarkupStyle()
    default: return false
    }
    return true
  }
}
