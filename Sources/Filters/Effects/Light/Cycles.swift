import Bytes
import Timeline

extension Animated<Double> {
  /// How many cycles of so many a second have passed since the start; a moving rate is added up.
  func cycles(at time: Time, within limits: ClosedRange<Double>) -> Double {
    // What a rate of 24 is at a 24th is 1, and no less.
    turns(at: time, within: limits) + 1e-9
  }

  /// As ``cycles(at:within:)``, without the hair more for times that are meant to be whole.
  func turns(at time: Time, within limits: ClosedRange<Double>) -> Double {
    func held(_ rate: Double) -> Double { min(max(rate, limits.lowerBound), limits.upperBound) }
    if let rate = constantValue { return held(rate) * time.seconds }
    let steps = 256
    var sum = 0.0
    for step in 0..<steps {
      let moment = time.seconds * (Double(step) + 0.5) / Double(steps)
      sum += held(value(at: Time(Rational(approximating: moment))))
    }
    return sum * time.seconds / Double(steps)
  }
}
