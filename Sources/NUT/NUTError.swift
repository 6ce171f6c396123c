import Pipes

/// What is wrong with the bytes of a NUT stream.
package enum NUTFault: Hashable, Sendable {
  /// A packet of another kind, with this start, stands where the main header should.
  case noMainHeader(found: [UInt8])
  /// Frames begin before all streams that the main header counts were described.
  case missingStream(Int)
  /// Headers are repeated, and say something else than before.
  case changedHeader
  /// A packet begins nearly as known ones do: with this.
  case damagedStart(found: [UInt8])
  /// A checksum that is not that of the bytes before it.
  case wrongChecksum
  /// What a packet says goes on behind its end.
  case shortPacket
  /// A number of more than 63 bits.
  case largeNumber
  /// A number, named as here, with a value that makes no sense.
  case badValue(String, Int)
  /// The code of a frame that the table calls invalid, or none that says what follows.
  case badFrameCode(UInt8)
  /// A timestamp below 0, or above ``NUTPacket/latest``.
  case badTimestamp
  /// A frame stands further behind the last syncpoint than the stream allows.
  case missingSyncpoint
  /// A frame that is large, or far away in time, has no checksum.
  case missingChecksum
  /// A packet is smaller than what stands in front of its data.
  case shortFrame
}

/// A valid feature of NUT that is not supported.
package enum NUTFeature: Hashable, Sendable {
  case version(Int)
  /// A packet of a stream with more bytes than the limit.
  case largePacket(stream: Int, size: Int, limit: Int)
  /// There is no stream of pictures.
  case noPictures
  /// More bytes of other streams than the limit stand between two pictures.
  case longPause(limit: Int)
  /// There is no stream of sound.
  case noSound
  /// The sound is of a form, named as here, that is not played; the word for `-c:a` to ask for.
  case sound(String, instead: String)
  /// The sound has a rate or a number of channels that is out of bounds.
  case soundFormat(rate: Int, channels: Int)
  /// The pictures are of a format that is not drawn on.
  case pictures(PixelRefusal)
  /// A header, or all of them, with more bytes than the limit.
  case largeHeader(limit: Int)
}

/// Why a NUT stream cannot be read, or not to its end.
///
/// Packets of all streams count from 0; offsets count bytes from the start of the stream.
package enum NUTError: Error, Hashable, Sendable {
  /// The stream has no bytes.
  case empty
  /// The stream is not NUT, but starts with these bytes.
  case notNUT(start: [UInt8])
  /// The packet is the one that would have come next; nil in headers.
  case malformed(NUTFault, packet: Int?, offset: UInt64)
  case unsupported(NUTFeature, packet: Int?, offset: UInt64)
  /// The stream ends inside its headers.
  case truncatedHeader(offset: UInt64)
  /// The stream ends inside a packet, or in front of it; at least `missing` bytes are not there.
  case truncated(packet: Int, offset: UInt64, missing: Int)
  /// The system failed, or the user asked for the end.
  case pipe(PipeError)
}

extension NUTError: PipeCaused {
  package var pipeError: PipeError? {
    if case .pipe(let error) = self { return error }
    return nil
  }
}
