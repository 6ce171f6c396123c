import Bytes

/// Reads the text of a WebVTT cue by the algorithm of the format (WebVTT 6.4, "WebVTT cue text
/// parsing rules").
///
/// The tree of tags is given as pieces of text, each with all that the tags around it say.
struct WebVTTMarkup {
  private struct Node {
    let element: WebVTTElement
    /// The style inside.
    let style: MarkupStyle
    let range: Range<Int>
  }

  private var scanner: Scanner
  private let rules: [WebVTTStyleRule]
  private let root: MarkupStyle
  private var nodes: [Node] = []
  private var builder = SpanBuilder()
  private var time: Rational?
  private(set) var warnings: [SubtitleWarning] = []
  /// How many tags may be open at a time, and how many oddities of one cue are reported.
  private static let mostOpen = 64

  /// The text in `range`; the rules style the elements of the cue called `identifier`.
  init(
    _ bytes: [UInt8], _ range: Range<Int>, rules: [WebVTTStyleRule] = [], identifier: String = ""
  ) {
    scanner = Scanner(bytes, range)
    self.rules = rules
    var root = MarkupStyle()
    for rule in rules where rule.selector.isWholeCue(identifier) { root.apply(rule.style) }
    self.root = root
  }

  private var style: MarkupStyle {
    var style = nodes.last?.style ?? root
    style.time = time
    return style
  }

  /// The pieces in order; times outside of the cue's own are reported as odd.
  mutating func parse(within range: Range<Rational>) -> [SubtitleSpan] {
    while let byte = scanner.peek {
      if byte == UInt8(ascii: "<") { readTag(range) } else { readText() }
    }
    for node in nodes where node.element.name != "rt" {
      // A voice needs no end when it is the whole cue (WebVTT 4.2.2).
      if node.element.name == "v", nodes.count == 1 { continue }
      warn(
        .markup, "the tag <\(node.element.name)> is not closed; it ends with the cue",
        at: node.range)
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

  /// Letters up to the next tag.
  private mutating func readText() {
    let style = style
    while let byte = scanner.peek, byte != UInt8(ascii: "<") {
      if byte == UInt8(ascii: "&") {
        if let letters = CharacterReference.read(&scanner) {
          builder.append(letters, style)
        } else {
          builder.append("&", style)
          scanner.advance()
        }
        continue
      }
      if byte == .carriageReturn || byte == .lineFeed {
        builder.append("\n", style)
        scanner.advance()
        if byte == .carriageReturn { _ = scanner.take(.lineFeed) }
        continue
      }
      let letters = scanner.take {
        $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") && $0 != .carriageReturn
          && $0 != .lineFeed
      }
      builder.append(scanner.bytes[letters], style)
    }
  }

  private mutating func readTag(_ times: Range<Rational>) {
    let start = scanner.position
    scanner.advance()
    if scanner.take(UInt8(ascii: "/")) {
      let name = takeName { $0 == UInt8(ascii: ">") }
      finishTag()
      close(name, at: start..<scanner.position)
    } else if scanner.peek?.isDigit == true {
      let range = scanner.take { $0 != UInt8(ascii: ">") }
      finishTag()
      var inner = Scanner(scanner.bytes, range)
      guard let time = WebVTTTiming.time(&inner), inner.isAtEnd else {
        warn(.timing, "the timestamp is not written as 00:00.000 and has no effect", at: range)
        return
      }
      if !times.contains(time) {
        warn(.timing, "the timestamp is outside the times of its cue", at: range)
      }
      if let last = self.time, time <= last {
        warn(.timing, "the timestamp is not after the one before it", at: range)
      }
      self.time = time
    } else {
      let element = readElement()
      open(element, at: start..<scanner.position)
    }
  }

  /// Steps over the `>` that ends a tag, which may be missing at the end of the text.
  private mutating func finishTag() {
    if !scanner.take(UInt8(ascii: ">")) {
      warn(.markup, "the tag has no '>'", at: scanner.rest)
    }
  }

  private mutating func takeName(until isEnd: (UInt8) -> Bool) -> String {
    scanner.string(scanner.take { !isEnd($0) })
  }

  /// Reads the name, classes and annotation of a start tag.
  private mutating func readElement() -> WebVTTElement {
    func isNameEnd(_ byte: UInt8) -> Bool {
      byte.isBlank || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ">")
    }
    var element = WebVTTElement(name: takeName(until: isNameEnd))
    while scanner.take(UInt8(ascii: ".")) {
      let name = takeName(until: isNameEnd)
      if !name.isEmpty { element.classes.append(name) }
    }
    if scanner.peek?.isBlank == true { element.annotation = readAnnotation() }
    finishTag()
    return element
  }

  /// The words behind the name, with single spaces between them.
  private mutating func readAnnotation() -> String {
    var letters: [UInt8] = []
    while let byte = scanner.peek, byte != UInt8(ascii: ">") {
      if byte == UInt8(ascii: "&"), let reference = CharacterReference.read(&scanner) {
        letters.append(contentsOf: reference.utf8)
      } else {
        letters.append(byte)
        scanner.advance()
      }
    }
    return letters.split(whereSeparator: \.isBlank)
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  private mutating func open(_ element: WebVTTElement, at range: Range<Int>) {
    guard element.isKnown else {
      warn(.markup, "the tag <\(element.name)> is not known and has no effect", at: range)
      return
    }
    guard element.name != "rt" || nodes.last?.element.name == "ruby" else {
      warn(.markup, "the tag <rt> is outside <ruby> and has no effect", at: range)
      return
    }
    guard nodes.count < Self.mostOpen else {
      warn(.limit, "the tag has no effect: too many others are open", at: range)
      return
    }
    var style = nodes.last?.style ?? root
    element.apply(to: &style)
    var own = MarkupStyle()
    for rule in rules where rule.selector.matches(element) { own.apply(rule.style) }
    style.enter(own)
    nodes.append(Node(element: element, style: style, range: range))
  }

  private mutating func close(_ name: String, at range: Range<Int>) {
    if nodes.last?.element.name == name {
      nodes.removeLast()
    } else if name == "ruby", nodes.last?.element.name == "rt" {
      nodes.removeLast(2)
    } else {
      warn(.markup, "the tag </\(name)> has no opening tag", at: range)
    }
  }
}

/// A tag of WebVTT with its classes.
struct WebVTTElement: Hashable, Sendable {
  var name: String
  var classes: [String] = []
  var annotation = ""

  var isKnown: Bool {
    switch name {
    case "c", "i", "b", "u", "ruby", "rt", "v", "lang": true
    default: false
    }
  }

  /// Adds what the element and its classes mean by themselves.
  ///
  /// The colours are the default classes of WebVTT 5.
  func apply(to style: inout MarkupStyle) {
    switch name {
    case "b": style.isBold = true
    case "i": style.isItalic = true
    case "u": style.isUnderlined = true
    case "ruby": style.ruby = .base
    case "rt": style.ruby = .annotation
    case "v": style.voice = annotation
    case "lang": style.language = annotation
    default: break
    }
    for name in classes {
      if let color = Self.colors[name] { style.color = color }
      if name.hasPrefix("bg_"), let color = Self.colors[String(name.dropFirst(3))] {
        style.background = color
      }
    }
    style.classes += classes
  }

  private static let colors: [String: SubtitleColor] = [
    "white": SubtitleColor(255, 255, 255), "lime": SubtitleColor(0, 255, 0),
    "cyan": SubtitleColor(0, 255, 255), "red": SubtitleColor(255, 0, 0),
    "yellow": SubtitleColor(255, 255, 0), "magenta": SubtitleColor(255, 0, 255),
    "blue": SubtitleColor(0, 0, 255), "black": SubtitleColor(0, 0, 0),
  ]
}
