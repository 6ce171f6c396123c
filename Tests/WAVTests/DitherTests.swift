import Pipes
import Testing

@testable import WAV

/// Rounding to fewer bits, with noise and without.
@Suite struct DitherTests {
  static func encode(
    _ samples: [[Float]], _ format: SampleFormat, changed: Bool = true, raw: RawSamples? = nil,
    block length: Int = 100_000, seed: UInt32 = 0, position: Int = 0
  ) throws -> [UInt8] {
    let count = samples.first?.count ?? 0
    return try Output.file { file in
      var writer = try WAVWriter(
        file, format: AudioFormat(rate: 48000, layout: ChannelLayout(count: samples.count)),
        samples: format, length: count, dither: Dither(seed: seed, position: position))
      for start in stride(from: 0, to: count, by: length) {
        let end = min(count, start + length)
        try writer.write(
          Output.block(samples.map { Array($0[start..<end]) }),
          changed: changed ? [0..<(end - start)] : [], raw: raw)
      }
      try writer.finish()
    }
  }

  static func tone(_ count: Int, level: Float) -> [Float] {
    (0..<count).map { level * (Float($0 * 37 % 101) / 50 - 1) }
  }

  @Test(arguments: [SampleFormat.u8, .s16, .s24, .signed(bytes: 3, bits: 20)], [1, 2, 5])
  func `noise does not depend on blocks`(_ format: SampleFormat, _ channels: Int) throws {
    let samples = (0..<channels).map { Self.tone(3000, level: 0.9 / Float($0 + 1)) }
    let whole = try Self.encode(samples, format)
    for length in [1, 7, 1023, 1024, 1025] where length > 1 || channels == 1 {
      #expect(try Self.encode(samples, format, block: length) == whole)
    }
    #expect(try Self.encode(samples, format) == whole)
    #expect(try Self.encode(samples, format, seed: 1) != whole)
    // The end made for itself is the end of the whole.
    let end = try Self.encode(samples.map { Array($0[1100...]) }, format, position: 1100)
    let bytes = 1900 * channels * format.bytes
    #expect(end.suffix(bytes).elementsEqual(whole.suffix(bytes)))
  }

  /// The error's mean is 0 and its power that of rounding (1/12) with triangular noise (2/12),
  /// whatever the signal is.
  @Test(arguments: [0.1, 0.25, 0.5, 0.75] as [Float])
  func `the error has the mean and the power of the theory`(_ part: Float) throws {
    let count = 40_000
    let value = (100 + part) / 32768
    let samples = [
      [Float](repeating: value, count: count), [Float](repeating: value, count: count),
    ]
    let outcome = Wave.outcome(try Self.encode(samples, .s16))
    for channel in outcome.samples {
      let errors = channel.map { Double(($0 - value) * 32768) }
      let mean = errors.reduce(0, +) / Double(count)
      let power = errors.reduce(0) { $0 + $1 * $1 } / Double(count)
      #expect(abs(mean) < 0.02)
      #expect(abs(power - 0.25) < 0.01)
      // Neighbours do not know of each other.
      let product = zip(errors, errors.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
      #expect(abs(product / Double(count)) < 0.01)
    }
    let both = zip(outcome.samples[0], outcome.samples[1]).map { ($0 - value) * ($1 - value) }
    #expect(abs(both.reduce(0, +) * 32768 * 32768 / Float(count)) < 0.01)
  }

  @Test func `noise goes on where 32 bits end`() {
    let dither = Dither(seed: 5)
    let low = dither.key(channel: 0, position: 0xFFFF_FFFF)
    let high = dither.key(channel: 0, position: 0x1_0000_0000)
    #expect(
      low != high && dither.key(channel: 1, position: 0) != dither.key(channel: 0, position: 0))
    let encoder = SampleEncoder(.s16, channels: 1)
    let block = Output.block([Self.tone(64, level: 0.3)])
    var whole = [UInt8](repeating: 0, count: 128)
    var parts = whole
    let start = (1 << 32) - 30
    _ = whole.withUnsafeMutableBytes { buffer in
      buffer.baseAddress.map {
        encoder.encode(block, 0..<64, to: $0, position: start, dither: dither)
      }
    }
    _ = parts.withUnsafeMutableBytes { buffer in
      buffer.baseAddress.map { base in
        for index in 0..<64 {
          _ = encoder.encode(block, index..<index + 1, to: base, position: start, dither: dither)
        }
      }
    }
    #expect(whole == parts)
  }

  @Test func `silence stays silent`() throws {
    let bytes = try Self.encode([[Float](repeating: 0, count: 1000)], .s16)
    #expect(bytes.suffix(2000).allSatisfy { $0 == 0 })
  }

  /// Samples that were not changed and fit need no noise, whatever the formats.
  @Test func `what fits is not touched`() throws {
    let values = RoundTripTests.exact(.s16, channels: 1, count: 500)
    let header = Wave.riff(
      Wave.chunk("fmt ", Wave.fmt(channels: 1)), Wave.chunk("data", Wave.noise(1000)))
    var reader = try WAVReader(ByteSource(header))
    let block = AudioBlock(channels: 1, capacity: 500)
    let raw = RawSamples(reader.header, capacity: 500)
    #expect(try reader.read(into: block, raw: raw) == 500)
    for format in [SampleFormat.s16, .s24, .s32, .f32, .f64] {
      let bytes = try Self.encode([Array(block[0])], format, changed: false, raw: raw)
      #expect(Wave.outcome(bytes).samples == [Array(block[0])])
    }
    // Fewer bits are a loss even where nothing else is done; 8 bits hold the upper half, nearly.
    let short = Wave.outcome(try Self.encode([Array(block[0])], .u8, raw: raw))
    for (one, other) in zip(short.samples[0], block[0]) { #expect(abs(one - other) <= 1.5 / 128) }
    #expect(short.samples[0] != block[0].map { ($0 * 128).rounded() / 128 })
    #expect(!values.isEmpty)
  }

  @Test(arguments: RoundTripTests.formats)
  func `without noise the nearest value is taken`(_ format: SampleFormat) throws {
    let values = (0..<2000).map { Float($0) / 1000 - 1 + 0x1p-13 }
    let block = Output.block([values])
    let encoder = SampleEncoder(format, channels: 1)
    let raw = RawSamples(format, channels: 1, capacity: values.count)
    raw.count = values.count
    let clipped = raw.room().baseAddress.map {
      encoder.encode(block, 0..<values.count, to: $0, position: 0, dither: nil)
    }
    #expect(clipped == 0)
    let again = AudioBlock(channels: 1, capacity: values.count)
    SampleDecoder.decode(raw, into: again)
    let step: Float =
      switch format {
      case .f32, .f64: 0
      case .aLaw, .muLaw: 0x1p-4
      default: max(0x1p-24, 1 / Float(1 << (format.depth - 1)))
      }
    for (one, other) in zip(values, again[0]) {
      // The top value of whole numbers is a step below 1.
      #expect(abs(one - other) <= step / 2 || (one > 1 - step && abs(one - other) <= step))
    }
  }

  @Test func `both laws of G711 are those of the standard`() {
    // G.711, tables 1a to 2b: the ends, the steps next to 0, and ffmpeg's decoding of the corpus.
    #expect(G711.aLaw.values[0xD5] == 8 && G711.aLaw.values[0x55] == -8)
    #expect(G711.aLaw.values[0xAA] == 32256 && G711.aLaw.values[0x2A] == -32256)
    #expect(G711.muLaw.values[0xFF] == 0 && G711.muLaw.values[0x7F] == 0)
    #expect(G711.muLaw.values[0x80] == 32124 && G711.muLaw.values[0x00] == -32124)
    #expect(G711.muLaw.values[0xFE] == 8 && G711.muLaw.values[0x7E] == -8)
    for law in [G711.aLaw, G711.muLaw] {
      for code in 0...255 where law.values[code] != 0 {
        #expect(law.codes[Int(law.values[code]) + 32768] == UInt8(code))
      }
      // The nearest of all values, for each sample.
      for sample in stride(from: -32768, through: 32767, by: 11) {
        let best = law.values.map { abs(Int($0) - sample) }.min()
        let found = Int(law.values[Int(law.codes[sample + 32768])])
        #expect(abs(found - sample) == best)
      }
    }
    #expect(G711.muLaw.codes[32768] == 0xFF && G711.aLaw.codes[32768] == 0xD5)
  }
}
