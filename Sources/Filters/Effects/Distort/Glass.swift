import Bytes
import Timeline
import Y4M

/// What kind of glass lies over the picture.
enum GlassShape: String, Choice {
  /// A half ball.
  case lens
  /// Rough glass, which scatters what is behind it.
  case frosted
  /// Half rods, side by side.
  case ribbed
}

/// Shows the picture through glass.
struct Glass: WarpEffect {
  static let shape = Setting<GlassShape>(
    "shape", default: .lens,
    "A round `lens`, `frosted` glass, or `ribbed` glass of rods side by side.")
  static let radius = Parameter<Length>(
    "radius", default: Length(fraction: 0.35), in: 0..., unit: "px",
    "The radius of a `lens`, beyond which nothing is moved. A percentage is of the canvas's "
      + "shorter side.")
  static let refraction = Parameter<Double>(
    "refraction", default: 1.7, in: 1...4,
    "The refractive index of a `lens` or of ribs: how much their middles magnify; 1 is air.")
  static let scatter = Parameter<Length>(
    "scatter", default: Length(pixels: 8), in: 0..., unit: "px",
    "How far `frosted` glass moves places across and down, at most; a percentage as for `radius`.")
  static let size = Parameter<Length>(
    "size", default: Length(pixels: 2), in: 0..., unit: "px",
    "The side of the cells of `frosted` glass that are moved alike, at least 1 pixel; a percentage "
      + "as for `radius`.")
  static let width = Parameter<Length>(
    "width", default: Length(fraction: 0.08), in: 0..., unit: "px",
    "The width of a rib, at least 4 pixels; a percentage as for `radius`.")
  static let angle = Parameter<Angle>(
    "angle", default: Angle(degrees: 0),
    "Where ribs follow one another, clockwise: at 0 they stand upright side by side.")
  static let seed = Setting<Int>(
    "seed", default: 1, "Another number gives other rough glass.")

  static let declaration = Declaration(
    name: "glass",
    summary: "Shows the picture through glass.",
    discussion: """
      A `lens` is a half ball that lies on the picture: a place at distance r from `center` is read \
      from `r - h tan(a - b)`, where `h = sqrt(radius^2 - r^2)` is the height of the glass, a the \
      angle at which sight meets it, `sin a = r / radius`, and b that within it, \
      `sin b = sin a / refraction` (Snell's law). Ribs do the same on both sides of their middle \
      lines, as rods whose radius is half of `width`, the first of which begins at `center`. \
      `frosted` glass moves each cell of `size` by two even random numbers from -1 to 1 times \
      `scatter`, which depend on the cell and `seed` alone and come again after 256 cells. Of ribs \
      and frosted glass every pixel is computed by itself, which takes longer than smooth \
      distortions do.
      """,
    example: #"""
      { "type": "effect", "effect": "glass", "shape": "ribbed", "width": "6%", "angle": 15 }
      """#,
    parameters: [shape, radius, refraction, scatter, size, width, angle, seed]
      + [WarpSettings.center] + WarpSettings.parameters)

  static let names = EffectNames(
    synonyms: ["frosted-glass", "refraction", "glass-lens", "fluted-glass", "ribbed-glass"],
    elsewhere: [
      "Core Image CIGlassDistortion and CITorusLensDistortion", "GPUImage GlassSphere",
      "Photoshop Glass", "After Effects Scatter and CC Glass",
    ])

  static let identity: Arguments? = Arguments().setting(refraction, to: 1)
    .setting(scatter, to: .zero)

  private let shape: GlassShape
  private let radius: Animated<Length>
  private let refraction: Animated<Double>
  private let scatter: Animated<Length>
  private let size: Animated<Length>
  private let width: Animated<Length>
  private let angle: Animated<Angle>
  private let seed: Int
  private let center: Animated<Point>
  let settings: WarpSettings

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    shape = arguments[Self.shape]
    radius = arguments[Self.radius]
    refraction = arguments[Self.refraction]
    scatter = arguments[Self.scatter]
    size = arguments[Self.size]
    width = arguments[Self.width]
    angle = arguments[Self.angle]
    seed = arguments[Self.seed]
    center = arguments[WarpSettings.center]
    settings = WarpSettings(arguments, setting)
  }

  func reach(at time: Time, width: Int, height: Int) -> Box? {
    shape == .lens ? lens(at: time, width, height)?.reach ?? .empty : nil
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    switch shape {
    // No place is read from beyond the radius.
    case .lens: settings.marginOfReach
    case .frosted: settings.margin(1.42 * scatter(at: time, width, height))
    // Nor from beyond its rib.
    case .ribbed: settings.margin(ribWidth(at: time, width, height) / 2)
    }
  }

  func distortion(
    at time: Time, width: Int, height: Int, tolerance: Double, _ workspace: Workspace
  ) -> (any Distortion)? {
    let canvas = Box(x: 0, y: 0, width: width, height: height)
    switch shape {
    case .lens:
      return lens(at: time, width, height).map {
        RadialDistortion($0, width: width, height: height, tolerance: tolerance, workspace.scratch)
      }
    case .frosted:
      let scatter = scatter(at: time, width, height)
      guard scatter > 0 else { return nil }
      return FrostDistortion(
        scatter: scatter, size: max(size.distance(at: time, width: width, height: height), 1),
        seed: seed, canvas: canvas, workspace.scratch)
    case .ribbed:
      let surface = surface(at: time)
      guard surface.index > 1 else { return nil }
      return RibDistortion(
        surface: surface, width: ribWidth(at: time, width, height),
        degrees: angle.value(at: time).degrees,
        start: center.place(at: time, width: width, height: height), canvas: canvas)
    }
  }

  private func surface(at time: Time) -> GlassSurface {
    GlassSurface(index: refraction.value(at: time, within: 1...4))
  }

  private func scatter(at time: Time, _ width: Int, _ height: Int) -> Double {
    min(scatter.distance(at: time, width: width, height: height), 4096)
  }

  private func ribWidth(at time: Time, _ width: Int, _ height: Int) -> Double {
    max(self.width.distance(at: time, width: width, height: height), 4)
  }

  private func lens(at time: Time, _ width: Int, _ height: Int) -> RadialMap? {
    let radius = radius.distance(at: time, width: width, height: height)
    let surface = surface(at: time)
    guard radius >= 1, surface.index > 1 else { return nil }
    return RadialMap(
      center: center.place(at: time, width: width, height: height), radius: radius, detail: radius
    ) { distance in SIMD2(-surface.share(at: distance / radius), 0) }
  }
}
