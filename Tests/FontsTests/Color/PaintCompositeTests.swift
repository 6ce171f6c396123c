import TestNumbers
import Testing

@testable import Fonts

@Suite struct PaintCompositeTests {
  private static let modes = (0...27).compactMap { PaintComposite(rawValue: $0) }

  @Test func `there are 28 modes, and results are colours`() {
    #expect(Self.modes.count == 28 && PaintComposite(rawValue: 28) == nil)
    var noise = SeededNumbers(31)
    for _ in 0..<2000 {
      func color() -> SIMD4<Float> {
        func part() -> Float { Float(Int(noise.next() % 5)) / 4 }
        return GlyphColor(red: part(), green: part(), blue: part(), alpha: part()).premultiplied
      }
      let (source, back) = (color(), color())
      for mode in Self.modes {
        let found = mode(source, over: back)
        for part in 0..<4 {
          #expect(found[part] >= -1e-5 && found[part] <= found[3] + 1e-5, "\(mode)")
        }
        #expect(found[3] <= 1 + 1e-5)
      }
    }
  }

  @Test func `mixes of opaque colours are those of the formulas`() {
    let (source, back) = (SIMD4<Float>(0.2, 0.5, 0.9, 1), SIMD4<Float>(0.6, 0.25, 0.4, 1))
    let expected: [(PaintComposite, SIMD4<Float>)] = [
      (.multiply, SIMD4(0.12, 0.125, 0.36, 1)), (.screen, SIMD4(0.68, 0.625, 0.94, 1)),
      (.darken, SIMD4(0.2, 0.25, 0.4, 1)), (.lighten, SIMD4(0.6, 0.5, 0.9, 1)),
      (.difference, SIMD4(0.4, 0.25, 0.5, 1)), (.exclusion, SIMD4(0.56, 0.5, 0.58, 1)),
      (.colorDodge, SIMD4(0.75, 0.5, 1, 1)), (.colorBurn, SIMD4(0, 0, 1 - 0.6 / 0.9, 1)),
      (.hardLight, SIMD4(0.24, 0.25, 0.88, 1)), (.overlay, SIMD4(0.36, 0.25, 0.72, 1)),
      (.plus, SIMD4(0.8, 0.75, 1, 1)), (.xor, .zero), (.sourceIn, source),
    ]
    for (mode, color) in expected {
      let found = mode(source, over: back)
      for part in 0..<4 { #expect((found[part] - color[part]).magnitude < 1e-5, "\(mode)") }
    }
  }

  @Test func `light modes keep the light of one and the hue of the other`() {
    func light(_ color: SIMD4<Float>) -> Float {
      0.3 * color[0] + 0.59 * color[1] + 0.11 * color[2]
    }
    let (source, back) = (SIMD4<Float>(0.3, 0.5, 0.4, 1), SIMD4<Float>(0.6, 0.45, 0.5, 1))
    for mode in [PaintComposite.hue, .saturation, .color] {
      #expect((light(mode(source, over: back)) - light(back)).magnitude < 1e-5)
    }
    #expect((light(PaintComposite.luminosity(source, over: back)) - light(source)).magnitude < 1e-5)
  }
}
