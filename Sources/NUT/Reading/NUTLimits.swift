/// What a reader takes at most, so that memory stays bounded.
package struct NUTLimits: Hashable, Sendable {
  /// The data of one packet, in bytes; of raw video a whole picture, where that is more.
  package var packetBytes: Int
  /// All headers together, and any information that comes later, in bytes.
  package var headerBytes: Int

  /// 256 MiB for a packet and 16 MiB for headers, unless stated otherwise.
  package init(packetBytes: Int = 1 << 28, headerBytes: Int = 1 << 24) {
    self.packetBytes = packetBytes
    self.headerBytes = headerBytes
  }
}
