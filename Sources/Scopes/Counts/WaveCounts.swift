/// How often each level stands in each column of a picture.
struct WaveCounts: Hashable, Sendable {
  /// The most columns and levels that are counted apart.
  static let mostColumns = 2048
  static let mostDepth = 10

  /// Columns: those of the picture, or, where it is wider than 2048, several of them together.
  let columns: Int
  /// Levels: the code values of up to 10 bits.
  let levels: Int
  /// How many code values are a level, as a power of 2.
  let shift: Int
  /// Level after level from the lowest up, each from the left column to the right.
  private(set) var counts: [UInt32]
  /// Which column of the counts one of the picture belongs to.
  let places: [Int]

  init(width: Int, depth: Int) {
    columns = min(width, Self.mostColumns)
    shift = max(depth - Self.mostDepth, 0)
    levels = 1 << (depth - shift)
    counts = [UInt32](repeating: 0, count: columns * levels)
    let columns = columns
    places = (0..<width).map { $0 * columns / width }
  }

  /// Counts the code values of a row of the picture, held within 0 to `peak`.
  mutating func add(_ codes: [Int32], peak: Int32) {
    let (columns, shift, places) = (columns, shift, places)
    var counts = counts.mutableSpan
    for x in codes.indices {
      let level = Int(min(max(codes[x], 0), peak)) &>> shift
      counts[level &* columns &+ places[x]] &+= 1
    }
  }
}

/// How often each pair of chroma values stands in a picture.
struct VectorCounts: Hashable, Sendable {
  /// Levels of each of the two: the code values of up to 10 bits.
  let levels: Int
  let shift: Int
  /// Row after row of one Cr, each from the lowest Cb up.
  private(set) var counts: [UInt32]
  /// All samples together.
  private(set) var total = 0

  init(depth: Int) {
    shift = max(depth - WaveCounts.mostDepth, 0)
    levels = 1 << (depth - shift)
    counts = [UInt32](repeating: 0, count: levels * levels)
  }

  @inline(__always)
  mutating func add(_ blue: Int, _ red: Int) {
    counts[red &>> shift &* levels &+ blue &>> shift] &+= 1
    total &+= 1
  }
}

/// How often each code value stands in a channel.
struct LevelCounts: Hashable, Sendable {
  /// The code value of the first count; less than 0 for red, green and blue, which leave the range
  /// where luma and chroma do not go together.
  let low: Int
  /// All counts, one for each code value.
  private(set) var counts: [Int]

  init(_ codes: ClosedRange<Int>) {
    low = codes.lowerBound
    counts = [Int](repeating: 0, count: codes.count)
  }

  /// Counts code values, of which there is a count each.
  mutating func add(_ codes: [Int32]) {
    let low = low
    var counts = counts.mutableSpan
    for code in codes { counts[Int(code) &- low] &+= 1 }
  }

  /// How many samples there are of code values from `range`.
  func count(_ range: some RangeExpression<Int>) -> Int {
    counts.indices.reduce(0) { range.contains($1 + low) ? $0 + counts[$1] : $0 }
  }
}
