import Colors

/// What the levels of a scope are written as.
package enum ScopeUnit: String, CaseIterable, Hashable, Sendable {
  /// Percent of the way from black to white.
  case bt709
  /// Light of a display in cd/m²: SMPTE ST 2084, whose white of 10,000 cd/m² nothing exceeds.
  case pq
  /// Light of a display whose white has 1000 cd/m²: ITU-R BT.2100 HLG.
  case hlg

  /// What stands behind the numbers.
  package var name: String { self == .bt709 ? "%" : "cd/m²" }

  /// The light in cd/m² of a grey of so many percent; nil where percent are what is written.
  package func light(_ percent: Double) -> Double? {
    let signal = percent / 100
    switch self {
    case .bt709: return nil
    case .pq: return TransferCurve.pq.decode(min(max(signal, 0), 1)) * 10_000
    case .hlg:
      let scene = TransferCurve.hlg.decode(max(signal, 0))
      return HybridDisplay().light(ofScene: SIMD3(repeating: scene)).x
    }
  }

  /// The percent of a grey of so many cd/m².
  func percent(_ light: Double) -> Double {
    switch self {
    case .bt709: light
    case .pq: TransferCurve.pq.encode(light / 10_000) * 100
    case .hlg:
      TransferCurve.hlg.encode(HybridDisplay().scene(ofLight: SIMD3(repeating: light)).x) * 100
    }
  }
}

/// The lines of a scope's levels.
struct ScopeScale {
  /// One line.
  struct Mark: Hashable {
    let percent: Double
    let label: String
    /// Whether it is black, white, or white of graphics.
    let isStrong: Bool
  }

  /// The most important first.
  let marks: [Mark]
  private let unit: ScopeUnit

  init(_ unit: ScopeUnit) {
    self.unit = unit
    switch unit {
    case .bt709: marks = Self.percents(10)
    case .pq:
      marks = Self.lights(unit, [0, 10_000, 203, 1000, 100, 10, 1, 4000, 2000, 400, 50, 25, 5])
    case .hlg: marks = Self.lights(unit, [0, 1000, 203, 100, 10, 50, 400, 600, 25, 1, 5, 300, 800])
    }
  }

  private static func percents(_ step: Int) -> [Mark] {
    stride(from: 0, through: 100, by: step).map {
      Mark(percent: Double($0), label: "\($0)", isStrong: $0 % 100 == 0)
    }
  }

  private static func lights(_ unit: ScopeUnit, _ lights: [Int]) -> [Mark] {
    let strong = [0, 203, unit == .pq ? 10_000 : 1000]
    return lights.map {
      Mark(percent: unit.percent(Double($0)), label: "\($0)", isStrong: strong.contains($0))
    }
  }

  /// The marks that have room where labels need `gap` percent each: even steps of percent, and of
  /// light those that are not too near to a more important one.
  func marks(gap: Double) -> [Mark] {
    guard unit == .bt709 else {
      return marks.reduce(into: []) { kept, mark in
        if kept.allSatisfy({ ($0.percent - mark.percent).magnitude >= gap }) { kept.append(mark) }
      }
    }
    return Self.percents([10, 25, 50].first { Double($0) >= gap } ?? 100)
  }
}
