import Geometry

/// How the pixels of a script become those of a frame.
struct CueCanvas: Hashable, Sendable {
  var width: Double
  var height: Double
  /// Pixels of the frame for one of the script.
  var scaleX: Double
  var scaleY: Double
  /// The same for outlines and shadows.
  var border: Vector
  /// The same for blurs and the distance of the eye, which are measured on the picture that the
  /// script was made for, as in VSFilter and libass: the frame, unless the script says otherwise.
  var layout: Double
  /// How much wider letters and turns are where the frame has another shape than that picture, as
  /// in libass.
  var stretch: Double

  /// How large the frame is, in the script's pixels.
  var screen: Vector { Vector((width / scaleX).rounded(), (height / scaleY).rounded()) }

  /// - Parameter layout: the script's LayoutResX and LayoutResY, if it has both.
  init(
    width: Int, height: Int, playWidth: Int, playHeight: Int,
    layout: (width: Int, height: Int)? = nil, scalesBorders: Bool = true
  ) {
    self.width = Double(width)
    self.height = Double(height)
    scaleX = self.width / Double(max(playWidth, 1))
    scaleY = self.height / Double(max(playHeight, 1))
    let across = self.width / Double(max(layout?.width ?? width, 1))
    self.layout = self.height / Double(max(layout?.height ?? height, 1))
    stretch = across / self.layout
    border = scalesBorders ? Vector(scaleX, scaleY) : Vector(across, self.layout)
  }
}

/// A turn in space about a point of the frame, seen from in front of it, as VSFilter and libass
/// have it.
struct CueTurn {
  private let origin: Vector
  private let stretch: Double
  private let distance: Double
  private let sine: (x: Double, y: Double, z: Double)
  private let cosine: (x: Double, y: Double, z: Double)
  /// Whether the turn stays in the plane of the frame.
  let isFlat: Bool
  let isNone: Bool

  /// The eye's distance in the pixels of the layout: 20,000 of VSFilter's 64ths.
  private static let distance = 312.5

  init(_ style: CueStyle, about origin: Vector, _ canvas: CueCanvas) {
    self.origin = origin
    stretch = canvas.stretch
    distance = Self.distance * canvas.layout
    func parts(_ degrees: Double) -> (Double, Double) {
      // Exact for quarter turns.
      let turn = Affine.rotation(degrees: degrees)
      return (turn.b, turn.a)
    }
    let (x, y, z) = (parts(style.angleX), parts(style.angleY), parts(style.angleZ))
    sine = (x.0, y.0, z.0)
    cosine = (x.1, y.1, z.1)
    isFlat = style.angleX == 0 && style.angleY == 0
    isNone = isFlat && style.angleZ == 0
  }

  /// The turn within the plane alone.
  var flat: Affine {
    Affine.translation(origin.x, origin.y)
      .after(
        Affine(
          a: cosine.z, b: -sine.z / stretch, c: sine.z * stretch, d: cosine.z, tx: 0, ty: 0)
      )
      .after(.translation(-origin.x, -origin.y))
  }

  /// Where a point of the frame is seen.
  func callAsFunction(_ point: Vector) -> Vector {
    let (x1, y1) = ((point.x - origin.x) / stretch, point.y - origin.y)
    let (x2, y2) = (x1 * cosine.z + y1 * sine.z, y1 * cosine.z - x1 * sine.z)
    let (y3, z3) = (y2 * cosine.x, -y2 * sine.x)
    let (x4, z4) = (x2 * cosine.y - z3 * sine.y, x2 * sine.y + z3 * cosine.y)
    // What is behind the eye is not seen, and what is near it is not made larger than this.
    let factor = distance / max(distance + z4, distance / 1000)
    return Vector(origin.x + x4 * factor * stretch, origin.y + y3 * factor)
  }

  /// How much larger it makes what is near a point, across and down; alike where it mixes the two.
  func scale(at point: Vector) -> Vector {
    let place = self(point)
    let (right, below) = (
      self(Vector(point.x + 1, point.y)), self(Vector(point.x, point.y + 1))
    )
    let across = Vector(right.x - place.x, right.y - place.y)
    let down = Vector(below.x - place.x, below.y - place.y)
    if across.y.magnitude < across.x.magnitude / 8, down.x.magnitude < down.y.magnitude / 8 {
      return Vector(across.x.magnitude, down.y.magnitude)
    }
    let mean = (across.x * down.y - across.y * down.x).magnitude.squareRoot()
    return Vector(mean, mean)
  }
}
