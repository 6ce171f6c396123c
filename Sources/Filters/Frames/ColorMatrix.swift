import Colors

/// A change of colours that is affine: what each of red, green and blue becomes is a sum of parts
/// of all three and of a constant.
struct ColorMatrix: Hashable, Sendable, BitwiseCopyable {
  /// What red, green and blue take of red, green, blue and 1.
  var red: SIMD4<Double>
  var green: SIMD4<Double>
  var blue: SIMD4<Double>

  static let identity = ColorMatrix(
    red: SIMD4(1, 0, 0, 0), green: SIMD4(0, 1, 0, 0), blue: SIMD4(0, 0, 1, 0))

  /// Each channel by itself: a factor, and what is added.
  static func scaled(_ factors: SIMD3<Double>, adding offsets: SIMD3<Double> = .zero) -> ColorMatrix
  {
    ColorMatrix(
      red: SIMD4(factors.x, 0, 0, offsets.x), green: SIMD4(0, factors.y, 0, offsets.y),
      blue: SIMD4(0, 0, factors.z, offsets.z))
  }

  /// This change after `first`.
  func after(_ first: ColorMatrix) -> ColorMatrix {
    func row(_ row: SIMD4<Double>) -> SIMD4<Double> {
      first.red * row.x + first.green * row.y + first.blue * row.z + SIMD4(0, 0, 0, row.w)
    }
    return ColorMatrix(red: row(red), green: row(green), blue: row(blue))
  }

  /// A part of the way from no change to this one.
  func mixed(_ share: Double) -> ColorMatrix {
    let (all, none) = (share, 1 - share)
    return ColorMatrix(
      red: red * all + Self.identity.red * none, green: green * all + Self.identity.green * none,
      blue: blue * all + Self.identity.blue * none)
  }

  /// Every colour so many times as far from the grey of its luma.
  static func saturation(_ factor: Double, _ luma: Matrix) -> ColorMatrix {
    let rest = (1 - factor) * SIMD4(luma.red, 1 - luma.red - luma.blue, luma.blue, 0)
    return ColorMatrix(
      red: rest + SIMD4(factor, 0, 0, 0), green: rest + SIMD4(0, factor, 0, 0),
      blue: rest + SIMD4(0, 0, factor, 0))
  }
}

extension ColorMatrix {
  /// Chroma, (Cb, Cr), turned counterclockwise, which is from red over yellow to green, and
  /// stretched.
  ///
  /// - Parameter turning: the cosine and the sine of the angle, times the stretch.
  static func chroma(turning: (cosine: Double, sine: Double), _ matrix: Matrix) -> ColorMatrix {
    let (kr, kb) = (matrix.red, matrix.blue)
    let kg = 1 - kr - kb
    let luma = SIMD4(kr, kg, kb, 0)
    let cb = (SIMD4(0, 0, 1, 0) - luma) / (2 - 2 * kb)
    let cr = (SIMD4(1, 0, 0, 0) - luma) / (2 - 2 * kr)
    let newCb = cb * turning.cosine - cr * turning.sine
    let newCr = cb * turning.sine + cr * turning.cosine
    let red = luma + newCr * (2 - 2 * kr)
    let blue = luma + newCb * (2 - 2 * kb)
    return ColorMatrix(red: red, green: (luma - red * kr - blue * kb) / kg, blue: blue)
  }
}

extension ColorMatrix {
  /// A matrix over light.
  init(_ matrix: LightMatrix) {
    let rows = matrix.rows
    self.init(red: SIMD4(rows.0, 0), green: SIMD4(rows.1, 0), blue: SIMD4(rows.2, 0))
  }
}
