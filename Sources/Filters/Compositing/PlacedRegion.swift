import Geometry
import Y4M

/// A region as it stands on a frame, moved, turned and scaled with what it belongs to.
struct PlacedRegion: Hashable {
  let region: Region
  /// From the region's coordinates to the frame's.
  let map: Affine
  private let toRegion: Affine?
  /// The region in the frame's coordinates, where it is one there too.
  private let flat: Region?

  /// - Parameter map: from the region's coordinates to the frame's.
  init(_ region: Region, map: Affine = .identity) {
    self.region = region
    self.map = map
    toRegion = map.inverse
    flat = Self.flattened(region, map)
  }

  /// The same region on a frame whose origin lies elsewhere.
  func moved(x: Int, y: Int) -> PlacedRegion {
    PlacedRegion(region, map: .translation(Double(x), Double(y)).after(map))
  }

  /// A region that is only moved and scaled is a region, unless its corners or its soft edge are
  /// stretched.
  private static func flattened(_ region: Region, _ map: Affine) -> Region? {
    if map == .identity { return region }
    let scale = Vector(map.a.magnitude, map.d.magnitude)
    guard map.isAxisAligned, region.isHard || scale.x == scale.y else { return nil }
    let ends = (
      map(Vector(region.left, region.top)),
      map(Vector(region.left + region.width, region.top + region.height))
    )
    var flat = region
    flat.left = min(ends.0.x, ends.1.x)
    flat.top = min(ends.0.y, ends.1.y)
    flat.width = region.width * scale.x
    flat.height = region.height * scale.y
    flat.radius = region.radius * scale.x
    flat.feather = region.isHard ? 0 : region.feather * scale.x
    return flat
  }

  /// The cover of the samples of a row of a plane, as ``Region/cover(_:y:columns:picture:to:)``.
  func cover(
    _ layout: PlaneLayout, y: Int, columns: Range<Int>, picture: Box,
    to row: UnsafeMutablePointer<UInt16>
  ) {
    if let flat { return flat.cover(layout, y: y, columns: columns, picture: picture, to: row) }
    guard let toRegion, region.width > 0, region.height > 0 else {
      row.update(repeating: region.isInverted ? 65535 : 0, count: columns.count)
      return
    }
    let (width, height) = (Double(picture.maxX), Double(picture.maxY))
    let line = region.footprint(y, 1 / layout.map.d, layout.map.ty, Double(picture.y)..<height)
    for x in columns {
      let column = region.footprint(x, 1 / layout.map.a, layout.map.tx, Double(picture.x)..<width)
      let cover = cover(column, line, toRegion)
      row[x - columns.lowerBound] = UInt16((region.isInverted ? 1 - cover : cover) * 65535 + 0.5)
    }
  }

  private func cover(
    _ column: Range<Double>, _ line: Range<Double>, _ toRegion: Affine
  ) -> Double {
    let middle = toRegion(
      Vector(
        (column.lowerBound + column.upperBound) / 2, (line.lowerBound + line.upperBound) / 2))
    let (outside, direction) = region.distance(middle.x, middle.y)
    // Which way out is, with its signs.
    let x = middle.x < region.left + region.width / 2 ? -direction.x : direction.x
    let y = middle.y < region.top + region.height / 2 ? -direction.y : direction.y
    let across = (toRegion.a * x + toRegion.b * y).magnitude
    let down = (toRegion.c * x + toRegion.d * y).magnitude
    let size =
      across * (column.upperBound - column.lowerBound) + down * (line.upperBound - line.lowerBound)
    return region.cover(outside: outside, size: max(size, 1e-6))
  }
}
