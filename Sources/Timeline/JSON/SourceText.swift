/// A line and a column, both counted from 1; columns count Unicode scalars.
package struct SourcePlace: Hashable, Sendable {
  /// From 1.
  package let line: Int
  /// From 1, in Unicode scalars.
  package let column: Int
}

/// The text of a timeline, under the name by which messages call it.
///
/// Places in it are byte offsets; lines and columns are computed only when a message is shown.
package struct SourceText: Sendable {
  /// Where a text that was appended begins.
  struct Part: Sendable {
    let name: String
    let start: Int
  }

  /// The file's name as the user gave it.
  package let name: String
  /// The text as the file has it; it need not be UTF-8. Texts that were appended follow it.
  package private(set) var bytes: [UInt8]
  /// The texts that were appended.
  private(set) var parts: [Part] = []

  /// The bytes of a file, under the name that messages use.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Adds another text, whose lines count from its own first one.
  ///
  /// - Returns: how much later its bytes are than in `other`.
  mutating func append(_ other: SourceText) -> Int {
    // What was appended last would otherwise end on the line on which this begins.
    bytes.append(UInt8(ascii: "\n"))
    let start = bytes.count
    bytes += other.bytes[other.textStart...]
    parts.append(Part(name: other.name, start: start))
    return start - other.textStart
  }

  /// The text without those that were appended.
  var own: SourceText {
    parts.first.map { SourceText(name: name, bytes: Array(bytes[..<($0.start - 1)])) } ?? self
  }

  /// The name of the text that a byte belongs to.
  func name(at offset: Int) -> String { part(at: offset)?.name ?? name }

  /// The appended text that a byte belongs to.
  func part(at offset: Int) -> Part? { parts.last { $0.start <= offset } }

  /// A text that is not in a file, under the name that messages use.
  package init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The lines and columns of several bytes.
  package func places(of offsets: [Int]) -> [SourcePlace] {
    let lines = SourceLines(self)
    return offsets.map { lines.place(of: $0) }
  }

  /// The bytes without those of texts that were appended.
  package var ownBytes: [UInt8] { own.bytes }

  /// The offset of the first byte after a UTF-8 byte order mark, if there is one.
  var textStart: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The line and column of a byte; an offset past the end gives the end.
  ///
  /// Takes time in proportion to the text: a caller with many places builds ``SourceLines`` once.
  package func place(of offset: Int) -> SourcePlace { SourceLines(self).place(of: offset) }
}

/// Where the lines of a text begin.
///
/// A line ends at LF, at CR LF or at a CR alone.
struct SourceLines: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int]
  private let source: SourceText
  /// How many scalars begin before each block of ``blockSize`` bytes, so that a column far along a
  /// line is found without a walk along it.
  private let scalarsBefore: [Int]
  private static let blockSize = 4096

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    var starts = [source.textStart]
    for index in bytes.indices {
      let isEnd =
        bytes[index] == UInt8(ascii: "\n")
        || bytes[index] == UInt8(ascii: "\r")
          && !(index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n"))
      if isEnd { starts.append(index + 1) }
    }
    self.starts = starts
    var scalarsBefore = [0]
    for block in stride(from: 0, to: bytes.count, by: Self.blockSize) {
      let end = min(block + Self.blockSize, bytes.count)
      scalarsBefore.append(scalarsBefore[scalarsBefore.count - 1] + bytes[block..<end].scalarStarts)
    }
    self.scalarsBefore = scalarsBefore
  }

  /// The line and column of a byte; an offset past the end gives the end.
  func place(of offset: Int) -> SourcePlace {
    let offset = min(max(offset, starts[0]), bytes.count)
    let line = lineIndex(of: offset)
    let first = source.part(at: offset).map { lineIndex(of: $0.start) } ?? 0
    return SourcePlace(
      line: line - first + 1, column: scalars(before: offset) - scalars(before: starts[line]) + 1)
  }

  private func scalars(before offset: Int) -> Int {
    let block = offset / Self.blockSize
    return scalarsBefore[block] + bytes[block * Self.blockSize..<offset].scalarStarts
  }

  /// The bytes of the line that holds a byte, without its line end.
  func line(around offset: Int) -> Range<Int> {
    let offset = min(max(offset, starts[0]), bytes.count)
    let line = lineIndex(of: offset)
    var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    while end > starts[line], [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(bytes[end - 1]) {
      end -= 1
    }
    return starts[line]..<end
  }

  /// The last line that starts at or before `offset`, by bisection.
  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}

extension ArraySlice<UInt8> {
  /// How many scalars begin here: every byte of UTF-8 that continues none.
  fileprivate var scalarStarts: Int {
    var count = 0
    for byte in self where byte & 0xC0 != 0x80 { count &+= 1 }
    return count
  }
}
