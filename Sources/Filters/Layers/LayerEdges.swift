import Fonts
import Geometry
import Shapes

/// A layer's box, and the map from there to the canvas.
struct LayerEdges: Hashable, Sendable {
  let size: Vector
  let map: Affine

  /// How much of pixels the box covers; nil where it covers each wholly or not at all.
  func partlyCovered(in place: Box, _ rasterizer: inout ShapeRasterizer) -> Coverage? {
    let box = Bounds(minX: 0, minY: 0, maxX: size.x, maxY: size.y)
    let seen = box.mapped(by: map)
    let ends = [seen.minX, seen.minY, seen.maxX, seen.maxY]
    let isStraight = (map.b == 0 && map.c == 0) || (map.a == 0 && map.d == 0)
    if isStraight, ends.allSatisfy({ $0 == $0.rounded() }) { return nil }
    return rasterizer.coverage(of: .rectangle(box), through: map, in: place.pixels)
  }
}

extension LayerMask {
  /// Whether all that it covers lies in the layer's box, with a sharp edge.
  func liesWithin(_ edges: LayerEdges, _ moment: Moment) -> Bool {
    guard picture == nil, moment.sigma == 0, moment.expand <= 0, let back = edges.map.inverse,
      let bounds = moment.path.bounds(through: back.after(moment.map))
    else { return false }
    let slack = 1e-6
    return bounds.minX >= -slack && bounds.minY >= -slack && bounds.maxX <= edges.size.x + slack
      && bounds.maxY <= edges.size.y + slack
  }
}
