import Filters
import Foundation
import Testing
import TestSupport
import Y4M

@Suite struct VortexTests {
  static let format = PixelFormat.named("444p16", 128, 96)

  /// A frame whose luma says the column and whose blue says the row, 400 levels a pixel, so that a
  /// sample tells where it was read.
  static func ruler() -> Frame {
    let frame = Frame(format)
    for y in 0..<format.height {
      for x in 0..<format.width {
        frame[0, x, y] = 400 * x + 1000
        frame[1, x, y] = 400 * y + 1000
      }
    }
    return frame
  }

  /// The places, in pixels from the frame's corner, that samples were read from, against those of
  /// the definition; the largest distance.
  private func worstError(
    angle: Double, radius: Double, falloff: Double, center: (Double, Double), sampling: String
  ) throws -> Double {
    let film = try Film(
      """
      [{ "type": "effect", "effect": "vortex", "angle": \(angle), "radius": \(radius),
         "falloff": \(falloff), "center": [\(center.0), \(center.1)], "sampling": "\(sampling)" }]
      """, Self.format)
    let result = try film.frame(Self.ruler())
    var worst = 0.0
    for y in 0..<Self.format.height {
      for x in 0..<Self.format.width {
        let (dx, dy) = (Double(x) + 0.5 - center.0, Double(y) + 0.5 - center.1)
        let distance = (dx * dx + dy * dy).squareRoot()
        let turn =
          distance < radius ? angle * Double.pi / 180 * power(1 - distance / radius, falloff) : 0
        // Clockwise on the screen: what is seen here stood a turn earlier.
        let (sine, cosine) = (sin(turn), cos(turn))
        let sourceX = center.0 + dx * cosine + dy * sine - 0.5
        let sourceY = center.1 - dx * sine + dy * cosine - 0.5
        // A falloff below 1 drops to nothing with endless slope at the radius itself.
        if falloff < 1, abs(radius - distance) < 0.01 { continue }
        guard (1...126).contains(sourceX), (1...94).contains(sourceY) else { continue }
        let foundX = Double(result[0, x, y] - 1000) / 400
        let foundY = Double(result[1, x, y] - 1000) / 400
        worst = max(worst, abs(foundX - sourceX), abs(foundY - sourceY))
      }
    }
    return worst
  }

  private func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  @Test(arguments: [0.25, 0.5, 1, 1.5, 2, 3.7, 16], ["bilinear", "bicubic"])
  func `every sample is read from where the definition says`(
    _ falloff: Double, _ sampling: String
  ) throws {
    for angle in [30.0, 360, -720, 3600] {
      let worst = try worstError(
        angle: angle, radius: 60, falloff: falloff, center: (63.25, 47.5), sampling: sampling)
      #expect(worst <= 1.0 / 16, "\(angle) degrees: \(worst)")
      #expect(worst > 0)
    }
    let far = try worstError(
      angle: 200, radius: 5000, falloff: falloff, center: (-900, 300), sampling: sampling)
    #expect(far <= 1.0 / 16, "far away: \(far)")
  }

  @Test(arguments: everyFormat)
  func `no turn changes nothing, and nothing changes beyond the radius`(
    _ format: PixelFormat
  ) throws {
    let source = Frame.noise(format)
    for text in [#""angle": 0"#, #""angle": 90, "radius": 0"#, #""angle": 90, "center": [900, 0]"#]
    {
      let film = try Film(#"[{ "type": "effect", "effect": "vortex", \#(text) }]"#, format)
      #expect(try film.frame(source).isIdentical(to: source), "\(text)")
    }
    let film = try Film(
      #"[{ "type": "effect", "effect": "vortex", "angle": 180, "radius": 3, "center": [4, 4] }]"#,
      format)
    let result = try film.frame(source)
    for (plane, layout) in format.planes.enumerated() {
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          let dx = Double(x << layout.shiftX) + layout.originX + 0.5 - 4
          let dy = Double(y << layout.shiftY) + layout.originY + 0.5 - 4
          guard dx * dx + dy * dy >= 9 else { continue }
          #expect(result[plane, x, y] == source[plane, x, y])
        }
      }
    }
  }

  @Test func `a positive angle turns clockwise`() throws {
    let format = PixelFormat.named("444", 64, 64)
    let source = Frame.flat(format, [20, 128])
    for y in 30..<34 { for x in 40..<44 { source[0, x, y] = 220 } }
    let film = try Film(
      #"[{ "type": "effect", "effect": "vortex", "angle": 90, "radius": 100000 }]"#, format)
    let result = try film.frame(source)
    // What was on the right is below.
    #expect(result[0, 32, 42] > 200)
    #expect(result[0, 42, 32] < 40 && result[0, 32, 22] < 40)
  }

  @Test func `without an angle the middle turns once over the range`() throws {
    let format = PixelFormat.named("444", 64, 64)
    let source = Frame.noise(format)
    let film = try Film(#"[{ "type": "effect", "effect": "vortex", "duration": 4 }]"#, format)
    #expect(try film.frame(source, at: 0).isIdentical(to: source))
    #expect(try !film.frame(source, at: 2).isIdentical(to: source))
    let half = try Film(
      #"[{ "type": "effect", "effect": "vortex", "angle": 180 }]"#, format)
    #expect(try film.frame(source, at: 2).isIdentical(to: half.frame(source)))
  }
}
