import Timeline

extension Animated<Length> {
  /// The length at a time in pixels of the canvas, whose shorter side percentages are of: held
  /// within `limits`, as an easing may overshoot, and on a grid of 1/65536.
  func pixels(
    at time: Time, _ width: Int, _ height: Int, within limits: ClosedRange<Double>
  ) -> Double {
    let value = value(at: time).resolved(against: Double(Swift.min(width, height)))
    return (Swift.min(Swift.max(value, limits.lowerBound), limits.upperBound) * 65536).rounded()
      / 65536
  }

  /// The same, from 0 to `most`.
  func pixels(at time: Time, _ width: Int, _ height: Int, upTo most: Double) -> Double {
    pixels(at: time, width, height, within: 0...most)
  }

  /// The length in pixels of a side, held within limits that an easing may overshoot.
  func value(at time: Time, of side: Int, within limits: ClosedRange<Double>) -> Double {
    let value = value(at: time).resolved(against: Double(side))
    return min(max(value, limits.lowerBound), limits.upperBound)
  }
}
