import Colors

/// A row of a layer: straight colours, and what they cover, 0 to 1; with room for whole lanes.
struct LayerRow: BitwiseCopyable {
  let colors: RGBRow
  let cover: UnsafeMutablePointer<Float>
}

/// A row of colours that others are blended with: how far each channel of what is seen changes.
///
/// With the layer's alpha αs and colour Cs, and the backdrop's αb and Cb, what is seen changes by
/// `αs (1 - αb) Cs + αs αb (B(Cb, Cs) - Cb)`, premultiplied (W3C Compositing and Blending Level 1,
/// sections 5 and 10), and alpha by `αs (1 - αb)`.
struct BlendedColors {
  typealias Line = UnsafeMutablePointer<Float>
  typealias Lanes = SIMD8<Float>
  typealias Formula = BlendFormula

  /// Places that are blended at once; lines have room for so many more.
  static let lanes = 8
  /// What a premultiplied sample of 16 bits may be off by, and what a straight one is by rounding.
  private static let slack: Float = 3 / 65535
  static let leastSlack: Float = 1 / 262_144

  let mode: BlendMode
  let count: Int
  /// Where light is mixed, and not code values.
  let lights: MixedLights?
  /// What is blended with.
  let backdrop: RGBRow
  /// How far the premultiplied colours change.
  let change: RGBRow
  /// How far alpha changes.
  let gain: Line

  /// - Parameter light: of the colours, where light is mixed.
  init(_ mode: BlendMode, count: Int, light: LightCurve?, _ scratch: Scratch) {
    self.mode = mode
    self.count = count
    lights = light.map { MixedLights($0, mode, count: count, scratch) }
    backdrop = RGBRow(padded: count, scratch)
    change = RGBRow(padded: count, scratch)
    gain = scratch.take(Float.self, count + Self.lanes)
  }

  /// Blends with an opaque backdrop, given as samples, which become how far they change.
  ///
  /// - Parameter samples: of Y, Cb and Cr, with room for whole lanes.
  func blend(_ layer: LayerRow, samples: (Line, Line, Line), _ coding: RGBCoding) {
    if let lights { return blend(layer, samples: samples, coding, lights) }
    blend(Job(layer: layer, samples: samples, coding: coding))
  }

  /// Fills ``change`` and ``gain``.
  ///
  /// - Parameter cover: the alpha of ``backdrop``, 0 to 1.
  func blend(_ layer: LayerRow, over cover: Line, _ coding: RGBCoding) {
    if let lights { return blend(layer, over: cover, coding, lights) }
    blend(Job(layer: layer, cover: cover, coding: coding))
  }

  /// Fills ``change`` and ``gain`` with those of light, from rows of light.
  func blendLight(_ layer: LayerRow, over cover: Line, _ coding: RGBCoding) {
    blend(Job(layer: layer, cover: cover, isLight: true, coding: coding))
  }

  /// A row of a layer, and what it is blended with.
  private struct Job {
    let layer: LayerRow
    /// The backdrop's samples, where it is opaque.
    var samples: (y: Line, u: Line, v: Line)?
    /// The backdrop's alpha, where it has one.
    var cover: Line?
    /// Whether colours are light, which is settled already.
    var isLight = false
    let coding: RGBCoding
  }

  private func blend(_ job: Job) {
    switch mode {
    case .normal, .dissolve: parts(job) { Formula.normal($0, $1) }
    case .darken: parts(job) { Formula.darken($0, $1) }
    case .multiply: parts(job) { Formula.multiply($0, $1) }
    case .colorBurn: parts(job, isSteep: true) { Formula.colorBurn($0, $1) }
    case .linearBurn: parts(job) { Formula.linearBurn($0, $1) }
    case .lighten: parts(job) { Formula.lighten($0, $1) }
    case .screen: parts(job) { Formula.screen($0, $1) }
    case .colorDodge: parts(job, isSteep: true) { Formula.colorDodge($0, $1) }
    case .linearDodge: parts(job) { Formula.linearDodge($0, $1) }
    case .overlay: parts(job) { Formula.overlay($0, $1) }
    case .softLight: parts(job) { Formula.softLight($0, $1) }
    case .hardLight: parts(job) { Formula.hardLight($0, $1) }
    case .vividLight: parts(job, isSteep: true) { Formula.vividLight($0, $1) }
    case .linearLight: parts(job) { Formula.linearLight($0, $1) }
    case .pinLight: parts(job) { Formula.pinLight($0, $1) }
    case .hardMix: parts(job, isSteep: true) { Formula.hardMix($0, $1) }
    case .difference: parts(job) { Formula.difference($0, $1) }
    case .exclusion: parts(job) { Formula.exclusion($0, $1) }
    case .subtract: parts(job) { Formula.subtract($0, $1) }
    case .divide: parts(job, isSteep: true) { Formula.divide($0, $1) }
    case .average: parts(job) { Formula.average($0, $1) }
    case .negation: parts(job) { Formula.negation($0, $1) }
    case .phoenix: parts(job) { Formula.phoenix($0, $1) }
    case .reflect: parts(job, isSteep: true) { Formula.reflect($0, $1) }
    case .glow: parts(job, isSteep: true) { Formula.glow($0, $1) }
    case .grainExtract: parts(job) { Formula.grainExtract($0, $1) }
    case .grainMerge: parts(job) { Formula.grainMerge($0, $1) }
    case .hue: wholes(job) { Formula.hue($0, $1) }
    case .saturation: wholes(job) { Formula.saturation($0, $1) }
    case .color: wholes(job) { Formula.color($0, $1) }
    case .luminosity: wholes(job) { Formula.luminosity($0, $1) }
    case .darkerColor: wholes(job) { Formula.darkerColor($0, $1) }
    case .lighterColor: wholes(job) { Formula.lighterColor($0, $1) }
    case .plusLighter: sums(job) { total, _ in total.atMost(1) }
    case .plusDarker: sums(job) { total, missing in (total - missing).atLeast(0) }
    }
  }

  /// Blends by a formula for each part.
  ///
  /// - Parameter isSteep: whether white and black come to something else than what is next to them.
  @inline(__always)
  private func parts(
    _ job: Job, isSteep: Bool = false, _ formula: (Lanes, Lanes) -> Lanes
  ) {
    wholes(job, isSteep: isSteep) { top, back in
      (
        formula(top.red, back.red), formula(top.green, back.green), formula(top.blue, back.blue)
      )
    }
  }

  /// Blends by a formula for whole colours.
  @inline(__always)
  private func wholes(
    _ job: Job, isSteep: Bool = true, _ formula: (Formula.Colors, Formula.Colors) -> Formula.Colors
  ) {
    each(job, isSteep: isSteep) { top, cover, back, both in
      let alone = cover * (1 - both)
      let share = cover * both
      let mixed = formula(top, back)
      return (
        red: alone * top.red + share * (mixed.red - back.red),
        green: alone * top.green + share * (mixed.green - back.green),
        blue: alone * top.blue + share * (mixed.blue - back.blue), alpha: alone
      )
    } opaque: { top, cover, back in
      let mixed = formula(top, back)
      return (
        red: cover * (mixed.red - back.red), green: cover * (mixed.green - back.green),
        blue: cover * (mixed.blue - back.blue)
      )
    }
  }

  /// Adds premultiplied colours; `formula` gets the sum, and how far it is from the sum of both
  /// alphas less the whole.
  @inline(__always)
  private func sums(_ job: Job, _ formula: (Lanes, Lanes) -> Lanes) {
    each(job, isSteep: true) { top, cover, back, both in
      let sum = cover + both
      // What the sum of alphas has beyond the whole.
      let beyond = (sum - 1).atLeast(0)
      let red = formula(cover * top.red + both * back.red, beyond) - both * back.red
      let green = formula(cover * top.green + both * back.green, beyond) - both * back.green
      let blue = formula(cover * top.blue + both * back.blue, beyond) - both * back.blue
      return (red, green, blue, sum.atMost(1) - both)
    } opaque: { top, cover, back in
      (
        red: formula(cover * top.red + back.red, cover) - back.red,
        green: formula(cover * top.green + back.green, cover) - back.green,
        blue: formula(cover * top.blue + back.blue, cover) - back.blue
      )
    }
  }

  /// Goes along a row; bodies get the layer's colours and its cover, and the backdrop's, and give
  /// how far the latter changes.
  @inline(__always)
  private func each(
    _ job: Job, isSteep: Bool,
    _ body: (Formula.Colors, Lanes, Formula.Colors, Lanes) -> Change,
    opaque: (Formula.Colors, Lanes, Formula.Colors) -> Formula.Colors
  ) {
    let (layer, coding) = (job.layer, job.coding)
    if let (y, u, v) = job.samples {
      var x = 0
      while x < count {
        let cover = layer.cover.lanes(x)
        let top = settled(
          layer.colors.lanes(x), isSteep ? slack(cover) : Lanes(repeating: 0), isSteep)
        let below = coding.decode(y.lanes(x), u.lanes(x), v.lanes(x))
        let back = settled(below, Lanes(repeating: Self.leastSlack), isSteep)
        let change = coding.samples(of: opaque(top, cover, back))
        (y + x).store(change.y)
        (u + x).store(change.u)
        (v + x).store(change.v)
        x &+= Self.lanes
      }
    } else if let backCover = job.cover {
      var x = 0
      while x < count {
        let (cover, both) = (layer.cover.lanes(x), backCover.lanes(x))
        var (top, back) = (layer.colors.lanes(x), backdrop.lanes(x))
        if !job.isLight {
          top = settled(top, slack(cover), isSteep)
          back = settled(back, slack(both), isSteep)
        }
        let result = body(top, cover, back, both)
        (change.red + x).store(result.red)
        (change.green + x).store(result.green)
        (change.blue + x).store(result.blue)
        (gain + x).store(result.alpha)
        x &+= Self.lanes
      }
    }
  }

  private typealias Change = (red: Lanes, green: Lanes, blue: Lanes, alpha: Lanes)

  /// Colours within 0 and 1; where a formula is steep exactly 0 and 1 where a sample may stand for
  /// them, as what white and black do differs from what is next to them does.
  ///
  /// A backdrop's colours that lie beyond stay beyond, as far as they do: only differences are
  /// added.
  @inline(__always)
  private func settled(
    _ colors: Formula.Colors, _ slack: Lanes, _ isSteep: Bool
  ) -> Formula.Colors {
    guard isSteep else {
      return (
        colors.red.atLeast(0).atMost(1), colors.green.atLeast(0).atMost(1),
        colors.blue.atLeast(0).atMost(1)
      )
    }
    return (
      Self.settled(colors.red, slack), Self.settled(colors.green, slack),
      Self.settled(colors.blue, slack)
    )
  }

  /// How far off the colours of premultiplied samples are.
  @inline(__always)
  private func slack(_ cover: Lanes) -> Lanes { Self.slack(cover) }

  @inline(__always)
  static func slack(_ cover: Lanes) -> Lanes { slack / cover.atLeast(slack) }

  /// Cuts a channel of a layer to 0 and 1, exactly where premultiplied samples may stand for these.
  static func settle(_ line: Line, _ cover: Line, count: Int) {
    var x = 0
    while x < count {
      (line + x).store(settled(line.lanes(x), slack(cover.lanes(x))))
      x &+= lanes
    }
  }

  @inline(__always)
  static func settled(_ value: Lanes, _ slack: Lanes) -> Lanes {
    let (zero, one) = (Lanes(repeating: 0), Lanes(repeating: 1))
    let low = value.replaced(by: zero, where: value, isBelow: slack)
    return low.replaced(by: one, where: one - low, isBelow: slack)
  }
}

extension RGBRow {
  /// A row with room for whole lanes.
  init(padded count: Int, _ scratch: Scratch) {
    let room = RGBRow(count: count + BlendedColors.lanes, scratch)
    self.init(red: room.red, green: room.green, blue: room.blue, count: count)
  }
}
