import Bytes
import Geometry
import Timeline

/// How a layer that moves is seen while the shutter is open.
///
/// Its way is looked at in a few places; how many moments are drawn follows from the fastest corner.
final class LayerExposure: Sendable {
  /// Into how many steps the open shutter is divided to find the way.
  static let steps = 16
  /// Ways that are shorter than this share of a pixel change no sample of 8 bits.
  private static let leastTravel = 1.0 / 256
  /// The most moments that are drawn.
  private static let mostMoments = 128
  /// How many frames' ways are known at once: as many as workers draw.
  private static let kept = 8

  private let layer: any MovingLayer
  private let shutter: Shutter
  private let latest = Mutex<[(time: Time, way: LayerWay)]>([])

  /// - Returns: nil for a layer that never moves or is not blurred.
  init?(_ kind: any LayerKind) {
    guard let layer = kind as? any MovingLayer, !layer.motion.isStill,
      let shutter = layer.motion.shutter
    else { return nil }
    (self.layer, self.shutter) = (layer, shutter)
  }

  /// The layer's way in a frame; nil where it stands still.
  func way(at time: Time) -> LayerWay? {
    let known = latest.withLock { $0.first { $0.time == time }?.way }
    let way = known ?? measured(at: time)
    guard way.travel >= Self.leastTravel else { return nil }
    return way
  }

  private func measured(at time: Time) -> LayerWay {
    let moments = (0...Self.steps).map { step in
      let share = Rational(reducing: Int128(step), over: Int128(Self.steps))
      return shutter.moment(at: share, of: time)
    }
    let way = LayerWay(moments.map { layer.box(at: time, placedAt: $0) }) { step in
      layer.bounds(at: time, placedAt: moments[step])
    }
    latest.withLock { latest in
      if latest.count == Self.kept { latest.removeFirst() }
      latest.append((time, way))
    }
    return way
  }

  /// How far it moves in a frame, with what moves in it, in pixels.
  func travel(at time: Time) -> Double {
    (way(at: time)?.travel ?? 0) + layer.innerTravel(at: time)
  }

  /// The box that the layer may touch at one moment of the open shutter.
  func bounds(at time: Time, _ share: Rational) -> Box {
    layer.bounds(at: time, placedAt: shutter.moment(at: share, of: time))
  }

  /// Whether nothing in the layer moves by itself.
  func isRigid(at time: Time) -> Bool { layer.innerTravel(at: time) == 0 }

  /// How many moments are drawn: so many that their mean is that of all moments, but for half a step of
  /// 8 bits at a hard edge.
  ///
  /// A sample on an edge changes by all its range within a pixel of the way. The mean of n moments misses
  /// it by about a quarter of (255 / n)(way / n) steps where way / n is less than a pixel, and by half of
  /// 255 / n steps at most where it is more.
  func count(_ way: LayerWay, at time: Time) -> Int {
    if let samples = shutter.samples { return samples }
    let travel = way.fastest + layer.innerTravel(at: time)
    return Int(min(max((12 * travel.squareRoot()).rounded(.up), 2), Double(Self.mostMoments)))
  }
}

/// Where a layer is while the shutter is open, at even steps of that time.
struct LayerWay: Sendable {
  /// From the layer's box to the canvas; none where the layer is not seen at all of them.
  private let maps: [Affine]
  /// The longest way of a corner, in pixels.
  let travel: Double
  /// How long it would be if all of it were as fast as the fastest step.
  let fastest: Double
  /// The samples of the picture that the layer may touch in all of the time.
  let bounds: Box

  /// - Parameter bounds: those of a step.
  init(_ boxes: [(size: Vector, map: Affine)?], bounds: (Int) -> Box) {
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
    guard isFinite, travel > 0 else {
      self.bounds = .empty
      return
    }
    let whole = boxes.indices.reduce(Box.empty) { $0.union(bounds($1)) }
    // What lies between two steps is not far from them.
    self.bounds = whole.isEmpty ? whole : whole.grown(by: Int(min(longest, 4096)) + 1)
  }

  /// The way of a layer that is only shifted, along rows or along columns, from its place in the middle
  /// of the time; nil for any other way, and for one that is drawn as well in a few moments.
  ///
  /// From one drawing, others are made by reading between its samples, which is off at edges by some 15
  /// steps of 8 bits over the length of the way.
  var line: (isAcross: Bool, offsets: [Double])? {
    guard travel >= 16, let middle = maps.dropFirst(maps.count / 2).first,
      // A leap is seen at both its ends, and not between them.
      fastest <= 4 * travel
    else { return nil }
    for map in maps {
      let isShifted =
        map.a == middle.a && map.b == middle.b && map.c == middle.c && map.d == middle.d
      guard isShifted else { return nil }
    }
    let across = maps.map { $0.tx - middle.tx }
    let down = maps.map { $0.ty - middle.ty }
    func isStill(_ offsets: [Double]) -> Bool { offsets.allSatisfy { $0.magnitude < 1e-6 } }
    if isStill(down) { return (true, across) }
    return isStill(across) ? (false, down) : nil
  }
}
