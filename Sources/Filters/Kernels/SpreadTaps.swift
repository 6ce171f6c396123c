/// By how much each of some places moves to the next sample across and down, in 1/256 sample.
struct SpreadMoves {
  let acrossX: UnsafeMutablePointer<Int32>
  let acrossY: UnsafeMutablePointer<Int32>
  let downX: UnsafeMutablePointer<Int32>
  let downY: UnsafeMutablePointer<Int32>

  init(count: Int, _ scratch: Scratch) {
    acrossX = scratch.take(Int32.self, count)
    acrossY = scratch.take(Int32.self, count)
    downX = scratch.take(Int32.self, count)
    downY = scratch.take(Int32.self, count)
  }
}

/// Reads several places for each sample of some runs, and makes means of them.
///
/// The runs are laid one behind another first, so that loops are long. Places are visited back and
/// forth, row by row: from each to the next is one step.
///
/// Unchecked: its memory is that of one call, on one thread.
struct SpreadTaps {
  /// Samples a run.
  private let run: Int
  private let area: Int
  /// Where the next places lie, in 1/2048 sample, and the steps there.
  private let nextX: UnsafeMutablePointer<Int32>
  private let nextY: UnsafeMutablePointer<Int32>
  private let steps: SpreadMoves
  private let places: Coordinates
  /// What was read of each plane, added up.
  private let sums: UnsafeMutablePointer<UInt32>
  /// What is read of one plane: memory for samples of any size.
  private let read: UnsafeMutablePointer<UInt16>

  init(count: Int, run: Int, planes: Int, _ scratch: Scratch) {
    self.run = run
    area = count
    nextX = scratch.take(Int32.self, count)
    nextY = scratch.take(Int32.self, count)
    steps = SpreadMoves(count: count, scratch)
    places = Coordinates(count: count, scratch)
    sums = scratch.take(UInt32.self, planes * count)
    read = scratch.take(UInt16.self, count)
  }

  /// Reads so many places across and down for each sample, and adds them up.
  func read<S: Sample>(
    _ planes: PlaneGroup<S>, _ coordinates: Coordinates, _ moves: SpreadMoves,
    _ runs: UnsafeBufferPointer<Int32>, _ counts: SIMD2<Int>, _ sampling: WarpSampling,
    _ edges: DistortionEdges
  ) {
    let layout = planes[0].source.layout
    let count = runs.count &* run
    let samples = UnsafeMutableRawPointer(read).assumingMemoryBound(to: S.self)
    let (across, down) = (counts.x, counts.y)
    begin(coordinates, moves, runs, across, down)
    for tap in 0..<across &* down {
      let (row, column) = (tap / across, tap % across)
      advance(count, row, isLast: column == across &- 1)
      edges.fold(places, count: count, width: layout.width, height: layout.height)
      places.locate(count: count, width: layout.width, height: layout.height)
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
    // In 1/8 of the way to the next sample, places lie 2, 4 or no steps apart, evenly around it.
    let shifts = SIMD2<Int32>(across == 2 ? 2 : 1, down == 2 ? 2 : 1)
    let halves = SIMD2<Int32>(
      Int32(truncatingIfNeeded: (across &- 1) &* (4 / across)),
      Int32(truncatingIfNeeded: (down &- 1) &* (4 / down)))
    for (index, start) in runs.enumerated() {
      let (from, to) = (Int(start), index &* run)
      begin(coordinates.x, moves.acrossX, moves.downX, from, nextX + to, halves)
      begin(coordinates.y, moves.acrossY, moves.downY, from, nextY + to, halves)
      shift(moves.acrossX + from, by: shifts.x, steps.acrossX + to)
      shift(moves.acrossY + from, by: shifts.x, steps.acrossY + to)
      shift(moves.downX + from, by: shifts.y, steps.downX + to)
      shift(moves.downY + from, by: shifts.y, steps.downY + to)
    }
  }

  private func begin(
    _ place: UnsafeMutablePointer<Int32>, _ across: UnsafeMutablePointer<Int32>,
    _ down: UnsafeMutablePointer<Int32>, _ from: Int, _ next: UnsafeMutablePointer<Int32>,
    _ halves: SIMD2<Int32>
  ) {
    let (place, across, down) = (place + from, across + from, down + from)
    for i in 0..<run {
      next[i] = place[i] &<< 3 &- across[i] &* halves.x &- down[i] &* halves.y
    }
  }

  private func shift(
    _ move: UnsafeMutablePointer<Int32>, by shift: Int32, _ step: UnsafeMutablePointer<Int32>
  ) {
    for i in 0..<run { step[i] = move[i] &<< shift }
  }

  /// Brings the next places to where they are read from, and finds those behind them: to the right in
  /// even rows, to the left in others, and down at the end of each.
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
    let shift = UInt32(truncatingIfNeeded: (counts.x &* counts.y).trailingZeroBitCount)
    let half = (UInt32(1) &<< shift) &>> 1
    for (index, start) in runs.enumerated() {
      let (sum, target) = (sums + (plane &* area &+ index &* run), samples + Int(start))
      for i in 0..<run { target[i] = S(truncatingIfNeeded: (sum[i] &+ half) &>> shift) }
    }
  }
}
