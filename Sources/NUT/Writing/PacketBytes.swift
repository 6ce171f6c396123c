extension StartCode {
  /// A packet with this start and body, and its checksums.
  func packet(_ body: [UInt8]) -> [UInt8] {
    var packet = bytes
    let length = body.count + 4
    packet.append(number: length)
    if length > Self.shortBody { packet += NUTChecksum(of: packet).bytes }
    return packet + body + NUTChecksum(of: body).bytes
  }
}
