/// Changes colours by the bands in which their hues lie.
struct HueBands: ColorChange, Hashable, Sendable {
  /// What becomes of a band's colours.
  struct Band: Hashable, Sendable {
    /// Where its middle lies, in sixths of a turn.
    let place: Float
    /// Sixths of a turn that are added.
    let hue: Float
    /// Factors, less 1.
    let saturation: Float
    let lightness: Float

    var isIdentity: Bool { hue == 0 && saturation == 0 && lightness == 0 }
  }

  private let bands: [Band]
  /// From where on a hue belongs to the next band too, in sixths from the middle, and the inverse
  /// of how far that goes.
  private let edge: Float
  private let slope: Float
  let isSmooth: Bool

  /// - Parameter overlap: 0 for hard edges to 1.
  init(_ bands: [Band], overlap: Double) {
    self.bands = bands
    let width = max(overlap, 1e-4)
    edge = Float(0.5 - width / 2)
    slope = Float(1 / width)
    isSmooth = overlap >= 0.25
  }

  var cost: Int { 8 + 2 * bands.count }

  func apply(to colors: RGBRow, scratch: Scratch) {
    let count = colors.count
    func line() -> UnsafeMutablePointer<Float> { scratch.take(Float.self, count) }
    let (hue, chroma, light) = (line(), line(), line())
    let (turn, strength, gain) = (line(), line(), line())
    for x in 0..<count {
      let color = HueLightness(colors.red[x], colors.green[x], colors.blue[x])
      hue[x] = color.hue
      chroma[x] = color.chroma
      light[x] = color.lightness
    }
    turn.update(from: hue, count: count)
    strength.update(repeating: 1, count: count)
    gain.update(repeating: 1, count: count)
    let (edge, slope) = (edge, slope)
    for band in bands {
      for x in 0..<count {
        let away = (hue[x] - band.place).magnitude
        let past = min(1, max(0, (min(away, 6 - away) - edge) * slope))
        let share = 1 - past * past * (3 - 2 * past)
        turn[x] += share * band.hue
        strength[x] += share * band.saturation
        gain[x] += share * band.lightness
      }
    }
    for x in 0..<count {
      let room = Self.room(light[x])
      let saturation = chroma[x] / room
      let lighter = light[x] * (1 + (gain[x] - 1) * min(1, saturation))
      // No more than all of the saturation that there is room for.
      let stronger = min(strength[x], max(1, 1 / max(saturation, 1e-6)))
      // A colour beyond black or white, which has more chroma than there is room for, keeps at most
      // its own, or all that there is room for where it comes to lie.
      let left = Self.room(lighter)
      let strong = min(chroma[x] * stronger * left / room, max(chroma[x], left))
      let color = HueLightness.color(turn[x], strong, lighter)
      colors.red[x] = color.0
      colors.green[x] = color.1
      colors.blue[x] = color.2
    }
  }

  /// The most chroma of a lightness.
  @inline(__always)
  private static func room(_ lightness: Float) -> Float {
    max(1e-3, 1 - (2 * lightness - 1).magnitude)
  }
}
