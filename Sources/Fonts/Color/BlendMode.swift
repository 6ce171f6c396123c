/// How a source is laid over a backdrop: the modes of "COLR" version 1, which are those of W3C
/// Compositing and Blending Level 1.
enum BlendMode: Int {
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
    var mixed = SIMD4<Float>.zero
    switch self {
    case .hue, .saturation, .color, .luminosity: mixed = mixedByLight(front, behind)
    default:
      for part in 0..<3 { mixed[part] = mixedPart(front[part], behind[part]) }
    }
    mixed[3] = 1
    return alone + mixed * (sourceAlpha * backAlpha)
  }

  /// One part of a mixed colour, by the formulas of section 9.1.
  private func mixedPart(_ front: Float, _ behind: Float) -> Float {
    switch self {
    case .screen: return front + behind - front * behind
    case .overlay: return Self.hard(behind, over: front)
    case .darken: return min(front, behind)
    case .lighten: return max(front, behind)
    case .colorDodge:
      return behind == 0 ? 0 : front >= 1 ? 1 : min(behind / (1 - front), 1)
    case .colorBurn:
      return behind >= 1 ? 1 : front <= 0 ? 0 : 1 - min((1 - behind) / front, 1)
    case .hardLight: return Self.hard(front, over: behind)
    case .softLight: return Self.soft(front, over: behind)
    case .difference: return (front - behind).magnitude
    case .exclusion: return front + behind - 2 * front * behind
    case .multiply: return front * behind
    default: return front
    }
  }

  private static func hard(_ front: Float, over behind: Float) -> Float {
    if front <= 0.5 { return 2 * front * behind }
    return 2 * front - 1 + behind - (2 * front - 1) * behind
  }

  private static func soft(_ front: Float, over behind: Float) -> Float {
    if front <= 0.5 { return behind - (1 - 2 * front) * behind * (1 - behind) }
    let bent =
      behind <= 0.25 ? ((16 * behind - 12) * behind + 4) * behind : behind.squareRoot()
    return behind + (2 * front - 1) * (bent - behind)
  }

  // Section 9.2: modes that take hue, saturation and luminosity from one or the other.

  private func mixedByLight(_ front: SIMD4<Float>, _ behind: SIMD4<Float>) -> SIMD4<Float> {
    switch self {
    case .hue:
      Self.light(Self.saturated(front, Self.saturation(behind)), Self.light(behind))
    case .saturation:
      Self.light(Self.saturated(behind, Self.saturation(front)), Self.light(behind))
    case .color: Self.light(front, Self.light(behind))
    default: Self.light(behind, Self.light(front))
    }
  }

  private static func light(_ color: SIMD4<Float>) -> Float {
    0.3 * color[0] + 0.59 * color[1] + 0.11 * color[2]
  }

  private static func saturation(_ color: SIMD4<Float>) -> Float {
    max(color[0], max(color[1], color[2])) - min(color[0], min(color[1], color[2]))
  }

  /// The colour with another luminosity.
  private static func light(_ color: SIMD4<Float>, _ wanted: Float) -> SIMD4<Float> {
    let moved = color + (wanted - light(color))
    let level = light(moved)
    let low = min(moved[0], min(moved[1], moved[2]))
    let high = max(moved[0], max(moved[1], moved[2]))
    var result = moved
    if low < 0 { result = level + (result - level) * (level / (level - low)) }
    if high > 1 { result = level + (result - level) * ((1 - level) / (high - level)) }
    return result.clamped(lowerBound: .zero, upperBound: .one)
  }

  /// The colour with another saturation.
  private static func saturated(_ color: SIMD4<Float>, _ wanted: Float) -> SIMD4<Float> {
    let low = min(color[0], min(color[1], color[2]))
    let span = saturation(color)
    guard span > 0 else { return .zero }
    return (color - low) * (wanted / span)
  }
}
