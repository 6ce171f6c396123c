/// Reads the tags between two braces, as libass does: what stands before a backslash is a comment,
/// a tag's name is the longest known one that its letters begin with, and a number ends where it is
/// no number any more.
struct ASSTagParser {
  private let bytes: [UInt8]
  private(set) var tags: [ASSTag] = []
  private(set) var warnings: [SubtitleWarning] = []
  /// How many tags of one block are read.
  private static let mostTags = 1000
  /// `\t` within `\t` is read so deep; libass has no limit, and no file has a use for it.
  private static let deepest = 4
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func parse(_ range: Range<Int>) {
    var scanner = Scanner(bytes, range)
    scanner.take { $0 != UInt8(ascii: "\\") }
    while scanner.take(UInt8(ascii: "\\")) {
      scanner.skipBlanks()
      readTag(&scanner)
      scanner.take { $0 != UInt8(ascii: "\\") }
      guard tags.count < Self.mostTags else {
        warn(.limit, "the tags from here on have no effect", at: scanner.rest)
        return
      }
    }
  }

  private mutating func warn(
    _ kind: SubtitleWarning.Kind, _ message: String, at range: Range<Int>
  ) {
    if warnings.count < 64 { warnings.append(SubtitleWarning(kind, message, at: range)) }
  }

  private mutating func readTag(_ scanner: inout Scanner) {
    let start = scanner.position
    guard let name = Self.names.first(where: { scanner.take(exactly: $0.text) }) else {
      let word = scanner.take { $0.isLetter || $0.isDigit }
      // `\pbo`-like words of renderers other than libass, and misspellings.
      warn(
        .unsupported, "the tag \("\\" + scanner.string(word)) is not known and has no effect",
        at: max(start - 1, 0)..<scanner.position)
      return
    }
    let arguments = readArguments(&scanner)
    let values = ASSArguments(bytes, arguments.parts)
    if !arguments.isClosed {
      warn(.markup, "the tag \\\(name.text) has no ')'", at: max(start - 1, 0)..<scanner.position)
    }
    if case .transform = name.kind {
      readTransform(values, at: start..<scanner.position)
    } else if let tag = name.tag(values) {
      tags.append(tag)
    } else {
      warn(
        .markup, "the tag \\\(name.text) lacks the values it needs and has no effect",
        at: max(start - 1, 0)..<scanner.position)
    }
  }

  /// The values behind a name: those in parentheses, separated by commas, or else all up to the
  /// next backslash.
  ///
  /// A backslash within the parentheses begins the last value, which is all that is left (`\t`).
  private func readArguments(
    _ scanner: inout Scanner
  ) -> (parts: [Range<Int>], isClosed: Bool) {
    var parts: [Range<Int>] = []
    let simple = scanner.take { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "\\") }
    if !bytes.trimmed(simple).isEmpty { parts.append(bytes.trimmed(simple)) }
    guard scanner.take(UInt8(ascii: "(")) else { return (parts, true) }
    var start = scanner.position
    while let byte = scanner.peek, parts.count < 16 {
      switch byte {
      case UInt8(ascii: ","):
        parts.append(bytes.trimmed(start..<scanner.position))
        scanner.advance()
        start = scanner.position
      case UInt8(ascii: ")"):
        parts.append(bytes.trimmed(start..<scanner.position))
        scanner.advance()
        return (parts, true)
      case UInt8(ascii: "\\"):
        parts.append(nestedTags(&scanner, from: start))
        return (parts, scanner.take(UInt8(ascii: ")")))
      default: scanner.advance()
      }
    }
    parts.append(bytes.trimmed(start..<scanner.position))
    return (parts, false)
  }

  /// The tags within `\t(…)`, up to the parenthesis that closes it.
  private func nestedTags(_ scanner: inout Scanner, from start: Int) -> Range<Int> {
    var open = 0
    while let byte = scanner.peek {
      if byte == UInt8(ascii: "(") { open += 1 }
      if byte == UInt8(ascii: ")") {
        if open == 0 { break }
        open -= 1
      }
      scanner.advance()
    }
    return start..<scanner.position
  }

  private mutating func readTransform(_ values: ASSArguments, at range: Range<Int>) {
    guard depth < Self.deepest else {
      warn(.limit, "\\t is nested too deeply and has no effect", at: range)
      return
    }
    guard let nested = values.parts.last else {
      warn(.markup, "\\t contains no tags to animate", at: range)
      return
    }
    var inner = ASSTagParser(bytes)
    inner.depth = depth + 1
    inner.parse(nested)
    for warning in inner.warnings { warn(warning.kind, warning.message, at: warning.range) }
    let numbers = values.numbers.dropLast()
    var (start, end, acceleration) = (nil as Double?, nil as Double?, 1.0)
    switch numbers.count {
    case 3: (start, end, acceleration) = (numbers[0], numbers[1], numbers[2])
    case 2: (start, end) = (numbers[0], numbers[1])
    case 1: acceleration = numbers[0]
    default: break
    }
    tags.append(
      .transform(start: start, end: end, acceleration: acceleration, tags: inner.tags))
  }
}

extension Scanner {
  /// Steps over `word` if it is next, case and all.
  mutating func take(exactly word: String) -> Bool {
    let letters = word.utf8
    guard end - position >= letters.count,
      zip(letters, bytes[position...]).allSatisfy({ $0 == $1 })
    else { return false }
    advance(letters.count)
    return true
  }
}
