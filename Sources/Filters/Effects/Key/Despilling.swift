import Timeline

/// How bright a screen's own channel may be, given the two others.
enum DespillMode: String, Choice {
  case average
  case max
  case double
}

/// Takes a screen's light out of colours: its own channel comes down to what the others allow.
struct Despilling: ColorChange, Sendable {
  private let own: SIMD3<Float>
  private let mode: DespillMode
  private let amount: Float

  init(_ screen: KeyScreen, _ mode: DespillMode, amount: Double) {
    own = screen.own
    self.mode = mode
    self.amount = Float(Swift.min(Swift.max(amount, 0), 1))
  }

  func apply(to colors: RGBRow, scratch: Scratch) {
    if amount == 0 { return }
    if own.y > 0 {
      limit(colors.green, colors.red, colors.blue, colors.count)
    } else if own.z > 0 {
      limit(colors.blue, colors.red, colors.green, colors.count)
    } else {
      limit(colors.red, colors.green, colors.blue, colors.count)
    }
  }

  /// Limits a row by two others; what is `double` weighs the second twice.
  private func limit(
    _ row: UnsafeMutablePointer<Float>, _ first: UnsafeMutablePointer<Float>,
    _ second: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let amount = amount
    switch mode {
    case .max:
      for x in 0..<count {
        row[x] -= amount * Swift.max(row[x] - Swift.max(first[x], second[x]), 0)
      }
    case .average, .double:
      let share: Float = mode == .average ? 0.5 : 1.0 / 3
      for x in 0..<count {
        let allowed = share * first[x] + (1 - share) * second[x]
        row[x] -= amount * Swift.max(row[x] - allowed, 0)
      }
    }
  }
}
