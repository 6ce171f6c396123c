import WAV

/// The shape of a sound of any length, in a number of columns that does not grow.
///
/// Each column holds the lowest and the highest sample of a stretch and the sum of the squares.
/// Stretches are of one length, which doubles whenever the columns are full.
struct WaveSummary {
  struct Column: Hashable {
    var low: Float = .infinity
    var high: Float = -.infinity
    var squares: Double = 0
    var count = 0

    /// The root of the mean square; 0 without samples.
    var level: Double { count > 0 ? (squares / Double(count)).squareRoot() : 0 }

    mutating func add(_ other: Column) {
      low = min(low, other.low)
      high = max(high, other.high)
      squares += other.squares
      count += other.count
    }
  }

  /// The most columns that there are.
  static let most = 8192

  /// By channel, then from the start on.
  private(set) var columns: [[Column]]
  /// How many samples a column stands for.
  private(set) var stretch = 32
  /// Samples of each channel so far.
  private(set) var length = 0

  init(channels: Int) { columns = Array(repeating: [], count: channels) }

  /// Takes in the next samples.
  mutating func add(_ block: AudioBlock) {
    var done = 0
    while done < block.count {
      if length == stretch * Self.most { halve() }
      let inside = length % stretch
      let part = min(stretch - inside, block.count - done)
      for channel in columns.indices {
        if inside == 0 { columns[channel].append(Column()) }
        let last = columns[channel].count - 1
        Self.add(block[channel].span, done..<done + part, to: &columns[channel][last])
      }
      length += part
      done += part
    }
  }

  private static func add(
    _ samples: Span<Float>, _ part: Range<Int>, to column: inout Column
  ) {
    var (low, high, squares) = (column.low, column.high, column.squares)
    for index in part {
      let sample = samples[index].isFinite ? samples[index] : 0
      low = min(low, sample)
      high = max(high, sample)
      squares += Double(sample * sample)
    }
    column = Column(low: low, high: high, squares: squares, count: column.count + part.count)
  }

  /// Joins columns in pairs.
  private mutating func halve() {
    for channel in columns.indices {
      let old = columns[channel]
      columns[channel] = stride(from: 0, to: old.count, by: 2).map { index in
        var column = old[index]
        if index + 1 < old.count { column.add(old[index + 1]) }
        return column
      }
    }
    stretch *= 2
  }

  /// The column of `channel` for the part from `start` to `end` of the whole, both 0 to 1.
  func column(_ channel: Int, from start: Double, to end: Double) -> Column {
    let all = columns[channel]
    guard !all.isEmpty else { return Column() }
    let scale = Double(length) / Double(stretch)
    let first = min(max(Int(start * scale), 0), all.count - 1)
    let last = min(max(Int((end * scale).rounded(.up)), first + 1), all.count)
    return all[first..<last].reduce(into: Column()) { $0.add($1) }
  }
}
