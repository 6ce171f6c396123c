import Timeline

/// Puts the colour of a gradient in the place of each luma.
struct LumaMap: ColorChange, Hashable, Sendable {
  /// From one stop to the next: by how much luma rises, and the premultiplied colour and alpha.
  private struct Ramp: Hashable, Sendable {
    let start: Float
    /// What luma is multiplied by; between stops in one place so much that it is a step.
    let scale: Float
    let rise: SIMD4<Float>
  }

  private let ramps: [Ramp]
  /// The colour at black.
  private let first: SIMD4<Float>
  private let luma: LumaWeights
  let isSmooth: Bool
  var amount: Float = 1

  init(_ stops: [GradientStops.Stop], _ luma: LumaWeights) {
    func straight(_ color: Color) -> SIMD4<Float> { SIMD4<Float>(color.components) }
    var ramps: [Ramp] = []
    var least = Double.infinity
    for (stop, next) in zip(stops, stops.dropFirst()) {
      let width = next.position - stop.position
      least = min(least, width)
      ramps.append(
        Ramp(
          start: Float(width > 1e-6 ? stop.position : stop.position - 1e-6),
          scale: Float(1 / max(width, 1e-6)),
          rise: straight(next.color) - straight(stop.color)))
    }
    self.ramps = ramps
    first = stops.first.map { straight($0.color) } ?? .zero
    isSmooth = least >= 1.0 / 24
    self.luma = luma
  }

  var cost: Int { 2 + 2 * ramps.count }

  func apply(to colors: RGBRow, scratch: Scratch) {
    let count = colors.count
    func line(_ value: Float) -> UnsafeMutablePointer<Float> {
      let line = scratch.take(Float.self, count)
      line.update(repeating: value, count: count)
      return line
    }
    let (red, green, blue) = (line(first.x), line(first.y), line(first.z))
    let (alpha, bright) = (line(first.w), line(0))
    for x in 0..<count { bright[x] = luma(colors.red[x], colors.green[x], colors.blue[x]) }
    for ramp in ramps {
      let (start, scale, rise) = (ramp.start, ramp.scale, ramp.rise)
      for x in 0..<count {
        let share = min(1, max(0, (bright[x] - start) * scale))
        red[x] += share * rise.x
        green[x] += share * rise.y
        blue[x] += share * rise.z
        alpha[x] += share * rise.w
      }
    }
    let amount = amount
    func mix(_ row: UnsafeMutablePointer<Float>, _ map: UnsafeMutablePointer<Float>) {
      for x in 0..<count { row[x] += amount * (map[x] - alpha[x] * row[x]) }
    }
    mix(colors.red, red)
    mix(colors.green, green)
    mix(colors.blue, blue)
  }
}
