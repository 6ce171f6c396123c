/// A place in an array of bytes from which numbers are read, one after another.
///
/// Each read returns `nil`, and leaves the cursor where it was, when the bytes do not suffice. No
/// read can leave the range that the cursor was made with.
package struct ByteCursor: Sendable {
  /// All bytes, those outside the cursor's range too.
  package let bytes: [UInt8]
  /// The offset of the next byte, counted from the start of `bytes`.
  package private(set) var position: Int
  /// The offset behind the last byte that may be read.
  package let end: Int

  /// Makes a cursor over all of `bytes`.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = 0
    end = bytes.count
  }

  /// Makes a cursor over the part of `bytes` that lies in `range`.
  package init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    end = min(max(range.upperBound, 0), bytes.count)
    position = min(max(range.lowerBound, 0), end)
  }

  /// How many bytes are left.
  package var remaining: Int { end - position }

  /// Reads one byte.
  package mutating func byte() -> UInt8? {
    guard position < end else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads a 16-bit number, lowest byte first.
  package mutating func littleEndian16() -> Int? {
    guard remaining >= 2 else { return nil }
    defer { position += 2 }
    return Int(bytes[position]) | Int(bytes[position + 1]) << 8
  }

  /// Reads a 16-bit number, highest byte first.
  package mutating func bigEndian16() -> Int? {
    guard remaining >= 2 else { return nil }
    defer { position += 2 }
    return Int(bytes[position]) << 8 | Int(bytes[position + 1])
  }

  /// Reads a 32-bit number, highest byte first.
  package mutating func bigEndian32() -> UInt32? {
    guard remaining >= 4 else { return nil }
    defer { position += 4 }
    var value: UInt32 = 0
    for byte in bytes[position..<position + 4] { value = value << 8 | UInt32(byte) }
    return value
  }

  /// Steps over `count` bytes and returns where they lie.
  package mutating func skip(_ count: Int) -> Range<Int>? {
    guard count >= 0, count <= remaining else { return nil }
    defer { position += count }
    return position..<position + count
  }

  /// Whether the next bytes are those of `prefix`; does not move.
  package func starts(with prefix: [UInt8]) -> Bool {
    remaining >= prefix.count && bytes[position..<position + prefix.count].elementsEqual(prefix)
  }
}
