import Bytes
import Geometry
import Timeline
import Y4M

/// The picture that goes is a page that rolls up and is turned over, off the one that comes.
struct PageTurn: Transition {
  static let direction = Setting<WipeDirection>(
    "direction", default: .topLeft,
    "The direction in which the page moves. Towards a corner, it is lifted at the opposite one.")
  static let radius = Parameter<Length>(
    "radius", default: Length(fraction: 0.14), in: 1...65536, unit: "px",
    "The radius of the roll; a percentage is of the picture's shorter side.")
  static let color = Parameter<Color>(
    "color", default: Color(red: 0.96, green: 0.95, blue: 0.93, alpha: 0.85),
    "The colour of the page's back; if it is not opaque, the front shows through.")
  static let shadow = Parameter<Double>(
    "shadow", default: 0.5, in: 0...1, "How dark the shadows are that the page casts.")

  static let variants = [
    TransitionVariant(
      "page-turn", "The outgoing picture is turned over like a page.",
      discussion: """
        The page rolls over a cylinder of `radius`, shows its back, and leaves the picture. \
        Towards a corner, the fold starts at an angle and straightens on its way.
        """,
      example: #""direction": "left", "color": "white", "ease": "ease-in-out""#,
      [direction, radius, color, shadow])
  ]

  private let direction: WipeDirection
  private let radius: Animated<Length>
  private let color: Animated<Color>
  private let shadow: Animated<Double>
  private let coding: ColorCoding
  private let includesAlpha: Bool

  init(_ variant: String, _ setting: TransitionSetting) {
    direction = setting.arguments[Self.direction]
    radius = setting.arguments[Self.radius]
    color = setting.arguments[Self.color]
    shadow = setting.arguments[Self.shadow]
    coding = setting.coding
    includesAlpha = setting.includesAlpha
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let (width, height) = (Double(job.width), Double(job.height))
    let wanted = radius.value(at: time).resolved(against: min(width, height))
    let radius = (min(max(wanted, 1), 65536) * 256).rounded() / 256
    var paper = color.value(at: time)
    let opacity = min(max(paper.alpha, 0), 1)
    paper.alpha = 1
    // The shadow does not outlast the page.
    let shadow =
      min(max(shadow.value(at: time), 0), 1) * Maths.smoothstep(1 - progress, from: 0, to: 0.15)
    job.run(
      PageKernel(
        roll: PageRoll(
          width: width, height: height, axis: axis(at: progress), radius: radius,
          progress: progress, job.scratch),
        shadow: Float(shadow),
        paper: PaperColor(paper, coding: coding, depth: job.target.format.depth),
        opacity: Float(opacity), includesAlpha: includesAlpha))
  }

  /// The unit vector from where the page goes to where it is lifted.
  private func axis(at progress: Double) -> Vector {
    let tilt = Angle(degrees: 38 - 26 * progress)
    let (x, y) = (tilt.cosine, tilt.sine)
    switch direction {
    case .left: return Vector(1, 0)
    case .right: return Vector(-1, 0)
    case .up: return Vector(0, 1)
    case .down: return Vector(0, -1)
    case .topLeft: return Vector(x, y)
    case .topRight: return Vector(-x, y)
    case .bottomLeft: return Vector(x, -y)
    case .bottomRight: return Vector(-x, -y)
    }
  }
}
