import Testing

@testable import Bytes

@Suite struct ChecksumTests {
  private static let digits = Array("123456789".utf8)

  @Test func `the check values of both are right`() {
    var crc = CRC32()
    crc.update(Self.digits)
    #expect(crc.value == 0xCBF4_3926)
    var adler = Adler32()
    adler.update(Self.digits)
    #expect(adler.value == 0x091E_01DE)
    #expect(CRC32().value == 0 && Adler32().value == 1)
  }

  @Test func `pieces, slices and sequences give the same as the whole`() {
    let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    var whole = (CRC32(), Adler32())
    whole.0.update(bytes)
    whole.1.update(bytes)
    for piece in [1, 7, 8, 9, 31, 32, 33, 5552, 6000] {
      var parts = (CRC32(), Adler32())
      var start = 0
      while start < bytes.count {
        let end = min(start + piece, bytes.count)
        parts.0.update(bytes[start..<end])
        parts.1.update(bytes[start..<end])
        start = end
      }
      #expect(parts.0.value == whole.0.value && parts.1.value == whole.1.value, "\(piece)")
    }
    var lazy = (CRC32(), Adler32())
    lazy.0.update(bytes.lazy.map { $0 })
    lazy.1.update(bytes.lazy.map { $0 })
    #expect(lazy.0.value == whole.0.value && lazy.1.value == whole.1.value)
  }

  @Test func `the largest bytes do not overflow`() {
    var adler = Adler32()
    let bytes = [UInt8](repeating: 255, count: 100_000)
    adler.update(bytes)
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    #expect(adler.value == UInt32(high << 16 | low))
  }
}
