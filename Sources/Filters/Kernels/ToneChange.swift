import Bytes
import Colors

/// The latest table of a curve, which serves until a parameter moves.
final class ToneTables: Sendable {
  private let curve: ToneCurve
  private let latest = Mutex<(range: SIMD2<Double>, table: ToneTable)?>(nil)

  init(_ curve: ToneCurve) { self.curve = curve }

  /// The table from one brightest light to another.
  func table(_ range: SIMD2<Double>) -> ToneTable {
    latest.withLock { latest in
      if let latest, latest.range == range { return latest.table }
      let table = ToneTable(curve, from: range.x, to: range.y)
      latest = (range, table)
      return table
    }
  }
}

/// The change that a tone curve makes.
struct ToneChange: ColorChange, Hashable, Sendable {
  /// All that the change depends on.
  struct Shape: Hashable {
    let curve: ToneCurve
    /// The brightest light before and after.
    let range: SIMD2<Double>
    let source: LightCoding
    let target: LightCoding
    let matrix: ColorMatrix
    let compression: GamutCompression?
    let desaturation: Float

    /// From the source's light to cd/m².
    var before: Double { source.unit * LightCoding.white }

    /// From cd/m² to the target's light.
    var after: Double {
      target.curve == .pq || target.curve == .hlg
        ? 1 / (target.unit * LightCoding.white) : 1 / range.y
    }

    /// Whether the light of PQ comes to a display of a power of 2.4, none of it below black.
    var isDisplayed: Bool {
      guard source.curve == .pq, target.curve == .bt709 || target.curve == .gamma24 else {
        return false
      }
      return compression != nil || matrix == .identity
    }
  }

  let shape: Shape
  let table: ToneTable

  static func == (left: ToneChange, right: ToneChange) -> Bool { left.shape == right.shape }
  func hash(into hasher: inout Hasher) { hasher.combine(shape) }

  var cost: Int { 60 }
  var isBounded: Bool { shape.isDisplayed }
  /// From less light on, the curve's peak, its black and the edge of the gamut lie closer together
  /// than a lattice's nodes.
  var isSmooth: Bool { shape.range.x >= 20 }

  func apply(to colors: RGBRow, scratch: Scratch) {
    let (red, green, blue, count) = (colors.red, colors.green, colors.blue, colors.count)
    let light = ColorMatrix.scaled(SIMD3(repeating: shape.before)).after(shape.matrix)
    if isBounded {
      DisplayTransfer.decode(red: red, green: green, blue: blue, count: count, mixed: light.shares)
    } else {
      shape.source.decode(colors)
      MatrixRows(light).apply(to: colors, scratch: scratch)
    }
    shape.compression?.apply(red: red, green: green, blue: blue, count: count)
    table.apply(
      red: red, green: green, blue: blue, count: count, desaturation: shape.desaturation)
    let after = Float(shape.after)
    if isBounded {
      for row in [red, green, blue] { DisplayTransfer.encode(row, count: count, scale: after) }
      return
    }
    for row in [red, green, blue] {
      for x in 0..<count { row[x] *= after }
    }
    shape.target.encode(colors)
  }
}

extension ColorMatrix {
  /// What red, green and blue take of the three, without the constants.
  fileprivate var shares: (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>) {
    func shares(_ row: SIMD4<Double>) -> SIMD3<Float> { SIMD3(SIMD3(row.x, row.y, row.z)) }
    return (shares(red), shares(green), shares(blue))
  }
}
