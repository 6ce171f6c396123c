import Geometry

/// A plate that is laid side by side without end.
package struct TileInk: Sendable {
  private let tile: Plate
  private let map: Affine

  /// Tiles of a plate whose box begins at 0.
  ///
  /// - Parameter map: leads from pixels of what is drawn on to those of the tile.
  /// - Precondition: the plate is not empty.
  package init(_ tile: Plate, map: Affine) {
    precondition(!tile.box.isEmpty)
    (self.tile, self.map) = (tile, map)
  }

  /// Fills pixels of a row from a place on, four numbers each: means of the four around each place.
  func fill(_ row: inout [UInt16], x: Int, y: Int, count: Int) {
    let (width, height) = (tile.box.width, tile.box.height)
    var place = map(Vector(Double(x) + 0.5, Double(y) + 0.5))
    for pixel in 0..<count {
      let (left, across) = Self.split(place.x - 0.5, width)
      let (top, down) = Self.split(place.y - 0.5, height)
      let right = left + 1 < width ? left + 1 : 0
      let bottom = top + 1 < height ? top + 1 : 0
      let corners = (
        (top * width + left) * 4, (top * width + right) * 4, (bottom * width + left) * 4,
        (bottom * width + right) * 4
      )
      for part in 0..<4 {
        let upper =
          UInt64(tile.samples[corners.0 + part]) * (65536 - across)
          + UInt64(tile.samples[corners.1 + part]) * across
        let lower =
          UInt64(tile.samples[corners.2 + part]) * (65536 - across)
          + UInt64(tile.samples[corners.3 + part]) * across
        let mean = (upper * (65536 - down) + lower * down + 1 << 31) >> 32
        row[pixel * 4 + part] = UInt16(truncatingIfNeeded: mean)
      }
      place = Vector(place.x + map.a, place.y + map.b)
    }
  }

  /// The whole and the fraction of a place, in parts of 65536, within a number of pixels.
  private static func split(_ place: Double, _ count: Int) -> (Int, UInt64) {
    guard place.magnitude < 1e12 else { return (0, 0) }
    let turns = (place / Double(count)).rounded(.down)
    let within = min(max(place - turns * Double(count), 0), Double(count).nextDown)
    let whole = Int(within)
    return (whole, UInt64((within - Double(whole)) * 65536))
  }
}
