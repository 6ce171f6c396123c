import Bytes
import Geometry
import Timeline
import Y4M

/// What a camera sees beyond the picture.
enum CameraEdge: String, Choice {
  /// The samples at the edge, again and again.
  case clamp
  /// The picture's mirror image.
  case mirror
  /// The picture again.
  case wrap
  /// Nothing: transparent where the frame has alpha, black elsewhere.
  case transparent
  /// The colour of `edgeColor`.
  case color
  /// The picture itself, blurred.
  case blur
}

/// Moves a camera over the picture.
///
/// The camera is a frame over the picture, as large as the canvas at first. `pan` moves it, `zoom`
/// makes it smaller and `roll` turns it clockwise, about `anchor`; what it frames fills the canvas.
/// A place p shows what lies at anchor + pan + R(roll) (p - anchor) / zoom.
struct Camera: ViewEffect {
  static let pan = Parameter<Point>(
    "pan", default: .zero, unit: "px",
    "How far the camera moves, to the right and down; the picture moves the other way.")
  static let zoom = Parameter<Double>(
    "zoom", default: 1, in: 0.05...50, "How much larger the picture is seen.")
  static let roll = Parameter<Angle>(
    "roll", default: .zero, unit: "degrees",
    "How far the camera turns, clockwise; the picture turns the other way.")
  static let anchor = Parameter<Point>(
    "anchor", default: Point(x: Length(fraction: 0.5), y: Length(fraction: 0.5)), unit: "px",
    "The point of the canvas about which the camera zooms and turns.")
  static let edge = Setting<CameraEdge>(
    "edge", default: .clamp, "What the camera sees beyond the picture.")

  static let declaration = Declaration(
    name: "camera",
    summary: "Moves a camera over the picture: pan, zoom and roll.",
    discussion: """
      The camera is a frame over the picture, as large as the canvas at first. `pan` moves it, \
      `zoom` makes it smaller and `roll` turns it clockwise, both about `anchor`; what it frames \
      fills the canvas. So a pan to the right moves the picture to the left. Where the picture is \
      seen smaller than it is, areas are averaged. With the edge `blur` the picture, blurred, \
      lies behind itself.
      """,
    example: #"""
      { "type": "effect", "effect": "camera", "start": 2, "duration": 4,
        "zoom": { "from": 1, "to": 1.6, "ease": "ease-in-out" }, "pan": { "to": ["12%", "-5%"] } }
      """#,
    parameters: [
      pan, zoom, roll, anchor, edge, MapSettings.edgeColor, MapSettings.sampling,
      ViewExposure.motionBlur,
    ])

  static let names = EffectNames(
    synonyms: ["pan", "zoom", "ken-burns", "roll", "dutch-angle", "rotate", "transform", "move"],
    elsewhere: [
      "ffmpeg zoompan", "ffmpeg rotate", "MLT affine", "After Effects Transform",
      "Core Image CIAffineTransform", "GPUImage Transform",
    ])

  static let identity: Arguments? = Arguments().setting(pan, to: .zero).setting(zoom, to: 1)
    .setting(roll, to: .zero)

  private let pan: Animated<Point>
  private let zoom: Animated<Double>
  private let roll: Animated<Angle>
  private let anchor: Animated<Point>
  private let edge: CameraEdge
  private let edgeColor: Animated<Color>
  private let sampling: WarpSampling
  let exposure: ViewExposure

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    pan = arguments[Self.pan]
    zoom = arguments[Self.zoom]
    roll = arguments[Self.roll]
    anchor = arguments[Self.anchor]
    edge = arguments[Self.edge]
    edgeColor = arguments[MapSettings.edgeColor]
    sampling = arguments[MapSettings.sampling]
    exposure = ViewExposure(arguments, setting)
  }

  func view(at time: Time, width: Double, height: Double) -> CameraView {
    let (pan, anchor) = (pan.value(at: time), anchor.value(at: time))
    return CameraView(
      anchor: Vector(anchor.x.resolved(against: width), anchor.y.resolved(against: height)),
      pan: Vector(pan.x.resolved(against: width), pan.y.resolved(against: height)),
      zoom: min(max(zoom.value(at: time), 0.05), 50), roll: roll.value(at: time).degrees)
  }

  func prepare(_ job: EffectJob) {
    if edge == .blur { job.drawBackdrop() }
  }

  func draw(_ job: EffectJob, _ map: Affine, zoom: Double, at time: Time) {
    let edges =
      edge == .blur
      ? PictureEdges(.clamp, backing: .target)
      : PictureEdges(
        EdgeMode(rawValue: edge.rawValue) ?? .clamp, color: edgeColor.value(at: time), job)
    job.draw(
      AffinePictureMap(map: map), edges: edges, sampling: sampling, scale: Vector(zoom, zoom))
  }
}

/// Where a camera stands.
struct CameraView {
  let anchor: Vector
  let pan: Vector
  let zoom: Double
  /// Clockwise, in degrees.
  let roll: Double

  /// From what is seen to the picture; nil where that is the picture itself.
  var map: Affine? {
    let map = Affine.translation(anchor.x + pan.x, anchor.y + pan.y)
      .after(.rotation(degrees: roll)).after(.scale(1 / zoom, 1 / zoom))
      .after(.translation(-anchor.x, -anchor.y))
    guard map.isBounded(by: 1e9) else { return nil }
    // What moves by less than a thousandth of a pixel stands still.
    let isStill =
      pan.length < 1e-3 && (zoom - 1).magnitude < 1e-7
      && roll.remainder(dividingBy: 360).magnitude < 1e-5
    return isStill ? nil : map
  }
}

extension EffectJob {
  /// How far the backdrop is blurred: four sigma as a share of the canvas's shorter side.
  private static var strength: Double { 0.15 }

  /// Lays the picture, blurred, onto the target.
  fileprivate func drawBackdrop() {
    let format = source.format
    workspace.withFrame(format) { frame in
      for index in format.planes.indices where includesAlpha || format.roles[index] != .alpha {
        workspace.scratch.scope {
          BlurredBackdrop(input: format, output: format, map: .identity, strength: Self.strength)
            .paint(SharedFrame(source), plane: index, frame, plane: index, workspace.scratch)
        }
      }
      // Alpha is not changed where it is not included, so what stands there is kept.
      for (index, role) in format.roles.enumerated() where role == .alpha && !includesAlpha {
        let layout = format.planes[index]
        if format.depth == 8 {
          frame.samples8(layout).update(
            from: source.samples8(layout), count: layout.width * layout.height)
        } else {
          frame.samples16(layout).update(
            from: source.samples16(layout), count: layout.width * layout.height)
        }
      }
      target.copy(from: frame, within: box)
    }
  }
}
