import Pipes

/// What a kernel takes: the least of several rounds, in processor time.
struct Timing {
  /// How long a round lasts at least, in nanoseconds, and how many there are.
  static let roundLength: UInt64 = 30_000_000
  static let rounds = 7

  /// Nanoseconds a run.
  let perRun: Double

  init(_ subject: Subject) throws {
    var index = 0
    func round(_ count: Int) throws -> UInt64 {
      let begin = Host.processorTime
      for _ in 0..<count {
        try subject.run(index)
        // Within the animations' length of 100 seconds.
        index = (index + 1) % 2400
      }
      return Host.processorTime - begin
    }
    var count = 1
    // The first runs fill what is kept for later ones.
    while try round(count) < Self.roundLength / 2 { count *= 2 }
    count *= 2
    var least = Double.infinity
    for _ in 0..<Self.rounds { least = min(least, Double(try round(count)) / Double(count)) }
    perRun = least
  }
}
