import Bytes
import Timeline

/// What has happened of so many a second since the start; a rate that moves is added up, so that
/// nothing jumps or goes back when it changes.
extension Animated<Double> {
  /// How many turns have passed, as a number that goes on within one.
  ///
  /// - Parameter limits: what the rate is held within.
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

  /// As ``turns(at:within:)``, with a hair more, so that times that are meant to be whole are so:
  /// what a rate of 24 is at a 24th is 1, and no less.
  func cycles(at time: Time, within limits: ClosedRange<Double>) -> Double {
    turns(at: time, within: limits) + 1e-9
  }

  /// The number of the step, of at most 240 a second.
  func step(at time: Time) -> Int {
    let steps = turns(at: min(max(time, .zero), Time(seconds: 1_000_000)), within: 0...240)
    // A step that rounding puts a little before its time has begun.
    return Int((steps + 1e-6).rounded(.down))
  }
}
