/// How many samples on either side of one an even mean takes: all of some, and a share of the next.
struct RunningWindow: BitwiseCopyable, Equatable {
  /// Shares are counted in these parts of a sample, so that sums of 16-bit samples fit 32 bits.
  static let parts = 64
  /// The widest window: sums of more samples of 16 bits would not fit.
  static let widest = 1001.0

  /// Samples on either side that count whole.
  let whole: Int
  /// What the next sample on either side counts, in 1/64.
  let share: Int

  /// - Parameter width: how many samples wide; one of less than a sample is one.
  init(width: Double) {
    let held = min(max(width, 1), Self.widest)
    let side = Int(((held - 1) / 2 * Double(Self.parts)).rounded())
    whole = side / Self.parts
    share = side % Self.parts
  }

  /// How far it reads.
  var reach: Int { whole + (share > 0 ? 1 : 0) }
  /// What all weights add up to, where a whole sample counts 64.
  var total: Int { (2 * whole + 1) * Self.parts + 2 * share }
  /// Whether it has one sample.
  var isPoint: Bool { reach == 0 }
}
