/// Bytes of which the numbers of NUT are read, one after another.
protocol NumberReading {
  /// Where in the stream the next byte stands.
  var offset: UInt64 { get }

  /// Takes the next byte; an error where there is none.
  mutating func byte() throws(NUTError) -> UInt8

  /// What to throw for a fault that stands at byte `offset`.
  func malformed(_ fault: NUTFault, at offset: UInt64) -> NUTError
}

extension NumberReading {
  /// Reads a number without a sign, of at most 63 bits: seven in each byte, the highest first, and
  /// one that says that more follow.
  mutating func number() throws(NUTError) -> Int {
    let start = offset
    var value = 0
    // Zeros in front are allowed, but not without an end.
    for _ in 0..<16 {
      let byte = try byte()
      guard value >> 56 == 0 else { break }
      value = value << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    throw malformed(.largeNumber, at: start)
  }

  /// Passes a number that means nothing here: ffmpeg writes some of more than 63 bits.
  mutating func skipNumber() throws(NUTError) {
    let start = offset
    for _ in 0..<16 where try byte() & 0x80 == 0 { return }
    throw malformed(.largeNumber, at: start)
  }

  /// Reads a number with a sign.
  mutating func signedNumber() throws(NUTError) -> Int {
    let value = try number()
    // One more than the number, halved: without its overflow.
    return value & 1 == 0 ? -(value / 2) : value / 2 + 1
  }

  /// Reads a number that has to lie in `range`, and is named as here in the error.
  mutating func number(
    _ name: String, in range: ClosedRange<Int>
  ) throws(NUTError) -> Int {
    let start = offset
    let value = try number()
    guard range.contains(value) else { throw malformed(.badValue(name, value), at: start) }
    return value
  }

  /// Reads a number of 32 bits, highest byte first.
  mutating func word() throws(NUTError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 { value = value << 8 | UInt32(try byte()) }
    return value
  }
}

extension [UInt8] {
  /// Appends a number as `number()` reads it; it is not negative.
  mutating func append(number value: Int) {
    precondition(value >= 0)
    let groups = Swift.max(1, (Int.bitWidth - value.leadingZeroBitCount + 6) / 7)
    for group in (0..<groups).reversed() {
      let bits = UInt8(truncatingIfNeeded: value >> (7 * group)) & 0x7F
      append(group > 0 ? bits | 0x80 : bits)
    }
  }

  /// Appends a number with a sign, of at most 62 bits.
  mutating func append(signed value: Int) {
    append(number: value > 0 ? 2 * value - 1 : -2 * value)
  }

  /// Appends a time with the number of its clock, of so many.
  ///
  /// A time that does not fit beside the number is far beyond all films, and is made shorter.
  mutating func append(number ticks: Int, timeBase: Int, of count: Int) {
    append(number: Swift.min(ticks, Int.max / count - 1) * count + timeBase)
  }

  /// Appends bytes behind their number.
  mutating func append(counted bytes: [UInt8]) {
    append(number: bytes.count)
    append(contentsOf: bytes)
  }
}
