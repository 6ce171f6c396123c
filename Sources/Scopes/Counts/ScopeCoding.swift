import Y4M

/// What the code values of a stream mean: its matrix, range and depth.
package struct ScopeCoding: Hashable, Sendable {
  /// Which code values are black and white.
  package let range: ColorRange
  /// Significant bits of a sample, 8 to 16.
  package let depth: Int

  private let redWeight: Double
  private let blueWeight: Double

  /// - Parameters:
  ///   - redWeight: what luma has of red: 0.2126 in BT.709.
  ///   - blueWeight: what luma has of blue.
  ///   - depth: 8 to 16.
  package init(redWeight: Double, blueWeight: Double, range: ColorRange, depth: Int) {
    self.redWeight = redWeight
    self.blueWeight = blueWeight
    self.range = range
    self.depth = min(max(depth, 8), 16)
  }

  /// The largest code value.
  package var peak: Int { 1 << depth - 1 }
  /// The code value of black, of luma and of red, green and blue.
  package var black: Int { range == .full ? 0 : 16 << (depth - 8) }
  /// The code value of white.
  package var white: Int { range == .full ? peak : 235 << (depth - 8) }
  /// The code value of chroma without colour.
  package var neutral: Int { 128 << (depth - 8) }
  /// The code values that chroma may have.
  var legalChroma: ClosedRange<Int> {
    range == .full ? 0...peak : 16 << (depth - 8)...240 << (depth - 8)
  }
  /// The code values between those of the least and of the most chroma.
  var chromaSpan: Double { range == .full ? Double(peak) : Double(224 << (depth - 8)) }
  private var span: Double { Double(white - black) }

  /// A code value of luma, red, green or blue as a part of white, in percent.
  package func percent(_ code: Double) -> Double { (code - Double(black)) / span * 100 }

  /// A code value of chroma in percent: -50 to 50 within the legal range.
  package func chromaPercent(_ code: Double) -> Double {
    (code - Double(neutral)) / chromaSpan * 100
  }

  /// The code value of a part of white, in percent.
  func code(_ percent: Double) -> Double { Double(black) + percent / 100 * span }

  /// The chroma of a colour, from -0.5 to 0.5 for red, green and blue from 0 to 1.
  func chroma(_ rgb: SIMD3<Double>) -> (blue: Double, red: Double) {
    let luma = redWeight * rgb.x + (1 - redWeight - blueWeight) * rgb.y + blueWeight * rgb.z
    return ((rgb.z - luma) / (2 - 2 * blueWeight), (rgb.x - luma) / (2 - 2 * redWeight))
  }

  /// What turns samples into red, green and blue, all in code values whose black and white are
  /// those of luma, and a half, so that they are rounded down; these are not held within 0 to
  /// ``peak``.
  struct Decoder {
    let neutral: Double
    let redOfRed: Double
    let greenOfBlue: Double
    let greenOfRed: Double
    let blueOfBlue: Double

    @inline(__always)
    func callAsFunction(_ luma: Int, _ cb: Double, _ cr: Double) -> SIMD3<Double> {
      let (u, v) = (cb - neutral, cr - neutral)
      return Double(luma) + 0.5
        + SIMD3(redOfRed * v, greenOfBlue * u + greenOfRed * v, blueOfBlue * u)
    }
  }

  var decoder: Decoder {
    let scale = span / chromaSpan
    let green = 1 - redWeight - blueWeight
    return Decoder(
      neutral: Double(neutral), redOfRed: 2 * (1 - redWeight) * scale,
      greenOfBlue: -2 * blueWeight * (1 - blueWeight) / green * scale,
      greenOfRed: -2 * redWeight * (1 - redWeight) / green * scale,
      blueOfBlue: 2 * (1 - blueWeight) * scale)
  }
}
