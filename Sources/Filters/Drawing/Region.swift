import Timeline
import Y4M

/// The shape that limits an effect.
package enum RegionShape: String, Choice {
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

  /// How far a point lies outside the shape, negative inside.
  ///
  /// For the ellipse a first-order estimate, exact on the edge.
  private func distance(_ x: Double, _ y: Double) -> Double {
    let (halfX, halfY) = (width / 2, height / 2)
    let (dx, dy) = ((x - left - halfX).magnitude, (y - top - halfY).magnitude)
    switch shape {
    case .rectangle:
      let corner = min(radius, halfX, halfY)
      let (outX, outY) = (dx - halfX + corner, dy - halfY + corner)
      let outside = Vector(max(outX, 0), max(outY, 0)).length
      return outside + min(max(outX, outY), 0) - corner
    case .ellipse:
      let unit = Vector(dx / halfX, dy / halfY).length
      let slope = Vector(dx / (halfX * halfX), dy / (halfY * halfY)).length
      return slope > 0 ? unit * (unit - 1) / slope : -min(halfX, halfY)
    }
  }

  /// The cover of the samples of a row of a plane, 0 to 65,535.
  func cover(
    _ layout: PlaneLayout, y: Int, columns: Range<Int>, to row: UnsafeMutablePointer<UInt16>
  ) {
    guard width > 0, height > 0 else {
      row.update(repeating: isInverted ? 65535 : 0, count: columns.count)
      return
    }
    let map = layout.map
    let pictureY = (Double(y) + 0.5 - map.ty) / map.d
    // A hard edge is as wide as a sample of the plane, so that it is anti-aliased there too.
    let edge = max(feather, 1 / map.a)
    for x in columns {
      let pictureX = (Double(x) + 0.5 - map.tx) / map.a
      var cover = min(max(0.5 - distance(pictureX, pictureY) / edge, 0), 1)
      if feather > edge * 0.999, feather > 1 { cover = cover * cover * (3 - 2 * cover) }
      if isInverted { cover = 1 - cover }
      row[x - columns.lowerBound] = UInt16(cover * 65535 + 0.5)
    }
  }
}

/// The cover of a region for every plane of a format, kept while the region stands still.
final class RegionMask: @unchecked Sendable {
  let region: Region
  private let planes: [(box: Box, cover: Samples16)]

  init(_ region: Region, format: PixelFormat, box: Box) {
    self.region = region
    planes = format.planes.map { layout in
      let part = layout.box(covering: box)
      let cover = Samples16(count: part.width * part.height)
      for y in part.y..<part.maxY {
        region.cover(
          layout, y: y, columns: part.x..<part.maxX,
          to: cover.base + (y - part.y) * part.width)
      }
      return (part, cover)
    }
  }

  /// The cover of row `y` of a plane from column `x` on, which must lie in the mask's box.
  func row(plane: Int, x: Int, y: Int) -> UnsafeMutablePointer<UInt16> {
    let (box, cover) = planes[plane]
    return cover.base + (y - box.y) * box.width + x - box.x
  }
}

extension Frame {
  /// Mixes this frame with what it was before: `mask * mix` of the new samples stay.
  ///
  /// - Parameter mix: 0 to 65,535.
  func mix(over before: Frame, box: Box, mask: RegionMask?, mix: UInt16, includesAlpha: Bool) {
    for (index, layout) in format.planes.enumerated() {
      if format.roles[index] == .alpha, !includesAlpha { continue }
      let part = layout.box(covering: box)
      for y in part.y..<part.maxY {
        let start = y * layout.width + part.x
        let cover = mask?.row(plane: index, x: part.x, y: y)
        if format.depth == 8 {
          mixRow(
            samples8(layout) + start, before.samples8(layout) + start, cover, mix, part.width)
        } else {
          mixRow(
            samples16(layout) + start, before.samples16(layout) + start, cover, mix, part.width)
        }
      }
    }
  }
}

/// Mixes a row of new samples into old ones, in place.
@inline(__always)
private func mixRow<S: Sample>(
  _ new: UnsafeMutablePointer<S>, _ old: UnsafeMutablePointer<S>,
  _ cover: UnsafeMutablePointer<UInt16>?, _ mix: UInt16, _ count: Int
) {
  let whole = UInt32(mix) &+ UInt32(mix &>> 15)
  if let cover {
    for x in 0..<count {
      let share = UInt32(
        truncatingIfNeeded: (UInt64(cover[x]) &+ UInt64(cover[x] &>> 15)) &* UInt64(whole) &>> 16)
      new[x] = mixed(new[x], old[x], share)
    }
  } else {
    for x in 0..<count { new[x] = mixed(new[x], old[x], whole) }
  }
}

/// `share` / 65,536 of `new` and the rest of `old`, rounded; the whole share gives `new` exactly.
@inline(__always)
private func mixed<S: Sample>(_ new: S, _ old: S, _ share: UInt32) -> S {
  let sum = UInt32(new) &* share &+ UInt32(old) &* (65536 &- share)
  return S(truncatingIfNeeded: sum &>> 16 &+ (sum &>> 15) & 1)
}
