import Y4M

/// A colour of the test picture: gamma-encoded red, green and blue from 0 to 1.
struct BarColor: Hashable, Sendable {
  let red: Double
  let green: Double
  let blue: Double

  static let black = BarColor(red: 0, green: 0, blue: 0)
  static let white = BarColor(red: 1, green: 1, blue: 1)
  static let red = BarColor(red: 1, green: 0, blue: 0)

  /// The seven bars of 75 % in their order across the picture (SMPTE ECR 1-1978).
  static let bars: [BarColor] = [
    BarColor(red: 0.75, green: 0.75, blue: 0.75), BarColor(red: 0.75, green: 0.75, blue: 0),
    BarColor(red: 0, green: 0.75, blue: 0.75), BarColor(red: 0, green: 0.75, blue: 0),
    BarColor(red: 0.75, green: 0, blue: 0.75), BarColor(red: 0.75, green: 0, blue: 0),
    BarColor(red: 0, green: 0, blue: 0.75),
  ]

  /// The band below the bars, in which blue stands against black under its opposite number.
  static let reversed: [BarColor] = [
    bars[6], black, bars[4], black, bars[2], black, bars[0],
  ]
}

/// How colours become code values: the matrix, the range and the depth of a stream.
struct CodeValues: Sendable {
  let matrix: Matrix
  let isFullRange: Bool
  let depth: Int

  /// The code values of black and white luma.
  var lumaRange: ClosedRange<Int> { luma(0)...luma(1) }

  /// The code values of the least and the greatest chroma.
  var chromaRange: ClosedRange<Int> { chroma(-0.5)...chroma(0.5) }

  /// The code value of `color` in a plane of this role; alpha is opaque.
  func code(_ color: BarColor, for role: PlaneRole) -> Int {
    let (red, blue) = (matrix.red, matrix.blue)
    let y = red * color.red + (1 - red - blue) * color.green + blue * color.blue
    return switch role {
    case .luma: luma(y)
    case .blue: chroma((color.blue - y) / (2 * (1 - blue)))
    case .red: chroma((color.red - y) / (2 * (1 - red)))
    case .alpha: peak
    }
  }

  private var peak: Int { 1 << depth - 1 }

  /// Limited range is 16 to 235 at 8 bits, scaled by powers of two (BT.709 4.2, BT.2020 table 5).
  private func luma(_ y: Double) -> Int {
    quantized(isFullRange ? y * Double(peak) : (16 + 219 * y) * Double(1 << (depth - 8)))
  }

  /// Limited range is 16 to 240 at 8 bits; zero lies at half the scale in both ranges.
  private func chroma(_ c: Double) -> Int {
    let half = Double(1 << (depth - 1))
    return quantized(
      isFullRange ? half + c * Double(peak) : half + 224 * c * Double(1 << (depth - 8)))
  }

  private func quantized(_ value: Double) -> Int { min(max(Int(value + 0.5), 0), peak) }
}
