import Foundation
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// The matte of `chroma-key` by its default, of things whose alpha is known, beside the plain
/// colour difference; `scripts/compare/keys` does the same with more of them, after H.264 too.
@Suite struct ScreenMatteTests {
  private static let screen = SIMD3(0.11, 0.66, 0.23)

  /// What stands before a screen.
  struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    let color: SIMD3<Double>
    /// How much of the plain keyer's errors may be left, in the clean picture and with noise.
    let parts: (clean: Double, noisy: Double)
    let alpha: @Sendable (Double, Double) -> Double

    var testDescription: String { name }
  }

  static let scenes = [
    Scene(name: "smoke", color: SIMD3(0.82, 0.82, 0.85), parts: (1.1, 0.9)) { x, y in
      let (across, down) = ((x - 80) / 35, (y - 48) / 20)
      return 0.6 * exp(-across * across - down * down)
    },
    Scene(name: "glass", color: SIMD3(0.7, 0.3, 0.25), parts: (0.6, 0.6)) { x, y in
      abs(x - 80) < 40 && abs(y - 48) < 24 ? 0.5 : 0
    },
    Scene(name: "motion", color: SIMD3(0.75, 0.2, 0.15), parts: (0.8, 0.8)) { x, y in
      abs(y - 48) < 24 ? min(max(1.5 - abs(x - 80) / 40, 0), 1) : 0
    },
    Scene(name: "hair", color: SIMD3(0.25, 0.17, 0.1), parts: (0.5, 0.5)) { x, y in
      let across = (x - 0.4 * (y - 48)).truncatingRemainder(dividingBy: 12)
      return abs(y - 48) < 40 ? min(max(1.2 - abs(across - 6), 0), 1) : 0
    },
  ]

  @Test(arguments: scenes)
  func `soft, thin and fast things are nearer to what they are than by plain difference`(
    _ scene: Scene
  ) throws {
    for (noise, part) in [(0.0, scene.parts.clean), (1.5, scene.parts.noisy)] {
      let format = PixelFormat.named("420mpeg2", 160, 96)
      let source = picture(of: scene, format, noise: noise)
      let film = try Film(
        #"""
        [{ "type": "effect", "effect": "chroma-key", "color": "rgb(11% 66% 23%)", "view": "alpha" }]
        """#, format, matrix: .bt709)
      let made = try film.frame(source)
      let plain = plainShares(of: source)
      var (own, other) = (SIMD2<Double>(), SIMD2<Double>())
      for y in 0..<96 {
        for x in 0..<160 {
          let alpha = scene.alpha(Double(x) + 0.5, Double(y) + 0.5)
          let error = abs((Double(made[0, x, y]) - 16) / 219 - alpha)
          let apart = abs((plain[y * 160 + x] * 219).rounded() / 219 - alpha)
          own += SIMD2(error * error, error)
          other += SIMD2(apart * apart, apart)
        }
      }
      #expect(own.x < part * other.x && own.y < part * other.y, "\(noise): \(own), \(other)")
    }
  }

  @Test func `noise leaves nothing on the screen, and no holes in what stands before it`() throws {
    let format = PixelFormat.named("420mpeg2", 160, 96)
    let scene = Scene(name: "box", color: SIMD3(0.42, 0.44, 0.38), parts: (1, 1)) { x, y in
      abs(x - 80) < 40 && abs(y - 48) < 24 ? 1 : 0
    }
    let film = try Film(
      #"[{ "type": "effect", "effect": "chroma-key", "color": "rgb(11% 66% 23%)", "view": "alpha" }]"#,
      format, matrix: .bt709)
    let made = try film.frame(picture(of: scene, format, noise: 1.5))
    let outside = (0..<96).flatMap { y in (0..<26).map { made[0, $0, y] } }
    let inside = (36..<60).flatMap { y in (54..<106).map { made[0, $0, y] } }
    #expect(outside.filter { $0 > 17 }.count < outside.count / 100)
    #expect(inside.filter { $0 < 235 }.count < inside.count / 100)
  }

  /// Nothing of these colours can be the screen's: a channel is farther from it than white lets it
  /// be.
  @Test(arguments: [
    ("#26a03e", "#ff8000", 1), ("#26a03e", "#f7c51a", 0.95), ("#26a03e", "#0080ff", 1),
    ("#26a03e", "#ffcc99", 1), ("#0d3817", "#d9bf73", 0.75), ("#0d3817", "#ffcc99", 1),
    ("#0d3817", "#e0a020", 0.55), ("#1a2e9e", "#e05090", 0.85), ("#1a2e9e", "#f0c0a0", 0.9),
    ("#e00000", "#ff80ff", 1),
  ])
  func `strong colours before a screen stay`(
    _ screen: String, _ color: String, _ least: Double
  ) throws {
    for name in ["420mpeg2", "444p10"] {
      let format = PixelFormat.named(name, 64, 48)
      let film = try Film(
        #"""
        [{ "type": "color", "color": "\#(screen)" },
         { "type": "color", "color": "\#(color)", "position": [16, 12], "size": [32, 24] },
         { "type": "effect", "effect": "chroma-key", "color": "\#(screen)", "view": "alpha" }]
        """#, format, matrix: .bt709)
      let unit = 1 << (format.depth - 8)
      let made = try film.frame(.flat(format, [16 * unit, 128 * unit, 128 * unit]))
      func share(_ x: Int, _ y: Int) -> Double {
        (Double(made[0, x, y]) / Double(unit) - 16) / 219
      }
      #expect(share(32, 24) > least - 0.01, "\(name)")
      #expect(share(22, 18) > least - 0.05, "\(name)")
      #expect(share(4, 4) < 0.01)
    }
  }

  @Test func `where chroma is fine, edges of equal luma are as sharp as chroma`() throws {
    // Both have a luma of 0.5.
    let format = PixelFormat.named("444p16", 64, 32)
    let (grey, green) = (Self.samples(SIMD3(repeating: 0.5)), Self.samples(SIMD3(0.2, 0.63, 0.1)))
    let frame = Frame.flat(format, green.map { Int(($0 * 256).rounded()) })
    for plane in 0..<3 {
      for y in 8..<24 {
        for x in 21..<43 { frame[plane, x, y] = Int((grey[plane] * 256).rounded()) }
      }
    }
    let film = try Film(
      #"[{ "type": "effect", "effect": "chroma-key", "color": "rgb(20% 63% 10%)", "view": "alpha" }]"#,
      format, matrix: .bt709)
    let made = try film.frame(frame)
    for (x, share) in [(18, 0.0), (20, 0), (21, 1), (23, 1), (42, 1), (43, 0), (46, 0)] {
      #expect(abs((Double(made[0, x, 16]) / 256 - 16) / 219 - share) < 0.02, "\(x)")
    }
  }

  /// Y, Cb and Cr of BT.709, of limited range and 8 bits.
  private static func samples(_ color: SIMD3<Double>) -> [Double] {
    let luma = (color * SIMD3(0.2126, 0.7152, 0.0722)).sum()
    return [
      16 + 219 * luma, 128 + 224 * (color.z - luma) / 1.8556, 128 + 224 * (color.x - luma) / 1.5748,
    ]
  }

  /// The scene before the screen, mixed from four by four parts of a sample.
  private func picture(of scene: Scene, _ format: PixelFormat, noise level: Double) -> Frame {
    let frame = Frame(format)
    var random = Noise(seed: 7)
    func noise() -> Double {
      let sum = (0..<4).reduce(0.0) { sum, _ in sum + Double(random.next(1000)) / 1000 }
      return (sum - 2) * 3.0.squareRoot() * level
    }
    func color(_ x: Int, _ y: Int) -> [Double] {
      var share = 0.0
      for part in 0..<16 {
        let (across, down) = (Double(part % 4) / 4 + 0.125, Double(part / 4) / 4 + 0.125)
        share += scene.alpha(Double(x) + across, Double(y) + down) / 16
      }
      return Self.samples(scene.color * share + Self.screen * (1 - share))
    }
    for y in 0..<format.height {
      for x in 0..<format.width { frame[0, x, y] = Int((color(x, y)[0] + noise()).rounded()) }
    }
    for y in 0..<format.height / 2 {
      for x in 0..<format.width / 2 {
        for plane in 1...2 {
          // One, two, one across, on the left column, and the mean of two rows.
          let taps = [(max(2 * x - 1, 0), 0.125), (2 * x, 0.25), (2 * x + 1, 0.125)]
          let mean = taps.reduce(0.0) { sum, tap in
            sum + tap.1 * (color(tap.0, 2 * y)[plane] + color(tap.0, 2 * y + 1)[plane])
          }
          frame[plane, x, y] = Int((mean + noise()).rounded())
        }
      }
    }
    return frame
  }

  /// 1 - K / K(screen), of chroma that is raised linearly from its places.
  private func plainShares(of frame: Frame) -> [Double] {
    let strength = Self.screen.y - (Self.screen.x + Self.screen.z) / 2
    let (width, height) = (frame.format.width, frame.format.height)
    func chroma(_ plane: Int, _ x: Int, _ y: Int) -> Double {
      let (near, far) = (y / 2, min(max(y / 2 + (y % 2 == 0 ? -1 : 1), 0), height / 2 - 1))
      func tall(_ column: Int) -> Double {
        let column = min(column, width / 2 - 1)
        return 0.75 * Double(frame[plane, column, near]) + 0.25 * Double(frame[plane, column, far])
      }
      return ((x % 2 == 0 ? tall(x / 2) : (tall(x / 2) + tall(x / 2 + 1)) / 2) - 128) / 224
    }
    return (0..<width * height).map { place in
      let (x, y) = (place % width, place / width)
      let (blue, red) = (chroma(1, x, y), chroma(2, x, y))
      // Luma has no part in K.
      let (r, b) = (1.5748 * red, 1.8556 * blue)
      let g = -(0.2126 * r + 0.0722 * b) / 0.7152
      return min(max(1 - (g - (r + b) / 2) / strength, 0), 1)
    }
  }
}
