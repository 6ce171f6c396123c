import Bytes

/// Reads the tags between two braces, as libass does: what stands before a backslash is a comment,
/// a tag's name is the longest known one that its letters begin with, and a number ends where it is
/// no number any more.
struct ASSTagParser {
  /// The times of a `\t` whose tags are being read.
  private struct Times {
    var start: Double?
    var end: Double?
    var acceleration = 1.0

    init(_ numbers: [Double]) {
      switch numbers.count {
      case 3: (start, end, acceleration) = (numbers[0], numbers[1], numbers[2])
      case 2: (start, end) = (numbers[0], numbers[1])
      case 1: acceleration = numbers[0]
      default: break
      }
    }
  }

  /// What stands in parentheses.
  private struct Parentheses {
    var values: ASSArguments
    /// Whether the last value has a backslash in it.
    var hasTags = false
    var isClosed = true
  }

  private let bytes: [UInt8]
  private(set) var tags: [ASSTag] = []
  private(set) var warnings: [SubtitleWarning] = []
  /// How many tags of one block are read.
  private static let mostTags = 1000
  /// Nil where tags are not those of a `\t`.
  private var times: Times?
  private var animated: [ASSTag] = []
  private var isFull = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func parse(_ range: Range<Int>) {
    var scanner = Scanner(bytes, range)
    scanner.take { $0 != UInt8(ascii: "\\") }
    while !isFull, scanner.take(UInt8(ascii: "\\")) {
      scanner.skipBlanks()
      readTag(&scanner)
      scanner.take { $0 != UInt8(ascii: "\\") }
      if !isFull, tags.count + animated.count >= Self.mostTags {
        isFull = true
        warn(.limit, "the tags from here on have no effect", at: scanner.rest)
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
    var word = Scanner(
      bytes, scanner.take { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "\\") })
    // Without a name there are no values.
    var found =
      word.isAtEnd ? Parentheses(values: ASSArguments(bytes)) : readParentheses(&scanner)
    guard let name = Self.names.first(where: { word.take(exactly: $0.text) }) else {
      let letters = word.take { $0.isLetter || $0.isDigit }
      // `\pbo`-like words of renderers other than libass, and misspellings.
      warn(
        .unsupported, "the tag \("\\" + word.string(letters)) is not known and has no effect",
        at: max(start - 1, 0)..<letters.upperBound)
      return
    }
    let place = max(start - 1, 0)..<scanner.position
    // Within `\t` the parenthesis that would close a tag closes `\t`.
    if !found.isClosed, times == nil {
      warn(.markup, "the tag \\\(name.text) has no ')'", at: place)
    }
    if name.kind == .simple { found.values.add(word.rest) }
    if name.kind == .transform {
      readTransform(found, &scanner, at: place)
    } else if let tag = name.tag(found.values) {
      add(tag, found.values, name.text, at: place)
    } else {
      warn(
        .markup, "the tag \\\(name.text) lacks the values it needs and has no effect", at: place)
    }
  }

  private mutating func add(
    _ tag: ASSTag, _ values: ASSArguments, _ name: String, at place: Range<Int>
  ) {
    if times == nil { tags.append(tag) } else { animated.append(tag) }
    switch tag {
    case .color, .transparency:
      if !values.isHex {
        warn(
          .markup, "the value of \\\(name) is no number such as &H0080FF& and counts as 0",
          at: place)
      }
    default: break
    }
  }

  /// The values in parentheses, which commas part.
  ///
  /// A backslash makes all that is left the last value (`\t`). The first parenthesis that closes
  /// ends them, however many were opened; without one they go on to the end.
  private func readParentheses(_ scanner: inout Scanner) -> Parentheses {
    var found = Parentheses(values: ASSArguments(bytes))
    guard scanner.take(UInt8(ascii: "(")) else { return found }
    while true {
      scanner.skipBlanks()
      let start = scanner.position
      scanner.take {
        $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: ")")
      }
      if scanner.peek == UInt8(ascii: "\\") {
        found.hasTags = true
        // There is no parenthesis within the values of `\t`.
        if times != nil {
          scanner.move(to: scanner.end)
        } else {
          scanner.take { $0 != UInt8(ascii: ")") }
        }
      }
      found.values.add(start..<scanner.position)
      if !scanner.take(UInt8(ascii: ",")) { break }
    }
    found.isClosed = scanner.take(UInt8(ascii: ")"))
    return found
  }

  /// Reads the tags of a `\t`. One within another ends that, and goes on to the same parenthesis.
  private mutating func readTransform(
    _ found: Parentheses, _ scanner: inout Scanner, at place: Range<Int>
  ) {
    let isNested = times != nil
    endTransform()
    times = Times(found.values.numbers.dropLast())
    // At most two times and an acceleration.
    guard found.hasTags, let last = found.values.parts.last, found.values.count <= 4 else {
      warn(.markup, "\\t contains no tags to animate", at: place)
      if !isNested { endTransform() }
      return
    }
    guard !isNested else {
      scanner.move(to: last.lowerBound)
      return
    }
    if found.isClosed, bytes[last].contains(UInt8(ascii: "(")),
      let next = scanner.peek, next != UInt8(ascii: ")")
    {
      warn(.markup, "\\t ends at its first ')', and what follows is not animated", at: place)
    }
    parse(last)
    endTransform()
  }

  private mutating func endTransform() {
    guard let times else { return }
    tags.append(
      .transform(
        start: times.start, end: times.end, acceleration: times.acceleration, tags: animated))
    self.times = nil
    animated = []
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
