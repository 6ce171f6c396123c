import Bytes

/// Walks along the lines of a text; a line ends at LF, CR LF or a CR alone.
struct LineCursor {
  let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next line without its end, or nil behind the last one.
  ///
  /// A line end at the very end of the text begins no further line.
  mutating func next() -> Range<Int>? {
    guard position < bytes.count else { return nil }
    let start = position
    var end = start
    while end < bytes.count, bytes[end] != .lineFeed, bytes[end] != .carriageReturn { end += 1 }
    position = end + 1
    if end < bytes.count, bytes[end] == .carriageReturn, end + 1 < bytes.count,
      bytes[end + 1] == .lineFeed
    {
      position = end + 2
    }
    return start..<end
  }

  /// Goes back to where a line begins.
  mutating func rewind(to position: Int) { self.position = position }
}
