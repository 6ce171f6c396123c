import Bytes

/// Takes the text of an event apart into letters, tags and drawings.
struct ASSTextParser {
  private let bytes: [UInt8]
  private var pieces: [ASSPiece] = []
  private var letters: [UInt8] = []
  private var isDrawing = false
  private(set) var warnings: [SubtitleWarning] = []
  /// How many pieces of a text are kept.
  private static let mostPieces = 1 << 16

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func parse(_ range: Range<Int>) -> [ASSPiece] {
    var scanner = Scanner(bytes, range)
    // Once no brace is left to close another, none is looked for again.
    var lastBrace = bytes[range].lastIndex(of: UInt8(ascii: "}")) ?? -1
    while let byte = scanner.peek, pieces.count < Self.mostPieces {
      if byte == UInt8(ascii: "{"), scanner.position < lastBrace {
        readTags(&scanner)
      } else if byte == UInt8(ascii: "{") {
        warnings.append(
          SubtitleWarning(
            .markup, "the brace is not closed and is shown",
            at: scanner.position..<scanner.position + 1))
        lastBrace = -1
        letters.append(byte)
        scanner.advance()
      } else {
        readLetter(&scanner, byte)
      }
    }
    if !scanner.isAtEnd {
      warnings.append(
        SubtitleWarning(.limit, "the text from here on is left out", at: scanner.rest))
    }
    flush()
    return pieces
  }

  private mutating func readTags(_ scanner: inout Scanner) {
    scanner.advance()
    let content = scanner.take { $0 != UInt8(ascii: "}") }
    scanner.advance()
    flush()
    var parser = ASSTagParser(bytes)
    parser.parse(content)
    if !parser.warnings.isEmpty, warnings.count < 64 { warnings += parser.warnings }
    for tag in parser.tags {
      pieces.append(.tag(tag))
      read(tag)
    }
  }

  /// Sees whether what follows is a drawing, which `\p` says in `\t`, too.
  private mutating func read(_ tag: ASSTag) {
    switch tag {
    case .drawing(let scale): isDrawing = scale > 0
    case .transform(_, _, _, let tags):
      for tag in tags { read(tag) }
    default: break
    }
  }

  private mutating func readLetter(_ scanner: inout Scanner, _ byte: UInt8) {
    scanner.advance()
    guard !isDrawing else {
      letters.append(byte)
      return
    }
    if byte == .tab {
      letters.append(.space)
      return
    }
    guard byte == UInt8(ascii: "\\"), let next = scanner.peek else {
      letters.append(byte)
      return
    }
    switch next {
    case UInt8(ascii: "N"): letters.append(.lineFeed)
    case UInt8(ascii: "n"): letters.append(contentsOf: "\u{2028}".utf8)
    case UInt8(ascii: "h"): letters.append(contentsOf: "\u{A0}".utf8)
    case UInt8(ascii: "{"), UInt8(ascii: "}"): letters.append(next)
    default:
      letters.append(byte)
      return
    }
    scanner.advance()
  }

  private mutating func flush() {
    guard !letters.isEmpty else { return }
    let text = String(decoding: letters, as: UTF8.self)
    letters.removeAll(keepingCapacity: true)
    pieces.append(isDrawing ? .drawing(text) : .text(text))
  }
}
