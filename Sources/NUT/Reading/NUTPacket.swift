import Bytes

/// What stands in front of a packet's data.
package struct NUTPacket: Hashable, Sendable {
  /// The latest tick that is read and written.
  package static let latest = 1 << 62 - 1

  /// The stream that it belongs to.
  package var stream: Int
  /// When it is shown, in ticks of its stream's clock, 0 to ``latest``.
  package var ticks: Int
  /// Whether it can be decoded without others.
  package var isKey: Bool
  /// Whether what its stream showed before ends here; it has no data then.
  package var isEnd: Bool
  /// Side data and metadata as they stand in the stream; empty for nearly all packets.
  package var sideData: [UInt8]
  /// How many bytes of data follow.
  package var size: Int
  /// Where in the stream the header of the frame begins.
  package var offset: UInt64
  /// Where in the stream its side data or data begins.
  package var dataOffset: UInt64

  /// A packet to be written.
  package init(stream: Int, ticks: Int, size: Int, isKey: Bool = true) {
    (self.stream, self.ticks, self.size, self.isKey) = (stream, ticks, size, isKey)
    (isEnd, sideData, offset, dataOffset) = (false, [], 0, 0)
  }
}

/// What comes next in a NUT stream.
package enum NUTItem: Hashable, Sendable {
  /// A frame of a stream, whose data is to be read.
  case packet(NUTPacket)
  /// The body of an info packet that stands behind the first frame.
  case info([UInt8])
}
