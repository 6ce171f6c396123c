import Timeline
import Y4M

/// Displaces the picture by the channels of another picture or film: a displacement map.
struct Displace: WarpEffect {
  static let source = FilmParameter(
    "source", part: "map",
    "The picture or the film that says how far places are moved, stretched to the canvas. A film plays "
      + "once from the effect's start on, and then holds its last frame. Without one, nothing moves."
  )
  static let x = Setting<DisplacementChannel>(
    "x", default: .red, "Which of its channels displaces the picture horizontally.")
  static let y = Setting<DisplacementChannel>(
    "y", default: .green, "Which of its channels displaces the picture vertically.")
  static let scale = Parameter<Length>(
    "scale", default: Length(pixels: 50), unit: "px",
    "How far apart the displacements of black and of white are: each moves places by half of this, "
      + "in opposite directions. A percentage is of the canvas's shorter side; below 0 the "
      + "directions change places.")

  static let declaration = Declaration(
    name: "displace",
    summary: "Displaces the picture by the channels of another picture or film: a displacement "
      + "map.",
    discussion: """
      A place is read from `scale * (c - 0.5)` further on, where c is the picture's channel there, \
      from 0 to 1 as it is stored: grey leaves places where they are, and what is transparent does \
      too; of a film, the channel of its R'G'B', and all of it is opaque. That is SVG's feDisplacementMap with colours of sRGB. Every pixel is computed by \
      itself, which takes longer than smooth distortions do.
      """,
    example: #"""
      { "type": "effect", "effect": "displace", "source": "clouds.png", "scale": 30,
        "edge": "mirror" }
      """#,
    parameters: [source, x, y, scale] + WarpSettings.parameters)

  static let names = EffectNames(
    synonyms: ["displacement", "displacement-map", "warp-map"],
    elsewhere: [
      "Core Image CIDisplacementDistortion", "ffmpeg displace", "SVG feDisplacementMap",
      "After Effects Displacement Map",
    ])

  static let identity: Arguments? = Arguments().setting(scale, to: .zero)

  private let scale: Animated<Length>
  private let field: DisplacementField?
  let settings: WarpSettings

  init(_ arguments: Arguments, _ setting: EffectSetting) throws(RenderError) {
    scale = arguments[Self.scale]
    settings = WarpSettings(arguments, setting)
    field = try arguments[Self.source].map { (file) throws(RenderError) in
      try DisplacementField(file, arguments[Self.x], arguments[Self.y], setting)
    }
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    // Half the scale, both ways.
    settings.margin(0.71 * shift(at: time, width, height).magnitude)
  }

  func distortion(
    at time: Time, width: Int, height: Int, tolerance: Double, _ workspace: Workspace
  ) -> (any Distortion)? {
    let shift = shift(at: time, width, height)
    guard shift != 0, let field else { return nil }
    return FieldDistortion(
      map: field.map(width: width, height: height, at: time, workspace),
      scale: Float(shift / 65535),
      offset: Float(-shift / 2))
  }

  private func shift(at time: Time, _ width: Int, _ height: Int) -> Double {
    let shift = scale.value(at: time).resolved(against: Double(min(width, height)))
    return (min(max(shift, -8192), 8192) * 256).rounded() / 256
  }

  func release() { field?.release() }

  var workingBytes: Int { field?.workingBytes ?? 0 }
}

/// A picture's channels as a distortion, read between its samples linearly.
private struct FieldDistortion: Distortion {
  let map: DisplacementField.Map
  let scale: Float
  let offset: Float

  var reach: Box { Box(x: 0, y: 0, width: map.width, height: map.height) }
  /// From black to white within a pixel, and so both ways.
  var stretch: Double { 1 + 1.5 * Double(offset.magnitude) }
  var fineness: Int { DistortionSpread.mostCount }

  @inline(__always)
  func displacement(of place: SIMD2<Float>) -> SIMD2<Float> {
    map.value(at: place) * scale + offset
  }

  func displace(_ line: DistortionLine) {
    map.fill(line)
    let (scale, offset) = (scale, offset)
    for i in 0..<line.count { line.x[i] = line.x[i] * scale + offset }
    for i in 0..<line.count { line.y[i] = line.y[i] * scale + offset }
  }

  func bend(in part: Extent2D) -> Bend { .nodes(0) }
}
