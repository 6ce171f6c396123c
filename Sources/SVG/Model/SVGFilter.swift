import Colors
import Fonts
import Geometry

/// What becomes of the picture of a group, step by step.
struct SVGFilter: Sendable {
  /// Beyond it, nothing is seen; in units of the group.
  let region: Bounds
  let steps: [SVGFilterStep]
}

/// A step of a filter, with its lengths in units of the group.
struct SVGFilterStep: Sendable {
  /// What a step takes.
  enum Input: Hashable, Sendable {
    case nothing
    case source
    case sourceAlpha
    /// What a step before it has given.
    case step(Int)
  }

  let kind: SVGFilterKind
  let inputs: [Input]
  /// Beyond it, nothing is seen; nil for where its inputs are, or for all of the filter's region.
  let region: Bounds?
  /// Whether it is computed with light.
  let isLight: Bool
}

/// What a step of a filter does.
enum SVGFilterKind: Sendable {
  /// How far it blurs in both directions, as a standard deviation.
  case blur(Vector)
  case offset(Vector)
  case flood(SVGColor)
  case merge
  case blend(BlendMode)
  case composite(SVGComposite)
  /// Four rows of five numbers.
  case matrix([Double])
  /// What becomes of red, green, blue and alpha.
  case transfer([SVGTransfer])
  case dropShadow(blur: Vector, offset: Vector, SVGColor)
  case morphology(isDilating: Bool, Vector)
  case tile
  /// What is drawn, in units of the group.
  case image(SVGGroup)
  case turbulence(SVGTurbulence)
  case displacement(scale: Vector, x: Int, y: Int)
  case convolution(SVGConvolution)
  case lighting(SVGLighting)
  /// What is not drawn gives nothing.
  case nothing
}

/// How two pictures are put together.
enum SVGComposite: Hashable, Sendable {
  case over, `in`, out, atop, xor, lighter
  case arithmetic(Double, Double, Double, Double)
}

/// What becomes of one part of colours.
enum SVGTransfer: Hashable, Sendable {
  case identity
  case table([Double])
  case discrete([Double])
  case linear(slope: Double, intercept: Double)
  case gamma(amplitude: Double, exponent: Double, offset: Double)
}

/// Noise as `feTurbulence` has it.
struct SVGTurbulence: Hashable, Sendable {
  let frequency: Vector
  let octaves: Int
  let seed: Int
  let isFractal: Bool
  /// Whether it goes on at the edges of its region where the opposite edge begins.
  let stitches: Bool
}

/// Sums of the pixels around each pixel.
struct SVGConvolution: Sendable {
  enum Edge: Hashable, Sendable { case duplicate, wrap, none }

  let columns: Int
  let rows: Int
  /// Row by row, as it stands in the file.
  let matrix: [Double]
  let divisor: Double
  let bias: Double
  let target: (x: Int, y: Int)
  let edge: Edge
  let keepsAlpha: Bool
}

/// Light on a surface whose height is alpha.
struct SVGLighting: Hashable, Sendable {
  enum Source: Hashable, Sendable {
    /// Where it comes from: azimuth and elevation in degrees.
    case distant(azimuth: Double, elevation: Double)
    case point(Vector, z: Double)
    case spot(Vector, z: Double, toward: Vector, towardZ: Double, exponent: Double, cone: Double?)
  }

  let source: Source
  let color: SVGColor
  let surfaceScale: Double
  let constant: Double
  /// Of specular light; nil for diffuse light.
  let exponent: Double?
}
