import Bytes
import Timeline
import Y4M

/// One picture fades into a colour and the next one out of it.
struct ColorFade: Transition {
  static let color = Parameter<Color>(
    "color", default: .black, defaultText: "the canvas's background",
    "The colour between the pictures; for a layer that enters or exits, transparent unless it is "
      + "given.")

  static let variants = [
    TransitionVariant(
      "fade-through", "One picture fades into a colour, and then the next one out of it.",
      example: ##""color": "#203040""##, [color]),
    TransitionVariant("fadeblack", "One picture fades through black into the other."),
    TransitionVariant("fadewhite", "One picture fades through white into the other."),
    TransitionVariant(
      "fadegrays", "One picture loses its colours while it fades into the other, which gains them."),
  ]

  private let variant: String
  private let color: Animated<Color>
  private let isClear: Bool
  private let coding: ColorCoding
  private let isPremultiplied: Bool

  init(_ variant: String, _ setting: TransitionSetting) {
    self.variant = variant
    let isGiven = setting.arguments.isGiven(Self.color)
    switch variant {
    case "fadeblack": color = Animated(.black)
    case "fadewhite": color = Animated(.white)
    default: color = isGiven ? setting.arguments[Self.color] : Animated(setting.background)
    }
    isClear = variant == "fade-through" && setting.includesAlpha && !isGiven
    coding = setting.coding
    isPremultiplied = setting.includesAlpha
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let tint: TintMix.Tint
    if variant == "fadegrays" {
      tint = .grey
    } else if isClear {
      tint = .nothing
    } else {
      // The pictures' alpha is the colour's where they have some.
      var opaque = color.value(at: time)
      if isPremultiplied { opaque.alpha = 1 }
      tint = .color(TransitionColor(opaque, coding: coding, isPremultiplied: isPremultiplied))
    }
    let weights = variant == "fade-through" ? halves(progress) : Self.blended(progress)
    job.run(TintMix(weights: weights, tint: tint, isPremultiplied: isPremultiplied))
    if variant == "fade-through", coding.mixing != nil, !job.target.format.hasAlpha {
      mixLight(job, weights, color.value(at: time))
    }
  }

  /// Mixes the light of the picture that is seen with that of the colour.
  private func mixLight(_ job: TransitionJob, _ weights: TintWeights, _ color: Color) {
    let (workspace, format) = (job.workspace, job.target.format)
    let (picture, share) =
      weights.from > 0 ? (job.from, Float(weights.from)) : (job.to, Float(weights.to))
    var opaque = color
    opaque.alpha = 1
    let units = PremultipliedColor(opaque, coding: coding)
    workspace.withFrame(format) { ground in
      for (plane, role) in format.roles.enumerated() {
        ground.fill(
          plane: plane, units: role == .luma ? units.y : role == .blue ? units.u : units.v)
      }
      workspace.withFrame(format) { incoming in
        incoming.copy(from: picture)
        let whole = Box(x: 0, y: 0, width: format.width, height: format.height)
        Compositor(job.target, workspace).mix(incoming, over: ground, within: whole, coding) {
          _, columns, line in
          line.update(repeating: share, count: columns.count)
          return share > 0
        }
      }
    }
  }

  /// The one picture goes in the first half, and the other one comes in the second.
  private func halves(_ progress: Double) -> TintWeights {
    let (from, to) = (max(1 - 2 * progress, 0), max(2 * progress - 1, 0))
    let isFirst = progress < 0.5
    return TintWeights(
      from: from, to: to, fromTint: isFirst ? 1 - from : 0, toTint: isFirst ? 0 : 1 - to)
  }

  /// The one picture turns into the colour within a fifth of the time, and the colour into the
  /// other one until a fifth before the end, while all fade.
  private static func blended(_ progress: Double) -> TintWeights {
    let rest = 1 - progress
    let first = Double(Maths.smoothstep(Float((rest - 0.8) / 0.2)))
    let second = 1 - Double(Maths.smoothstep(Float((rest - 0.2) / 0.8)))
    return TintWeights(
      from: rest * first, to: progress * second, fromTint: rest * (1 - first),
      toTint: progress * (1 - second))
  }
}
