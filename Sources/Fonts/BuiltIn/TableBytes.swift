/// The bytes of a font table in the making: numbers with the big end first.
struct TableBytes {
  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }

  mutating func u8(_ value: Int) { bytes.append(UInt8(truncatingIfNeeded: value)) }

  mutating func u16(_ value: Int) {
    u8(value >> 8)
    u8(value)
  }

  mutating func u16(_ values: [Int]) { for value in values { u16(value) } }

  mutating func u32(_ value: Int) {
    u16(value >> 16)
    u16(value)
  }

  mutating func tag(_ tag: Tag) { u32(Int(tag.value)) }

  mutating func append(_ other: [UInt8]) { bytes += other }

  /// Zeros up to the next multiple of `size`.
  mutating func pad(to size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }

  /// Writes over two bytes that are there already.
  mutating func set16(_ value: Int, at offset: Int) {
    guard offset >= 0, offset + 2 <= bytes.count else { return }
    bytes[offset] = UInt8(truncatingIfNeeded: value >> 8)
    bytes[offset + 1] = UInt8(truncatingIfNeeded: value)
  }

  mutating func set32(_ value: Int, at offset: Int) {
    set16(value >> 16, at: offset)
    set16(value, at: offset + 2)
  }

  /// The sum of all 32-bit words (OpenType, "Calculating checksums").
  static func checksum(_ bytes: [UInt8]) -> Int {
    var sum: UInt32 = 0
    var index = 0
    while index < bytes.count {
      var word: UInt32 = 0
      for step in 0..<4 {
        word = word << 8 | (index + step < bytes.count ? UInt32(bytes[index + step]) : 0)
      }
      sum &+= word
      index += 4
    }
    return Int(sum)
  }
}
