import Testing

@testable import NUT

/// Streams that tests make by hand, with numbers and checksums of their own.
struct MadeStream {
  /// A number, seven bits in a byte.
  static func v(_ value: UInt64) -> [UInt8] {
    var bytes = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }

  static func v(_ values: [UInt64]) -> [UInt8] { values.flatMap { v($0) } }

  static func crc(_ bytes: [UInt8]) -> [UInt8] {
    var value: UInt32 = 0
    for byte in bytes {
      for bit in (0..<8).reversed() {
        let top = (value >> 31) ^ UInt32(byte >> bit & 1)
        value = value << 1 ^ (top == 1 ? 0x04C1_1DB7 : 0)
      }
    }
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  static func packet(_ code: UInt64, _ body: [UInt8]) -> [UInt8] {
    var bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: code >> UInt64($0 * 8)) }
    bytes += v(UInt64(body.count + 4))
    if body.count + 4 > 4096 { bytes += crc(bytes) }
    return bytes + body + crc(body)
  }

  static let main: UInt64 = 0x4E4D_7A56_1F5F_04AD
  static let stream: UInt64 = 0x4E53_1140_5BF2_F9DB
  static let syncpoint: UInt64 = 0x4E4B_E4AD_EECA_4569
  static let index: UInt64 = 0x4E58_DD67_2F23_E64E
  static let info: UInt64 = 0x4E49_AB68_B596_BA78

  /// Clocks of 1/25 and 1/1000 s.
  var timeBases: [UInt64] = [1, 25, 1, 1000]
  var version: UInt64 = 3
  var distance: UInt64 = 1000
  var flags: UInt64 = 0
  /// The table: code 1 is coded, code 2 steps on by a tick with 4 bytes, all others are invalid.
  var table: [UInt8] = [
    [0x2000, 6, 0, 1, 0, 0, 0, 1], [0x1000, 6, 0, 1, 0, 0, 0, 1], [1, 6, 1, 8, 0, 4, 0, 1],
    [0x2000, 6, 0, 1, 0, 0, 0, 252],
  ].flatMap { v($0) }
  var elisions: [[UInt8]] = []

  var mainBody: [UInt8] {
    var body = Self.v(version) + (version > 3 ? [0] : []) + Self.v([2, distance])
    body += Self.v(UInt64(timeBases.count / 2)) + Self.v(timeBases) + table
    body += Self.v(UInt64(elisions.count)) + elisions.flatMap { Self.v(UInt64($0.count)) + $0 }
    return body + Self.v(flags)
  }

  /// Gray pictures of 2x2, and data with a clock of its own.
  static let pictures: [UInt8] =
    v([0, 0, 4]) + Array("Y800".utf8) + v([0, 4, 25, 0, 0, 0, 2, 2, 0, 0, 0])
  static let data: [UInt8] = v([1, 3, 4]) + Array("TEST".utf8) + v([1, 7, 1000, 0, 0, 3, 7, 8, 9])

  var head: [UInt8] {
    Array("nut/multimedia container\0".utf8) + Self.packet(Self.main, mainBody)
      + Self.packet(Self.stream, Self.pictures) + Self.packet(Self.stream, Self.data)
  }

  /// A syncpoint at a tick of the first clock.
  static func sync(_ ticks: UInt64 = 0) -> [UInt8] { packet(syncpoint, v([ticks * 2, 0])) }

  /// A frame whose flags and fields are coded, with a checksum where they say so.
  static func frame(_ flags: UInt64, _ fields: [UInt64], _ data: [UInt8]) -> [UInt8] {
    let header = [1] + v(flags) + v(fields)
    return header + (flags & 64 != 0 ? crc(header) : []) + data
  }
}
