import Pipes
import Testing

@testable import WAV

/// What is written is read again, in every format.
@Suite struct RoundTripTests {
  static let formats: [SampleFormat] = [
    .u8, .s16, .s24, .s32, .f32, .f64, .aLaw, .muLaw, .signed(bytes: 2, bits: 12),
    .signed(bytes: 3, bits: 20), .signed(bytes: 4, bits: 24),
  ]

  /// Samples that the format holds exactly.
  static func exact(_ samples: SampleFormat, channels: Int, count: Int) -> [[Float]] {
    (0..<channels).map { channel in
      Wave.noise(count * 2, seed: UInt32(channel + 1)).chunked(2).map { pair in
        let value = Float(Int(pair[0]) - 128) / 128
        switch samples {
        case .aLaw: return Float(G711.aLaw.values[Int(pair[0])]) / 32768
        case .muLaw: return Float(G711.muLaw.values[Int(pair[0])]) / 32768
        case .u8: return value
        case .signed(_, let bits) where bits < 16: return value
        default: return value + Float(pair[1]) / 32768
        }
      }
    }
  }

  @Test(arguments: formats, [1, 2, 3, 6, 64])
  func `samples come back as they were`(_ samples: SampleFormat, _ channels: Int) throws {
    let count = 257
    let values = Self.exact(samples, channels: channels, count: count)
    let format = AudioFormat(rate: 44100, layout: ChannelLayout(count: channels))
    for length in [1, 64, count] {
      let bytes = try Output.file { file in
        var writer = try WAVWriter(file, format: format, samples: samples)
        for start in stride(from: 0, to: count, by: length) {
          let end = min(count, start + length)
          try writer.write(Output.block(values.map { Array($0[start..<end]) }), changed: [])
        }
        try writer.finish()
        #expect(writer.clippedCount == 0)
      }
      let outcome = Wave.outcome(bytes, step: 1000, block: length)
      #expect(outcome.error == nil)
      #expect(outcome.header?.length == count)
      #expect(outcome.header?.format == format)
      #expect(outcome.header?.samples == samples.written)
      if [.f32, .f64].contains(samples) || samples.integerBits == nil || samples.depth > 24 {
        #expect(outcome.samples == values)
      }
    }
  }
}

extension Array {
  func chunked(_ size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min(count, $0 + size)]) }
  }
}
