import Bytes
import Colors

extension LightCurve {
  typealias Line = UnsafeMutablePointer<Float>
  typealias Lanes = SIMD8<Float>

  /// Puts light in place of a row of signals, which has room for whole lanes.
  func decode(_ row: Line, count: Int) {
    if let gamma { Self.raise(row, count, to: gamma) } else { transfer.decode(row, count: count) }
  }

  /// Puts signals in place of a row of light, which has room for whole lanes.
  func encode(_ row: Line, count: Int) {
    if let gamma {
      Self.raise(row, count, to: 1 / gamma)
    } else {
      transfer.encode(row, count: count)
    }
  }

  /// Puts light in place of a row of colours, which has room for whole lanes.
  func decode(_ colors: RGBRow) {
    for row in [colors.red, colors.green, colors.blue] { decode(row, count: colors.count) }
  }

  /// Puts colours in place of a row of light, which has room for whole lanes.
  func encode(_ colors: RGBRow) {
    for row in [colors.red, colors.green, colors.blue] { encode(row, count: colors.count) }
  }

  private static func raise(_ row: Line, _ count: Int, to power: Float) {
    var x = 0
    while x < count {
      (row + x).store(row.lanes(x).raised(to: power))
      x &+= Lanes.scalarCount
    }
  }
}
