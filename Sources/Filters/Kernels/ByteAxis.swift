/// The weights of an axis of four taps as vectors of samples of 8 bits are added up by them.
///
/// Where a picture keeps about its size, runs of target samples read one source sample further on
/// than the one before. A run is copied at once, for each of the four taps; weights lie tap by tap.
struct ByteAxis {
  /// Bytes that are copied at once.
  static let chunk = 16
  /// The mean length from which runs are worth being copied.
  private static let leastRun = 3

  let axis: Axis
  /// Where each run begins in the target; after the last one its end.
  let places: UnsafeMutablePointer<Int32>
  /// Runs; 0 where they are short, so that samples are picked one by one.
  let runs: Int
  /// How many runs, from the first one, can be copied in whole chunks within the source's row.
  let wholeRuns: Int
  /// The weights of all samples for the first tap, then for the second and so on, ``stride`` apart;
  /// 32,768ths, of which no more than 32,767.
  let weights: UnsafeMutablePointer<Int16>
  let stride: Int
  /// The groups that most samples come in, where runs are short.
  let phases: BytePhases?
  /// The places with a weight of more than one, as edges have that a curve goes beyond.
  let heavy: UnsafeBufferPointer<Int32>

  /// - Parameter width: the samples in a row of the source.
  init(_ axis: Axis, width: Int, _ scratch: Scratch) {
    self.axis = axis
    let count = axis.count
    stride = (count + 2 * Self.chunk - 1) & ~(Self.chunk - 1)
    places = scratch.take(Int32.self, count + 1)
    weights = scratch.take(Int16.self, 4 * stride)
    var runs = 0
    for x in 0..<count where x == 0 || axis.starts[x] != axis.starts[x - 1] &+ 1 {
      places[runs] = Int32(truncatingIfNeeded: x)
      runs += 1
    }
    places[runs] = Int32(truncatingIfNeeded: count)
    self.runs = runs * Self.leastRun <= count ? runs : 0
    for tap in 0..<4 {
      let row = weights + tap * stride
      for x in 0..<count { row[x] = Self.doubled(axis.weights[4 &* x &+ tap]) }
    }
    phases = self.runs == 0 ? BytePhases(axis, scratch) : nil
    heavy = Self.heavy(axis, scratch)
    // The runs after the first one that is not whole are short.
    var whole = 0
    while whole < self.runs {
      let (place, next) = (Int(places[whole]), Int(places[whole + 1]))
      let chunks = (next - place + Self.chunk - 1) / Self.chunk
      if Int(axis.starts[place]) + 3 + chunks * Self.chunk > width { break }
      whole += 1
    }
    wholeRuns = whole
  }

  /// A weight in 32,768ths.
  static func doubled(_ weight: Int16) -> Int16 {
    Int16(truncatingIfNeeded: min(Int32(weight) &* 2, 32767))
  }

  private static func heavy(_ axis: Axis, _ scratch: Scratch) -> UnsafeBufferPointer<Int32> {
    let places = scratch.take(Int32.self, axis.count)
    var count = 0
    for x in 0..<axis.count {
      let weights = axis.weights + 4 * x
      if max(max(weights[0], weights[1]), max(weights[2], weights[3])) > Axis.one {
        places[count] = Int32(truncatingIfNeeded: x)
        count += 1
      }
    }
    return UnsafeBufferPointer(start: places, count: count)
  }
}
