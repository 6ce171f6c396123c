import Geometry

/// The colours of a gradient by the places of pixels.
package struct GradientInk: Sendable {
  /// What is beyond its ends.
  package enum Spread: Hashable, Sendable {
    /// The colours of its ends.
    case pad
    /// The gradient backwards, then forwards, and so on.
    case reflect
    /// The gradient once more, and so on.
    case `repeat`
  }

  /// Along which places it runs, in units of its own.
  package enum Course: Hashable, Sendable {
    /// From 0 to 1 across.
    case linear
    /// From a circle, whose middle and radius are given, to the circle of radius 1 around the
    /// origin.
    case radial(focus: Vector, radius: Double)
  }

  /// How many steps there are from its start to its end.
  package static let steps = 1024

  /// Red, green, blue and alpha for each step and the end, multiplied by alpha.
  private let table: [UInt16]
  private let map: Affine
  private let course: Course
  private let spread: Spread

  /// A gradient of these colours.
  ///
  /// - Parameters:
  ///   - table: four numbers for each of the ``steps``, and for the end.
  ///   - map: leads from pixels to the gradient's units.
  /// - Precondition: the table is of that length.
  package init(table: [UInt16], map: Affine, course: Course, spread: Spread = .pad) {
    precondition(table.count == (Self.steps + 1) * 4)
    (self.table, self.map, self.course, self.spread) = (table, map, course, spread)
  }

  /// Fills pixels of a row from a place on, four numbers each.
  func fill(_ row: inout [UInt16], x: Int, y: Int, count: Int) {
    var place = map(Vector(Double(x) + 0.5, Double(y) + 0.5))
    for pixel in 0..<count {
      let share: Double?
      switch course {
      case .linear: share = place.x
      case .radial(let focus, let radius): share = Self.radial(place, focus, radius)
      }
      if let share {
        let step = Int(spread.within(share) * Double(Self.steps) + 0.5)
        for part in 0..<4 { row[pixel * 4 + part] = table[step * 4 + part] }
      } else {
        for part in 0..<4 { row[pixel * 4 + part] = 0 }
      }
      place = Vector(place.x + map.a, place.y + map.b)
    }
  }

  /// How far a place is on the way from one circle to the other: the greatest share at which a
  /// circle between them runs through it; nil where none does.
  private static func radial(_ place: Vector, _ focus: Vector, _ radius: Double) -> Double? {
    if focus.x == 0, focus.y == 0 {
      return radius == 1 ? nil : (place.length - radius) / (1 - radius)
    }
    // |place - focus + t focus| = radius + t (1 - radius)
    let (x, y, grows) = (place.x - focus.x, place.y - focus.y, 1 - radius)
    let a = focus.x * focus.x + focus.y * focus.y - grows * grows
    let b = x * focus.x + y * focus.y - radius * grows
    let c = x * x + y * y - radius * radius
    func fits(_ t: Double) -> Bool { t.isFinite && radius + t * grows >= 0 }
    if a.magnitude < 1e-9 {
      let t = -c / (2 * b)
      return fits(t) ? t : nil
    }
    let square = b * b - a * c
    guard square >= 0 else { return nil }
    let root = square.squareRoot()
    let (one, other) = ((-b + root) / a, (-b - root) / a)
    let (high, low) = (max(one, other), min(one, other))
    return fits(high) ? high : fits(low) ? low : nil
  }
}

extension GradientInk.Spread {
  /// The share from 0 to 1 whose colour is at a place.
  fileprivate func within(_ share: Double) -> Double {
    guard share.magnitude < 1e9 else { return share > 0 ? 1 : 0 }
    switch self {
    case .pad: return min(max(share, 0), 1)
    case .repeat: return share - share.rounded(.down)
    case .reflect:
      let turn = share - (share / 2).rounded(.down) * 2
      return turn > 1 ? 2 - turn : turn
    }
  }
}
