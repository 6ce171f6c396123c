import Bytes
import Geometry
import Timeline

/// The way of a particle while the shutter is open.
struct ParticleTrail {
  /// At how many moments it is looked at.
  let count: Int
  /// The particle at these moments; what comes again elsewhere begins another part. None for one
  /// that stands still.
  private(set) var parts: [[Particle]] = []

  /// In how many steps the length of the way is found.
  private static let steps: Int128 = 4
  /// Ways that are shorter, in pixels, are not seen.
  private static let least = 1.0 / 256

  /// - Parameters:
  ///   - time: that of the frame.
  ///   - scale: how many pixels of the frame one of the box is.
  ///   - particle: how it is at a time.
  init(_ shutter: Shutter, of time: Time, scale: Double, _ particle: (Time) -> Particle) {
    let places = (0...Self.steps).map {
      particle(shutter.moment(at: Rational(reducing: $0, over: Self.steps), of: time))
    }
    let longest = zip(places, places.dropFirst()).reduce(0.0) { max($0, $1.0.way(to: $1.1)) }
    let travel = min(longest * Double(Self.steps) * scale, 1e6)
    guard travel >= Self.least else {
      count = 1
      return
    }
    count = shutter.count(travel)
    for number in 0..<count {
      let next = particle(shutter.moment(at: Shutter.share(number, of: count), of: time))
      if parts.last?.last?.rounds == next.rounds {
        parts[parts.count - 1].append(next)
      } else {
        parts.append([next])
      }
    }
  }
}

extension Particle {
  /// How far any part of it moves until it is another one, in pixels of the box; 0 where it has
  /// come again meanwhile.
  fileprivate func way(to other: Particle) -> Double {
    guard rounds == other.rounds else { return 0 }
    let longer = max(half.x.magnitude, half.y.magnitude)
    let turned = (other.turn - turn).magnitude * .pi / 180 * longer
    let grown = max((other.half.x - half.x).magnitude, (other.half.y - half.y).magnitude)
    return Vector(other.center.x - center.x, other.center.y - center.y).length + turned + grown
  }
}
