/// By how much each of some places moves along both sides of what its sample stands for, in 1/256
/// sample: mostly across, and mostly down.
struct SpreadMoves {
  let acrossX: UnsafeMutablePointer<Int32>
  let acrossY: UnsafeMutablePointer<Int32>
  let downX: UnsafeMutablePointer<Int32>
  let downY: UnsafeMutablePointer<Int32>

  init(count: Int, _ scratch: Scratch) {
    acrossX = scratch.take(Int32.self, 4 * count)
    acrossY = acrossX + count
    downX = acrossY + count
    downY = downX + count
  }
}

/// Reads several places for each sample of some runs of squares, and makes means of them.
///
/// The runs are laid one behind another first, of each its upper samples before its lower ones, so
/// that loops are long. Places are visited back and forth, row by row: from each to the next is one
/// step.
///
/// Unchecked: its memory is that of one call, on one thread.
struct SpreadTaps {
  /// Squares a run, and samples.
  private static let run = 8
  private static let samples = 4 * run

  private let area: Int
  private let ends: PlaneEdges
  /// Where the next places lie, in 1/2048 sample, and the steps there.
  private let nextX: UnsafeMutablePointer<Int32>
  private let nextY: UnsafeMutablePointer<Int32>
  private let steps: SpreadMoves
  private let places: Coordinates
  /// What was read of each plane, added up.
  private let sums: UnsafeMutablePointer<UInt32>
  /// What is read of one plane: memory for samples of any size.
  private let read: UnsafeMutablePointer<UInt16>

  /// - Parameter runs: how many there may be.
  init(runs: Int, planes: Int, _ ends: PlaneEdges, _ scratch: Scratch) {
    self.ends = ends
    area = runs * Self.samples
    nextX = scratch.take(Int32.self, area)
    nextY = scratch.take(Int32.self, area)
    steps = SpreadMoves(count: area, scratch)
    places = Coordinates(count: area, scratch)
    sums = scratch.take(UInt32.self, planes * area)
    read = scratch.take(UInt16.self, area)
  }

  /// The tile's sample at which the square of a number begins.
  @inline(__always)
  private static func first(of square: Int32) -> Int {
    let (side, index) = (DistortionTile.side, Int(square))
    let row = index / (side / 2)
    return 2 &* row &* side &+ 2 &* (index &- row &* (side / 2))
  }

  /// Reads so many places across and down for each sample, and adds them up.
  func read<S: Sample>(
    _ planes: PlaneGroup<S>, _ coordinates: Coordinates, _ moves: SpreadMoves,
    _ runs: UnsafeBufferPointer<Int32>, _ counts: SIMD2<Int>, _ sampling: WarpSampling,
    _ edges: DistortionEdges
  ) {
    let count = runs.count &* Self.samples
    let samples = UnsafeMutableRawPointer(read).assumingMemoryBound(to: S.self)
    let (across, down) = (counts.x, counts.y)
    begin(coordinates, moves, runs, across, down)
    for tap in 0..<across &* down {
      let (row, column) = (tap / across, tap % across)
      advance(count, row, isLast: column == across &- 1)
      edges.fold(places, count: count, ends)
      places.locate(count: count, width: ends.width, height: ends.height)
      for (index, plane) in planes.enumerated() {
        plane.source.sample(places, count: count, to: samples, sampling, edges)
        let sum = sums + index &* area
        if tap == 0 {
          for i in 0..<count { sum[i] = UInt32(samples[i]) }
        } else {
          for i in 0..<count { sum[i] &+= UInt32(samples[i]) }
        }
      }
    }
  }

  /// Lays runs one behind another, and finds their first places and the steps to others.
  private func begin(
    _ coordinates: Coordinates, _ moves: SpreadMoves, _ runs: UnsafeBufferPointer<Int32>,
    _ across: Int, _ down: Int
  ) {
    let places = SIMD2<Int32>(Int32(truncatingIfNeeded: across), Int32(truncatingIfNeeded: down))
    // In 1/256 of the way to the next sample: how far places lie apart, evenly around it.
    let steps = 256 / places
    let halves = (places &- 1) &* 128 / places
    for (index, start) in runs.enumerated() {
      let (from, square, to) = (Self.first(of: start), Int(start), index &* Self.samples)
      begin(coordinates.x + from, moves.acrossX, moves.downX, square, nextX + to, halves)
      begin(coordinates.y + from, moves.acrossY, moves.downY, square, nextY + to, halves)
      part(moves.acrossX + square, steps.x, self.steps.acrossX + to)
      part(moves.acrossY + square, steps.x, self.steps.acrossY + to)
      part(moves.downX + square, steps.y, self.steps.downX + to)
      part(moves.downY + square, steps.y, self.steps.downY + to)
    }
  }

  private typealias Squares = SIMD8<Int32>
  private typealias Line = SIMD16<Int32>

  @inline(__always)
  private func squares(_ numbers: UnsafeMutablePointer<Int32>) -> Squares {
    UnsafeRawPointer(numbers).loadUnaligned(as: Squares.self)
  }

  /// The numbers of squares for the samples of one of their rows.
  @inline(__always)
  private static func twice(_ squares: Squares) -> Line {
    var line = Line()
    line.evenHalf = squares
    line.oddHalf = squares
    return line
  }

  /// Writes where the first places of a run lie along one axis.
  private func begin(
    _ place: UnsafeMutablePointer<Int32>, _ across: UnsafeMutablePointer<Int32>,
    _ down: UnsafeMutablePointer<Int32>, _ square: Int, _ next: UnsafeMutablePointer<Int32>,
    _ halves: SIMD2<Int32>
  ) {
    let way = squares(across + square) &* halves.x &+ squares(down + square) &* halves.y
    let back = way &>> 5
    let line = Self.twice(back)
    for row in 0...1 {
      let places = UnsafeRawPointer(place + row &* DistortionTile.side)
      let start = places.loadUnaligned(as: Line.self) &<< 3 &- line
      UnsafeMutableRawPointer(next + row &* 16).storeBytes(of: start, as: Line.self)
    }
  }

  /// Writes the steps of a run's samples: a share of what their squares move by.
  private func part(
    _ move: UnsafeMutablePointer<Int32>, _ share: Int32, _ step: UnsafeMutablePointer<Int32>
  ) {
    let part = (squares(move) &* share) &>> 5
    let line = Self.twice(part)
    for row in 0...1 {
      UnsafeMutableRawPointer(step + row &* 16).storeBytes(of: line, as: Line.self)
    }
  }

  /// Brings the next places to where they are read from, and finds those behind them: to the right
  /// in even rows, to the left in others, and down at the end of each.
  private func advance(_ count: Int, _ row: Int, isLast: Bool) {
    let (stepX, stepY) =
      isLast ? (steps.downX, steps.downY) : (steps.acrossX, steps.acrossY)
    if isLast || row & 1 == 0 {
      Self.advance(nextX, by: stepX, count, to: places.x)
      Self.advance(nextY, by: stepY, count, to: places.y)
    } else {
      Self.retreat(nextX, by: stepX, count, to: places.x)
      Self.retreat(nextY, by: stepY, count, to: places.y)
    }
  }

  private static func advance(
    _ next: UnsafeMutablePointer<Int32>, by step: UnsafeMutablePointer<Int32>, _ count: Int,
    to place: UnsafeMutablePointer<Int32>
  ) {
    for i in 0..<count {
      let now = next[i]
      place[i] = now &>> 3
      next[i] = now &+ step[i]
    }
  }

  private static func retreat(
    _ next: UnsafeMutablePointer<Int32>, by step: UnsafeMutablePointer<Int32>, _ count: Int,
    to place: UnsafeMutablePointer<Int32>
  ) {
    for i in 0..<count {
      let now = next[i]
      place[i] = now &>> 3
      next[i] = now &- step[i]
    }
  }

  /// Writes the means of what was read of a plane to the places of the runs.
  func write<S: Sample>(
    _ plane: Int, of counts: SIMD2<Int>, _ runs: UnsafeBufferPointer<Int32>,
    to samples: UnsafeMutablePointer<S>
  ) {
    let scale = 1 / Float(Int32(truncatingIfNeeded: counts.x &* counts.y))
    for (index, start) in runs.enumerated() {
      let sum = sums + (plane &* area &+ index &* Self.samples)
      let target = samples + Self.first(of: start)
      for row in 0...1 {
        let (sum, target) = (sum + row &* 16, target + row &* DistortionTile.side)
        for i in 0..<16 {
          // Adding 2^23 leaves the nearest whole number in the low bits.
          let mean = Float(Int32(truncatingIfNeeded: sum[i])) * scale + 8_388_608
          target[i] = S(truncatingIfNeeded: mean.bitPattern)
        }
      }
    }
  }
}
