import Bytes
import Colors

/// Rows for mixing light: what the backdrop was, and an opaque one's alpha.
struct MixedLights {
  let curve: LightCurve
  /// The colours of the backdrop, within black and white.
  let colors: RGBRow
  /// How far they lay beyond.
  let beyond: RGBRow
  /// The alpha of one that is opaque.
  let whole: UnsafeMutablePointer<Float>
  /// What light may be off by where a mode takes it from white: no less is taken for a change.
  let slack: Float

  init(_ curve: LightCurve, _ mode: BlendMode, count: Int, _ scratch: Scratch) {
    self.curve = curve
    switch mode {
    case .colorBurn, .linearBurn, .vividLight, .linearLight, .negation, .phoenix, .plusDarker,
      .grainExtract, .grainMerge:
      slack = 0x1p-22
    default: slack = 0
    }
    colors = RGBRow(padded: count, scratch)
    beyond = RGBRow(padded: count, scratch)
    whole = scratch.take(Float.self, count + BlendedColors.lanes)
    whole.update(repeating: 1, count: count + BlendedColors.lanes)
  }
}

/// Blending light: the formulas of blending get light in place of colours, and what they give is
/// made colours again.
///
/// Where light does not change, nor does the colour: nothing is lost on the way there and back.
extension BlendedColors {
  /// Blends with an opaque backdrop, given as samples, which become how far they change.
  func blend(
    _ layer: LayerRow, samples: (Line, Line, Line), _ coding: RGBCoding, _ lights: MixedLights
  ) {
    let (y, u, v) = samples
    if mode == .normal, let gamma = lights.curve.gamma {
      return mix(layer, (y, u, v), coding, gamma, lights.colors)
    }
    coding.decode(y, (u, v), to: backdrop)
    settle(slack: { _ in Lanes(repeating: Self.leastSlack) }, lights)
    blendLight(layer, over: lights.whole, coding)
    for (back, change) in zip(backdrop.channels, change.channels) {
      for x in 0..<count { back[x] += change[x] }
    }
    lights.curve.encode(backdrop)
    for ((before, after), change) in zip(
      zip(lights.colors.channels, backdrop.channels), change.channels)
    {
      for x in 0..<count {
        let isChanged = change[x].magnitude > lights.slack
        change[x] = isChanged ? after[x] - before[x] : 0
      }
    }
    coverBeyond(layer.cover, lights.whole, lights)
    coding.luma(of: change, y)
    coding.blue(of: change, u)
    coding.red(of: change, v)
  }

  /// Fills ``change`` and ``gain`` with those of colours.
  func blend(_ layer: LayerRow, over cover: Line, _ coding: RGBCoding, _ lights: MixedLights) {
    settle(slack: { Self.slack(cover.lanes($0)) }, lights)
    blendLight(layer, over: cover, coding)
    for (back, change) in zip(backdrop.channels, change.channels) {
      for x in 0..<count {
        let total = cover[x] + gain[x]
        let sum = cover[x] * back[x] + change[x]
        back[x] = total > 0 ? sum / total : 0
      }
    }
    lights.curve.encode(backdrop)
    for ((before, after), change) in zip(
      zip(lights.colors.channels, backdrop.channels), change.channels)
    {
      for x in 0..<count {
        let changed = (cover[x] + gain[x]) * after[x] - cover[x] * before[x]
        let isChanged = change[x].magnitude > lights.slack || gain[x] != 0
        change[x] = isChanged ? changed : 0
      }
    }
    coverBeyond(layer.cover, cover, lights)
  }

  /// What is put over a backdrop covers what of that lies beyond black and white; blend modes leave
  /// it.
  private func coverBeyond(_ cover: Line, _ both: Line, _ lights: MixedLights) {
    guard mode == .normal else { return }
    for (change, beyond) in zip(change.channels, lights.beyond.channels) {
      for x in 0..<count { change[x] -= cover[x] * both[x] * beyond[x] }
    }
  }

  /// Keeps the backdrop's colours, within black and white, and puts light in their place.
  private func settle(slack: (Int) -> Lanes, _ lights: MixedLights) {
    for ((line, kept), beyond) in zip(
      zip(backdrop.channels, lights.colors.channels), lights.beyond.channels)
    {
      var x = 0
      while x < count {
        let color = line.lanes(x)
        let settled = Self.settled(color, slack(x))
        (beyond + x).store(color - color.atLeast(0).atMost(1))
        (line + x).store(settled)
        (kept + x).store(settled)
        x &+= Self.lanes
      }
    }
    lights.curve.decode(backdrop)
  }

  /// Puts a layer over an opaque backdrop, for light that is a power.
  private func mix(
    _ layer: LayerRow, _ samples: SampleLines, _ coding: RGBCoding, _ gamma: Float, _ backs: RGBRow
  ) {
    coding.decode(samples.y, (samples.u, samples.v), to: backdrop)
    let (colors, cover) = (layer.colors, layer.cover)
    Self.decode(backdrop.red, cover, to: backs.red, count, gamma)
    Self.mix(backdrop.red, backs.red, colors.red, cover, count, gamma)
    Self.decode(backdrop.green, cover, to: backs.green, count, gamma)
    Self.mix(backdrop.green, backs.green, colors.green, cover, count, gamma)
    Self.decode(backdrop.blue, cover, to: backs.blue, count, gamma)
    Self.mix(backdrop.blue, backs.blue, colors.blue, cover, count, gamma)
    coding.luma(of: backdrop, samples.y)
    coding.blue(of: backdrop, samples.u)
    coding.red(of: backdrop, samples.v)
  }

  /// Writes the light of a channel, where anything covers it.
  ///
  /// A loop of its own: a power is a long chain of numbers that wait for each other, and processors
  /// look ahead far enough for several turns of a short loop.
  private static func decode(
    _ line: Line, _ cover: Line, to backs: Line, _ count: Int, _ gamma: Float
  ) {
    var x = 0
    while x < count {
      if !isNothing(cover.lanes(x)) {
        (backs + x).store(line.lanes(x).atLeast(0).atMost(1).raised(to: gamma))
      }
      x &+= lanes
    }
  }

  /// Puts in place of a channel, whose light is `backs`, how far it changes under a layer of so
  /// much light.
  private static func mix(
    _ line: Line, _ backs: Line, _ light: Line, _ cover: Line, _ count: Int, _ gamma: Float
  ) {
    let power = 1 / gamma
    var x = 0
    while x < count {
      let share = cover.lanes(x)
      if isNothing(share) {
        (line + x).store(.zero)
      } else {
        let (color, back) = (line.lanes(x), backs.lanes(x))
        let before = color.atLeast(0).atMost(1)
        let change = share * (light.lanes(x) - back)
        let after = (back + change).raised(to: power)
        let moved = (after - before).replaced(by: .zero, where: change, equals: .zero)
        // What lies beyond black and white is covered, too.
        (line + x).store(moved - share * (color - before))
      }
      x &+= lanes
    }
  }

  /// Whether all covers are 0.
  @inline(__always)
  private static func isNothing(_ cover: Lanes) -> Bool {
    let bits = unsafeBitCast(cover, to: SIMD4<UInt64>.self)
    return bits[0] | bits[1] | bits[2] | bits[3] == 0
  }
}

extension RGBRow {
  /// The rows of all three channels.
  var channels: [UnsafeMutablePointer<Float>] { [red, green, blue] }
}
