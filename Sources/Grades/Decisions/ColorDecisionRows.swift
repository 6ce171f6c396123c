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
      let part = min(8, count &- x)
      var (r, g, b) = (
        Self.lanes(red + x, part), Self.lanes(green + x, part), Self.lanes(blue + x, part)
      )
      change.apply(&r, &g, &b)
      Self.store(r, red + x, part)
      Self.store(g, green + x, part)
      Self.store(b, blue + x, part)
      x &+= 8
    }
  }

  @inline(__always)
  private static func lanes(_ row: ChannelRow, _ count: Int) -> Maths.Lanes {
    if count == 8 { return row.lanes(0) }
    var lanes = Maths.Lanes()
    for lane in 0..<count { lanes[lane] = row[lane] }
    return lanes
  }

  @inline(__always)
  private static func store(_ lanes: Maths.Lanes, _ row: ChannelRow, _ count: Int) {
    if count == 8 { return row.store(lanes) }
    for lane in 0..<count { row[lane] = lanes[lane] }
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
    var numbers = color
    for lane in 0..<8 { numbers[lane] = color[lane] == color[lane] ? color[lane] : 0 }
    let line = held(numbers * slope + offset)
    if power == 1 { return line }
    return line.replaced(by: Maths.power(line, power), where: line, isAbove: 0)
  }

  @inline(__always)
  private func held(_ color: Maths.Lanes) -> Maths.Lanes {
    clamps ? Maths.Lanes(repeating: 1).atMost(Maths.Lanes(repeating: 0).atLeast(color)) : color
  }
}
