import Bytes

/// A stair of equal steps (CSS Easing 2, 2.4).
struct Steps: Hashable, Sendable {
  /// Where the stair jumps in relation to the ends of the segment.
  enum Term: String, CaseIterable, Hashable, Sendable {
    case jumpStart = "jump-start"
    case jumpEnd = "jump-end"
    case jumpNone = "jump-none"
    case jumpBoth = "jump-both"
  }

  let count: Int
  let term: Term

  /// `count` lies in `1...1_000_000`, and is at least 2 for `jumpNone`.
  init(_ count: Int, _ term: Term = .jumpEnd) {
    self.count = count
    self.term = term
  }

  func callAsFunction(_ progress: Double) -> Double {
    guard progress.magnitude < 1e6 else { return progress < 0 ? 0 : 1 }
    let scaled = progress * Double(count)
    let whole = Int(scaled)
    return level(Double(whole) > scaled ? whole - 1 : whole, progress < 0, progress > 1)
  }

  /// The step at an exact fraction, so that none comes a frame late.
  func callAsFunction(_ progress: Rational) -> Double {
    let step = Int(clamping: (progress * Rational(count)).floor)
    return level(step, progress < .zero, progress > .one)
  }

  private func level(_ step: Int, _ isBefore: Bool, _ isAfter: Bool) -> Double {
    var step = term == .jumpStart || term == .jumpBoth ? step &+ 1 : step
    let jumps: Int
    switch term {
    case .jumpStart, .jumpEnd: jumps = count
    case .jumpNone: jumps = count - 1
    case .jumpBoth: jumps = count + 1
    }
    if !isBefore, step < 0 { step = 0 }
    if !isAfter, step > jumps { step = jumps }
    return Double(step) / Double(jumps)
  }
}
