import Timeline

extension Animated<Length> {
  /// The length at a time in pixels of the canvas, whose shorter side percentages are of: held from
  /// 0 to `most`, as an easing may overshoot, and on a grid of 1/65536.
  func pixels(at time: Time, _ width: Int, _ height: Int, upTo most: Double) -> Double {
    let value = value(at: time).resolved(against: Double(min(width, height)))
    return (Swift.min(Swift.max(value, 0), most) * 65536).rounded() / 65536
  }
}
