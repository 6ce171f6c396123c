/// Hues of HSL: 0 is red, 120 green, 240 blue.
enum HueWheel {
  /// The purest colour of a hue in degrees.
  static func color(_ degrees: Double) -> SIMD3<Double> {
    let turns = degrees / 360
    let sixths = (turns - turns.rounded(.down)) * 6
    func channel(_ place: Double) -> Double {
      // Full within a sixth of its place, and none from a third on.
      let distance = (sixths - place).magnitude
      return min(max(2 - min(distance, 6 - distance), 0), 1)
    }
    return SIMD3(channel(0), channel(2), channel(4))
  }
}

/// A colour in HSL, with its hue in sixths of a turn.
struct HueLightness {
  let hue: Float
  let chroma: Float
  let lightness: Float

  @inline(__always)
  init(_ red: Float, _ green: Float, _ blue: Float) {
    let most = max(red, max(green, blue))
    let least = min(red, min(green, blue))
    let spread = most - least
    let scale = 1 / max(spread, 1e-7)
    let ofRed = (green - blue) * scale
    let ofGreen = (blue - red) * scale + 2
    let ofBlue = (red - green) * scale + 4
    let any = most == red ? ofRed : (most == green ? ofGreen : ofBlue)
    hue = any < 0 ? any + 6 : any
    chroma = spread
    lightness = (most + least) * 0.5
  }

  /// The colour of a hue within -6 to 12 sixths, a chroma and a lightness.
  @inline(__always)
  static func color(_ hue: Float, _ chroma: Float, _ lightness: Float) -> (Float, Float, Float) {
    let whole = hue < 0 ? hue + 6 : (hue >= 6 ? hue - 6 : hue)
    let low = lightness - chroma * 0.5
    return (
      low + chroma * channel(whole, 0), low + chroma * channel(whole, 2),
      low + chroma * channel(whole, 4)
    )
  }

  @inline(__always)
  private static func channel(_ hue: Float, _ place: Float) -> Float {
    let distance = (hue - place).magnitude
    return min(1, max(0, 2 - min(distance, 6 - distance)))
  }
}
