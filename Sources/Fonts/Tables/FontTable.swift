/// A part of a font file from which big-endian numbers are read.
///
/// Offsets count from the part's own start. No read leaves the part: beyond its end there is nil.
/// It shares the file's bytes, so that cutting a part out of another costs nothing.
package struct FontTable: Sendable {
  /// All bytes of the file; the part is ``count`` of them from ``start`` on.
  package let bytes: FontData
  /// Where the part begins in the file.
  package let start: Int
  /// How many bytes the part has.
  package let count: Int

  /// The part of `bytes` from `start`, as far as there are bytes; nothing when it lies outside.
  package init(_ bytes: [UInt8], start: Int = 0, count: Int = .max) {
    self.init(FontData(bytes), start: start, count: count)
  }

  /// The part of `bytes` from `start`, in the same way, without a copy.
  package init(_ bytes: FontData, start: Int = 0, count: Int = .max) {
    self.bytes = bytes
    self.start = min(max(start, 0), bytes.count)
    self.count = min(max(count, 0), bytes.count - self.start)
  }

  /// Whether the part has no byte.
  package var isEmpty: Bool { count == 0 }

  /// A copy of its bytes.
  package var copied: [UInt8] { bytes.bytes(start..<start &+ count) }

  /// Whether `length` bytes stand at `offset`; says no for negative numbers.
  package func holds(_ length: Int, at offset: Int) -> Bool {
    offset >= 0 && length >= 0 && offset <= count && length <= count &- offset
  }

  /// A number from 0 to 255.
  package func u8(_ offset: Int) -> Int? {
    guard offset >= 0, offset < count else { return nil }
    return Int(bytes[start &+ offset])
  }

  func i8(_ offset: Int) -> Int? {
    guard offset >= 0, offset < count else { return nil }
    return Int(Int8(bitPattern: bytes[start &+ offset]))
  }

  /// A number of 16 bits, from 0 on.
  package func u16(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= count &- 2 else { return nil }
    let place = start &+ offset
    return Int(bytes[place]) << 8 | Int(bytes[place &+ 1])
  }

  /// A number of 16 bits with a sign.
  package func i16(_ offset: Int) -> Int? {
    guard let value = u16(offset) else { return nil }
    return Int(Int16(truncatingIfNeeded: value))
  }

  func u24(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= count &- 3 else { return nil }
    let place = start &+ offset
    return Int(bytes[place]) << 16 | Int(bytes[place &+ 1]) << 8 | Int(bytes[place &+ 2])
  }

  /// A number of 32 bits, from 0 on.
  package func u32(_ offset: Int) -> Int? {
    guard let high = u16(offset), let low = u16(offset &+ 2) else { return nil }
    return high << 16 | low
  }

  /// A number of 32 bits with a sign.
  func i32(_ offset: Int) -> Int? {
    guard let value = u32(offset) else { return nil }
    return Int(Int32(truncatingIfNeeded: value))
  }

  /// A number of 2 bits before and 14 behind the point, -2 to just under 2.
  func f2dot14(_ offset: Int) -> Double? {
    guard let value = i16(offset) else { return nil }
    return Double(value) / 16384
  }

  /// A number of 16 bits before and behind the point.
  package func fixed(_ offset: Int) -> Double? {
    guard let value = i32(offset) else { return nil }
    return Double(value) / 65536
  }

  /// Four bytes as a tag, whatever they are.
  package func tag(_ offset: Int) -> Tag? {
    guard let value = u32(offset) else { return nil }
    return Tag(UInt32(truncatingIfNeeded: value))
  }

  /// The part that begins at `offset`, up to this one's end; nil when nothing is there.
  package func sub(_ offset: Int) -> FontTable? {
    guard offset >= 0, offset < count else { return nil }
    return FontTable(bytes, start: start &+ offset, count: count &- offset)
  }

  /// The part of exactly `length` bytes at `offset`; nil when this one ends earlier.
  package func sub(_ offset: Int, count length: Int) -> FontTable? {
    guard holds(length, at: offset) else { return nil }
    return FontTable(bytes, start: start &+ offset, count: length)
  }
}
