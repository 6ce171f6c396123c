import Pipes
import Testing

@testable import NUT

@Suite struct NumberTests {
  @Test(arguments: [0, 1, 127, 128, 300, 16_383, 16_384, 1 << 31, 1 << 62, Int.max])
  func `numbers come back`(_ value: Int) throws {
    var bytes: [UInt8] = []
    bytes.append(number: value)
    #expect(bytes == MadeStream.v(UInt64(value)))
    var body = PacketBody([0x80, 0x80] + bytes, at: 5)
    // Zeros in front change nothing.
    #expect(try body.number() == value)
    #expect(body.offset == UInt64(bytes.count + 7))
  }

  @Test func `signs alternate`() throws {
    for (value, coded) in [(0, 0), (1, 1), (-1, 2), (2, 3), (-2, 4), (100, 199), (-100, 200)] {
      var bytes: [UInt8] = []
      bytes.append(signed: value)
      #expect(bytes == MadeStream.v(UInt64(coded)))
      var body = PacketBody(bytes, at: 0)
      #expect(try body.signedNumber() == value)
    }
    var largest = PacketBody(MadeStream.v(UInt64(Int.max)), at: 0)
    #expect(try largest.signedNumber() == 1 << 62)
  }

  @Test func `numbers that cannot be counted are faults`() throws {
    for bytes in [MadeStream.v(1 << 63), [UInt8](repeating: 0x80, count: 30)] {
      var body = PacketBody(bytes, at: 9)
      #expect(throws: NUTError.malformed(.largeNumber, packet: nil, offset: 9)) {
        try body.number()
      }
    }
    var passed = PacketBody(MadeStream.v(.max) + [7], at: 0)
    try passed.skipNumber()
    #expect(try passed.number() == 7)
    var short = PacketBody([0x81], at: 3)
    #expect(throws: NUTError.malformed(.shortPacket, packet: nil, offset: 4)) { try short.number() }
    var counted = PacketBody([3, 1, 2], at: 3)
    #expect(throws: NUTError.malformed(.shortPacket, packet: nil, offset: 3)) {
      try counted.countedBytes()
    }
  }

  /// The catalogue of CRCs gives 0x765E7680 for these bytes with all bits turned round at the end
  /// (CRC-32/CKSUM).
  @Test func `the checksum is the known one`() {
    let digits = Array("123456789".utf8)
    #expect(NUTChecksum(of: digits).value == ~0x765E_7680)
    #expect(NUTChecksum(of: digits).bytes == MadeStream.crc(digits))
    #expect(NUTChecksum(of: digits + NUTChecksum(of: digits).bytes).value == 0)
    #expect(NUTChecksum().value == 0)
  }

  @Test func `bytes in memory, at the buffer and across it are the same`() throws {
    let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    var source = PacketSource(ByteSource(bytes, step: 1000))
    #expect(try source.byte() == bytes[0])
    #expect(try source.bytes(20_000) == Array(bytes[1...20_000]))
    var room = [UInt8](repeating: 0, count: 20_000)
    let count = try room.withUnsafeMutableBytes { try source.readFully(into: $0) }
    #expect(count == 20_000 && room == Array(bytes[20_001...40_000]))
    try source.skip(9000)
    #expect(source.offset == 49_001)
    #expect(try source.bytes(999) == Array(bytes[49_001...]))
    #expect(try source.nextByte() == nil)
    #expect(throws: NUTError.truncatedHeader(offset: 50_000)) { try source.skip(1) }
  }
}
