import Bytes

/// One of the thirty curves of easings.net: a family in one of three directions.
struct NamedCurve: Hashable, Sendable {
  enum Family: String, CaseIterable, Hashable, Sendable {
    case sine = "Sine"
    case quad = "Quad"
    case cubic = "Cubic"
    case quart = "Quart"
    case quint = "Quint"
    case expo = "Expo"
    case circ = "Circ"
    case back = "Back"
    case elastic = "Elastic"
    case bounce = "Bounce"
  }

  enum Direction: String, CaseIterable, Hashable, Sendable {
    case easeIn
    case easeOut
    case easeInOut
  }

  let family: Family
  let direction: Direction

  /// The spelling of easings.net, such as `easeInOutSine`.
  var name: String { direction.rawValue + family.rawValue }

  /// All thirty, family by family.
  static let all = Family.allCases.flatMap { family in
    Direction.allCases.map { NamedCurve(family: family, direction: $0) }
  }

  /// The height at `progress`; 0 before the segment, 1 after it.
  func callAsFunction(_ progress: Double) -> Double {
    guard progress > 0 else { return 0 }
    guard progress < 1 else { return 1 }
    switch direction {
    case .easeIn: return rise(progress)
    case .easeOut: return 1 - rise(1 - progress)
    case .easeInOut:
      if progress < 0.5 { return rise(2 * progress) / 2 }
      return 1 - rise(2 - 2 * progress) / 2
    }
  }

  /// The curve of the direction “in”; the other directions are its mirror images.
  private func rise(_ x: Double) -> Double {
    switch family {
    case .sine: return 1 - Maths.cos(x * .pi / 2)
    case .quad: return x * x
    case .cubic: return x * x * x
    case .quart: return x * x * x * x
    case .quint: return x * x * x * x * x
    case .expo: return x == 0 ? 0 : Maths.exp2(10 * x - 10)
    case .circ: return 1 - (1 - x * x).squareRoot()
    case .back: return back(x)
    case .elastic: return elastic(x)
    case .bounce: return 1 - Self.fall(1 - x)
    }
  }

  /// A start backwards by a tenth of the way; in both directions each half goes further.
  private func back(_ x: Double) -> Double {
    let pull = direction == .easeInOut ? 1.70158 * 1.525 : 1.70158
    return x * x * ((pull + 1) * x - pull)
  }

  /// A swing that grows 1024-fold, with periods of 0.3, or of 0.45 in each of two halves.
  private func elastic(_ x: Double) -> Double {
    if x == 0 || x == 1 { return x }
    let isDouble = direction == .easeInOut
    let turns = isDouble ? (10 * x - 11.125) / 4.5 : (10 * x - 10.75) / 3
    return -Maths.exp2(10 * x - 10) * Maths.sin(2 * .pi * turns)
  }

  /// The height of a ball that is dropped and bounces three times.
  private static func fall(_ x: Double) -> Double {
    let (centre, base): (Double, Double)
    switch x * 2.75 {
    case ..<1: (centre, base) = (0, 0)
    case ..<2: (centre, base) = (1.5, 0.75)
    case ..<2.5: (centre, base) = (2.25, 0.9375)
    default: (centre, base) = (2.625, 0.984375)
    }
    let distance = x - centre / 2.75
    return 7.5625 * distance * distance + base
  }
}
