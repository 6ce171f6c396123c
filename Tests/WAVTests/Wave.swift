import Pipes
import Testing

@testable import WAV

/// Small streams that tests make, and what a reader makes of them.
enum Wave {
  static func chunk(_ id: String, _ body: [UInt8], size: Int? = nil) -> [UInt8] {
    Array(id.utf8) + littleEndian(size ?? body.count, 4) + body
      + (body.count % 2 == 1 ? [0] : [])
  }

  /// A stream of `chunks` with the right size, or the one given.
  static func riff(_ chunks: [UInt8]..., size: Int? = nil, id: String = "RIFF") -> [UInt8] {
    let body = chunks.flatMap { $0 }
    return Array(id.utf8) + littleEndian(size ?? body.count + 4, 4) + Array("WAVE".utf8) + body
  }

  /// PCMWAVEFORMAT.
  static func fmt(
    tag: Int = 1, channels: Int = 2, rate: Int = 48000, align: Int? = nil, bits: Int = 16
  ) -> [UInt8] {
    let align = align ?? channels * ((bits + 7) / 8)
    return littleEndian(tag, 2) + littleEndian(channels, 2) + littleEndian(rate, 4)
      + littleEndian(rate * align, 4) + littleEndian(align, 2) + littleEndian(bits, 2)
  }

  /// Bytes that tell places apart.
  static func noise(_ count: Int, seed: UInt32 = 1) -> [UInt8] {
    var state = seed &* 2_654_435_769 | 1
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 17
      state ^= state << 5
      return UInt8(truncatingIfNeeded: state >> 9)
    }
  }

  /// What comes of reading a stream to its end.
  struct Outcome: Equatable {
    var header: WAVHeader?
    /// Channel after channel.
    var samples: [[Float]] = []
    var raw: [UInt8] = []
    var tail: [UInt8] = []
    var error: WAVError?
    var cut: Int?
    var missing: Int?

    var count: Int { samples.first?.count ?? 0 }
  }

  static func outcome(
    _ bytes: [UInt8], step: Int = .max, block: Int = 100,
    truncation: WAVReader.Truncation = .error, limit: Int = 100_000
  ) -> Outcome {
    var outcome = Outcome()
    do throws(WAVError) {
      var reader = try WAVReader(ByteSource(bytes, step: step), truncation: truncation)
      outcome.header = reader.header
      let format = reader.header.format
      outcome.samples = Array(repeating: [], count: format.channels)
      let block = AudioBlock(channels: format.channels, capacity: block)
      let raw = RawSamples(reader.header, capacity: block.capacity)
      while try reader.read(into: block, raw: raw) > 0 {
        for channel in 0..<format.channels { outcome.samples[channel] += Array(block[channel]) }
        outcome.raw += Array(raw.bytes)
        // A stream that never ends must not keep a test.
        guard outcome.count < limit else { break }
      }
      outcome.cut = reader.cut?.sample
      outcome.missing = reader.cut?.missing
      outcome.tail = try tail(of: &reader)
    } catch {
      outcome.error = error
    }
    return outcome
  }

  static func tail(of reader: inout WAVReader) throws(WAVError) -> [UInt8] {
    var tail: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1000)
    while true {
      let result = piece.withUnsafeMutableBytes { buffer in
        Result { () throws(WAVError) in try reader.readTail(into: buffer) }
      }
      let count = try result.get()
      guard count > 0 else { return tail }
      tail += piece[..<count]
    }
  }
}
