/// A change of colours that is affine: what each of red, green and blue becomes is a sum of parts of all
/// three and of a constant.
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
}
