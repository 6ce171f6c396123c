import Bytes
import Geometry
import Timeline
import Y4M

/// How a radial blur moves the picture.
enum RadialBlurMode: String, Choice {
  case zoom
  case spin
}

/// Blurs the picture towards a point or around it.
struct RadialBlur: EdgedEffect {
  static let mode = Setting<RadialBlurMode>(
    "mode", default: .zoom,
    "`zoom` blurs along lines towards the centre, `spin` along circles about it.")
  static let amount = Parameter<Double>(
    "amount", default: 10, in: 0...360,
    """
    How far: at `zoom` percent of the distance from the centre, up to 100; at `spin` degrees. 0 \
    changes nothing.
    """)
  static let center = Parameter<Point>(
    "center", default: Point(x: Length(fraction: 0.5), y: Length(fraction: 0.5)),
    "The point that stays sharp.")

  static let declaration = Declaration(
    name: "radial-blur",
    summary: "Blurs the picture towards a point or around it.",
    discussion: """
      A sample at p becomes the mean of the picture from p towards the centre c: at `zoom` of all \
      `c + (p - c) (1 - t amount / 100)` with t from 0 to 1, at `spin` of all turns about the \
      centre by up to half of the angle each way. The cost is \
      nearly the same at every amount.
      """,
    example: #"""
      { "type": "effect", "effect": "radial-blur", "mode": "zoom",
        "amount": { "from": 0, "to": 30 }, "center": ["40%", "50%"], "duration": 0.5 }
      """#,
    parameters: [mode, amount, center] + EffectEdges.parameters)

  static let names = EffectNames(
    synonyms: ["zoom-blur", "spin-blur", "rotational-blur", "circular-blur"],
    elsewhere: [
      "Core Image CIZoomBlur", "GPUImage ZoomBlur", "After Effects CC Radial Blur, Radial Blur",
      "Photoshop Radial Blur, Spin Blur",
    ])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let mode: RadialBlurMode
  private let amount: Animated<Double>
  private let center: Animated<Point>

  let edges: EffectEdges

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    edges = EffectEdges(arguments)
    mode = arguments[Self.mode]
    amount = arguments[Self.amount]
    center = arguments[Self.center]
  }

  func draw(_ job: EffectJob, at time: Time) {
    let amount = amount.value(at: time, within: 0...360)
    guard amount > 0 else { return }
    let point = center.value(at: time)
    job.run(
      RadialMeans(
        path: mode == .zoom ? .zoom(min(amount, 100) / 100) : .spin(amount * .pi / 180),
        center: Vector(
          point.x.resolved(against: Double(job.width)) + Double(job.border),
          point.y.resolved(against: Double(job.height)) + Double(job.border))))
  }

  /// Paths may lead through all of the picture.
  func margin(at time: Time, width: Int, height: Int) -> Int? { nil }

  /// How far beyond the picture paths lead.
  func spread(at time: Time, width: Int, height: Int) -> Int {
    let point = center.value(at: time)
    func beyond(_ length: Length, _ side: Int) -> (far: Double, out: Double) {
      let side = Double(side)
      let place = length.resolved(against: side)
      return (max(place, side - place), max(-place, place - side, 0))
    }
    let (x, y) = (beyond(point.x, width), beyond(point.y, height))
    let most = Double(FrameBorder.widest)
    // Towards a point in the picture they stay within it.
    if mode == .zoom { return Int(min(max(x.out, y.out), most).rounded(.up)) }
    return Int(min(Maths.hypot(x.far, y.far), most).rounded(.up)) + 4
  }
}
