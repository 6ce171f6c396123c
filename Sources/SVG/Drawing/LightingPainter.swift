import Bytes
import Fonts
import Geometry
import Plates

/// Light on a surface, as Filter Effects Level 1 has it, sections 9.13 and 9.19.
struct LightingPainter {
  private typealias Vector3 = SIMD3<Double>

  private let lighting: SVGLighting
  private let color: Vector3
  private let map: Affine
  /// How long a unit is in pixels, for heights.
  private let scale: Double
  /// How high the surface is where it is opaque, in pixels: slopes stay as they are in a picture that
  /// is drawn larger.
  private let surfaceScale: Double

  init(_ lighting: SVGLighting, _ color: SVGColor, through map: Affine) {
    (self.lighting, self.map) = (lighting, map)
    self.color = Vector3(color.red, color.green, color.blue)
    scale = ((map.a * map.a + map.b * map.b + map.c * map.c + map.d * map.d) / 2).squareRoot()
    surfaceScale = lighting.surfaceScale * scale
  }

  /// The light on the surface that a plate's alpha is.
  func painted(_ surface: Plate) -> Plate {
    var plate = Plate(surface.box)
    let box = surface.box
    let source = LightSource(lighting.source, map, scale)
    for y in 0..<box.height {
      for x in 0..<box.width {
        let at = (y * box.width + x) * 4
        let height = surfaceScale * Double(surface.samples[at + 3]) / 65535
        let place = Vector3(Double(x + box.x), Double(y + box.y), height)
        let light = source.direction(at: place)
        let normal = Self.normal(surface, x, y, surfaceScale)
        var lit = color * source.share(light)
        var alpha = 1.0
        if let exponent = lighting.exponent {
          let half = (light + Vector3(0, 0, 1)).unit
          let share = max((normal * half).sum(), 0)
          lit *= lighting.constant * (exponent == 1 ? share : Maths.pow(share, exponent))
          lit = lit.clamped(lowerBound: .zero, upperBound: .one)
          alpha = lit.max()
        } else {
          lit *= lighting.constant * (normal * light).sum()
          lit = lit.clamped(lowerBound: .zero, upperBound: .one)
        }
        for part in 0..<3 { plate.samples[at + part] = Plate.share(lit[part]) }
        plate.samples[at + 3] = Plate.share(alpha)
      }
    }
    return plate
  }

  /// What stands upright on the surface: by Sobel's sums, with fewer pixels at edges.
  private static func normal(_ surface: Plate, _ x: Int, _ y: Int, _ scale: Double) -> Vector3 {
    let box = surface.box
    func alpha(_ column: Int, _ row: Int) -> Double {
      Double(surface.samples[(row * box.width + column) * 4 + 3]) / 65535
    }
    /// The slope along one side, with weights for the rows beside it.
    func slope(_ at: Int, _ count: Int, _ across: Int, _ most: Int, _ value: (Int, Int) -> Double)
      -> Double
    {
      guard count > 1 else { return 0 }
      let (low, high) = (max(at - 1, 0), min(at + 1, count - 1))
      var (sum, weights) = (0.0, 0.0)
      for beside in max(across - 1, 0)...min(across + 1, most - 1) {
        let weight = beside == across ? 2.0 : 1.0
        sum += weight * (value(high, beside) - value(low, beside))
        weights += weight
      }
      return sum / weights * 2 / Double(high - low)
    }
    let across = slope(x, box.width, y, box.height) { alpha($0, $1) }
    let down = slope(y, box.height, x, box.width) { alpha($1, $0) }
    return Vector3(-scale * across, -scale * down, 1).unit
  }
}

/// Where light comes from, in pixels.
private struct LightSource {
  private let source: SVGLighting.Source
  private let place: SIMD3<Double>
  private let axis: SIMD3<Double>

  init(_ source: SVGLighting.Source, _ map: Affine, _ scale: Double) {
    self.source = source
    func mapped(_ point: Vector, _ z: Double) -> SIMD3<Double> {
      let point = map(point)
      return SIMD3(point.x, point.y, z * scale)
    }
    switch source {
    case .distant(let azimuth, let elevation):
      let (turn, rise) = (azimuth * .pi / 180, elevation * .pi / 180)
      place = SIMD3(
        Maths.cos(turn) * Maths.cos(rise), Maths.sin(turn) * Maths.cos(rise), Maths.sin(rise))
      axis = .zero
    case .point(let point, let z):
      place = mapped(point, z)
      axis = .zero
    case .spot(let point, let z, let toward, let towardZ, _, _):
      place = mapped(point, z)
      axis = (mapped(toward, towardZ) - place).unit
    }
  }

  /// The direction to it, of the length 1.
  func direction(at point: SIMD3<Double>) -> SIMD3<Double> {
    if case .distant = source { return place }
    return (place - point).unit
  }

  /// How much of it goes in a direction.
  func share(_ direction: SIMD3<Double>) -> Double {
    guard case .spot(_, _, _, _, let exponent, let cone) = source else { return 1 }
    let along = -(direction * axis).sum()
    guard along > 0 else { return 0 }
    if let cone, along < Maths.cos(cone.magnitude * .pi / 180) { return 0 }
    return Maths.pow(along, exponent)
  }
}

extension SIMD3<Double> {
  /// The vector with the length 1; nothing where it has none.
  fileprivate var unit: Self {
    let length = (self * self).sum().squareRoot()
    return length > 0 ? self / length : .zero
  }
}
