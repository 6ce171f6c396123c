/// The numbers of a frame, for programs and for those who want to be exact.
package struct ScopeNumbers: Hashable, Sendable {
  /// The names of the channels, in their order.
  package static let names = ["y", "r", "g", "b", "cb", "cr"]

  /// One channel, in code values.
  package struct Channel: Hashable, Sendable {
    /// `y`, `r`, `g`, `b`, `cb` or `cr`.
    package let name: String
    /// The lowest code value.
    package let minimum: Int
    /// The highest code value.
    package let maximum: Int
    /// The mean of all code values.
    package let mean: Double
    /// The share of samples below the legal range: of black, or of the least chroma.
    package let below: Double
    /// The share above it: of white, or of the most chroma.
    package let above: Double
    /// The share at its lower end or below.
    package let crushed: Double
    /// The share at its upper end or above.
    package let clipped: Double
    /// The means in shadows, midtones and highlights; nil where there are none, and empty for
    /// chroma.
    package let zones: [Double?]
    /// The means in nine parts of the picture, row by row; nil where a part has no samples.
    package let grid: [Double?]
  }

  /// Luma, red, green and blue, and Cb and Cr where there is chroma.
  package let channels: [Channel]
  /// The shares of samples whose luma is in the lowest, the middle and the highest third from black
  /// to white.
  package let zones: [Double]
  /// The share of samples of which red, green or blue lies beyond -5 % to 105 % (EBU R 103).
  package let outOfGamut: Double

  /// Sums up counts.
  package init(_ counts: ScopeCounts) {
    let total = counts.zoneCounts.reduce(0, +)
    channels = counts.levels.indices.map { Channel(counts, $0) }
    zones = counts.zoneCounts.map { Double($0) / Double(max(total, 1)) }
    outOfGamut = Double(counts.strayCount) / Double(max(total, 1))
  }
}

extension ScopeNumbers.Channel {
  fileprivate init(_ counts: ScopeCounts, _ index: Int) {
    let levels = counts.levels[index]
    let isChroma = index > 3
    let coding = counts.coding
    let legal = isChroma ? coding.legalChroma : coding.black...coding.white
    let total = levels.counts.reduce(0, +)
    let sum = levels.counts.indices.reduce(0) { $0 + levels.counts[$1] * ($1 + levels.low) }
    func share(_ range: some RangeExpression<Int>) -> Double {
      Double(levels.count(range)) / Double(max(total, 1))
    }
    name = ScopeNumbers.names[index]
    minimum = (levels.counts.firstIndex { $0 > 0 } ?? 0) + levels.low
    maximum = (levels.counts.lastIndex { $0 > 0 } ?? 0) + levels.low
    mean = Double(sum) / Double(max(total, 1))
    below = share(..<legal.lowerBound)
    above = share((legal.upperBound + 1)...)
    crushed = share(...legal.lowerBound)
    clipped = share(legal.upperBound...)
    func means(_ sums: [Int], _ counts: [Int]) -> [Double?] {
      zip(sums, counts).map { $1 > 0 ? Double($0) / Double($1) : nil }
    }
    zones = isChroma ? [] : means(counts.zoneSums[index], counts.zoneCounts)
    grid = means(
      counts.gridSums[index], isChroma ? counts.gridCounts.chroma : counts.gridCounts.luma)
  }
}
