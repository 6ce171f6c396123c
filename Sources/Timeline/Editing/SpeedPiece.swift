import Bytes

/// The speed from one key to the next, and the way that is covered in it.
struct SpeedPiece: Sendable {
  enum Shape: Sendable {
    /// In a straight line, exact.
    case line
    /// The first speed up to the end, exact.
    case hold
    /// A stair, exact.
    case stair(Steps)
    /// Summed up numerically; the area is that of the speed over the share of the time.
    case curve(RunningArea)
  }

  /// When it begins, from the first key on.
  let start: Rational
  let length: Rational
  /// The way covered in the pieces before.
  let base: Rational
  let from: Rational
  let to: Rational
  let shape: Shape

  var end: Rational { start + length }
  /// The way covered at its end.
  var top: Rational { base + way(length) }

  /// The way covered from its start on, after `time`.
  func way(_ time: Rational) -> Rational {
    switch shape {
    case .hold: return from * time
    case .line:
      guard let share = time.divided(by: length) else { return .zero }
      return time * (from + (to - from) * share * Self.half)
    case .stair(let steps):
      guard let share = time.divided(by: length) else { return .zero }
      return from * time + (to - from) * length * Self.area(of: steps, to: share)
    case .curve(let area):
      let share = time.divided(by: length)?.double ?? 0
      return Rational(approximating: length.double * area(share))
    }
  }

  private static let half = Rational(reducing: 1, over: 2)

  /// The area under a stair up to a share of its length.
  private static func area(of steps: Steps, to share: Rational) -> Rational {
    let count = Rational(steps.count)
    let step = min(max((share * count).floor, 0), Int128(steps.count))
    let whole = Rational(reducing: step, over: 1)
    let lift = steps.term == .jumpStart || steps.term == .jumpBoth ? Rational.one : .zero
    let jumps =
      switch steps.term {
      case .jumpStart, .jumpEnd: steps.count
      case .jumpNone: max(steps.count - 1, 1)
      case .jumpBoth: steps.count + 1
      }
    // The steps before: the sum of (j + lift) for j below `step`, each 1/count wide.
    let before = whole * (whole - .one) * half + lift * whole
    let rest = (share * count - whole) * (whole + lift)
    return (before + rest).divided(by: count * Rational(jumps)) ?? .zero
  }

  /// When, from its start on, `way` is covered: exactly if that is a simple fraction, otherwise
  /// less than a billionth of a second before.
  func time(covering way: Rational) -> Rational {
    switch shape {
    case .hold: return min(way.divided(by: from) ?? .zero, length)
    case .line where from == to: return min(way.divided(by: from) ?? .zero, length)
    case .line, .stair, .curve: break
    }
    var (low, high) = (0.0, length.double)
    for _ in 0..<64 {
      let middle = (low + high) / 2
      if roughWay(middle) <= way.double { low = middle } else { high = middle }
    }
    let simple = Rational(near: low)
    if simple >= .zero, simple <= length, self.way(simple) == way { return simple }
    var step = Rational(reducing: 1, over: 1_000_000_000)
    var found = min(Rational(approximating: low), length)
    while found > .zero, self.way(found) > way {
      found = max(found - step, .zero)
      step = step + step
    }
    return found
  }

  private func roughWay(_ time: Double) -> Double {
    switch shape {
    case .curve(let area): return length.double * area(time / length.double)
    case .line:
      let (from, to) = (from.double, to.double)
      return time * (from + (to - from) * time / (2 * length.double))
    case .hold, .stair: return way(Rational(approximating: time)).double
    }
  }
}
