import NUT
import Pipes

/// Reads a NUT stream to its end, in both ways to end it, from a source that gives few bytes at a
/// time, and writes what was read.
enum ContainerTarget {
  /// Streams that promise larger packets are left alone, so that memory and time stay small.
  private static let limits = NUTLimits(packetBytes: 1 << 20, headerBytes: 1 << 18)

  /// What came out of a stream.
  private struct Outcome {
    var header: NUTHeader
    var packets: [NUTPacket] = []
    var data: [[UInt8]] = []
    var error: NUTError?
    var hasCut = false
  }

  static func run(_ bytes: [UInt8]) {
    let step = Int(bytes.last ?? 0) + 1
    var outcomes: [Outcome] = []
    for truncation in NUTReader.Truncation.allCases {
      guard let outcome = read(ByteSource(bytes, step: step), truncation) else { return }
      outcomes.append(outcome)
    }
    let (failed, ended) = (outcomes[0], outcomes[1])
    // Whole packets come out either way, and only the end of the stream is forgiven.
    precondition(failed.packets == ended.packets && failed.data == ended.data)
    precondition(ended.error == nil || failed.error == ended.error)
    precondition(!ended.hasCut || failed.error != nil)
    write(failed)
  }

  /// Reads to the end; nil when there is no header.
  private static func read(
    _ source: ByteSource, _ truncation: NUTReader.Truncation
  ) -> Outcome? {
    do {
      var reader = try NUTReader(source, limits: limits, truncation: truncation)
      var outcome = Outcome(header: reader.header)
      check(reader.header)
      do {
        var data: [UInt8] = []
        while let item = try reader.next() {
          guard case .packet(let packet) = item, try reader.read(into: &data) else { continue }
          precondition(data.count == packet.size && packet.offset < packet.dataOffset)
          outcome.packets.append(packet)
          outcome.data.append(data)
        }
        outcome.hasCut = reader.cut != nil
      } catch {
        precondition(!"\(error)".isEmpty)
        outcome.error = error
      }
      return outcome
    } catch {
      precondition(!"\(error)".isEmpty)
      return nil
    }
  }

  private static func check(_ header: NUTHeader) {
    for number in header.streams.indices {
      let stream = header.streams[number]
      precondition(header.clock(ofStream: number).denominator > 0)
      _ = header.rate(ofStream: number)
      precondition(stream.rawSound.map { $0.tag == stream.tag } ?? true)
      if let format = stream.pixelFormat {
        precondition(
          RawPixels.format(
            of: RawPixels.tag(of: format) ?? [], width: format.width, height: format.height)
            == format)
      } else if case .video = stream.content {
        precondition(PixelRefusal(of: stream) != nil)
      }
    }
  }

  /// What is written of a stream has the same packets.
  private static func write(_ outcome: Outcome) {
    // No more than the pipe holds, as nobody reads meanwhile.
    let size = outcome.data.reduce(0) { $0 + $1.count + 64 }
    let sideData = outcome.packets.reduce(0) { $0 + $1.sideData.count }
    let headers =
      outcome.header.info.reduce(4000) { $0 + $1.count + 64 }
      + outcome.header.streams.reduce(0) { $0 + $1.codecData.count + 100 }
      + outcome.header.timeBases.count * 10
    guard size + sideData + headers < 50_000, outcome.packets.count < 500,
      let (reading, writing) = try? FileDescriptor.pipe()
    else { return }
    do {
      var writer = try NUTWriter(writing, header: outcome.header)
      for (packet, data) in zip(outcome.packets, outcome.data) { try writer.write(packet, data) }
      try writer.finish()
      try writing.close()
      var output = ByteSource(reading)
      let bytes = try output.readBytes(1 << 17)
      try reading.close()
      guard let again = read(ByteSource(bytes), .error) else {
        preconditionFailure("what was written has no header")
      }
      precondition(again.error == nil && again.data == outcome.data)
      for (before, after) in zip(outcome.packets, again.packets) {
        precondition(before.stream == after.stream && before.ticks == after.ticks)
        precondition(before.isKey == after.isKey && before.sideData == after.sideData)
      }
    } catch {
      preconditionFailure("a stream that was read cannot be written: \(error)")
    }
  }
}
