import Bytes

/// The beats of a stream: of all chains of beats that part it, that which its onsets speak for
/// most.
///
/// A beat is a whole number of frames; what it scores are the weights of what is struck in its
/// parts (``BeatWeights``), and what its pace counts by itself, less what it costs that it is
/// longer or shorter than the beat before. So pace, phase and their changes are found at once, as
/// in bar-pointer models (N. Whiteley, A. T. Cemgil, S. Godsill, "Bayesian modelling of temporal
/// structure in musical audio", ISMIR 2006), and a beat without an onset is kept where those around
/// it have theirs. About 250 bytes are needed for each frame.
struct BeatPath {
  /// Where beats are, in frames, from the first on.
  private(set) var frames: [Int] = []

  /// The lengths of beats that are looked for, in frames.
  private let lengths: ClosedRange<Int>
  /// Sums of what the frames before each one count in each part of a beat, from ``lead`` on.
  private var sums: [[Double]]
  /// How many frames there are, and how many of silence lie before and after them.
  private let count: Int
  private let lead: Int

  /// A stretch of a beat that counts alike.
  private struct Stretch {
    let part: Int
    let range: Range<Int>
  }

  /// Beats that end at a frame.
  private struct Row {
    /// The best score, for each length.
    var scores: [Double]
    /// The length that has the best of all, as an index.
    var best = 0
  }

  /// The most that the length of a beat differs from that of the beat before without a jump, in
  /// frames.
  private static let reach = 8
  /// Steps that are no change of length: of a jump from the best, and of a first beat.
  private static let jumped: Int8 = 127
  private static let first: Int8 = 126

  /// Finds the beats.
  ///
  /// - Parameters:
  ///   - curves: of as many numbers each; one for each weight but the last.
  ///   - step: seconds from frame to frame.
  ///   - range: the slowest and the fastest pace in beats a minute.
  init(_ curves: [[Double]], step: Double, range: ClosedRange<Double>) {
    let shortest = max(Int((60 / range.upperBound / step).rounded(.down)), 4)
    let longest = max(Int((60 / range.lowerBound / step).rounded(.up)), shortest)
    lengths = shortest...longest
    lead = longest
    count = curves.first?.count ?? 0
    sums = BeatWeights.weights.map { Self.sums(curves, $0, lead: longest) }
    if let start = Self.start(curves.first ?? []) {
      for frame in start + longest + 1..<count + 2 * longest + 1 {
        sums[BeatWeights.Part.beat.rawValue][frame] += BeatWeights.start
      }
    }
    let prior = lengths.map { BeatWeights.prior(60 / (Double($0) * step)) * Double($0) * step }
    trace(prior)
  }

  private static func sums(_ curves: [[Double]], _ weights: [Double], lead: Int) -> [Double] {
    let count = curves.first?.count ?? 0
    var result = [Double](repeating: 0, count: lead + 1)
    result.reserveCapacity(count + 2 * lead + 1)
    var sum = 0.0
    for frame in 0..<count {
      sum += weights.last ?? 0
      for (curve, weight) in zip(curves, weights) { sum += weight * curve[frame] }
      result.append(sum)
    }
    result.append(contentsOf: repeatElement(sum, count: lead))
    return result
  }

  /// The frame of the first sound: of the first peak that is at least half of the greatest.
  private static func start(_ curve: [Double]) -> Int? {
    let least = 0.5 * (curve.max() ?? 0)
    guard least > 0 else { return nil }
    return curve.indices.first { index in
      curve[index] >= least && (index + 1 == curve.count || curve[index] >= curve[index + 1])
    }
  }

  /// The stretches of a beat, in order.
  private static func stretches(_ length: Int) -> [Stretch] {
    var result: [Stretch] = []
    var start = 0
    for frame in 1...length {
      let part = BeatWeights.Part(start, of: length).rawValue
      guard frame == length || BeatWeights.Part(frame, of: length).rawValue != part else {
        continue
      }
      result.append(Stretch(part: part, range: start..<frame))
      start = frame
    }
    return result
  }

  /// Follows all chains to the end, and the best of them back.
  private mutating func trace(_ prior: [Double]) {
    let stretches = lengths.map(Self.stretches)
    let costs = lengths.map { length in
      (-Self.reach...Self.reach).map { BeatWeights.cost(Double($0) / Double(length)) }
    }
    let end = count + 2 * lead
    // Only the last rows are looked at.
    var rows: [Row] = []
    var steps: [Int8] = []
    var bests: [Int16] = []
    steps.reserveCapacity((end + 1) * lengths.count)
    var (last, most) = ((frame: 0, index: 0), -Double.infinity)
    for frame in 0...end {
      var row = Row(scores: Array(repeating: -Double.infinity, count: lengths.count))
      for (index, length) in lengths.enumerated() {
        let start = frame - length
        guard start >= 0 else {
          steps.append(Self.first)
          continue
        }
        var score = prior[index]
        for stretch in stretches[index] {
          let sums = sums[stretch.part]
          score += sums[start &+ stretch.range.upperBound] - sums[start &+ stretch.range.lowerBound]
        }
        var step = Self.first
        if start > lead {
          let before = Self.before(rows[start % lead], index, costs[index])
          score += before.score
          step = before.step
        }
        steps.append(step)
        row.scores[index] = score
        if score > row.scores[row.best] { row.best = index }
      }
      bests.append(Int16(clamping: row.best))
      if frame >= count + lead, row.scores[row.best] > most {
        (last, most) = ((frame, row.best), row.scores[row.best])
      }
      if rows.count < lead { rows.append(row) } else { rows[frame % lead] = row }
    }
    frames = back(last, steps, bests)
  }

  /// The best of what can come before a beat, and what leads to it.
  private static func before(
    _ row: Row, _ index: Int, _ costs: [Double]
  ) -> (score: Double, step: Int8) {
    var score = row.scores[row.best] - BeatWeights.jump
    var step = jumped
    for other in max(index - reach, 0)...min(index + reach, row.scores.count - 1) {
      let value = row.scores[other] - costs[other - index + reach]
      if value > score { (score, step) = (value, Int8(clamping: other - index)) }
    }
    return (score, step)
  }

  /// Where the beats begin that lead to the last, in order, of those that begin in the stream.
  private func back(
    _ last: (frame: Int, index: Int), _ steps: [Int8], _ bests: [Int16]
  ) -> [Int] {
    var result: [Int] = []
    var (frame, index) = last
    while true {
      let step = steps[frame * lengths.count + index]
      frame -= lengths.lowerBound + index
      if frame >= lead, frame < lead + count { result.append(frame - lead) }
      guard step != Self.first, frame > 0 else { break }
      index = step == Self.jumped ? Int(bests[frame]) : index + Int(step)
    }
    return result.reversed()
  }
}
