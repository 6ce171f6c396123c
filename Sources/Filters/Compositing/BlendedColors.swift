import Colors

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
  private static let leastSlack: Float = 1 / 262_144

  private let mode: BlendMode
  private let count: Int
  /// What is blended with.
  let backdrop: RGBRow
  /// How far the premultiplied colours change.
  let change: RGBRow
  /// How far alpha changes.
  let gain: Line

  init(_ mode: BlendMode, count: Int, _ scratch: Scratch) {
    self.mode = mode
    self.count = count
    backdrop = RGBRow(padded: count, scratch)
    change = RGBRow(padded: count, scratch)
    gain = scratch.take(Float.self, count + Self.lanes)
  }

  /// Fills ``change`` and ``gain``.
  ///
  /// - Parameters:
  ///   - cover: the layer's alpha, 0 to 1.
  ///   - backCover: the backdrop's; nil for an opaque one.
  func blend(_ colors: RGBRow, _ cover: Line, over backCover: Line?) {
    let job = Job(colors: colors, cover: cover, backCover: backCover)
    switch mode {
    case .normal, .dissolve: parts(job) { Formula.normal($0, $1) }
    case .darken: parts(job) { Formula.darken($0, $1) }
    case .multiply: parts(job) { Formula.multiply($0, $1) }
    case .colorBurn: parts(job) { Formula.colorBurn($0, $1) }
    case .linearBurn: parts(job) { Formula.linearBurn($0, $1) }
    case .lighten: parts(job) { Formula.lighten($0, $1) }
    case .screen: parts(job) { Formula.screen($0, $1) }
    case .colorDodge: parts(job) { Formula.colorDodge($0, $1) }
    case .linearDodge: parts(job) { Formula.linearDodge($0, $1) }
    case .overlay: parts(job) { Formula.overlay($0, $1) }
    case .softLight: parts(job) { Formula.softLight($0, $1) }
    case .hardLight: parts(job) { Formula.hardLight($0, $1) }
    case .vividLight: parts(job) { Formula.vividLight($0, $1) }
    case .linearLight: parts(job) { Formula.linearLight($0, $1) }
    case .pinLight: parts(job) { Formula.pinLight($0, $1) }
    case .hardMix: parts(job) { Formula.hardMix($0, $1) }
    case .difference: parts(job) { Formula.difference($0, $1) }
    case .exclusion: parts(job) { Formula.exclusion($0, $1) }
    case .subtract: parts(job) { Formula.subtract($0, $1) }
    case .divide: parts(job) { Formula.divide($0, $1) }
    case .average: parts(job) { Formula.average($0, $1) }
    case .negation: parts(job) { Formula.negation($0, $1) }
    case .phoenix: parts(job) { Formula.phoenix($0, $1) }
    case .reflect: parts(job) { Formula.reflect($0, $1) }
    case .glow: parts(job) { Formula.glow($0, $1) }
    case .grainExtract: parts(job) { Formula.grainExtract($0, $1) }
    case .grainMerge: parts(job) { Formula.grainMerge($0, $1) }
    case .hue: wholes(job) { Formula.hue($0, $1) }
    case .saturation: wholes(job) { Formula.saturation($0, $1) }
    case .color: wholes(job) { Formula.color($0, $1) }
    case .luminosity: wholes(job) { Formula.luminosity($0, $1) }
    case .darkerColor: wholes(job) { Formula.darkerColor($0, $1) }
    case .lighterColor: wholes(job) { Formula.lighterColor($0, $1) }
    case .plusLighter: sums(job) { total, _ in total.most(1) }
    case .plusDarker: sums(job) { total, missing in (total - missing).least(0) }
    }
  }

  /// A row of a layer, and what it covers.
  private struct Job {
    let colors: RGBRow
    let cover: Line
    let backCover: Line?

    var isOpaque: Bool { backCover == nil }
  }

  /// Blends by a formula for each part.
  @inline(__always)
  private func parts(_ job: Job, _ formula: (Lanes, Lanes) -> Lanes) {
    wholes(job) { top, back in
      (
        formula(top.red, back.red), formula(top.green, back.green), formula(top.blue, back.blue)
      )
    }
  }

  /// Blends by a formula for whole colours.
  @inline(__always)
  private func wholes(_ job: Job, _ formula: (Formula.Colors, Formula.Colors) -> Formula.Colors) {
    for x in stride(from: 0, to: count, by: Self.lanes) {
      let cover = job.cover.lanes(x)
      let both = job.backCover.map { $0.lanes(x) } ?? Lanes(repeating: 1)
      let alone = cover * (1 - both)
      let top = settled(job.colors, slack(cover), x)
      let back = settled(
        backdrop, job.isOpaque ? Lanes(repeating: Self.leastSlack) : slack(both), x)
      let mixed = formula(top, back)
      let share = cover * both
      (change.red + x).store(alone * top.red + share * (mixed.red - back.red))
      (change.green + x).store(alone * top.green + share * (mixed.green - back.green))
      (change.blue + x).store(alone * top.blue + share * (mixed.blue - back.blue))
      (gain + x).store(alone)
    }
  }

  /// Adds premultiplied colours; `formula` gets the sum, and how far it is from the sum of both
  /// alphas less the whole.
  @inline(__always)
  private func sums(_ job: Job, _ formula: (Lanes, Lanes) -> Lanes) {
    for x in stride(from: 0, to: count, by: Self.lanes) {
      let cover = job.cover.lanes(x)
      let both = job.backCover.map { $0.lanes(x) } ?? Lanes(repeating: 1)
      let sum = cover + both
      // What the sum of alphas has beyond the whole.
      let beyond = (sum - 1).least(0)
      let top = settled(job.colors, slack(cover), x)
      let back = settled(
        backdrop, job.isOpaque ? Lanes(repeating: Self.leastSlack) : slack(both), x)
      (change.red + x).store(
        formula(cover * top.red + both * back.red, beyond) - both * back.red)
      (change.green + x).store(
        formula(cover * top.green + both * back.green, beyond) - both * back.green)
      (change.blue + x).store(
        formula(cover * top.blue + both * back.blue, beyond) - both * back.blue)
      (gain + x).store(sum.most(1) - both)
    }
  }

  /// Colours within 0 and 1: exactly 0 and 1 where a sample may stand for them, as what white and
  /// black do differs from what is next to them does.
  ///
  /// A backdrop's colours that lie beyond stay beyond, as far as they do: only differences are added.
  @inline(__always)
  private func settled(_ colors: RGBRow, _ slack: Lanes, _ x: Int) -> Formula.Colors {
    func part(_ line: Line) -> Lanes {
      let value = line.lanes(x)
      let low = value.replacing(with: 0, where: value .< slack)
      return low.replacing(with: 1, where: 1 - value .< slack)
    }
    return (part(colors.red), part(colors.green), part(colors.blue))
  }

  /// How far off the colours of premultiplied samples are.
  @inline(__always)
  private func slack(_ cover: Lanes) -> Lanes { Self.slack / cover.least(Self.slack) }
}

extension RGBRow {
  /// A row with room for whole lanes.
  init(padded count: Int, _ scratch: Scratch) {
    let room = RGBRow(count: count + BlendedColors.lanes, scratch)
    self.init(red: room.red, green: room.green, blue: room.blue, count: count)
  }
}

extension UnsafeMutablePointer<Float> {
  @inline(__always)
  fileprivate func lanes(_ x: Int) -> SIMD8<Float> {
    UnsafeRawPointer(self + x).loadUnaligned(as: SIMD8<Float>.self)
  }

  @inline(__always)
  fileprivate func store(_ lanes: SIMD8<Float>) {
    UnsafeMutableRawPointer(self).storeBytes(of: lanes, as: SIMD8<Float>.self)
  }
}

extension SIMD8<Float> {
  /// At least so much.
  @inline(__always)
  fileprivate func least(_ bound: Float) -> Self {
    replacing(with: Self(repeating: bound), where: self .< Self(repeating: bound))
  }

  /// At most so much.
  @inline(__always)
  fileprivate func most(_ bound: Float) -> Self {
    replacing(with: Self(repeating: bound), where: self .> Self(repeating: bound))
  }
}
