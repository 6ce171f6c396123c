/// A stretch of a sprite's row that is drawn in one way.
struct SpriteRun: BitwiseCopyable {
  /// The samples of which a row is made, when whole ``SpriteRuns/block``s are.
  enum Kind: Int32, BitwiseCopyable {
    case transparent
    case mixed
    case opaque
  }

  /// The columns from the box's left edge.
  var start: Int32
  var end: Int32
  var kind: Kind
  /// Where its finished samples begin, for an opaque run of a sprite that keeps them.
  var finished: Int

  var count: Int { Int(end &- start) }
}

/// What of a sprite's plane is drawn, row by row: transparent stretches are left out, and opaque
/// ones are told apart from those that are mixed.
struct SpriteRuns {
  /// Rows are looked at in blocks of so many samples.
  private static let block = 16

  private let runs: UnsafeMutablePointer<SpriteRun>?
  /// The first run of each row, and behind the last row the number of runs.
  private let firsts: UnsafeMutablePointer<Int32>?
  /// The samples of all opaque runs, where they are to be kept finished.
  let finishedCount: Int

  /// Nothing.
  init() {
    runs = nil
    firsts = nil
    finishedCount = 0
  }

  /// The runs of row `y`, from left to right.
  subscript(y: Int) -> UnsafeMutableBufferPointer<SpriteRun> {
    guard let runs, let firsts else { return UnsafeMutableBufferPointer(start: nil, count: 0) }
    return UnsafeMutableBufferPointer(
      start: runs + Int(firsts[y]), count: Int(firsts[y + 1] &- firsts[y]))
  }

  /// Finds the runs of a plane.
  ///
  /// - Parameters:
  ///   - whole: the `keep` that keeps a sample as it is.
  ///   - isFinished: whether opaque runs are to have finished samples.
  ///   - memory: keeps the runs.
  ///   - scratch: memory for the length of the call.
  init(
    _ plane: SpritePlane, whole: UInt16, isFinished: Bool, _ memory: Scratch, _ scratch: Scratch
  ) {
    let (width, height) = (plane.box.width, plane.box.height)
    let firsts = memory.take(Int32.self, height + 1)
    let most = (width + Self.block - 1) / Self.block
    (runs, finishedCount) = scratch.scope {
      let found = scratch.take(SpriteRun.self, most * height)
      var (count, finished) = (0, 0)
      for y in 0..<height {
        firsts[y] = Int32(truncatingIfNeeded: count)
        Self.find(plane.keep + y * width, width, whole) { run in
          found[count] = run
          if isFinished, run.kind == .opaque {
            found[count].finished = finished
            finished += run.count
          }
          count += 1
        }
      }
      firsts[height] = Int32(truncatingIfNeeded: count)
      let kept = memory.take(SpriteRun.self, count)
      kept.update(from: found, count: count)
      return (kept, finished)
    }
    self.firsts = firsts
  }

  /// Finds the runs of one row.
  private static func find(
    _ keep: UnsafeMutablePointer<UInt16>, _ width: Int, _ whole: UInt16,
    _ found: (SpriteRun) -> Void
  ) {
    var run = SpriteRun(start: 0, end: 0, kind: .transparent, finished: -1)
    for start in stride(from: 0, to: width, by: block) {
      let end = min(start + block, width)
      let kind = kind(keep + start, end - start, whole)
      if kind != run.kind {
        if run.kind != .transparent { found(run) }
        run = SpriteRun(
          start: Int32(truncatingIfNeeded: start), end: 0, kind: kind, finished: -1)
      }
      run.end = Int32(truncatingIfNeeded: end)
    }
    if run.kind != .transparent, run.count > 0 { found(run) }
  }

  /// What all of `count` samples are.
  @inline(__always)
  private static func kind(
    _ keep: UnsafeMutablePointer<UInt16>, _ count: Int, _ whole: UInt16
  ) -> SpriteRun.Kind {
    var (any, all): (UInt16, UInt16) = (0, .max)
    if count == block {
      for x in 0..<block { (any, all) = (any | keep[x], all & keep[x]) }
    } else {
      for x in 0..<count { (any, all) = (any | keep[x], all & keep[x]) }
    }
    if any == 0 { return .opaque }
    return any == whole && all == whole ? .transparent : .mixed
  }

  /// Writes the finished samples of all opaque runs of `plane`: nothing of what is below is kept.
  func finish(_ plane: SpritePlane, depth: Int, to target: UnsafeMutableRawPointer) {
    if depth == 8 {
      finish(plane, depth, to: target.assumingMemoryBound(to: UInt8.self))
    } else {
      finish(plane, depth, to: target.assumingMemoryBound(to: UInt16.self))
    }
  }

  private func finish<S: Sample>(
    _ plane: SpritePlane, _ depth: Int, to target: UnsafeMutablePointer<S>
  ) {
    for y in 0..<plane.box.height {
      for run in self[y] where run.finished >= 0 {
        let add = plane.add + (y * plane.box.width + Int(run.start))
        S.cover(target + run.finished, add: add, depth: depth, count: run.count)
      }
    }
  }
}
