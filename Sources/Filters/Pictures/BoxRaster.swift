import Geometry

/// The samples that a box is computed in.
struct BoxRaster: Hashable, Sendable {
  let width: Int
  let height: Int
  /// The size of the box, in which lengths are measured.
  let box: Vector

  /// The size of a sample in the box.
  var pitch: Vector { Vector(box.x / Double(width), box.y / Double(height)) }

  /// As many samples as a box covers on the canvas.
  ///
  /// - Parameters:
  ///   - unit: where a picture of one sample would go.
  ///   - box: the size of the box.
  init(_ unit: Placement, box: Vector) {
    func side(_ x: Double, _ y: Double) -> Int {
      // A turn leaves the last bits of a length in doubt.
      Int(min(max((Vector(x, y).length - 1e-3).rounded(.up), 1), 16_384))
    }
    self.init(
      width: side(unit.map.a, unit.map.b), height: side(unit.map.c, unit.map.d), box: box)
  }

  init(width: Int, height: Int, box: Vector) {
    (self.width, self.height) = (width, height)
    self.box = box
  }

  /// Where its samples go.
  func placement(_ unit: Placement) -> Placement {
    Placement(
      domain: unit.domain.scaled(x: Double(width), y: Double(height)),
      map: unit.map.after(.scale(1 / Double(width), 1 / Double(height))).snapped,
      sampling: unit.sampling)
  }
}
