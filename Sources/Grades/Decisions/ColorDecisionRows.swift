import Bytes

extension ColorDecision {
  /// Changes a row of colours in place, as ``value(of:_:)`` does each of them, within 2 * 10^-6.
  ///
  /// In either style, what is not a number becomes black.
  package func apply(
    red: ChannelRow, green: ChannelRow, blue: ChannelRow, count: Int, _ style: Style
  ) {
    let change = ColorDecisionLanes(self, style)
    var x = 0
    while x < count {
      let part = min(count - x, 8)
      var (r, g, b) = (Maths.Lanes(), Maths.Lanes(), Maths.Lanes())
      for lane in 0..<part {
        (r[lane], g[lane], b[lane]) = (red[x + lane], green[x + lane], blue[x + lane])
      }
      change.apply(&r, &g, &b)
      for lane in 0..<part {
        (red[x + lane], green[x + lane], blue[x + lane]) = (r[lane], g[lane], b[lane])
      }
      x += part
    }
  }
}

/// A correction in numbers for a loop.
private struct ColorDecisionLanes {
  let slope: SIMD3<Float>
  let offset: SIMD3<Float>
  let power: SIMD3<Float>
  let saturation: Float
  let clamps: Bool

  init(_ decision: ColorDecision, _ style: ColorDecision.Style) {
    slope = SIMD3<Float>(decision.slope)
    offset = SIMD3<Float>(decision.offset)
    power = SIMD3<Float>(decision.power)
    saturation = Float(decision.saturation)
    clamps = style == .asc
  }

  @inline(__always)
  func apply(_ r: inout Maths.Lanes, _ g: inout Maths.Lanes, _ b: inout Maths.Lanes) {
    r = bent(r, slope.x, offset.x, power.x)
    g = bent(g, slope.y, offset.y, power.y)
    b = bent(b, slope.z, offset.z, power.z)
    let grey = r * 0.2126 + g * 0.7152 + b * 0.0722
    r = held(grey + (r - grey) * saturation)
    g = held(grey + (g - grey) * saturation)
    b = held(grey + (b - grey) * saturation)
  }

  @inline(__always)
  private func bent(
    _ color: Maths.Lanes, _ slope: Float, _ offset: Float, _ power: Float
  ) -> Maths.Lanes {
    let numbers = Maths.Lanes(repeating: 0).replacing(with: color, where: color .== color)
    let line = held(numbers * slope + offset)
    if power == 1 { return line }
    return line.replacing(with: Maths.power(line, power), where: line .> 0)
  }

  @inline(__always)
  private func held(_ color: Maths.Lanes) -> Maths.Lanes {
    guard clamps else { return color }
    let (zero, one) = (Maths.Lanes(repeating: 0), Maths.Lanes(repeating: 1))
    let upper = zero.replacing(with: color, where: color .> zero)
    return one.replacing(with: upper, where: upper .< one)
  }
}
