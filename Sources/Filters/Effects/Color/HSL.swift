import Timeline

/// Changes the hue, the saturation and the lightness of some colours.
struct HSL: ColorEffect {
  private static let hue = Parameter<Double>(
    "hue", default: 0, in: -180...180, unit: "degrees", "How far these hues turn.")
  private static let saturation = Parameter<Double>(
    "saturation", default: 1, in: 0...5, "How many times as strong these colours are.")
  private static let lightness = Parameter<Double>(
    "lightness", default: 1, in: 0...5, "How many times as light these colours are.")

  static let bands = ["red", "yellow", "green", "cyan", "blue", "magenta"].map { name in
    ParameterGroup(name, [hue, saturation, lightness], "How the \(name)s change.")
  }
  static let overlap = Parameter<Double>(
    "overlap", default: 0.5, in: 0...1,
    "How softly a band passes into the next: 0 is a hard edge midway, 1 all of the way.")
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...1,
    "How much of these changes is mixed in: 0 changes nothing, 1 is all of them.")

  static let declaration = Declaration(
    name: "hsl",
    summary: "Changes the hue, the saturation and the lightness of some colours.",
    discussion: """
      Colours are taken apart as hue, saturation and lightness of HSL. The bands lie 60 degrees apart, \
      from red at 0 on; a hue between two takes of each by a smoothstep, `overlap` times 60 degrees \
      wide. Grey stays: lightness changes by as much as a colour is saturated.
      """,
    example: #"""
      { "type": "effect", "effect": "hsl", "blue": { "saturation": 1.4, "lightness": 0.8 },
        "green": { "hue": -15 } }
      """#,
    parameters: bands + [overlap, amount])

  static let names = EffectNames(
    synonyms: ["hslprimaries", "selectivecolor", "colormixer", "huesat"],
    elsewhere: ["Lightroom HSL", "MLT hslprimaries", "ffmpeg huesaturation, selectivecolor"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private struct Band {
    let place: Int
    let hue: Animated<Double>
    let saturation: Animated<Double>
    let lightness: Animated<Double>
  }

  private let given: [Band]
  private let overlap: Animated<Double>
  private let amount: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    given = Self.bands.enumerated().compactMap { place, group in
      arguments[group].map { band in
        Band(
          place: place, hue: band[Self.hue], saturation: band[Self.saturation],
          lightness: band[Self.lightness])
      }
    }
    overlap = arguments[Self.overlap]
    amount = arguments[Self.amount]
  }

  func add(to run: inout ColorRun, at time: Time) {
    let amount = amount.value(at: time, within: 0...1)
    let bands = given.compactMap { band -> HueBands.Band? in
      let found = HueBands.Band(
        place: Float(band.place),
        hue: Float(band.hue.value(at: time, within: -180...180) / 60 * amount),
        saturation: Float((band.saturation.value(at: time, within: 0...5) - 1) * amount),
        lightness: Float((band.lightness.value(at: time, within: 0...5) - 1) * amount))
      return found.isIdentity ? nil : found
    }
    if bands.isEmpty { return }
    run.append(HueBands(bands, overlap: overlap.value(at: time, within: 0...1)))
  }
}
