/// A straight piece of a contour in pixels, from its top to its bottom.
struct Edge: Comparable {
  var x0: Double
  var y0: Double
  var x1: Double
  /// Larger than `y0`; both lie on the grid of 2^-16 pixels.
  var y1: Double
  /// 1 when the contour runs down here, -1 when it runs up.
  var winding: Int64

  var slope: Double { (x1 - x0) / (y1 - y0) }

  /// Where it is at a height within its own.
  @inline(__always) func x(at y: Double, slope: Double) -> Double {
    let x = x0 + (y - y0) * slope
    return x0 < x1 ? min(max(x, x0), x1) : min(max(x, x1), x0)
  }

  /// The edge seen from another origin.
  @inline(__always) func moved(_ x: Double, _ y: Double) -> Edge {
    Edge(x0: x0 - x, y0: y0 - y, x1: x1 - x, y1: y1 - y, winding: winding)
  }

  /// An order from the top in which only equal edges are equal, so that sorting gives one result.
  static func < (left: Edge, right: Edge) -> Bool {
    if left.y0 != right.y0 { return left.y0 < right.y0 }
    if left.x0 != right.x0 { return left.x0 < right.x0 }
    if left.x1 != right.x1 { return left.x1 < right.x1 }
    if left.y1 != right.y1 { return left.y1 < right.y1 }
    return left.winding < right.winding
  }
}

/// Fixed-point numbers of the rasterizer: places lie on a grid of 2^-16 pixels, and areas count in
/// parts of 2^-40, so fine that cutting an edge in pieces changes no byte.
enum Grid {
  /// The area of a pixel.
  static let one = 0x1p40

  /// The nearest place of the grid, for magnitudes below 2^32: beside this number, doubles are
  /// 2^-16 apart.
  @inline(__always) static func snapped(_ value: Double) -> Double {
    (value + 0x1.8p36) - 0x1.8p36
  }

  /// The nearest whole number, for magnitudes below 2^51; reads it off the lowest bits.
  @inline(__always) static func integer(_ value: Double) -> Int64 {
    let base = 0x1.8p52
    return Int64(bitPattern: (value + base).bitPattern) &- Int64(bitPattern: base.bitPattern)
  }
}
