import Bytes
import Geometry
import Timeline
import Y4M

/// Shows the picture in perspective: turned in space, or with its corners pinned to four points.
///
/// `tilt` and `swing` turn the picture about its centre before an eye for which it filled `fov`;
/// the homography that takes the canvas's corners to the four points follows.
struct Perspective: Effect {
  private static func corner(_ name: String, _ words: String, _ x: Double, _ y: Double)
    -> Parameter<Point>
  {
    Parameter<Point>(
      name, default: Point(x: Length(fraction: x), y: Length(fraction: y)), unit: "px",
      "Where the \(words) corner of the picture is seen.")
  }

  static let topLeft = corner("topLeft", "upper left", 0, 0)
  static let topRight = corner("topRight", "upper right", 1, 0)
  static let bottomLeft = corner("bottomLeft", "lower left", 0, 1)
  static let bottomRight = corner("bottomRight", "lower right", 1, 1)
  static let tilt = Parameter<Angle>(
    "tilt", default: .zero, unit: "degrees",
    "How far the top of the picture leans back; at most 89 either way.")
  static let swing = Parameter<Angle>(
    "swing", default: .zero, unit: "degrees",
    "How far its right side leans back; at most 89 either way.")
  static let fov = Parameter<Angle>(
    "fov", default: Angle(degrees: 50), unit: "degrees",
    "The vertical field of view, 1 to 170 degrees: the wider, the stronger the perspective.")
  static let edge = Setting<EdgeMode>(
    "edge", default: .transparent, "What is seen beyond the picture.")

  static let declaration = Declaration(
    name: "perspective",
    summary: "Shows the picture in perspective: turned in space, or pinned by its four corners.",
    discussion: """
      `tilt` and `swing` turn the picture in space about its centre. The four points say where \
      the corners of the canvas are seen then, so that a picture can be pinned to a screen or a \
      wall that moves. Corners that trade places show the picture from behind. Where the picture \
      is seen smaller than it is, the mean of several places is taken.
      """,
    example: #"""
      { "type": "effect", "effect": "perspective", "start": 1, "duration": 3,
        "tilt": { "from": 0, "to": 40, "ease": "ease-in-out" } }
      """#,
    parameters: [
      topLeft, topRight, bottomLeft, bottomRight, tilt, swing, fov, edge, MapSettings.edgeColor,
      MapSettings.sampling,
    ])

  static let names = EffectNames(
    synonyms: ["corner-pin", "cornerpin", "distort", "four-point", "homography", "3d", "keystone"],
    elsewhere: [
      "Core Image CIPerspectiveTransform", "ffmpeg perspective", "frei0r c0rners",
      "After Effects Corner Pin", "GPUImage Transform", "OpenCV warpPerspective",
    ])

  static let identity: Arguments? = Arguments()
    .setting(topLeft, to: Point(x: .zero, y: .zero))
    .setting(topRight, to: Point(x: Length(fraction: 1), y: .zero))
    .setting(bottomLeft, to: Point(x: .zero, y: Length(fraction: 1)))
    .setting(bottomRight, to: Point(x: Length(fraction: 1), y: Length(fraction: 1)))
    .setting(tilt, to: .zero).setting(swing, to: .zero)

  /// Clockwise from the upper left.
  private let corners: [Animated<Point>]
  private let tilt: Animated<Angle>
  private let swing: Animated<Angle>
  private let fov: Animated<Angle>
  private let settings: MapSettings

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    corners = [Self.topLeft, Self.topRight, Self.bottomRight, Self.bottomLeft].map {
      arguments[$0]
    }
    tilt = arguments[Self.tilt]
    swing = arguments[Self.swing]
    fov = arguments[Self.fov]
    settings = MapSettings(arguments, edge: Self.edge)
  }

  func apply(_ job: EffectJob, at time: Time) {
    let (width, height) = (Double(job.width), Double(job.height))
    func radians(_ angle: Animated<Angle>, _ range: ClosedRange<Double>) -> Double {
      min(max(angle.value(at: time).degrees, range.lowerBound), range.upperBound) * .pi / 180
    }
    let (tilt, swing) = (radians(tilt, -89...89), radians(swing, -89...89))
    let points = corners.map { corner in
      let point = corner.value(at: time)
      func bounded(_ value: Double) -> Double { min(max(value, -1e6), 1e6) }
      return Vector(
        bounded(point.x.resolved(against: width)), bounded(point.y.resolved(against: height)))
    }
    let places = [Vector(0, 0), Vector(width, 0), Vector(width, height), Vector(0, height)]
    if tilt == 0, swing == 0, points == places { return }
    var map = Homography.identity
    if tilt != 0 || swing != 0 {
      map = Homography(
        width: width, height: height, tilt: tilt, swing: swing, fov: radians(fov, 1...170))
    }
    if points != places {
      map = Homography(width: width, height: height, to: points).after(map)
    }
    // A picture seen from its side is not seen.
    let back = map.inverse ?? Homography(x: .zero, y: .zero, w: SIMD3(0, 0, -1))
    job.draw(
      HomographyPictureMap(map: back),
      edges: settings.edges(of: job, at: time), sampling: settings.sampling,
      scale: map.scale(width: width, height: height))
  }
}
