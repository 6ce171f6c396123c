import Testing

@testable import Colors

@Suite struct ToneTableTests {
  private func mapped(
    _ table: ToneTable, _ light: SIMD3<Float>, desaturation: Float = 0
  ) -> SIMD3<Float> {
    var (red, green, blue) = ([light.x], [light.y], [light.z])
    table.apply(red: &red, green: &green, blue: &blue, count: 1, desaturation: desaturation)
    return SIMD3(red[0], green[0], blue[0])
  }

  @Test(arguments: ToneCurve.allCases)
  func `a table is its curve within a thousandth`(_ curve: ToneCurve) {
    for (peak, white) in [(1000.0, 203.0), (4000, 100), (10000, 1000), (400, 203), (100, 203)] {
      let table = ToneTable(curve, from: peak, to: white)
      let mapping = ToneMapping(curve, from: 0...peak, to: 0...white)
      for step in 1...3000 {
        let share = Double(step) / 2900
        let light = peak * share * share * share
        let found = Double(mapped(table, SIMD3(repeating: Float(light))).x)
        let wanted = mapping.value(light)
        #expect((found - wanted).magnitude <= 1e-3 * wanted, "\(peak) \(white) \(light)")
      }
    }
  }

  @Test(arguments: [ToneCurve.bt2390, .hable, .reinhard, .mobius, .clip])
  func `usual ranges are nearer`(_ curve: ToneCurve) {
    for (peak, white) in [(1000.0, 203.0), (4000, 203), (4000, 100), (10000, 1000), (600, 100)] {
      // This one's corner lies between two points of a table.
      if curve == .clip && peak == 10000 { continue }
      let mapping = ToneMapping(curve, from: 0...peak, to: 0...white)
      let table = ToneTable(curve, from: peak, to: white)
      for step in 1...2000 {
        let share = Double(step) / 1900
        let light = Float(peak * share * share * share)
        let found = Double(mapped(table, SIMD3(repeating: light)).x)
        let wanted = mapping.value(Double(light))
        #expect((found - wanted).magnitude <= 3e-5 * wanted, "\(peak) \(white) \(light)")
      }
    }
  }

  @Test func `channels keep their proportions, or take the curve each by itself`() {
    let table = ToneTable(.bt2390, from: 1000, to: 203)
    let mapping = ToneMapping(.bt2390, from: 0...1000, to: 0...203)
    let light = SIMD3<Float>(900, 450, 30)
    let whole = mapped(table, light)
    #expect((whole.x - Float(mapping.value(900))).magnitude < 0.1)
    #expect((whole.y / whole.x - 0.5).magnitude < 1e-5)
    #expect((whole.z / whole.x - 1.0 / 30).magnitude < 1e-6)
    let single = mapped(table, light, desaturation: 1)
    for channel in 0..<3 {
      let wanted = Float(mapping.value(Double(light[channel])))
      #expect((single[channel] - wanted).magnitude < 0.1)
    }
    let half = mapped(table, light, desaturation: 0.5)
    let wanted = (whole + single) / 2
    for channel in 0..<3 { #expect((half[channel] - wanted[channel]).magnitude < 1e-3) }
  }

  @Test func `rows are looked at part by part`() {
    // Light below the knee stays; a part with any above it changes by itself, the second one not.
    let table = ToneTable(.bt2390, from: 1000, to: 203)
    var lights = [Float](repeating: 0, count: 500)
    for place in 0..<500 {
      let isBright = place == 100 || place >= 350
      lights[place] = isBright ? Float(4 * place) : Float(place % 80)
    }
    var (red, green, blue) = (lights, lights, lights)
    for place in 0..<500 {
      green[place] /= 2
      blue[place] /= 4
    }
    table.apply(red: &red, green: &green, blue: &blue, count: 500, desaturation: 0.5)
    for (x, light) in lights.enumerated() {
      let wanted = mapped(table, SIMD3(light, light / 2, light / 4), desaturation: 0.5)
      let found = SIMD3(red[x], green[x], blue[x])
      for channel in 0..<3 {
        #expect((found[channel] - wanted[channel]).magnitude < 1e-3, "\(x)")
      }
      if light < 80 { #expect((red[x] - light).magnitude <= 1e-6 * light, "\(x)") }
      if (160..<320).contains(x) { #expect(found == SIMD3(light, light / 2, light / 4), "\(x)") }
    }
  }

  @Test func `odd light and odd ranges trap nowhere`() {
    for (peak, white) in [(0.0, 0.0), (-5, 1e9), (.infinity, .nan), (.nan, 100)] {
      for curve in ToneCurve.allCases {
        let table = ToneTable(curve, from: peak, to: white)
        #expect(mapped(table, SIMD3(50, 0, -3), desaturation: 0.5).x.isFinite)
        _ = mapped(table, SIMD3(.nan, .infinity, -.infinity), desaturation: 1)
      }
    }
    #expect(mapped(ToneTable(.hable, from: 1000, to: 203), .zero) == .zero)
  }
}
