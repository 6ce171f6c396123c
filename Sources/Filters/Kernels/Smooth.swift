import Bytes

/// Curves that begin and end at rest.
enum Smooth {
  /// From 0 to 1 over the range, and those beyond it.
  @inline(__always)
  static func step<Value: BinaryFloatingPoint>(
    _ value: Value, from low: Value = 0, to high: Value = 1
  ) -> Value {
    let share = min(max((value - low) / (high - low), 0), 1)
    return share * share * (3 - 2 * share)
  }

  /// From 0 to 1 in the middle of 0 ... 1 and back again; 0 beyond.
  static func swell(_ progress: Double) -> Double {
    let share = min(max(progress, 0), 1)
    let sine = Maths.sin(share * .pi)
    return share == 1 ? 0 : sine * sine
  }
}
