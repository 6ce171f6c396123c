import Colors

/// How a source is laid over a backdrop: the modes of "COLR" version 1, which are those of W3C
/// Compositing and Blending Level 1.
enum PaintComposite: Int {
  case clear, source, destination, sourceOver, destinationOver, sourceIn, destinationIn
  case sourceOut, destinationOut, sourceAtop, destinationAtop, xor, plus
  case screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight
  case difference, exclusion, multiply, hue, saturation, color, luminosity

  /// Puts a premultiplied source over a premultiplied backdrop.
  func callAsFunction(_ source: SIMD4<Float>, over back: SIMD4<Float>) -> SIMD4<Float> {
    let (sourceAlpha, backAlpha) = (source[3], back[3])
    switch self {
    case .clear: return .zero
    case .source: return source
    case .destination: return back
    case .sourceOver: return source + back * (1 - sourceAlpha)
    case .destinationOver: return back + source * (1 - backAlpha)
    case .sourceIn: return source * backAlpha
    case .destinationIn: return back * sourceAlpha
    case .sourceOut: return source * (1 - backAlpha)
    case .destinationOut: return back * (1 - sourceAlpha)
    case .sourceAtop: return source * backAlpha + back * (1 - sourceAlpha)
    case .destinationAtop: return back * sourceAlpha + source * (1 - backAlpha)
    case .xor: return source * (1 - backAlpha) + back * (1 - sourceAlpha)
    case .plus: return (source + back).clamped(lowerBound: .zero, upperBound: .one)
    default: return blended(source, back)
    }
  }

  /// The modes that mix colours: what both cover is mixed, and each is seen where it is alone.
  private func blended(_ source: SIMD4<Float>, _ back: SIMD4<Float>) -> SIMD4<Float> {
    let (sourceAlpha, backAlpha) = (source[3], back[3])
    let alone = source * (1 - backAlpha) + back * (1 - sourceAlpha)
    guard sourceAlpha > 0, backAlpha > 0 else { return alone }
    let (front, behind) = (source / sourceAlpha, back / backAlpha)
    var mixed = mixed(front, behind)
    mixed[3] = 1
    return alone + mixed * (sourceAlpha * backAlpha)
  }

  /// The mixed colour; red, green and blue are the first three lanes.
  private func mixed(_ front: SIMD4<Float>, _ behind: SIMD4<Float>) -> SIMD4<Float> {
    typealias Formula = BlendFormula
    let s = Formula.V(lowHalf: front, highHalf: front)
    let b = Formula.V(lowHalf: behind, highHalf: behind)
    return switch self {
    case .screen: Formula.screen(s, b).lowHalf
    case .overlay: Formula.overlay(s, b).lowHalf
    case .darken: Formula.darken(s, b).lowHalf
    case .lighten: Formula.lighten(s, b).lowHalf
    case .colorDodge: Formula.colorDodge(s, b).lowHalf
    case .colorBurn: Formula.colorBurn(s, b).lowHalf
    case .hardLight: Formula.hardLight(s, b).lowHalf
    case .softLight: Formula.softLight(s, b).lowHalf
    case .difference: Formula.difference(s, b).lowHalf
    case .exclusion: Formula.exclusion(s, b).lowHalf
    case .multiply: Formula.multiply(s, b).lowHalf
    case .hue: whole(front, behind) { Formula.hue($0, $1) }
    case .saturation: whole(front, behind) { Formula.saturation($0, $1) }
    case .color: whole(front, behind) { Formula.color($0, $1) }
    case .luminosity: whole(front, behind) { Formula.luminosity($0, $1) }
    default: front
    }
  }

  /// Mixes by a formula that looks at all three parts.
  private func whole(
    _ front: SIMD4<Float>, _ behind: SIMD4<Float>,
    _ formula: (
      BlendFormula.Colors, BlendFormula.Colors
    ) -> BlendFormula.Colors
  ) -> SIMD4<Float> {
    func parts(_ color: SIMD4<Float>) -> BlendFormula.Colors {
      (
        SIMD8(repeating: color[0]), SIMD8(repeating: color[1]), SIMD8(repeating: color[2])
      )
    }
    let mixed = formula(parts(front), parts(behind))
    return SIMD4(mixed.red[0], mixed.green[0], mixed.blue[0], 1)
  }
}
