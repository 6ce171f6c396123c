import Bytes
import Geometry
import Timeline
import Y4M

/// The shape that limits an effect.
enum RegionShape: String, Choice {
  /// A rectangle, its corners rounded by `radius`.
  case rectangle
  case ellipse
}

/// A shape on the canvas, in pixels, as it stands at one moment.
struct Region: Hashable {
  var shape = RegionShape.rectangle
  var left: Double
  var top: Double
  var width: Double
  var height: Double
  /// The radius of a rectangle's corners.
  var radius = 0.0
  /// The width of the soft edge, half of it inside.
  var feather = 0.0
  /// Whether the outside is meant.
  var isInverted = false

  /// The samples of the picture where the region's cover is not nought, within `picture`.
  func bounds(in picture: Box) -> Box {
    if isInverted { return picture }
    guard width > 0, height > 0 else { return .empty }
    func bound(_ value: Double) -> Int { Int(min(max(value, -1e6), 1e6)) }
    let margin = feather / 2 + 2
    let x = bound((left - margin).rounded(.down))
    let y = bound((top - margin).rounded(.down))
    return Box(
      x: x, y: y, width: bound((left + width + margin).rounded(.up)) - x,
      height: bound((top + height + margin).rounded(.up)) - y
    ).intersection(picture)
  }

  /// How far a point lies outside the shape, negative inside, and the direction in which that is
  /// measured: of length one, both parts positive.
  ///
  /// For the ellipse a first-order estimate, exact on the edge.
  func distance(_ x: Double, _ y: Double) -> (length: Double, direction: Vector) {
    let (halfX, halfY) = (width / 2, height / 2)
    let (dx, dy) = ((x - left - halfX).magnitude, (y - top - halfY).magnitude)
    switch shape {
    case .rectangle:
      let corner = min(radius, halfX, halfY)
      let (outX, outY) = (dx - halfX + corner, dy - halfY + corner)
      if outX > 0, outY > 0 {
        let outside = Vector(outX, outY).length
        return (outside - corner, Vector(outX / outside, outY / outside))
      }
      return (max(outX, outY) - corner, outX > outY ? Vector(1, 0) : Vector(0, 1))
    case .ellipse:
      let unit = Vector(dx / halfX, dy / halfY).length
      let normal = Vector(dx / (halfX * halfX), dy / (halfY * halfY))
      let slope = normal.length
      guard slope > 0 else { return (-min(halfX, halfY), Vector(1, 0)) }
      return (unit * (unit - 1) / slope, Vector(normal.x / slope, normal.y / slope))
    }
  }

  /// The cover of the samples of a row of a plane, 0 to 65,535.
  ///
  /// Of samples whose footprints reach beyond `picture`, the part within counts.
  func cover(
    _ layout: PlaneLayout, y: Int, columns: Range<Int>, picture: Box,
    to row: UnsafeMutablePointer<UInt16>
  ) {
    guard width > 0, height > 0 else {
      row.update(repeating: isInverted ? 65535 : 0, count: columns.count)
      return
    }
    let line = footprint(
      y, 1 / layout.map.d, layout.map.ty, Double(picture.y)..<Double(picture.maxY))
    for x in columns {
      let column = footprint(
        x, 1 / layout.map.a, layout.map.tx, Double(picture.x)..<Double(picture.maxX))
      var cover = isHard ? hardCover(column, line) : softCover(column, line)
      if isInverted { cover = 1 - cover }
      row[x - columns.lowerBound] = UInt16(cover * 65535 + 0.5)
    }
  }

  /// Whether its edges are sharp ones along the axes.
  var isHard: Bool { shape == .rectangle && radius <= 0 && feather <= 1 }

  /// The visible part of a sample's footprint along one axis of the picture.
  func footprint(
    _ index: Int, _ pitch: Double, _ shift: Double, _ side: Range<Double>
  ) -> Range<Double> {
    ((Double(index) - shift) * pitch..<(Double(index + 1) - shift) * pitch).clamped(to: side)
  }

  /// How much of a footprint a rectangle with sharp edges covers, exactly.
  private func hardCover(_ column: Range<Double>, _ line: Range<Double>) -> Double {
    func share(_ part: Range<Double>, _ low: Double, _ size: Double) -> Double {
      let covered = min(part.upperBound, low + size) - max(part.lowerBound, low)
      return min(max(covered / (part.upperBound - part.lowerBound), 0), 1)
    }
    return share(column, left, width) * share(line, top, height)
  }

  /// The cover of a footprint by its middle's distance from the edge, which is at least as wide as
  /// the footprint, so that it is anti-aliased in every plane.
  private func softCover(_ column: Range<Double>, _ line: Range<Double>) -> Double {
    let (x, y) = (column.lowerBound + column.upperBound, line.lowerBound + line.upperBound)
    let (outside, direction) = distance(x / 2, y / 2)
    let size =
      direction.x * (column.upperBound - column.lowerBound)
      + direction.y * (line.upperBound - line.lowerBound)
    return cover(outside: outside, size: size)
  }

  /// The cover of a footprint of this size, whose middle lies so far outside.
  func cover(outside: Double, size: Double) -> Double {
    let cover = min(max(0.5 - outside / max(feather, size), 0), 1)
    return feather > max(size, 1) ? Maths.smoothstep(cover) : cover
  }
}
