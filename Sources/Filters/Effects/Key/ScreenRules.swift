import Y4M

/// Keys a screen by the colour-difference model, and leaves of colours what is not the screen's.
struct DifferenceRule: KeyRule {
  let unlikeness: Unlikeness
  let matte: ScreenMatte
  let despilling: Despilling
  let light: ScreenLight
  /// By how much shares must differ that are not noise.
  let least: Float
  /// The weights of red and of blue for luma.
  let luma: (red: Float, blue: Float)

  func foresee(
    _ luma: UnsafeMutablePointer<Float>, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace,
    scratch: Scratch
  ) -> Bool {
    matte.read(place, luma, to: shares, scratch)
    return true
  }

  func key(
    _ colors: RGBRow, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace, scratch: Scratch
  ) {
    let brightness = scratch.take(Float.self, colors.count)
    let (red, blue) = luma
    let green = 1 - red - blue
    for x in 0..<colors.count {
      brightness[x] = colors.red[x] * red + colors.green[x] * green + colors.blue[x] * blue
    }
    matte.read(place, brightness, to: shares, scratch)
    let light = light.row(place, unlikeness.screen, scratch)
    if matte.isFine {
      unlikeness.measure(colors, light, to: brightness)
      matte.sharpen(shares, by: brightness, beyond: least, place, scratch)
    }
    unmix(colors, unlikeness.screen, shares, light, scratch)
    despilling.apply(to: colors, scratch: scratch)
  }

  func tame(_ colors: RGBRow, scratch: Scratch) { despilling.apply(to: colors, scratch: scratch) }
}

/// Keys a screen by how far a colour's chroma lies from the screen's, where grey is 1 away.
struct DistanceRule: KeyRule {
  let screen: KeyScreen
  let levels: KeyLevels
  let despilling: Despilling
  /// The weights of red and of blue for luma.
  let luma: (red: Float, blue: Float)

  func key(
    _ colors: RGBRow, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace, scratch: Scratch
  ) {
    let light = scratch.take(Float.self, colors.count)
    light.update(repeating: 1, count: colors.count)
    measure(colors, shares)
    levels.apply(shares, count: colors.count)
    unmix(colors, screen, shares, light, scratch)
    despilling.apply(to: colors, scratch: scratch)
  }

  func tame(_ colors: RGBRow, scratch: Scratch) { despilling.apply(to: colors, scratch: scratch) }

  private func measure(_ colors: RGBRow, _ shares: UnsafeMutablePointer<Float>) {
    let (forRed, forBlue) = luma
    let forGreen = 1 - forRed - forBlue
    let (toU, toV) = (1 / (2 * (1 - forBlue)), 1 / (2 * (1 - forRed)))
    let bright = screen.red * forRed + screen.green * forGreen + screen.blue * forBlue
    let (u, v) = ((screen.blue - bright) * toU, (screen.red - bright) * toV)
    let scale = 1 / max((u * u + v * v).squareRoot(), 1.0 / 1024)
    for x in 0..<colors.count {
      let (r, g, b) = (colors.red[x], colors.green[x], colors.blue[x])
      let bright = r * forRed + g * forGreen + b * forBlue
      let (du, dv) = ((b - bright) * toU - u, (r - bright) * toV - v)
      shares[x] = (du * du + dv * dv).squareRoot() * scale
    }
  }
}

/// Takes the screen's part out of colours: what is left is what was mixed with it.
///
/// - Parameter light: how bright the screen is; used up.
private func unmix(
  _ colors: RGBRow, _ screen: KeyScreen, _ shares: UnsafeMutablePointer<Float>,
  _ light: UnsafeMutablePointer<Float>, _ scratch: Scratch
) {
  let factors = scratch.take(Float.self, colors.count)
  for x in 0..<colors.count {
    light[x] *= 1 - shares[x]
    factors[x] = 1 / max(shares[x], 1.0 / 1024)
  }
  unmix(colors.red, screen.red, light, factors, colors.count)
  unmix(colors.green, screen.green, light, factors, colors.count)
  unmix(colors.blue, screen.blue, light, factors, colors.count)
}

private func unmix(
  _ row: UnsafeMutablePointer<Float>, _ screen: Float, _ light: UnsafeMutablePointer<Float>,
  _ factors: UnsafeMutablePointer<Float>, _ count: Int
) {
  for x in 0..<count {
    let left = (row[x] - light[x] * screen) * factors[x]
    // What a changed share leads beyond black or white was never there.
    row[x] = min(max(left, min(row[x], 0)), max(row[x], 1))
  }
}
