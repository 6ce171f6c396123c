/// The part of the colours that a table covers, and how many points it has along each channel.
struct TableAxis: Hashable, Sendable {
  /// Where the first point of each channel lies, and where the last one.
  let low: SIMD3<Float>
  let high: SIMD3<Float>
  /// How many points there are; two at least.
  let count: Int
  /// Points for each unit of a channel.
  let scale: SIMD3<Float>

  /// `low` lies below `high` in every channel, and both are finite.
  init(_ low: SIMD3<Float>, _ high: SIMD3<Float>, count: Int) {
    self.low = low
    self.high = high
    self.count = count
    let span = SIMD3<Double>(high) - SIMD3<Double>(low)
    scale = SIMD3<Float>(Double(count - 1) / span)
  }

  /// From 0 to 1.
  init(count: Int) { self.init(.zero, .one, count: count) }

  /// The point below a colour, and how far the colour lies from it to the next one, 0 to 1.
  ///
  /// What lies outside is taken to the edge, and what is not a number to the lower one.
  func cell(of color: SIMD3<Float>) -> (cell: SIMD3<Int>, share: SIMD3<Float>) {
    var cell = SIMD3<Int>()
    var share = SIMD3<Float>()
    for channel in 0..<3 {
      let place = (color[channel] - low[channel]) * scale[channel]
      let held = place > 0 ? min(place, Float(count - 1)) : 0
      cell[channel] = min(Int(held), count - 2)
      share[channel] = held - Float(cell[channel])
    }
    return (cell, share)
  }
}
