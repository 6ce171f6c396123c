import Testing

@testable import Colors

@Suite struct TransferCurveTests {
  @Test func `curves are those of colour-science`() throws {
    var seen: Set<TransferCurve> = []
    for row in try ColorFixtures.rows("transfer.tsv") {
      let curve = try #require(TransferCurve(rawValue: row[0]))
      seen.insert(curve)
      let (light, signal) = (try #require(Double(row[1])), try #require(Double(row[2])))
      #expect((curve.encode(light) - signal).magnitude < 1e-7, "\(row): \(curve.encode(light))")
      // Where a curve is level, no signal leads back.
      if curve == .appleLog, light < -0.05641088 { continue }
      let error = (curve.decode(signal) - light).magnitude
      // Constants are published with so many digits that parts do not meet exactly.
      #expect(error < 1e-6 * max(1, light.magnitude), "\(row): \(curve.decode(signal))")
    }
    #expect(seen == Set(TransferCurve.allCases).subtracting([.gamma24, .linear]))
  }

  /// Curves with their numbers of 10 bits for black, grey and white.
  static let cameras: [(curve: TransferCurve, black: Double, grey: Double, white: Double)] = [
    (.sLog3, 95, 420, 598), (.logC3, 95, 400, 572), (.logC4, 95, 285, 428),
    (.vLog, 128, 433, 602), (.cLog, 128, 351, 614), (.cLog2, 95, 407, 575),
    (.cLog3, 128, 351, 577), (.nLog, 127, 372, 603), (.appleLog, 154, 500, 697),
    (.fLog, 95, 470, 705), (.fLog2, 95, 400, 570), (.dLog, 95, 408, 586),
    (.log3G10, 94, 341, 494), (.davinciIntermediate, 0, 344, 514), (.acesCCT, 75, 423, 559),
  ]

  @Test(arguments: cameras)
  func `black, grey and white of cameras have their published numbers`(
    _ curve: TransferCurve, _ black: Double, _ grey: Double, _ white: Double
  ) {
    #expect((curve.encode(0) * 1023).rounded() == black)
    #expect((curve.encode(0.18) * 1023).rounded() == grey)
    #expect((curve.encode(0.9) * 1023).rounded() == white)
  }

  @Test func `light of displays has its published numbers`() {
    let numbers = [
      (0.0, 64.0), (0.1, 119), (1, 195), (100, 509), (203, 573), (400, 636), (1000, 723),
      (4000, 855),
      (10000, 940),
    ]
    for (light, number) in numbers {
      #expect((TransferCurve.pq.encode(light / 10000) * 876 + 64).rounded() == number)
    }
    #expect((TransferCurve.pq.encode(0.0203) - 0.580689).magnitude < 5e-7)
    #expect((TransferCurve.pq.encode(0.1) - 0.751827).magnitude < 5e-7)
    #expect((TransferCurve.hlg.decode(0.75) - 0.26496).magnitude < 1e-5)
    let scene = SIMD3(repeating: TransferCurve.hlg.decode(0.75))
    #expect((HybridDisplay().light(ofScene: scene).x - 203.15).magnitude < 0.01)
  }

  @Test(arguments: TransferCurve.allCases)
  func `a signal leads to its light and back, and rises with it`(_ curve: TransferCurve) {
    let low = curve == .pq || curve == .hlg ? 0.0 : -0.04
    var before = -Double.infinity
    for step in 0...4000 {
      let signal = curve.encode(low) + (curve.encode(1) - curve.encode(low)) * Double(step) / 4000
      let light = curve.decode(signal)
      // Published constants have so few digits that the parts of some curves do not meet.
      let gap = curve == .bt709Camera || curve == .nLog ? 3e-4 : 5e-5
      #expect((curve.encode(light) - signal).magnitude < gap, "\(signal)")
      #expect(light > before - 3e-5, "\(signal)")
      before = light
    }
    for odd in [Double.nan, .infinity, -.infinity, -1e300, 1e300, -1, .leastNonzeroMagnitude] {
      _ = (curve.encode(odd), curve.decode(odd))
    }
  }

  @Test(arguments: TransferCurve.allCases)
  func `a row is what its numbers are`(_ curve: TransferCurve) {
    for count in [0, 1, 8, 9, 4003] {
      let signals = (0..<count).map { Float($0) / 3600 - 0.05 }
      var row = signals
      row.withUnsafeMutableBufferPointer { row in
        if let start = row.baseAddress { curve.decode(start, count: count) }
      }
      for (light, signal) in zip(row, signals) {
        #expect(isNear(Double(light), curve.decode(Double(signal)), of: curve), "\(signal)")
      }
      let lights = row
      row.withUnsafeMutableBufferPointer { row in
        if let start = row.baseAddress { curve.encode(start, count: count) }
      }
      for (signal, light) in zip(row, lights) {
        let wanted = curve.encode(Double(light))
        let error = (Double(signal) - wanted).magnitude
        let isSame = isNear(curve.decode(Double(signal)), Double(light), of: curve)
        #expect(error < 2e-5 * max(1, wanted.magnitude) || isSame, "\(light): off by \(error)")
      }
    }
    var odd: [Float] = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -0.0, -1]
    odd.withUnsafeMutableBufferPointer { row in
      guard let start = row.baseAddress else { return }
      curve.encode(start, count: 6)
      curve.decode(start, count: 6)
    }
  }

  /// Whether two lights differ by no more than a millionth, or than makes a difference to their
  /// signals.
  private func isNear(_ light: Double, _ wanted: Double, of curve: TransferCurve) -> Bool {
    if (light - wanted).magnitude < 2e-6 * max(1e-3, wanted.magnitude) { return true }
    let (signal, other) = (curve.encode(light), curve.encode(wanted))
    return (signal - other).magnitude < 2e-5 * max(1, other.magnitude)
  }

  /// Rounding leaves dark colours a little outside of a gamut.
  @Test func `a channel below black leaves the others as they are`() {
    let display = HybridDisplay()
    let dark = SIMD3(0, 0, 0.9)
    let (near, same) = (
      display.scene(ofLight: dark - SIMD3(0.5, 0.3, 0)), display.scene(ofLight: dark)
    )
    #expect(near.z == same.z && same.z > 0 && near.x < 0)
    #expect(display.light(ofScene: SIMD3(-0.01, -0.01, 0.02)).z > 0)
    #expect(display.scene(ofLight: SIMD3(-1, -1, -1)) == .zero)
  }

  @Test(arguments: [400, 1000, 4000.0])
  func `rows on a display are what their colours are`(_ peak: Double) {
    let (display, unit) = (HybridDisplay(peak: peak), 203.0)
    // Of lengths with a rest and without, from black to beyond white, some of them below black.
    for count in [0, 1, 8, 13, 400] {
      let scenes = (0..<count).map { place -> SIMD3<Double> in
        let level = Double(place) / 300 - 0.02
        return SIMD3(level, level * level, Double(place % 7) / 5)
      }
      var rows = (0..<3).map { channel in scenes.map { Float($0[channel]) } }
      apply(display.show, to: &rows, unit)
      for (place, scene) in scenes.enumerated() {
        let wanted = display.light(ofScene: scene) / unit
        for channel in 0..<3 {
          let error = (Double(rows[channel][place]) - wanted[channel]).magnitude
          #expect(error <= 1e-5 * wanted[channel].magnitude, "\(place)")
        }
      }
      apply(display.take, to: &rows, unit)
      for (place, scene) in scenes.enumerated()
      where (scene * SIMD3(0.2627, 0.678, 0.0593)).sum() > 0 {
        for channel in 0..<3 {
          let error = (Double(rows[channel][place]) - scene[channel]).magnitude
          #expect(error <= 1e-5 * max(scene[channel].magnitude, 1e-6), "\(place)")
        }
      }
    }
    var odd: [[Float]] = [[.nan, .infinity, 0, -1], [1, 1, 0, -1], [0, 0, 0, -1]]
    apply(display.show, to: &odd, unit)
    #expect(odd.map { $0[2] } == [0, 0, 0] && odd.map { $0[3].magnitude } == [0, 0, 0])
  }

  private func apply(
    _ change: (HybridDisplay.Row, HybridDisplay.Row, HybridDisplay.Row, Int, Double) -> Void,
    to rows: inout [[Float]], _ unit: Double
  ) {
    let count = rows[0].count
    var all = rows.flatMap(\.self)
    all.withUnsafeMutableBufferPointer { all in
      guard let start = all.baseAddress else { return }
      change(start, start + count, start + 2 * count, count, unit)
    }
    for channel in 0..<3 { rows[channel] = Array(all[(channel * count)..<((channel + 1) * count)]) }
  }

  @Test func `a scene on a display is colour-science's`() {
    let cases: [(SIMD3<Double>, Double, SIMD3<Double>)] = [
      (SIMD3(0.1, 0.2, 0.05), 1000, SIMD3(69.72843, 139.45686, 34.864215)),
      (SIMD3(0.1, 0.2, 0.05), 400, SIMD3(37.698856, 75.397711, 18.849428)),
      (SIMD3(0.5, 0.01, 0.3), 2000, SIMD3(545.176147, 10.903523, 327.105688)),
      (.one, 1000, SIMD3(repeating: 1000)), (.zero, 1000, .zero),
    ]
    for (scene, peak, light) in cases {
      let display = HybridDisplay(peak: peak)
      let found = display.light(ofScene: scene)
      let back = display.scene(ofLight: found)
      for channel in 0..<3 {
        #expect((found[channel] - light[channel]).magnitude < 1e-5)
        #expect((back[channel] - scene[channel]).magnitude < 1e-12)
      }
    }
  }
}
