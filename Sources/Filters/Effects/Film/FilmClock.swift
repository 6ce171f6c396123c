import Timeline

extension Animated<Double> {
  /// The number of the step at a time: from the start there are as many a second as the value says,
  /// which is added up where it moves.
  func step(at time: Time) -> Int {
    let steps = turns(at: min(max(time, .zero), Time(seconds: 1_000_000)), within: 0...240)
    // A step that rounding puts a little before its time has begun.
    return Int((steps + 1e-6).rounded(.down))
  }
}
