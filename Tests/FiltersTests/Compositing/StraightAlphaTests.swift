import Filters
import Images
import TestSupport
import Testing
import Y4M

/// Layers on a stream whose colours are not multiplied by its alpha.
@Suite struct StraightAlphaTests {
  static let format = PixelFormat.named("444alpha", 16, 16)

  @Test(arguments: [1, 0.7, 0.3, 0.01])
  func `layers are composited source-over, as Porter and Duff define it`(
    _ opacity: Double
  ) throws {
    var noise = Noise(seed: 11)
    var alphas: [Int] = []
    // Grey, so that a sample of luma is the picture's own value in full range.
    let picture = Picture.painted(16, 16) { x, y in
      let alpha = [0, 255, noise.next(256)][(x + y) % 3]
      alphas.append(alpha)
      let value = UInt8(noise.next(256))
      return [value, value, value, UInt8(alpha)]
    }
    guard case .eight(let samples) = picture.samples else {
      Issue.record("the picture has not 8 bits")
      return
    }
    let source = Frame.noise(Self.format)
    for x in 0..<16 {
      source[3, x, 0] = 0
      source[3, x, 1] = 255
    }
    let film = try Film(
      #"[{ "type": "image", "source": "p.png", "opacity": \#(opacity) }]"#, Self.format,
      range: .full, pictures: ["p.png": picture])
    let result = try film.frame(source)
    for y in 0..<16 {
      for x in 0..<16 {
        let index = 16 * y + x
        let over = Double(alphas[index]) / 255 * opacity
        let under = Double(source[3, x, y]) / 255
        let alpha = over + under * (1 - over)
        #expect(abs(result[3, x, y] - Int((255 * alpha).rounded())) <= 1)
        if alphas[index] == 0 {
          for plane in 0..<4 { #expect(result[plane, x, y] == source[plane, x, y]) }
          continue
        }
        guard alpha > 0.02 else { continue }
        let mixed =
          Double(samples[4 * index]) * over + Double(source[0, x, y]) * under * (1 - over)
        // Coverage counts 256 steps, which weigh more where there is little alpha in all.
        #expect(abs(Double(result[0, x, y]) - mixed / alpha) <= 1.01 + 0.6 / alpha)
      }
    }
  }

  @Test func `effects leave the stream's alpha`() throws {
    let source = Frame.noise(Self.format)
    for effect in [#""effect": "vortex", "angle": 90"#, #""effect": "pointillize", "radius": 3"#] {
      for more in ["", #", "mix": 0.5"#, #", "region": { "size": [8, 8], "feather": 4 }"#] {
        let film = try Film(#"[{ "type": "effect", \#(effect)\#(more) }]"#, Self.format)
        let result = try film.frame(source)
        #expect(result.samples(3) == source.samples(3))
        #expect(result.samples(0) != source.samples(0))
      }
    }
  }

  @Test(arguments: [1, 0], [8, 12])
  func `chroma keeps what a layer hardly hides, and nothing of what it hides`(
    _ shiftY: Int, _ depth: Int
  ) throws {
    let format = try #require(
      PixelFormat(
        width: 24, height: 16, depth: depth, chroma: .planes(x: 1, y: shiftY),
        hasAlpha: true))
    let source = Frame.noise(format)
    for y in 0..<16 {
      for x in 0..<24 { source[3, x, y] = format.peak }
    }
    func drawn(_ layer: String) throws -> Frame {
      try Film(#"[{ "type": "color", "color": "rgb(160 64 96)"\#(layer) }]"#, format).frame(source)
    }
    let veiled = try drawn(#", "opacity": 0.004"#)
    let hidden = try drawn("")
    for plane in 1...2 {
      for (after, before) in zip(veiled.samples(plane), source.samples(plane)) {
        #expect(abs(Int(after) - Int(before)) <= 1 << (depth - 8), "\(before) became \(after)")
      }
      #expect(Set(hidden.samples(plane)).count == 1)
    }
  }
}
