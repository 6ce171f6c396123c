import Bytes

/// A row of a halftone screen: turns how dark places are to how much ink covers them.
///
/// Around the middle of a screen's element ink reaches so far that it covers the share of the area
/// that is dark; its border is a ramp.
struct ScreenRow {
  /// Where column 0 lies, from the screen's middle, in pixels.
  let x: Double
  let y: Double
  /// The column of the first sample. Places are counted from column 0 on, whatever part of a row
  /// is drawn, so that they are rounded alike.
  let first: Int
  /// How far apart columns are, in pixels.
  let step: Double
  /// How far apart elements are, and how wide the ramp at their border is, in pixels.
  let size: Double
  let softness: Double

  /// Dots on a square grid that is turned by some degrees.
  func dots(_ turn: Double, _ dark: UnsafeMutablePointer<Float>, count: Int) {
    let (across, down) = axes(turn)
    let (first, size, ramp) = (first, Float(size), Float(1 / softness))
    for i in 0..<count {
      let place = Float(Int32(truncatingIfNeeded: first &+ i))
      let (u, v) = (across.start + across.step * place, down.start + down.step * place)
      // Adding 3 * 2^22 rounds to the nearest dot.
      let (du, dv) = (u - ((u + 12_582_912) - 12_582_912), v - ((v + 12_582_912) - 12_582_912))
      let distance = (du * du + dv * dv).magnitude.squareRoot()
      let part = Self.part(dark[i])
      let light = 1 - part
      // Up to pi / 4 a disc; beyond, discs that overlap leave corners of about 4 d^2 at a distance
      // d. The rest of the series is fitted to the exact area, within 0.0005 of a size.
      let disc = (part * 0.318_309_9).magnitude.squareRoot()
      let root = light.magnitude.squareRoot()
      let rest = ((0.336_483 * root - 0.073_817) * root + 0.074_341) * light
      let merged = 0.707_106_8 - 0.5 * root + rest
      let radius = part < 0.785_398_2 ? disc : merged
      dark[i] = Self.cover(radius, distance, 0.707_106_8, size, ramp)
    }
  }

  /// Lines that run along an axis that is turned by some degrees.
  func lines(_ turn: Double, _ dark: UnsafeMutablePointer<Float>, count: Int) {
    let (_, down) = axes(turn)
    let (first, size, ramp) = (first, Float(size), Float(1 / softness))
    for i in 0..<count {
      let v = down.start + down.step * Float(Int32(truncatingIfNeeded: first &+ i))
      let distance = (v - ((v + 12_582_912) - 12_582_912)).magnitude
      dark[i] = Self.cover(0.5 * Self.part(dark[i]), distance, 0.5, size, ramp)
    }
  }

  /// Rings around the middle.
  func rings(_ dark: UnsafeMutablePointer<Float>, count: Int) {
    let (start, step, y) = (Float(x / size), Float(step / size), Float(y / size))
    let (first, size, ramp) = (first, Float(size), Float(1 / softness))
    for i in 0..<count {
      let x = start + step * Float(Int32(truncatingIfNeeded: first &+ i))
      let r = (x * x + y * y).magnitude.squareRoot()
      let distance = (r - ((r + 12_582_912) - 12_582_912)).magnitude
      dark[i] = Self.cover(0.5 * Self.part(dark[i]), distance, 0.5, size, ramp)
    }
  }

  /// How much is dark, 0 to 1: what is white or black but for rounding is so, as a dot's radius
  /// grows fast.
  @inline(__always)
  private static func part(_ dark: Float) -> Float { min(max(dark * 1.000_04 - 0.000_02, 0), 1) }

  /// How much ink covers a place.
  ///
  /// - Parameters:
  ///   - radius: how far the element reaches, `distance`: how far the place is from its middle, and
  ///     `farthest`: how far places are at most, in sizes.
  @inline(__always)
  private static func cover(
    _ radius: Float, _ distance: Float, _ farthest: Float, _ size: Float, _ ramp: Float
  ) -> Float {
    let cover = min(max((radius - distance) * size * ramp + 0.5, 0), 1)
    // Elements that are smaller than their border fade away, and so do the gaps between them.
    let ink = min(radius * size * ramp * 4, 1)
    let gap = min(max((farthest - radius) * size * ramp * 4, 0), 1)
    return 1 - (1 - cover * ink) * gap
  }

  private typealias Axis = (start: Float, step: Float)

  /// The places of columns along the axes of a turned screen, in sizes; whole ones are left out.
  private func axes(_ turn: Double) -> (across: Axis, down: Axis) {
    let angle = turn * .pi / 180
    let (cosine, sine) = (Maths.cos(angle), Maths.sin(angle))
    func axis(_ a: Double, _ b: Double) -> Axis {
      let start = (a * x + b * y) / size
      return (Float(start - start.rounded()), Float(a * step / size))
    }
    return (axis(cosine, sine), axis(-sine, cosine))
  }
}
