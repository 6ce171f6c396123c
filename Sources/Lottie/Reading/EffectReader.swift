import Colors
import Timeline

// What changes the pictures of layers: effects, and the styles of Photoshop.
extension LottieReader {
  /// The effects of a layer that are switched on, in their order.
  mutating func effects(_ layer: JSONNode) -> [LottieEffect] {
    var effects: [LottieEffect] = []
    for node in layer["ef"]?.elements ?? [] where (node["en"]?.number ?? 1) != 0 {
      guard effects.count < LottieLimits.effects else {
        note("more effects of a layer than \(LottieLimits.effects)")
        break
      }
      if let effect = effect(node, masks: layer["masksProperties"]?.elements ?? []) {
        effects.append(effect)
      }
    }
    return effects
  }

  private mutating func effect(_ node: JSONNode, masks: [JSONNode]) -> LottieEffect? {
    let values = node["ef"]?.elements ?? []
    func track(_ index: Int, _ fallback: [Double]) -> LottieTrack {
      LottieTrack(index < values.count ? values[index]["v"] : nil, fallback)
    }
    func hue(_ index: Int) -> LottieHue { LottieHue(track(index, [0, 0, 0])) }
    switch EffectKind(node) {
    case .stroke: return .brush(brush(track, masks))
    case .tint: return .tones([hue(0), hue(1)], amount: track(2, [100]), isInverse: false)
    case .fill: return .fill(hue(2), opacity: track(6, [1]))
    case .tritone: return .tones([hue(2), hue(1), hue(0)], amount: track(3, [0]), isInverse: true)
    case .levels:
      // Those of each come first, then those of all together.
      let groups = [(10, 0..<1), (17, 1..<2), (24, 2..<3), (31, 3..<4), (3, 0..<3)]
      return .levels(
        groups.map { first, parts in
          LottieLevels(
            parts: parts, black: track(first, [0]), white: track(first + 1, [1]),
            gamma: track(first + 2, [1]), outBlack: track(first + 3, [0]),
            outWhite: track(first + 4, [1]))
        })
    case .shadow:
      return .shadow(
        LottieShadow(
          color: hue(0), opacity: track(1, [255]), wholeOpacity: 255, angle: track(2, [0]),
          isAngleOfLight: false, distance: track(3, [0]), softness: track(4, [0]),
          spread: LottieTrack([0]), isAlone: track(5, [0]), isInside: false, blend: .normal))
    case .ramp:
      return .ramp(
        LottieRamp(
          start: track(0, [0, 0]), first: hue(1), end: track(2, [0, 0]), last: hue(3),
          kind: track(4, [1]), rest: track(6, [0])))
    case .blur: return .blur(track(0, [0]), axes: track(1, [1]), repeatsEdges: track(2, [0]))
    case .control: return nil
    case nil:
      note("effects of other kinds")
      return nil
    }
  }

  private func brush(
    _ track: (Int, [Double]) -> LottieTrack, _ masks: [JSONNode]
  ) -> LottieBrush {
    // Masks are counted from 1 on.
    let number = Int(track(0, [1]).number(at: 0).rounded(.towardZero)) - 1
    let isAll = track(1, [0]).number(at: 0) >= 0.5
    let chosen = masks.enumerated().filter { isAll || $0.offset == number }
    return LottieBrush(
      paths: chosen.compactMap { LottieTrack(path: $0.element["pt"]) },
      isSequential: track(2, [1]).number(at: 0) >= 0.5,
      color: LottieHue(track(3, [0, 0, 0])), size: track(4, [2]), opacity: track(6, [1]),
      start: track(7, [0]), end: track(8, [100]), kind: track(10, [1]))
  }

  /// The styles of a layer that are switched on, in the order in which they are drawn.
  mutating func styles(_ layer: JSONNode) -> [LottieEffect] {
    var styles: [(order: Int, style: LottieEffect)] = []
    for node in layer["sy"]?.elements ?? [] where (node["en"]?.number ?? 1) != 0 {
      guard styles.count < LottieLimits.effects else { break }
      switch node.whole("ty") {
      case 0:
        let color = LottieHue(LottieTrack(node["c"], [0, 0, 0]))
        styles.append((3, .outline(color, width: LottieTrack(node["s"], [3]))))
      case 1: styles.append((5, .shadow(shadow(node, inside: false, distance: node["d"]))))
      case 2: styles.append((2, .shadow(shadow(node, inside: true, distance: node["d"]))))
      case 3: styles.append((4, .shadow(shadow(node, inside: false, distance: nil))))
      // That of the middle is no shadow of the edge.
      case 4 where LottieTrack(node["sr"], [1]).number(at: 0) < 2:
        styles.append((1, .shadow(shadow(node, inside: true, distance: nil))))
      case 7:
        let color = LottieHue(LottieTrack(node["c"], [0, 0, 0]))
        let opacity = LottieTrack(node["so"] ?? node["o"], [100])
        styles.append((0, .overlay(color, opacity: opacity, styleBlend(node))))
      default: note("layer styles of other kinds")
      }
    }
    return styles.sorted { $0.order < $1.order }.map(\.style)
  }

  private mutating func shadow(
    _ node: JSONNode, inside isInside: Bool, distance: JSONNode?
  ) -> LottieShadow {
    LottieShadow(
      color: LottieHue(LottieTrack(node["c"], [0, 0, 0])), opacity: LottieTrack(node["o"], [75]),
      wholeOpacity: 100, angle: LottieTrack(node["a"], [120]), isAngleOfLight: true,
      distance: LottieTrack(distance, [0]), softness: LottieTrack(node["s"] ?? node["r"], [5]),
      spread: LottieTrack(node["ch"], [0]), isAlone: LottieTrack([0]), isInside: isInside,
      blend: styleBlend(node))
  }

  /// The blend mode of a style: its place in the menu of After Effects, whose lines count too.
  private mutating func styleBlend(_ node: JSONNode) -> BlendMode {
    let modes: [Int: BlendMode] = [
      0: .normal, 1: .normal, 4: .darken, 5: .multiply, 6: .colorBurn, 10: .lighten, 11: .screen,
      12: .colorDodge, 13: .linearDodge, 16: .overlay, 17: .softLight, 18: .hardLight,
      22: .hardMix, 24: .difference, 25: .exclusion, 29: .hue, 30: .saturation, 31: .color,
      32: .luminosity,
    ]
    let number = LottieTrack(node["bm"], [1]).number(at: 0)
    if let mode = modes[Int(number.rounded(.towardZero))] { return mode }
    note("unknown blend modes")
    return .normal
  }
}

/// The effects that are drawn, and those that only hold numbers for expressions.
private enum EffectKind {
  case stroke, tint, fill, tritone, levels, shadow, ramp, blur, control

  /// The kind of an effect by the name that After Effects gives it, or by its number; nil for
  /// others.
  init?(_ node: JSONNode) {
    let name = node["mn"]?.string ?? ""
    switch (name, node.whole("ty")) {
    case ("ADBE Tint", _), (_, 20): self = .tint
    case ("ADBE Fill", _), (_, 21): self = .fill
    case ("ADBE Stroke", _), (_, 22): self = .stroke
    case ("ADBE Tritone", _), (_, 23): self = .tritone
    case ("ADBE Pro Levels2", _), (_, 24): self = .levels
    case ("ADBE Drop Shadow", _), (_, 25): self = .shadow
    case ("ADBE Gaussian Blur 2", _), (_, 29): self = .blur
    case ("ADBE Ramp", _): self = .ramp
    case (_, let number?) where number >= 20: return nil
    default:
      // Those of After Effects are such, other than sliders and the like.
      let isPicture =
        (name.hasPrefix("ADBE ") || name.hasPrefix("CC ")) && !name.hasSuffix("Control")
      guard !isPicture else { return nil }
      self = .control
    }
  }
}
