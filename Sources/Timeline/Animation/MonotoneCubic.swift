/// Slopes for a cubic curve through keys that never overshoots them, each lane on its own.
///
/// The slope at an inner key is the weighted harmonic mean of its neighbours' (Fritsch and Butland,
/// 1984), which keeps to the monotone region of Fritsch and Carlson (1980); that at an end is a
/// three-point estimate held within that region. `PCHIP` of other libraries does the same.
enum MonotoneCubic {
  typealias Vector = SIMD4<Double>

  /// The slopes at `values`, which stand at strictly increasing `times`, per unit of time.
  static func slopes(times: [Double], values: [Vector]) -> [Vector] {
    let count = min(times.count, values.count)
    guard count > 1 else { return Array(repeating: .zero, count: count) }
    let steps = (1..<count).map { times[$0] - times[$0 - 1] }
    // With its types, since the compiler takes seconds to find them.
    let secants = (1..<count).map { (index: Int) -> Vector in
      let rise: Vector = values[index] - values[index - 1]
      return rise / steps[index - 1]
    }
    guard count > 2 else { return [secants[0], secants[0]] }
    var slopes = [end(steps[0], steps[1], secants[0], secants[1])]
    for index in 1..<(count - 1) {
      slopes.append(
        inner(steps[index - 1], steps[index], secants[index - 1], secants[index]))
    }
    let (last, previous) = (count - 2, count - 3)
    slopes.append(end(steps[last], steps[previous], secants[last], secants[previous]))
    return slopes
  }

  private static func inner(_ h0: Double, _ h1: Double, _ d0: Vector, _ d1: Vector) -> Vector {
    let (w0, w1) = (h0 + 2 * h1, 2 * h0 + h1)
    let mean = (w0 + w1) / (w0 / d0 + w1 / d1)
    return mean.replacing(with: 0, where: (d0 * d1) .<= 0)
  }

  private static func end(_ h0: Double, _ h1: Double, _ d0: Vector, _ d1: Vector) -> Vector {
    let estimate = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1)
    let turns = (d0 * d1) .<= 0
    let steep = (estimate * estimate) .> (9 * d0 * d0)
    let held = estimate.replacing(with: 3 * d0, where: turns .& steep)
    return held.replacing(with: 0, where: (estimate * d0) .<= 0)
  }

  /// The point at `share` of the way from `a` to `b`, `step` apart, with the slopes given.
  static func point(
    _ a: Vector, _ b: Vector, slopes: (Vector, Vector), step: Double, share: Double
  ) -> Vector {
    let rest = 1 - share
    let bend = slopes.0 * (step * rest) - slopes.1 * (step * share)
    let way = share * share * (3 - 2 * share)
    return a + (b - a) * way + bend * (share * rest)
  }
}
