import Colors

// Plates that are mixed by a blend mode, as W3C Compositing and Blending Level 1 says.
extension Plate {
  /// Blends pixels of a row of another plate over those of this one, eight at a time.
  mutating func blendRow(
    _ at: Int, _ other: Plate, _ from: Int, _ count: Int, _ opacity: UInt16, _ mode: BlendMode
  ) {
    var done = 0
    while done < count {
      let lanes = min(count - done, 8)
      blend(at + done * 4, other, from + done * 4, lanes, opacity, mode)
      done += lanes
    }
  }

  private mutating func blend(
    _ at: Int, _ other: Plate, _ from: Int, _ lanes: Int, _ opacity: UInt16, _ mode: BlendMode
  ) {
    var (top, topAlpha) = Self.straight(other.samples, from, lanes)
    let (below, belowAlpha) = Self.straight(samples, at, lanes)
    topAlpha *= Float(opacity) / 65535
    let mixed = Self.mixed(mode, top, below)
    let (free, both) = (topAlpha * (1 - belowAlpha), topAlpha * belowAlpha)
    let rest = (1 - topAlpha) * belowAlpha
    top = (
      free * top.red + both * mixed.red + rest * below.red,
      free * top.green + both * mixed.green + rest * below.green,
      free * top.blue + both * mixed.blue + rest * below.blue
    )
    let alpha = topAlpha + rest
    for lane in 0..<lanes {
      let place = at + lane * 4
      samples[place] = Self.sample(top.red[lane])
      samples[place + 1] = Self.sample(top.green[lane])
      samples[place + 2] = Self.sample(top.blue[lane])
      samples[place + 3] = Self.sample(alpha[lane])
    }
  }

  private static func sample(_ value: Float) -> UInt16 {
    UInt16(min(max(value, 0), 1) * 65535 + 0.5)
  }

  private static func straight(
    _ samples: [UInt16], _ start: Int, _ lanes: Int
  ) -> (BlendFormula.Colors, BlendFormula.V) {
    typealias V = BlendFormula.V
    var (red, green, blue, alpha) = (V.zero, V.zero, V.zero, V.zero)
    for lane in 0..<lanes {
      let at = start + lane * 4
      let own = Float(samples[at + 3])
      guard own > 0 else { continue }
      red[lane] = min(Float(samples[at]) / own, 1)
      green[lane] = min(Float(samples[at + 1]) / own, 1)
      blue[lane] = min(Float(samples[at + 2]) / own, 1)
      alpha[lane] = own / 65535
    }
    return ((red, green, blue), alpha)
  }

  private static func mixed(
    _ mode: BlendMode, _ s: BlendFormula.Colors, _ b: BlendFormula.Colors
  ) -> BlendFormula.Colors {
    typealias V = BlendFormula.V
    func each(_ formula: (V, V) -> V) -> BlendFormula.Colors {
      (formula(s.red, b.red), formula(s.green, b.green), formula(s.blue, b.blue))
    }
    switch mode {
    case .multiply: return each { $0 * $1 }
    case .screen: return each { BlendFormula.screen($0, $1) }
    case .overlay: return each { BlendFormula.overlay($0, $1) }
    case .darken: return each { BlendFormula.darken($0, $1) }
    case .lighten: return each { BlendFormula.lighten($0, $1) }
    case .colorDodge: return each { BlendFormula.colorDodge($0, $1) }
    case .colorBurn: return each { BlendFormula.colorBurn($0, $1) }
    case .hardLight: return each { BlendFormula.hardLight($0, $1) }
    case .softLight: return each { BlendFormula.softLight($0, $1) }
    case .difference: return each { BlendFormula.difference($0, $1) }
    case .exclusion: return each { BlendFormula.exclusion($0, $1) }
    case .hue: return BlendFormula.hue(s, b)
    case .saturation: return BlendFormula.saturation(s, b)
    case .color: return BlendFormula.color(s, b)
    case .luminosity: return BlendFormula.luminosity(s, b)
    case .linearDodge: return each { BlendFormula.linearDodge($0, $1) }
    case .hardMix: return each { BlendFormula.hardMix($0, $1) }
    default: return s
    }
  }
}
