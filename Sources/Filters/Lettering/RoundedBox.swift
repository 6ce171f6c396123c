import Fonts
import Geometry

extension Outline {
  /// The control points of a quarter of a circle stand so far from its ends, in radii.
  private static let arc = 0.5522847498307936

  /// A box whose corners are quarters of circles.
  ///
  /// - Parameter radius: of the corners; at most half the shorter side.
  static func box(_ box: Bounds, radius: Double = 0) -> Outline {
    guard box.width > 0, box.height > 0 else { return Outline() }
    let radius = min(max(radius, 0), box.width / 2, box.height / 2)
    let (left, top, right, bottom) = (box.minX, box.minY, box.maxX, box.maxY)
    guard radius > 0 else {
      return Outline([
        .move(Vector(left, top)), .line(Vector(right, top)), .line(Vector(right, bottom)),
        .line(Vector(left, bottom)),
      ])
    }
    let rest = radius * (1 - arc)
    return Outline([
      .move(Vector(left + radius, top)), .line(Vector(right - radius, top)),
      .cubic(Vector(right - rest, top), Vector(right, top + rest), Vector(right, top + radius)),
      .line(Vector(right, bottom - radius)),
      .cubic(
        Vector(right, bottom - rest), Vector(right - rest, bottom), Vector(right - radius, bottom)),
      .line(Vector(left + radius, bottom)),
      .cubic(
        Vector(left + rest, bottom), Vector(left, bottom - rest), Vector(left, bottom - radius)),
      .line(Vector(left, top + radius)),
      .cubic(Vector(left, top + rest), Vector(left + rest, top), Vector(left + radius, top)),
    ])
  }
}

extension Bounds {
  /// The box with so much more at each side.
  func grown(by margin: Double) -> Bounds {
    Bounds(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }

  var center: Vector { Vector((minX + maxX) / 2, (minY + maxY) / 2) }

  /// The smallest box around what a map makes of this one.
  func mapped(by map: Affine) -> Bounds {
    var bounds = Bounds(map(Vector(minX, minY)))
    for corner in [Vector(maxX, minY), Vector(maxX, maxY), Vector(minX, maxY)] {
      bounds.include(map(corner))
    }
    return bounds
  }

  func moved(by offset: Vector) -> Bounds {
    Bounds(
      minX: minX + offset.x, minY: minY + offset.y, maxX: maxX + offset.x, maxY: maxY + offset.y)
  }

  /// The box of whole samples around it, held so that it fits an Int whatever the numbers.
  var samples: Box {
    func bound(_ value: Double) -> Int { Int(min(max(value.isNaN ? 0 : value, -1e6), 1e6)) }
    let (left, top) = (bound(minX.rounded(.down)), bound(minY.rounded(.down)))
    return Box(
      x: left, y: top, width: bound(maxX.rounded(.up)) - left,
      height: bound(maxY.rounded(.up)) - top)
  }
}
