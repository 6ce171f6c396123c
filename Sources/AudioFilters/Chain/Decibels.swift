import Bytes

/// Levels as decibels of an amplitude.
enum Decibels {
  /// The factor of the amplitude.
  static func factor(_ decibels: Double) -> Double { Maths.exp(decibels * 0.11512925464970229) }

  /// The level of an amplitude of `factor`; minus infinity for silence.
  static func level(_ factor: Double) -> Double { Maths.log(factor) * 8.685889638065037 }
}
