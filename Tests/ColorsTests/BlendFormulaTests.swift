import Testing

@testable import Colors

@Suite struct BlendFormulaTests {
  typealias Formula = BlendFormula

  /// A formula at one place.
  private func mixed(
    _ formula: (SIMD8<Float>, SIMD8<Float>) -> SIMD8<Float>, _ s: Float, _ b: Float
  ) -> Float {
    formula(SIMD8(repeating: s), SIMD8(repeating: b))[0]
  }

  @Test func `corners that W3C leaves open are Photoshop's`() {
    #expect(mixed(Formula.colorDodge, 1, 0) == 0)
    #expect(mixed(Formula.colorDodge, 1, 0.1) == 1)
    #expect(mixed(Formula.colorBurn, 0, 1) == 1)
    #expect(mixed(Formula.colorBurn, 0, 0.9) == 0)
    // The ends of the top are looked at first.
    #expect(mixed(Formula.vividLight, 0, 1) == 0)
    #expect(mixed(Formula.vividLight, 1, 0) == 1)
    #expect(mixed(Formula.divide, 0, 0) == 0)
    #expect(mixed(Formula.divide, 0, 0.1) == 1)
    #expect(mixed(Formula.hardMix, 1, 0) == 0)
    #expect(mixed(Formula.hardMix, 0.5, 0.5) == 1)
  }

  @Test func `formulas have the values of section 9.1 between their ends`() {
    // By hand from section 9.1, with the backdrop at both branches of soft light's curve.
    #expect(abs(mixed(Formula.softLight, 0.75, 0.2) - 0.324) < 1e-6)
    #expect(abs(mixed(Formula.softLight, 0.75, 0.64) - 0.72) < 1e-6)
    #expect(abs(mixed(Formula.softLight, 0.25, 0.5) - 0.375) < 1e-6)
    #expect(abs(mixed(Formula.overlay, 0.25, 0.75) - 0.625) < 1e-6)
    #expect(abs(mixed(Formula.hardLight, 0.25, 0.75) - 0.375) < 1e-6)
    #expect(abs(mixed(Formula.reflect, 0.5, 0.6) - 0.72) < 1e-6)
    #expect(abs(mixed(Formula.glow, 0.6, 0.5) - 0.72) < 1e-6)
    #expect(abs(mixed(Formula.negation, 0.75, 0.75) - 0.5) < 1e-6)
    #expect(abs(mixed(Formula.phoenix, 0.75, 0.25) - 0.5) < 1e-6)
  }

  @Test func `luminosity and hue change places`() {
    let top = color(0.9, 0.3, 0.1)
    let back = color(0.2, 0.5, 0.6)
    func light(_ color: Formula.Colors) -> Float {
      0.3 * color.red[0] + 0.59 * color.green[0] + 0.11 * color.blue[0]
    }
    for mixed in [Formula.hue(top, back), Formula.color(top, back), Formula.saturation(top, back)] {
      #expect(abs(light(mixed) - light(back)) < 1e-6)
    }
    #expect(abs(light(Formula.luminosity(top, back)) - light(top)) < 1e-6)
    // A colour that is nearly grey has no hue.
    let grey = Formula.hue(color(0.5, 0.501, 0.5), back)
    #expect(grey.red[0] == grey.blue[0] && grey.green[0] == grey.blue[0])
    #expect(Formula.darkerColor(top, back).red[0] == 0.2)
    #expect(Formula.lighterColor(top, back).red[0] == 0.9)
  }

  private func color(_ red: Float, _ green: Float, _ blue: Float) -> Formula.Colors {
    (SIMD8(repeating: red), SIMD8(repeating: green), SIMD8(repeating: blue))
  }
}
