import Bytes

/// Curves that begin and end at rest.
enum Smooth {
  /// From 0 to 1 in the middle of 0 ... 1 and back again; 0 beyond.
  static func swell(_ progress: Double) -> Double {
    let share = min(max(progress, 0), 1)
    let sine = Maths.sin(share * .pi)
    return share == 1 ? 0 : sine * sine
  }
}
