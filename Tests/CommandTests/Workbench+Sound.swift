import Foundation
import TestSupport

extension Workbench {
  /// A folder with `in.wav`, a second of 16-bit stereo at 8 kHz with a saw on the left and its half on the
  /// right, behind which stands a chunk of text.
  static func withSound() throws -> Workbench {
    let bench = try Workbench()
    var samples: [Int16] = []
    for index in 0..<8000 {
      let value = Int16(truncatingIfNeeded: (index * 97) % 20_000 - 10_000)
      samples += [value, value / 2]
    }
    var file = SoundFiles.wave(samples, channels: 2, rate: 8000)
    let note = Data("note".utf8) + [4, 0, 0, 0] + Data("abc\0".utf8)
    file += note
    let size = UInt32(file.count - 8)
    file.replaceSubrange(4..<8, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) })
    try bench.write(file, to: "in.wav")
    return bench
  }
  /// A folder with `a.wav`, a second of silence and a second of a saw.
  static func withLateSound() throws -> Workbench {
    let bench = try Workbench()
    let saw = (0..<48_000).map { Int16(($0 * 97) % 20_000 - 10_000) }
    try bench.write(SoundFiles.wave(Array(repeating: 0, count: 48_000) + saw), to: "a.wav")
    return bench
  }
}
