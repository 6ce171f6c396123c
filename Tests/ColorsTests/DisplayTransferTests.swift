import Bytes
import Testing

@testable import Colors

/// Light of PQ on its way to a display, against the exact functions in codes of 10 bits.
@Suite struct DisplayTransferTests {
  private static let unmixed = (
    red: SIMD3<Float>(1, 0, 0), green: SIMD3<Float>(0, 1, 0), blue: SIMD3<Float>(0, 0, 1)
  )

  /// The code above black of light, of which 1 is white; what is brighter counts as white.
  private func code(_ light: Double) -> Double {
    876 * TransferCurve.bt709.encode(min(max(light, 0), 1))
  }

  @Test func `light of PQ is within a tenth of a code`() {
    for (step, share) in [(0, 1.0), (1, 0.7), (2, 0.1)] {
      let signals = (0...2000).map { Float($0) / 2000 * 1.095 }
      var channels = (0..<3).map { channel in
        signals.map { channel == step ? $0 : Float(share) }
      }
      var (red, green, blue) = (channels[0], channels[1], channels[2])
      DisplayTransfer.decode(
        red: &red, green: &green, blue: &blue, count: signals.count, mixed: Self.unmixed)
      channels = [red, green, blue]
      for (signal, found) in zip(signals, channels[step]) {
        let wanted = TransferCurve.pq.decode(Double(signal))
        let error = code(Double(found) * 10_000 / 203) - code(wanted * 10_000 / 203)
        #expect(error.magnitude < 0.07, "\(signal)")
        #expect((Double(found) - wanted).magnitude < 2e-3 * wanted + 3e-8, "\(signal)")
      }
    }
  }

  @Test func `signals of a display are within a tenth of a code`() {
    let lights = (0...5000).map { Maths.exp2(Double($0 - 5000) / 250) }
    for scale in [1, 1.0 / 203] {
      var row = lights.map { Float($0 / scale) }
      DisplayTransfer.encode(&row, count: row.count, scale: Float(scale))
      for (light, found) in zip(lights, row) {
        let error = 876 * Double(found) - code(light)
        #expect(error.magnitude < 0.08, "\(light)")
      }
    }
    var odd: [Float] = [0, -1, .nan, -.infinity, .leastNonzeroMagnitude]
    DisplayTransfer.encode(&odd, count: odd.count, scale: 1)
    for signal in odd { #expect((0..<1e-9).contains(signal)) }
  }

  @Test func `what is no signal becomes light all the same`() {
    var (red, green, blue): ([Float], [Float], [Float]) = (
      [.nan, -1, .infinity, 5], [0.5, 0.5, 0.5, 0.5], [0, 2, -.infinity, .nan]
    )
    DisplayTransfer.decode(red: &red, green: &green, blue: &blue, count: 4, mixed: Self.unmixed)
    #expect(red[0] == 0 && red[1] == 0 && red[2] == red[3] && red[2] > 1)
    #expect(blue[0] == 0 && blue[1] == red[2] && blue[2] == 0 && blue[3] == 0)
    for light in green {
      #expect((Double(light) / TransferCurve.pq.decode(0.5) - 1).magnitude < 2e-4)
    }
  }

  /// Y, Cb and Cr of BT.709 in codes of 10 bits, from black and grey.
  private func codes(_ signal: SIMD3<Double>) -> SIMD3<Double> {
    let y = (signal * SIMD3(0.2126, 0.7152, 0.0722)).sum()
    return SIMD3(876 * y, 896 * (signal.z - y) / 1.8556, 896 * (signal.x - y) / 1.5748)
  }

  @Test func `codes from PQ to SDR are within a tenth over all colours`() throws {
    let steps = 24
    var signals: [SIMD3<Double>] = []
    for red in 0...steps {
      for green in 0...steps {
        for blue in 0...steps {
          signals.append(SIMD3(Double(red), Double(green), Double(blue)) / Double(steps))
        }
      }
    }
    let matrix = ColorGamut.bt2020.matrix(to: .bt709)
    let rows = matrix.rows
    let compression = try #require(GamutCompression(from: .bt2020, to: .bt709))
    let table = ToneTable(.bt2390, from: 1000, to: 203)
    var (red, green, blue) = (
      signals.map { Float($0.x) }, signals.map { Float($0.y) }, signals.map { Float($0.z) }
    )
    let count = signals.count
    DisplayTransfer.decode(
      red: &red, green: &green, blue: &blue, count: count,
      mixed: (
        SIMD3<Float>(rows.0 * 10_000), SIMD3<Float>(rows.1 * 10_000), SIMD3<Float>(rows.2 * 10_000)
      ))
    compression.apply(red: &red, green: &green, blue: &blue, count: count)
    table.apply(red: &red, green: &green, blue: &blue, count: count, desaturation: 0.5)
    DisplayTransfer.encode(&red, count: count, scale: 1 / 203)
    DisplayTransfer.encode(&green, count: count, scale: 1 / 203)
    DisplayTransfer.encode(&blue, count: count, scale: 1 / 203)
    let exact = ExactTones(compression)
    for (x, signal) in signals.enumerated() {
      let found = codes(SIMD3(Double(red[x]), Double(green[x]), Double(blue[x])))
      let error = found - codes(exact.display(signal))
      let most = max(error.max(), -error.min())
      #expect(most < 0.15, "\(signal): \(error)")
    }
  }
}

/// From PQ of BT.2020 to a display of BT.709 with the defaults of `tone-map`, in double precision.
private struct ExactTones {
  private let matrix = ColorGamut.bt2020.matrix(to: .bt709)
  private let mapping = ToneMapping(.bt2390, from: 0...1000, to: 0...203)
  private let bends: SIMD3<Double>

  init(_ compression: GamutCompression) { bends = SIMD3<Double>(compression.bends) }

  func display(_ signal: SIMD3<Double>) -> SIMD3<Double> {
    var light = SIMD3<Double>.zero
    for channel in 0..<3 { light[channel] = TransferCurve.pq.decode(signal[channel]) * 10_000 }
    light = matrix * light
    let most = light.max()
    guard most > 0 else { return .zero }
    for channel in 0..<3 {
      let beyond = max(0, (most - light[channel]) / most - 0.8)
      light[channel] += most * beyond * (1 - 1 / (1 + bends[channel] * beyond))
    }
    let all = mapping.value(most) / most
    for channel in 0..<3 where light[channel] > 0 {
      light[channel] = (light[channel] * all + mapping.value(light[channel])) / 2
      light[channel] = TransferCurve.bt709.encode(light[channel] / 203)
    }
    return light
  }
}
