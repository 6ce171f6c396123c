import Timeline
import Y4M

/// The next picture comes sample by sample, in an order that looks random.
struct Dissolve: Transition {
  static let softness = Parameter<Double>(
    "softness", default: 0, in: 0...1,
    "How long a single sample fades: 0 is at once, 1 is the whole transition.")

  static let variants = [
    TransitionVariant(
      "dissolve", "The next picture appears sample by sample, in an order that looks random.",
      example: #""softness": 0.2"#, [softness])
  ]
  static let keepsPlaces = true

  private let softness: Animated<Double>

  init(_ variant: String, _ setting: TransitionSetting) {
    softness = setting.arguments[Self.softness]
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    job.run(
      CoverKernel(cover: NoiseCover(rest: 1 - Float(progress), softness: softness.share(at: time))))
  }
}

/// Places that change one by one, in an order of noise.
private struct NoiseCover: Cover {
  let rest: Float
  let softness: Float

  var isSmooth: Bool { false }
  var variesDown: Bool { true }

  func fill(_ shares: UnsafeMutablePointer<UInt16>, _ row: CoverPlaces) -> CoverSpan {
    if softness == 0 {
      for x in 0..<row.count {
        let order = ShaderNoise.value(row.x + Float(x), row.y) * 2 + rest * 2 - 1.5
        shares[x] = order >= 0.5 ? 0 : Share.whole
      }
    } else {
      let scale = 1 / softness
      let offset = (1 - rest) * (1 + softness) * scale
      for x in 0..<row.count {
        let order = ShaderNoise.value(row.x + Float(x), row.y)
        shares[x] = Share.of(offset - order * scale)
      }
    }
    return .varied(row.count)
  }
}
