import Bytes

/// The colour of a light.
struct WhitePoint {
  /// Its place in the CIE 1960 diagram.
  let u: Double
  let v: Double

  /// The white of a temperature, moved along its isotherm.
  ///
  /// - Parameter tint: in 3000ths of the diagram, towards magenta.
  init(kelvins: Double, tint: Double) {
    let here = Self.locus(kelvins)
    let (before, after) = (Self.locus(kelvins * 0.999), Self.locus(kelvins * 1.001))
    // From red to blue the locus runs to the left, and green lies above it.
    let (du, dv) = (after.u - before.u, after.v - before.v)
    let length = Maths.hypot(du, dv)
    let way = tint / 3000 / max(length, 1e-12)
    (u, v) = (here.u - dv * way, here.v + du * way)
  }

  /// In XYZ, with a luminance of 1.
  var xyz: SIMD3<Double> {
    let scale = 2 * u - 8 * v + 4
    let (x, y) = (3 * u / scale, 2 * v / scale)
    return SIMD3(x / y, 1, (1 - x - y) / y)
  }

  /// The white of a temperature: of a black body up to 4000 K, of daylight from 5000 K on.
  private static func locus(_ kelvins: Double) -> (u: Double, v: Double) {
    let share = Maths.smoothstep(kelvins, from: 4000, to: 5000)
    let (body, day) = (blackBody(kelvins), daylight(max(kelvins, 4000)))
    return (body.u + (day.u - body.u) * share, body.v + (day.v - body.v) * share)
  }

  /// Krystek, "An algorithm to calculate correlated colour temperature", 1985.
  private static func blackBody(_ t: Double) -> (u: Double, v: Double) {
    let u =
      (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t)
      / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t * t)
    let v =
      (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t)
      / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t * t)
    return (u, v)
  }

  /// CIE 15:2004, 3.1: daylight from 4000 to 25,000 K.
  private static func daylight(_ t: Double) -> (u: Double, v: Double) {
    let (t2, t3) = (t * t, t * t * t)
    let x =
      t <= 7000
      ? 0.244063 + 0.09911e3 / t + 2.9678e6 / t2 - 4.6070e9 / t3
      : 0.237040 + 0.24748e3 / t + 1.9018e6 / t2 - 2.0064e9 / t3
    let y = -3 * x * x + 2.87 * x - 0.275
    let scale = -2 * x + 12 * y + 3
    return (4 * x / scale, 6 * y / scale)
  }
}

/// Which colours red, green and blue are.
struct ColorPrimaries {
  let toXYZ: Matrix3
  let fromXYZ: Matrix3

  /// ITU-R BT.709-6 1.2, which those of BT.601 hardly differ from.
  static let bt709 = ColorPrimaries((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
  /// ITU-R BT.2020-2 table 3.
  static let bt2020 = ColorPrimaries((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))

  /// Primaries and a white of D65, by their places in the CIE 1931 diagram.
  private init(_ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double)) {
    func xyz(_ place: (x: Double, y: Double)) -> SIMD3<Double> {
      SIMD3(place.x / place.y, 1, (1 - place.x - place.y) / place.y)
    }
    let columns = Matrix3(columns: xyz(red), xyz(green), xyz(blue))
    let shares = columns.inverse.times(xyz((0.3127, 0.3290)))
    toXYZ = columns * Matrix3(diagonal: shares)
    fromXYZ = toXYZ.inverse
  }
}

/// Nine numbers that lead from three to three.
struct Matrix3 {
  private let x: SIMD3<Double>
  private let y: SIMD3<Double>
  private let z: SIMD3<Double>

  init(rows x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  init(columns a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
    self.init(rows: SIMD3(a.x, b.x, c.x), SIMD3(a.y, b.y, c.y), SIMD3(a.z, b.z, c.z))
  }

  init(diagonal: SIMD3<Double>) {
    self.init(
      rows: SIMD3(diagonal.x, 0, 0), SIMD3(0, diagonal.y, 0), SIMD3(0, 0, diagonal.z))
  }

  func times(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((x * vector).sum(), (y * vector).sum(), (z * vector).sum())
  }

  static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    func row(_ row: SIMD3<Double>) -> SIMD3<Double> {
      right.x * row.x + right.y * row.y + right.z * row.z
    }
    return Matrix3(rows: row(left.x), row(left.y), row(left.z))
  }

  /// What undoes it; of one that cannot be undone, numbers that are not finite.
  var inverse: Matrix3 {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let (a, b, c) = (cross(y, z), cross(z, x), cross(x, y))
    let determinant = (x * a).sum()
    return Matrix3(columns: a / determinant, b / determinant, c / determinant)
  }

  /// As a change of red, green and blue.
  var colorMatrix: ColorMatrix {
    ColorMatrix(red: SIMD4(x, 0), green: SIMD4(y, 0), blue: SIMD4(z, 0))
  }

  /// The Bradford transform: what makes colours under one white look as they do under another.
  static func bradford(from source: SIMD3<Double>, to target: SIMD3<Double>) -> Matrix3 {
    let cone = Matrix3(
      rows: SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367),
      SIMD3(0.0389, -0.0685, 1.0296))
    // A colour that is to be white is so at its own luminance.
    let white = cone.times(source / max(source.y, 1e-9))
    let gains = cone.times(target / max(target.y, 1e-9)) / white
    return cone.inverse * Matrix3(diagonal: gains) * cone
  }
}
