import Geometry

/// What a particle looks like.
enum ParticleShape: Sendable {
  /// A disc that fades towards its edge.
  case flake
  /// A line that is brightest at its lower end, and fades across and upwards.
  case streak
  /// A rectangle of paper.
  case paper
  /// A leaf with a point at both ends, fuller below.
  case petal
  /// A thin ring with a highlight.
  case bubble
}

/// How much of each sample of a small picture a particle covers.
///
/// The particle fills the square from -1 to 1; edges are filtered by the size of a sample there.
struct ParticleCover: ValueSource {
  typealias Lanes = SIMD8<Float>

  let shape: ParticleShape
  /// Where the first sample lies in that square, and how far the next ones do.
  private let origin: (u: Float, v: Float)
  private let across: (u: Float, v: Float)
  private let down: (u: Float, v: Float)
  /// The size of a sample along both axes of the square.
  private let pitch: (u: Float, v: Float)

  /// - Parameters:
  ///   - map: from the square to a frame.
  ///   - origin: where the picture's first sample lies in the frame.
  /// - Returns: nil for what has no area.
  init?(_ shape: ParticleShape, from map: Affine, to origin: (x: Int, y: Int)) {
    let own = Affine.translation(-Double(origin.x), -Double(origin.y)).after(map)
    guard let inverse = own.inverse else { return nil }
    self.shape = shape
    let first = inverse(Vector(0.5, 0.5))
    self.origin = (Float(first.x), Float(first.y))
    across = (Float(inverse.a), Float(inverse.b))
    down = (Float(inverse.c), Float(inverse.d))
    pitch = (
      Float(max(Vector(inverse.a, inverse.c).length, 1e-6)),
      Float(max(Vector(inverse.b, inverse.d).length, 1e-6))
    )
  }

  func fill(_ line: UnsafeMutablePointer<Float>, y: Int, columns: Range<Int>) {
    let row = Float(y)
    let u = origin.u + down.u * row
    let v = origin.v + down.v * row
    let ascending = Lanes(0, 1, 2, 3, 4, 5, 6, 7)
    var x = 0
    while x < columns.count {
      let place = ascending + Float(columns.lowerBound &+ x)
      (line + x).store(cover(place * across.u + u, place * across.v + v))
      x &+= 8
    }
  }

  @inline(__always)
  private func cover(_ u: Lanes, _ v: Lanes) -> Lanes {
    switch shape {
    case .flake:
      let rest = (1 - (u * u + v * v)).atLeast(0) * 1.2
      return Self.smooth(rest.atMost(1))
    case .streak:
      let side = (1 - u * u).atLeast(0)
      let end = ((1 - Self.magnitude(v)) * (1 / max(pitch.v, 0.15))).atLeast(0).atMost(1)
      return side * side * end * ((v + 1) * 0.5).atLeast(0).atMost(1)
    case .paper: return Self.overlap(u, pitch.u) * Self.overlap(v, pitch.v)
    case .petal:
      // Half as wide as long, at most, and widest below the middle.
      let width = (1 - v * v) * (v * 0.25 + 0.55)
      let slope = pitch.u + pitch.v
      return ((width - Self.magnitude(u)) * (1 / slope) + 0.5).atLeast(0).atMost(1)
        * Self.overlap(v, pitch.v)
    case .bubble: return bubble(u, v)
    }
  }

  @inline(__always)
  private func bubble(_ u: Lanes, _ v: Lanes) -> Lanes {
    let radius = (u * u + v * v).squareRoot()
    let size = max(pitch.u, pitch.v)
    let inside = ((1 - radius) * (1 / size) + 0.5).atLeast(0).atMost(1)
    // A rim as thin as samples allow, a veil, and a highlight at the upper left.
    let rim = (1 - Self.magnitude(radius - 0.92) * (1 / max(0.08, size))).atLeast(0)
    let (du, dv) = (u + 0.38, v + 0.42)
    let light = (1 - (du * du + dv * dv) * (1 / 0.05)).atLeast(0)
    let veil = radius * radius * 0.16 + 0.04
    return ((rim * 0.7 + veil + light * 0.8).atMost(1)) * inside
  }

  @inline(__always)
  private static func magnitude(_ value: Lanes) -> Lanes { value.atLeast(-value) }

  @inline(__always)
  private static func smooth(_ share: Lanes) -> Lanes { share * share * (3 - share * 2) }

  /// The share of samples of a size that lies between -1 and 1.
  @inline(__always)
  private static func overlap(_ place: Lanes, _ size: Float) -> Lanes {
    let half = size / 2
    return (((place + half).atMost(1) - (place - half).atLeast(-1)).atLeast(0)) * (1 / size)
  }
}
