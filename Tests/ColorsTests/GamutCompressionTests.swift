import Testing

@testable import Colors

@Suite struct GamutCompressionTests {
  private func compressed(_ compression: GamutCompression, _ light: SIMD3<Float>) -> SIMD3<Float> {
    var (red, green, blue) = ([light.x], [light.y], [light.z])
    compression.apply(red: &red, green: &green, blue: &blue, count: 1)
    return SIMD3(red[0], green[0], blue[0])
  }

  @Test(arguments: [ColorGamut.bt2020, .p3D65, .sGamut3, .arri4, .davinci])
  func `all colours of a gamut come into the smaller one`(_ gamut: ColorGamut) throws {
    let compression = try #require(GamutCompression(from: gamut, to: .bt709))
    let matrix = gamut.matrix(to: .bt709)
    for red in 0...12 {
      for green in 0...12 {
        for blue in 0...12 {
          let light = matrix * (SIMD3(Double(red), Double(green), Double(blue)) / 12)
          let found = compressed(compression, SIMD3<Float>(light))
          guard light.max() > 0 else { continue }
          #expect(found.min() >= -1e-3 * Float(light.max()), "\(red) \(green) \(blue): \(found)")
          #expect(found.max() == Float(light.max()))
        }
      }
    }
  }

  @Test func `the corners come to the edge, and pale colours stay`() throws {
    let compression = try #require(GamutCompression(from: .bt2020, to: .bt709))
    let matrix = ColorGamut.bt2020.matrix(to: .bt709)
    // Of BT.2020, cyan lies farthest from BT.709's red.
    let cyan = compressed(compression, SIMD3<Float>(matrix * SIMD3(0, 1, 1)))
    #expect(cyan.x.magnitude < 0.02)
    for light in [SIMD3<Float>(1, 1, 1), SIMD3(0.3, 0.5, 1), SIMD3(1, 0.21, 0.21), .zero] {
      #expect(compressed(compression, light) == light)
    }
    #expect(compressed(compression, SIMD3(-1, -2, -3)) == SIMD3(-1, -2, -3))
  }

  @Test func `a gamut within the other needs none`() {
    #expect(GamutCompression(from: .bt709, to: .bt2020) == nil)
    #expect(GamutCompression(from: .bt709, to: .bt709) == nil)
    #expect(GamutCompression(from: .p3D65, to: .bt2020) != nil)
  }
}
