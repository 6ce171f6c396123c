import Pipes
import Timeline
import WAV

@testable import Sounds

/// WAV streams whose samples say where they stand.
enum NumberedSound {
  /// The value of a sample of a channel: its number, from 1 on, so that silence is none of them.
  static func value(_ sample: Int, channel: Int = 0) -> Float {
    Float(channel == 0 ? sample + 1 : -(sample + 1) * 2)
  }

  /// A stream of 32-bit floats.
  static func bytes(
    _ count: Int, rate: Int = 48_000, channels: Int = 1, isSized: Bool = true
  ) -> [UInt8] {
    let size = isSized ? count * channels * 4 : 0xFFFF_FFFF
    var bytes = Array("RIFF".utf8) + number(isSized ? size + 36 : 0xFFFF_FFFF, 4)
    bytes += Array("WAVEfmt ".utf8) + number(16, 4) + number(3, 2) + number(channels, 2)
    bytes += number(rate, 4) + number(rate * channels * 4, 4) + number(channels * 4, 2)
    bytes += number(32, 2) + Array("data".utf8) + number(size, 4)
    bytes.reserveCapacity(bytes.count + count * channels * 4)
    for sample in 0..<count {
      for channel in 0..<channels {
        bytes += number(Int(value(sample, channel: channel).bitPattern), 4)
      }
    }
    return bytes
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

/// Samples that a test makes up, and what was asked of them.
final class FakeSamples: Samples {
  let channels: Int
  let length: Int?
  private(set) var isClosed = false

  init(_ length: Int?, channels: Int = 1) { (self.length, self.channels) = (length, channels) }

  func read(_ first: Int, into block: AudioBlock, _ part: Range<Int>) {
    for channel in 0..<channels {
      for (place, index) in part.enumerated() {
        let sample = first + place
        let isThere = sample >= 0 && sample < length ?? .max
        block[channel][index] = isThere ? NumberedSound.value(sample, channel: channel) : 0
      }
    }
  }

  func close() { isClosed = true }
}
