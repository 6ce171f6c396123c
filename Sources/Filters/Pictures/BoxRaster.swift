import Geometry

/// The samples that a box is computed in.
struct BoxRaster: Hashable, Sendable {
  let width: Int
  let height: Int
  /// The size of the box, in which lengths are measured.
  let box: Vector
  /// The samples that are asked for, of a picture that goes on beyond its box too; nil for those of
  /// the box.
  var window: Box?

  /// The size of a sample in the box.
  var pitch: Vector { Vector(box.x / Double(width), box.y / Double(height)) }

  /// As many samples as a box covers on the canvas.
  ///
  /// - Parameters:
  ///   - unit: where a picture of one sample would go.
  ///   - box: the size of the box.
  init(_ unit: Placement, box: Vector) {
    self.init(
      width: Self.side(unit.map.a, unit.map.b), height: Self.side(unit.map.c, unit.map.d), box: box)
  }

  /// As many samples as a box covers, seen through a map.
  init(_ map: Affine, box: Vector) {
    self.init(
      width: Self.side(map.a * box.x, map.b * box.x),
      height: Self.side(map.c * box.y, map.d * box.y), box: box)
  }

  private static func side(_ x: Double, _ y: Double) -> Int {
    // A turn leaves the last bits of a length in doubt.
    let length = (Vector(x, y).length - 1e-3).rounded(.up)
    return length.isNaN ? 1 : Int(min(max(length, 1), 16_384))
  }

  init(width: Int, height: Int, box: Vector) {
    (self.width, self.height) = (width, height)
    self.box = box
  }

  /// From the box to its samples.
  var scale: Affine { .scale(Double(width) / box.x, Double(height) / box.y) }

  /// The samples that are asked for.
  var asked: Box { window ?? Box(x: 0, y: 0, width: width, height: height) }

  /// Where its samples go.
  func placement(_ unit: Placement) -> Placement {
    Placement(
      domain: unit.domain.scaled(x: Double(width), y: Double(height)),
      map: unit.map.after(.scale(1 / Double(width), 1 / Double(height))).snapped,
      sampling: unit.sampling)
  }
}
