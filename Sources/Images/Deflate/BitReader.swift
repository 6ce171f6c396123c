/// Takes bits from bytes, lowest bit first (RFC 1951, section 3.1.1).
///
/// A reader does not hold the bytes; every call is given them.
struct BitReader: Sendable {
  /// Bits that have been loaded but not taken; all above `count` are zero.
  var bits: UInt64 = 0
  /// How many bits of `bits` are real.
  var count = 0
  /// The offset of the next byte to load.
  var position: Int
  /// The offset behind the last byte.
  let end: Int

  init(position: Int, end: Int) {
    self.position = position
    self.end = end
  }

  /// The offset of the first byte of which no bit has been taken.
  var offset: Int { position - count / 8 }

  /// Loads bytes until there are at least 56 bits, never 64, or no bytes.
  mutating func refill(from input: Span<UInt8>) {
    while count < 56, position < end {
      bits |= UInt64(input[position]) &<< UInt64(count)
      position &+= 1
      count &+= 8
    }
  }

  /// Takes `width` bits, at most 16; `nil` at the end of the bytes.
  mutating func take(_ width: Int, from input: [UInt8]) -> Int? {
    while count < width {
      guard position < end else { return nil }
      bits |= UInt64(input[position]) << UInt64(count)
      position += 1
      count += 8
    }
    defer { drop(width) }
    return Int(bits & ((1 << UInt64(width)) - 1))
  }

  /// Drops bits that are loaded.
  mutating func drop(_ width: Int) {
    bits = bits &>> UInt64(truncatingIfNeeded: width)
    count &-= width
  }

  /// Drops what is left of a byte that has been begun.
  mutating func alignToByte() {
    drop(count % 8)
  }

  /// Steps over whole bytes; false, and unchanged, when there are not so many.
  ///
  /// - Precondition: the reader stands at the start of a byte.
  mutating func skipBytes(_ bytes: Int) -> Bool {
    let start = offset
    guard bytes <= end - start else { return false }
    bits = 0
    count = 0
    position = start + bytes
    return true
  }
}
