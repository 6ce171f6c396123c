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
  }

  let shape: Shape
  let table: ToneTable

  static func == (left: ToneChange, right: ToneChange) -> Bool { left.shape == right.shape }
  func hash(into hasher: inout Hasher) { hasher.combine(shape) }

  var cost: Int { 60 }

  func apply(to colors: RGBRow, scratch: Scratch) {
    let (red, green, blue, count) = (colors.red, colors.green, colors.blue, colors.count)
    shape.source.decode(colors)
    let light = ColorMatrix.scaled(SIMD3(repeating: shape.before)).after(shape.matrix)
    MatrixRows(light).apply(to: colors, scratch: scratch)
    shape.compression?.apply(red: red, green: green, blue: blue, count: count)
    table.apply(
      red: red, green: green, blue: blue, count: count, desaturation: shape.desaturation)
    let after = Float(shape.after)
    for row in [red, green, blue] {
      for x in 0..<count { row[x] *= after }
    }
    shape.target.encode(colors)
  }
}
