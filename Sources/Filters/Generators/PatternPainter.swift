import Fonts
import Geometry

/// Draws one ``PatternPicture`` for inks.
struct PatternPainter<Picture: PatternPicture>: PatternDrawing {
  private let picture: Picture

  init(_ picture: Picture) { self.picture = picture }

  /// How far beyond its box a picture is computed, in samples.
  private static var most: Int { Picture.goesOn ? 16_384 : 0 }

  func part(of ink: PatternInk, over area: Box) -> PatternPart? {
    guard !area.isEmpty, let inverse = ink.map.inverse, inverse.isBounded(by: 1e12) else {
      return nil
    }
    var raster = BoxRaster(ink.map, box: ink.box)
    var window = Self.window(raster, inverse, area)
    // A box that is skewed to next to nothing has far more samples than are seen of it.
    let most = max(4 * area.width * area.height, 1 << 19)
    while window.width * window.height > most, raster.width > 1 || raster.height > 1 {
      raster = BoxRaster(
        width: (raster.width + 1) / 2, height: (raster.height + 1) / 2, box: ink.box)
      window = Self.window(raster, inverse, area)
    }
    if window.width * window.height > most {
      window = Box(x: 0, y: 0, width: raster.width, height: raster.height)
    }
    raster.window = window
    let rows = picture.rows(raster, at: ink.time)
    let texture = Texture(width: window.width, height: window.height)
    for y in window.y..<window.maxY {
      rows.fill(
        texture.row(y - window.y).shifted(by: -window.x), y: y, columns: window.x..<window.maxX)
    }
    picture.finish(rows)
    let map = Affine.translation(-Double(window.x), -Double(window.y)).after(
      raster.scale.after(inverse))
    return PatternPart(texture: texture, map: map)
  }

  /// The samples of the raster that lie around those of `area`, at least one.
  private static func window(_ raster: BoxRaster, _ inverse: Affine, _ area: Box) -> Box {
    let map = raster.scale.after(inverse)
    // From the centre of the first sample to that of the last.
    let centers = Bounds(
      minX: Double(area.x) + 0.5, minY: Double(area.y) + 0.5, maxX: Double(area.maxX) - 0.5,
      maxY: Double(area.maxY) - 0.5
    ).mapped(by: map)
    func span(_ low: Double, _ high: Double, _ count: Int) -> (first: Int, count: Int) {
      func bounded(_ value: Double, _ least: Int, _ most: Int) -> Int {
        value.isNaN ? least : Int(min(max(value.rounded(.down), Double(least)), Double(most)))
      }
      let first = bounded(low - 0.5, -most, count + most - 1)
      return (first, bounded(high - 0.5, first, count + most - 2) - first + 2)
    }
    let (across, down) = (
      span(centers.minX, centers.maxX, raster.width),
      span(centers.minY, centers.maxY, raster.height)
    )
    let all = Box(
      x: -most, y: -most, width: raster.width + 2 * most, height: raster.height + 2 * most)
    return Box(x: across.first, y: down.first, width: across.count, height: down.count)
      .intersection(all)
  }

  func release() { picture.release() }
}
