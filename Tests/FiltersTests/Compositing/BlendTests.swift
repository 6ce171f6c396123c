import TestSupport
import Testing
import Y4M

@testable import Filters

/// The blend loops against the same sums in Double.
@Suite struct BlendTests {
  /// One sample of a sprite: a colour in code values, premultiplied by alpha.
  struct Sample {
    let alpha: Int
    let color: Double
    let under: Int
  }

  /// Alphas at both ends and between, over all depths.
  private func samples(depth: Int, _ count: Int) -> [Sample] {
    var noise = Noise(seed: UInt64(depth))
    let peak = 1 << depth - 1
    return (0..<count).map { index in
      let alpha = [0, 65535, noise.next(65536), noise.next(400), 65535 - noise.next(400)][index % 5]
      let color = [0, peak, noise.next(peak + 1)][noise.next(3)]
      let under = [0, peak, noise.next(peak + 1)][noise.next(3)]
      return Sample(alpha: alpha, color: Double(color), under: under)
    }
  }

  private func encoded(_ samples: [Sample], depth: Int) -> (add: Samples16, keep: Samples16) {
    let unit = Double(1 << (16 - depth))
    let alpha = Samples16(count: samples.count)
    let channel = Samples16(count: samples.count)
    for (index, sample) in samples.enumerated() {
      alpha.base[index] = UInt16(sample.alpha)
      channel.base[index] = UInt16((sample.color * unit * Double(sample.alpha) / 65535).rounded())
    }
    let (add, keep) = (Samples16(count: samples.count), Samples16(count: samples.count))
    let encoder = SpriteEncoder(depth: depth, peak: (1 << depth - 1) << (16 - depth))
    encoder.encodeKeep(alpha.base, to: keep.base, count: samples.count)
    encoder.encodeAdd(channel.base, keep: keep.base, to: add.base, count: samples.count)
    return (add, keep)
  }

  private func blended(_ samples: [Sample], depth: Int, opacity: UInt16?) -> [Int] {
    let (add, keep) = encoded(samples, depth: depth)
    let count = samples.count
    if depth == 8 {
      var target = samples.map { UInt8($0.under) }
      target.withUnsafeMutableBufferPointer { target in
        guard let base = target.baseAddress else { return }
        if let opacity {
          UInt8.blend(
            base, add: add.base, keep: keep.base, depth: depth, opacity: opacity, count: count)
        } else {
          UInt8.blend(base, add: add.base, keep: keep.base, depth: depth, count: count)
        }
      }
      return target.map(Int.init)
    }
    var target = samples.map { UInt16($0.under) }
    target.withUnsafeMutableBufferPointer { target in
      guard let base = target.baseAddress else { return }
      if let opacity {
        UInt16.blend(
          base, add: add.base, keep: keep.base, depth: depth, opacity: opacity, count: count)
      } else {
        UInt16.blend(base, add: add.base, keep: keep.base, depth: depth, count: count)
      }
    }
    return target.map(Int.init)
  }

  @Test(arguments: [8, 9, 10, 12, 14, 16])
  func `blending is source-over to within a level`(_ depth: Int) {
    let samples = samples(depth: depth, 5000)
    for opacity in [nil, 65535, 65534, 40000, 1000, 100, 1, 0] as [UInt16?] {
      let result = blended(samples, depth: depth, opacity: opacity)
      let factor = Double(opacity ?? 65535) / 65535
      var worst = 0.0
      for (sample, found) in zip(samples, result) {
        let alpha = Double(sample.alpha) / 65535 * factor
        let exact = sample.color * alpha + Double(sample.under) * (1 - alpha)
        worst = max(worst, abs(Double(found) - exact))
        // In 16 bits the steps of alpha itself are as coarse as a level.
        #expect(abs(found - Int(exact.rounded())) <= (depth == 16 ? 2 : 1))
        if sample.alpha == 0 || opacity == 0 { #expect(found == sample.under) }
        if sample.alpha == 65535, opacity == nil { #expect(found == Int(sample.color)) }
      }
      #expect(worst > 0 || opacity == 0)
    }
  }

  @Test(arguments: [8, 10, 16])
  func `whole opacity is the plain loop`(_ depth: Int) {
    let samples = samples(depth: depth, 2000)
    let plain = blended(samples, depth: depth, opacity: nil)
    let scaled = blended(samples, depth: depth, opacity: 65535)
    for (one, other) in zip(plain, scaled) { #expect(abs(one - other) <= 1) }
  }

  @Test func `8 and 16 bits agree`() throws {
    let shallow = PixelFormat.named("420mpeg2", 24, 18)
    let deep = try #require(
      PixelFormat(width: 24, height: 18, depth: 16, chroma: .planes(x: 1, y: 1)))
    let layers = """
      [ { "type": "color", "color": "#08fc", "position": [2.5, 3], "size": [9, 9] },
        { "type": "gradient", "opacity": 0.6, "rotation": 25, "size": [12, 12] },
        { "type": "effect", "effect": "vortex", "angle": 70, "mix": 0.7 } ]
      """
    let source = Frame.noise(shallow)
    let wide = Frame(deep)
    for (plane, layout) in shallow.planes.enumerated() {
      for y in 0..<layout.height {
        for x in 0..<layout.width { wide[plane, x, y] = source[plane, x, y] << 8 }
      }
    }
    let one = try Film(layers, shallow).frame(source)
    let other = try Film(layers, deep).frame(wide)
    for plane in shallow.planes.indices {
      for (a, b) in zip(one.samples(plane), other.samples(plane)) {
        #expect(abs(Double(a) - Double(b) / 256) <= 2)
      }
    }
  }
}
