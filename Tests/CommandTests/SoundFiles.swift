import Foundation

/// WAV files that tests make.
enum SoundFiles {
  /// Sound of 8 or 16 bits, sample frame after sample frame.
  static func wave(
    _ samples: [Int16], channels: Int = 1, rate: Int = 48_000, bits: Int = 16
  ) -> Data {
    func little<Number: FixedWidthInteger>(_ number: Number) -> Data {
      withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }
    let sound = samples.reduce(into: Data()) {
      $0 += bits == 8 ? little(UInt8(128 + $1 / 256)) : little($1)
    }
    let width = bits / 8
    var data = Data("RIFF".utf8) + little(UInt32(36 + sound.count))
    data += Data("WAVEfmt ".utf8) + little(UInt32(16)) + little(UInt16(1))
    data +=
      little(UInt16(channels)) + little(UInt32(rate)) + little(UInt32(rate * channels * width))
    data += little(UInt16(channels * width)) + little(UInt16(bits))
    return data + Data("data".utf8) + little(UInt32(sound.count)) + sound
  }

  /// A saw.
  static func saw(
    seconds: Double = 1, channels: Int = 1, rate: Int = 48_000, level: Int = 10_000,
    bits: Int = 16
  ) -> Data {
    let count = Int(seconds * Double(rate)) * channels
    return wave(
      (0..<count).map { Int16(($0 * 97) % (2 * level) - level) }, channels: channels, rate: rate,
      bits: bits)
  }

  /// The rate, the channels, the bits and the sample frames of a plain WAV file.
  static func facts(_ data: Data) -> (rate: Int, channels: Int, bits: Int, frames: Int) {
    let bytes = [UInt8](data)
    func number(_ place: Int, _ count: Int) -> Int {
      guard place + count <= bytes.count else { return 0 }
      return (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    var place = 12
    while place + 8 <= bytes.count, !bytes[place...].starts(with: "data".utf8) {
      place += 8 + number(place + 4, 4)
    }
    let align = number(32, 2)
    return (number(24, 4), number(22, 2), number(34, 2), (bytes.count - place - 8) / max(align, 1))
  }

  /// The samples of a plain WAV file of floats; none where it has no data.
  static func floats(_ data: Data) -> [Float] {
    guard let start = data.range(of: Data("data".utf8)) else { return [] }
    let body = Data(data[(start.upperBound + 4)...])
    return body.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
  }

  /// The greatest difference of two samples; infinity for sounds of different lengths, for empty
  /// ones, and for samples that are no numbers.
  static func difference(_ one: [Float], _ other: [Float]) -> Float {
    guard one.count == other.count, !one.isEmpty else { return .infinity }
    return zip(one, other).reduce(0) { most, pair in
      let difference = abs(pair.0 - pair.1)
      return difference.isNaN ? .infinity : max(most, difference)
    }
  }
}
