/// The body of a header packet while it is parsed, without its checksum.
///
/// Bytes that are left over at its end mean nothing (nut.txt, "reserved_bytes").
struct PacketBody: NumberReading {
  private let bytes: [UInt8]
  private let start: UInt64
  private let packet: Int?
  private var position = 0

  /// - Parameters:
  ///   - start: where in the stream the body begins.
  ///   - packet: the number of the packet that would come next, for errors.
  init(_ bytes: [UInt8], at start: UInt64, packet: Int? = nil) {
    self.bytes = bytes
    self.start = start
    self.packet = packet
  }

  var offset: UInt64 { start &+ UInt64(position) }

  /// Bytes that were not read yet.
  var remaining: Int { bytes.count - position }

  mutating func byte() throws(NUTError) -> UInt8 {
    guard position < bytes.count else { throw malformed(.shortPacket, at: offset) }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads as many bytes as a number in front of them says.
  mutating func countedBytes() throws(NUTError) -> [UInt8] {
    let place = offset
    let count = try number()
    guard count <= remaining else { throw malformed(.shortPacket, at: place) }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  func malformed(_ fault: NUTFault, at offset: UInt64) -> NUTError {
    .malformed(fault, packet: packet, offset: offset)
  }
}
