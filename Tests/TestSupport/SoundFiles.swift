import Foundation

/// WAV files that tests make.
package enum SoundFiles {
  /// Sound of 8 or 16 bits, sample frame after sample frame.
  package static func wave(
    _ samples: [Int16], channels: Int = 1, rate: Int = 48_000, bits: Int = 16
  ) -> Data {
    func little<Number: FixedWidthInteger>(_ number: Number) -> Data {
      withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }
    let sound = bits == 8 ? Data(samples.map { UInt8(128 + $0 / 256) }) : bytes(samples)
    let width = bits / 8
    var data = Data("RIFF".utf8) + little(UInt32(36 + sound.count))
    data += Data("WAVEfmt ".utf8) + little(UInt32(16)) + little(UInt16(1))
    data +=
      little(UInt16(channels)) + little(UInt32(rate)) + little(UInt32(rate * channels * width))
    data += little(UInt16(channels * width)) + little(UInt16(bits))
    return data + Data("data".utf8) + little(UInt32(sound.count)) + sound
  }

  /// Samples of 16 bits one after the other, the lower byte first.
  package static func bytes(_ samples: [Int16]) -> Data {
    var data = Data(capacity: 2 * samples.count)
    for sample in samples {
      data.append(UInt8(truncatingIfNeeded: sample))
      data.append(UInt8(truncatingIfNeeded: sample >> 8))
    }
    return data
  }

  /// A saw.
  package static func saw(
    seconds: Double = 1, channels: Int = 1, rate: Int = 48_000, level: Int = 10_000,
    bits: Int = 16
  ) -> Data {
    let count = Int(seconds * Double(rate)) * channels
    return wave(
      (0..<count).map { Int16(($0 * 97) % (2 * level) - level) }, channels: channels, rate: rate,
      bits: bits)
  }

  /// The rate, the channels, the bits and the sample frames of a plain WAV file.
  package static func facts(_ data: Data) -> (rate: Int, channels: Int, bits: Int, frames: Int) {
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
  package static func floats(_ data: Data) -> [Float] {
    guard let start = data.range(of: Data("data".utf8)) else { return [] }
    return data[(start.upperBound + 4)...].floats
  }

  /// The greatest difference of two samples; infinity for sounds of different lengths, for empty
  /// ones, and for samples that are no numbers.
  package static func difference(_ one: [Float], _ other: [Float]) -> Float {
    guard one.count == other.count, !one.isEmpty else { return .infinity }
    var most: Float = 0
    for (one, two) in zip(one, other) {
      let difference = abs(one - two)
      if difference.isNaN { return .infinity }
      most = max(most, difference)
    }
    return most
  }
}
