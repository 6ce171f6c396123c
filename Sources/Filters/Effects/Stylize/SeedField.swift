import Geometry

/// Points that divide the picture among them: what is nearest to a point is its cell.
///
/// Each point lies in a rectangle of its own of a grid: `row` counts down and `column` across.
struct SeedField {
  /// The sides of the grid's rectangles, in pixels.
  let width: Double
  let height: Double
  /// Where the rectangle in row 0 and column 0 begins.
  let origin: Vector
  /// How far points stray within their rectangles, 0 to 1.
  let jitter: Double
  /// Whether the points of every second row stand between those of the others.
  let isStaggered: Bool
  let hash: NoiseHash

  /// How many rows away the nearest point of a place may be: the place's own point is less than a
  /// diagonal away.
  static let reach = 2

  /// The middles of regular hexagons that stand on a corner.
  ///
  /// - Parameter origin: the middle of one.
  static func hexagons(width: Double, origin: Vector) -> SeedField {
    let height = width * 0.866_025_403_784_438_6
    // Even rows have their points a quarter along, odd ones three quarters.
    return SeedField(
      width: width, height: height, origin: Vector(origin.x - width / 4, origin.y - height / 2),
      jitter: 0, isStaggered: true, hash: NoiseHash(seed: 0))
  }

  /// A square grid whose points stray.
  static func scattered(size: Double, jitter: Double, seed: Int) -> SeedField {
    SeedField(
      width: size, height: size, origin: Vector(0, 0), jitter: jitter, isStaggered: false,
      hash: NoiseHash(seed: seed))
  }

  /// How far, in pixels, samples of the cells of a place may be from it.
  static func margin(size: Double) -> Int { Int((3 * size).rounded(.up)) + 8 }

  /// The row in whose rectangles a height lies.
  func row(at y: Double) -> Int { Int(((y - origin.y) / height).rounded(.down)) }

  /// The column in whose rectangles a place lies.
  func column(at x: Double) -> Int { Int(((x - origin.x) / width).rounded(.down)) }

  /// Where a point is, on a grid of 1/256 of a pixel.
  func point(_ row: Int, _ column: Int) -> Vector {
    var (across, down) = (0.5, 0.5)
    if isStaggered {
      across = row & 1 == 0 ? 0.25 : 0.75
    } else if jitter > 0 {
      across += (hash.unit(column, row, 0) - 0.5) * jitter
      down += (hash.unit(column, row, 1) - 0.5) * jitter
    }
    return Vector(
      ((origin.x + (Double(column) + across) * width) * 256).rounded() / 256,
      ((origin.y + (Double(row) + down) * height) * 256).rounded() / 256)
  }
}
