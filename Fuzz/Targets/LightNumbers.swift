import Bytes
import Colors

/// Gives any numbers at all to what computes with light.
enum LightNumbers {
  static func run(_ bytes: [UInt8]) {
    var cursor = ByteCursor(bytes)
    var numbers: [Double] = []
    while numbers.count < 8, let high = cursor.bigEndian32(), let low = cursor.bigEndian32() {
      numbers.append(Double(bitPattern: UInt64(high) << 32 | UInt64(low)))
    }
    guard numbers.count >= 6 else { return }
    curves(numbers)
    tones(numbers)
    gamuts(numbers)
  }

  private static func curves(_ numbers: [Double]) {
    for curve in TransferCurve.allCases {
      for number in numbers { _ = (curve.encode(number), curve.decode(number)) }
      var row = numbers.map { Float($0) }
      let count = row.count
      row.withUnsafeMutableBufferPointer { row in
        guard let start = row.baseAddress else { return }
        curve.decode(start, count: count)
        curve.encode(start, count: count)
      }
    }
    let display = HybridDisplay(peak: 1000)
    let light = display.light(ofScene: SIMD3(numbers[0], numbers[1], numbers[2]))
    _ = (display.scene(ofLight: light), display.gamma)
  }

  private static func tones(_ numbers: [Double]) {
    let bounds = numbers.filter { !$0.isNaN }.sorted()
    guard bounds.count >= 4 else { return }
    for curve in ToneCurve.allCases {
      let mapping = ToneMapping(curve, from: bounds[0]...bounds[2], to: bounds[1]...bounds[3])
      for number in numbers { precondition(mapping.value(number).isFinite) }
    }
  }

  private static func gamuts(_ numbers: [Double]) {
    let source = Chromaticity.white(temperature: numbers[0])
    precondition(source.x.isFinite && source.y > 0)
    let target = Chromaticity.white(temperature: numbers[1], duv: numbers[2])
    for gamut in ColorGamut.allCases {
      for adaptation in ChromaticAdaptation.allCases {
        let matrix = gamut.matrix(to: .bt709, adaptation)
        let balance = gamut.whiteBalance(from: source, to: target, adaptation)
        _ = matrix * (balance * SIMD3(numbers[3], numbers[4], numbers[5]))
        _ = (balance * matrix).inverse?.rows
      }
    }
  }
}
