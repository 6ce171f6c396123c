/// Filters for a speed that moves.
///
/// There are 128 speeds to an octave that have a table. At any other, the taps are those of the
/// tables for the next two speeds above, mixed so that nothing jumps while the speed moves: both
/// stop at half of the rate, and so does what lies between them.
final class SpeedTables {
  /// Speeds from one octave to the next.
  private static let steps = 128
  /// Tables that are kept; a speed that goes far makes new ones.
  private static let most = 64

  private var tables: [Int: SincTable] = [:]

  /// A table, and how much of the one after it there is.
  struct Mixture {
    fileprivate let step: Int
    fileprivate let lower: SincTable
    fileprivate let upper: SincTable
    fileprivate var share: Float

    /// Goes to another speed, if that has the same tables.
    mutating func set(_ speed: Double) -> Bool {
      let (step, share) = SpeedTables.step(below: speed)
      self.share = Float(share)
      return step == self.step
    }

    var taps: Int { upper.taps }

    /// Writes ``taps`` taps for a place between two samples, 0 up to 1.
    func write(_ place: Double, into target: UnsafeMutablePointer<Float>) {
      let outer = SincTable.Cubic(upper, at: place, weight: share)
      let inner = SincTable.Cubic(lower, at: place, weight: 1 - share)
      // Both have the same middle.
      let edge = (upper.taps - lower.taps) / 2
      var tap = 0
      while tap < edge {
        DotProduct.write(outer[tap], to: target + tap)
        tap &+= 8
      }
      while tap < upper.taps &- edge {
        DotProduct.write(outer[tap] + inner[tap &- edge], to: target + tap)
        tap &+= 8
      }
      while tap < upper.taps {
        DotProduct.write(outer[tap], to: target + tap)
        tap &+= 8
      }
    }
  }

  /// Below this, one filter serves all speeds.
  static let slowest = 1 - 1 / Double(steps)

  /// The filters for a speed from ``slowest`` to ``VariableResampler/highestSpeed``.
  func mixture(for speed: Double) -> Mixture {
    let (step, share) = Self.step(below: speed)
    return Mixture(
      step: step, lower: table(step + 1), upper: table(step + 2), share: Float(share))
  }

  /// Taps of ``mixture(for:)``.
  static func taps(for speed: Double) -> Int {
    SincTable.taps(ratio: Self.speed(step(below: speed).number + 2))
  }

  /// The step at or below a speed, and the way to the next one. The steps of an octave are even.
  fileprivate static func step(below speed: Double) -> (number: Int, share: Double) {
    guard speed >= 1 else { return (-1, max(0, speed - slowest) * Double(steps)) }
    let place = (speed.significand - 1) * Double(steps)
    let whole = place.rounded(.down)
    return (Int(speed.exponent) * steps + Int(whole), place - whole)
  }

  private static func speed(_ step: Int) -> Double {
    let (octave, rest) = step.quotientAndRemainder(dividingBy: steps)
    return Double(1 << octave) * (1 + Double(rest) / Double(steps))
  }

  private func table(_ step: Int) -> SincTable {
    if let table = tables[step] { return table }
    if tables.count >= Self.most { tables.removeAll(keepingCapacity: true) }
    let table = step == 0 ? SincTable.fine : SincTable(speed: Self.speed(step))
    tables[step] = table
    return table
  }
}
