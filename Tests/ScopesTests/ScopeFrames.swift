import Foundation
import Scopes
import Testing
import Y4M

/// Frames for tests, and what they mean.
enum ScopeFrames {
  /// A frame whose samples are what `code` gives for a plane's role and a place in it.
  static func frame(
    _ format: PixelFormat, _ code: (_ role: PlaneRole, _ x: Int, _ y: Int) -> Int
  ) -> SharedFrame {
    let frame = Frame(format)
    for (plane, role) in zip(format.planes, format.roles) {
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let place = plane.offset + (y * plane.width + x) * format.sampleBytes
          let value = code(role, x, y)
          frame.bytes[place] = UInt8(truncatingIfNeeded: value)
          if format.sampleBytes == 2 {
            frame.bytes[place + 1] = UInt8(truncatingIfNeeded: value >> 8)
          }
        }
      }
    }
    return SharedFrame(frame)
  }

  static func coding(_ depth: Int = 8, _ range: ColorRange = .limited) -> ScopeCoding {
    ScopeCoding(redWeight: 0.2126, blueWeight: 0.0722, range: range, depth: depth)
  }

  /// A number that looks random, from 0 up to below `bound`.
  static func noise(_ role: PlaneRole, _ x: Int, _ y: Int, below bound: Int) -> Int {
    var hash = UInt64(
      truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663 ^ role.rawValue &* 83_492_791)
    hash = (hash ^ hash >> 15) &* 0x2C1B_3C6D_CA7F_4E1B
    return Int((hash ^ hash >> 29) >> 20 % 1_000_003) % bound
  }

  /// The samples of a colour, red, green and blue from 0 to 1, rounded.
  static func samples(
    _ rgb: SIMD3<Double>, depth: Int = 8
  ) -> (luma: Int, blue: Int, red: Int) {
    let luma = 0.2126 * rgb.x + 0.7152 * rgb.y + 0.0722 * rgb.z
    let step = Double(1 << (depth - 8))
    func rounded(_ value: Double) -> Int { Int((value * step).rounded()) }
    return (
      rounded(16 + 219 * luma), rounded(128 + 224 * (rgb.z - luma) / 1.8556),
      rounded(128 + 224 * (rgb.x - luma) / 1.5748)
    )
  }

  /// White and the six colours of bars, at three quarters.
  static let bars: [SIMD3<Double>] = [
    SIMD3(1, 1, 1), SIMD3(1, 1, 0), SIMD3(0, 1, 1), SIMD3(0, 1, 0), SIMD3(1, 0, 1),
    SIMD3(1, 0, 0), SIMD3(0, 0, 1),
  ].map { $0 * 0.75 }

  /// Bars over a ramp from below black to above white, in 4:2:0.
  static func testPicture() throws -> SharedFrame {
    let format = try #require(PixelFormat(width: 224, height: 96))
    return frame(format) { role, x, y in
      let isChroma = role != .luma
      let width = isChroma ? 112 : 224
      if y >= (isChroma ? 32 : 64) { return isChroma ? 128 : 4 + x }
      let samples = samples(bars[x * 7 / width])
      let code = role == .luma ? samples.luma : role == .blue ? samples.blue : samples.red
      return code + noise(role, x, y, below: 5) - 2
    }
  }
}
