import Bytes

/// A damped spring let go at the start of the segment, as in Core Animation's `CASpringAnimation`.
///
/// The way left follows `m x'' + c x' + k x = 0` with `x(0) = 1` and `x'(0) = -velocity`: a
/// positive velocity, in ways per second, points to the target. The time until the spring's
/// envelope stays within a thousandth of the way is mapped to the length of the segment, and what
/// is left then is taken away evenly, so that the target is reached exactly.
struct Spring: Hashable, Sendable {
  /// How fast the swing decays, per second: `c / 2m`.
  private let decay: Double
  /// The angular frequency, or above critical damping the hyperbolic one.
  private let frequency: Double
  /// The decay of the slower of two exponentials, above critical damping.
  private let slow: Double
  /// Whether the spring swings through its target: damping below the critical.
  private let swings: Bool
  /// The speed towards the target at the start, beyond that of the decay.
  private let surplus: Double

  /// The seconds until the spring has settled.
  private(set) var settlingTime = 0.0

  /// All but the velocity are positive; the damping is at least a thousandth of the critical one.
  init(mass: Double, stiffness: Double, damping: Double, velocity: Double) {
    decay = damping / (2 * mass)
    let difference = decay * decay - stiffness / mass
    let size = difference.magnitude.squareRoot()
    // Nearer to critical damping than this, dividing by the frequency loses more than it gives.
    frequency = size < decay * 1e-6 ? 0 : size
    swings = difference < 0 && frequency > 0
    surplus = decay - velocity
    slow = stiffness / mass / (decay + size)
    settlingTime = settled()
  }

  /// The share of the way at a share of the segment; 0 before the segment, 1 after it.
  func callAsFunction(_ progress: Double) -> Double {
    guard progress > 0 else { return 0 }
    guard progress < 1 else { return 1 }
    return 1 - wayLeft(after: progress * settlingTime) + progress * wayLeft(after: settlingTime)
  }

  private func wayLeft(after time: Double) -> Double {
    guard swings else { return lag(after: time, surplus) }
    let angle = frequency * time
    let swing = Maths.cos(angle) + surplus / frequency * Maths.sin(angle)
    return Maths.exp(-decay * time) * swing
  }

  /// The way left at critical damping or above: two exponentials, or one times a line.
  private func lag(after time: Double, _ surplus: Double) -> Double {
    guard frequency > 0 else { return Maths.exp(-decay * time) * (1 + surplus * time) }
    let fading = Maths.exp(-2 * frequency * time)
    let shape = (1 + fading) / 2 + surplus * (1 - fading) / (2 * frequency)
    return Maths.exp(-slow * time) * shape
  }

  private func settled() -> Double {
    let rest = 0.001
    if swings { return Maths.log(Maths.hypot(1, surplus / frequency) / rest) / decay }
    // A surplus of the other sign passes the target; its size bounds the way left.
    var (low, high) = (0.0, 1 / decay)
    while lag(after: high, surplus.magnitude) > rest, high < 1e15 { high *= 2 }
    for _ in 0..<100 {
      let middle = low + (high - low) / 2
      if lag(after: middle, surplus.magnitude) > rest { low = middle } else { high = middle }
    }
    return high
  }
}
