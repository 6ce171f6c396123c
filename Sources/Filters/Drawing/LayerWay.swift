import Geometry
import Y4M

/// Where a layer, a clip or a view is while the shutter is open, at even steps of that time.
struct LayerWay: Sendable {
  /// Ways that are shorter than this share of a pixel change no sample of 8 bits.
  private static let leastTravel = 1.0 / 256

  /// From the layer's box to the canvas; none where the layer is not seen at all of them.
  private let maps: [Affine]
  /// The longest way of a corner, in pixels.
  let travel: Double
  /// How far something in the boxes moves beside that.
  private let inner: Double
  /// How long it would be if all of it were as fast as the fastest step.
  let fastest: Double
  /// The samples of the picture that the layer may touch in all of the time.
  let bounds: Box

  /// - Parameters:
  ///   - inner: how far something in the boxes moves that is seen with them, in pixels.
  ///   - bounds: those of a step.
  init(_ boxes: [(size: Vector, map: Affine)?], inner: Double = 0, bounds: (Int) -> Box) {
    let seen = boxes.compactMap { $0 }
    var (travel, longest) = (0.0, 0.0)
    if seen.count == boxes.count {
      for corner in [Vector(0, 0), Vector(1, 0), Vector(0, 1), Vector(1, 1)] {
        let places = seen.map { $0.map(Vector(corner.x * $0.size.x, corner.y * $0.size.y)) }
        let lengths = zip(places, places.dropFirst()).map {
          Vector($1.x - $0.x, $1.y - $0.y).length
        }
        travel = max(travel, lengths.reduce(0, +))
        longest = max(longest, lengths.max() ?? 0)
      }
      maps = seen.map(\.map)
    } else {
      maps = []
    }
    let isFinite = travel.isFinite && longest.isFinite
    self.travel = isFinite ? travel : 0
    fastest = isFinite ? min(longest, 1e6) * Double(max(boxes.count - 1, 1)) : 0
    self.inner = inner
    guard isFinite, travel + inner > 0 else {
      self.bounds = .empty
      return
    }
    let whole = boxes.indices.reduce(Box.empty) { $0.union(bounds($1)) }
    // What lies between two steps is not far from them.
    self.bounds = whole.isEmpty ? whole : whole.grown(by: Int(min(longest, 4096)) + 1)
  }

  /// Whether it is long enough to be seen.
  var isSeen: Bool { travel + inner >= Self.leastTravel }

  /// Where a layer that is only shifted, along rows or along columns, lies at each step; nil for
  /// any other way, and for one that is drawn as well in a few moments.
  ///
  /// From one drawing, others are made by reading between its samples, which is off at edges by
  /// some 15 steps of 8 bits over the length of the way.
  var line: (isAcross: Bool, places: [Double])? {
    guard travel >= 16, let first = maps.first,
      // A leap is seen at both its ends, and not between them.
      fastest <= 4 * travel
    else { return nil }
    for map in maps {
      let isShifted =
        map.a == first.a && map.b == first.b && map.c == first.c && map.d == first.d
      guard isShifted else { return nil }
    }
    let (across, down) = (maps.map(\.tx), maps.map(\.ty))
    func isStill(_ places: [Double]) -> Bool {
      places.allSatisfy { ($0 - places[0]).magnitude < 1e-6 }
    }
    if isStill(down) { return (true, across) }
    return isStill(across) ? (false, down) : nil
  }
}
