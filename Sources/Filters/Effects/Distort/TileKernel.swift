import Y4M

/// How tiles lie along a side of the canvas, in luma samples.
struct TileAxis: BitwiseCopyable {
  /// The side of the canvas.
  private let side: Int
  /// How many tiles there are.
  let count: Int
  /// The space between two, a multiple of ``step``.
  private let gap: Int
  /// How far they are moved, less whole rounds.
  private let offset: Double
  /// Tiles begin at multiples of this: at the samples of every plane.
  private let step: Int
  let isMirrored: Bool
  /// The side of a tile, which may be cut by less than two steps.
  let tile: Int

  init(side: Int, count: Int, gap: Double, offset: Double, step: Int, isMirrored: Bool) {
    self.side = side
    // Every tile has a step of its own, and the gaps leave as much.
    let count = min(count, max(side / step, 1))
    self.count = count
    let most = count > 1 ? (side - count * step) / (count - 1) : side
    let wanted = Int((min(max(gap, 0), 65_536) / Double(step)).rounded()) * step
    self.gap = min(wanted, max(most / step * step, 0))
    self.step = step
    self.isMirrored = isMirrored
    // Whole rounds change nothing; two, where tiles are mirrored and their number is odd.
    let round = Double((side + self.gap) * (isMirrored && count % 2 == 1 ? 2 : 1))
    let rest = offset.isFinite ? offset.truncatingRemainder(dividingBy: round) : 0
    self.offset = rest
    var widest = 1
    for index in 0..<count {
      let range = Self.range(index, count, side, self.gap, step)
      widest = max(widest, range.upperBound - range.lowerBound)
    }
    tile = min(widest, side)
  }

  /// Whether one tile is the canvas itself.
  var isPlain: Bool { count == 1 && offset == 0 }

  private static func range(
    _ index: Int, _ count: Int, _ side: Int, _ gap: Int, _ step: Int
  ) -> Range<Int> {
    func bound(_ index: Int) -> Int {
      if index == count { return side + gap }
      let steps = (Double(index) * Double(side + gap) / Double(count * step)).rounded()
      return Int(steps) * step
    }
    let low = bound(index)
    return low..<max(bound(index + 1) - gap, low)
  }

  /// The tiles of a plane along this axis.
  func plane(shift: Int, _ scratch: Scratch) -> TileLine {
    let ranges = scratch.take(SIMD2<Int>.self, count)
    func part(_ value: Int) -> Int { (value + (1 << shift) - 1) >> shift }
    for index in 0..<count {
      let range = Self.range(index, count, side, gap, step)
      ranges[index] = SIMD2(part(range.lowerBound), part(range.upperBound))
    }
    // What is seen at sample 0, in 1/256 sample.
    let start = Int((-offset * 256 / Double(1 << shift)).rounded())
    return TileLine(
      ranges: UnsafeBufferPointer(start: ranges, count: count), round: max(part(side + gap), 1),
      first: start >> 8, share: start & 255, isMirrored: isMirrored)
  }
}

/// The tiles along a side of one plane, without an end.
struct TileLine {
  /// The first sample of each tile, and the one after its last; between them are gaps.
  private let ranges: UnsafeBufferPointer<SIMD2<Int>>
  /// From one round of tiles to the next.
  private let round: Int
  /// What is seen at sample 0, and the share of the next one, 0 to 255.
  let first: Int
  let share: Int
  private let isMirrored: Bool

  init(
    ranges: UnsafeBufferPointer<SIMD2<Int>>, round: Int, first: Int, share: Int, isMirrored: Bool
  ) {
    self.ranges = ranges
    self.round = round
    self.first = first
    self.share = share
    self.isMirrored = isMirrored
  }

  /// What a place shows: the sample of a tile, nil in a gap; how many more follow in the same, at
  /// least 1; and whether the tile is mirrored.
  func part(at place: Int) -> (sample: Int?, count: Int, isMirrored: Bool) {
    let rest = place % round
    let inside = rest < 0 ? rest + round : rest
    let turn = (place - inside) / round
    for (index, range) in ranges.enumerated() {
      if inside < range.x { return (nil, range.x - inside, false) }
      if inside < range.y {
        let isOdd = (turn &* ranges.count &+ index) & 1 == 1
        return (inside - range.x, range.y - inside, isMirrored && isOdd)
      }
    }
    return (nil, round - inside, false)
  }
}

/// Lays copies of a tile side by side.
struct TileKernel: PlaneKernel {
  let tile: Frame
  /// The tile with its left and right, its top and bottom, and both exchanged.
  var mirrored: (across: Frame, down: Frame, both: Frame)?
  let across: TileAxis
  let down: TileAxis
  let color: BackingColor

  init(tile: Frame, across: TileAxis, down: TileAxis, color: BackingColor) {
    self.tile = tile
    self.across = across
    self.down = down
    self.color = color
  }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    let columns = across.plane(shift: layout.shiftX, scratch)
    let rows = down.plane(shift: layout.shiftY, scratch)
    let lines = scratch.take(S.self, 2 * (box.width + 1))
    for plane in planes {
      guard let index = tile.format.roles.firstIndex(of: plane.target.role) else { continue }
      let row = TileRow<S>(
        columns, first: box.x + columns.first,
        color: S(truncatingIfNeeded: color[plane.target.role]), kernel: self, plane: index)
      for y in box.y..<box.maxY {
        let target = plane.target.row(y) + box.x
        let place = y + rows.first
        if columns.share == 0, rows.share == 0 {
          row.write(rows.part(at: place), to: target, count: box.width)
          continue
        }
        // Between samples: one more of them is needed to the right and below.
        let (upper, lower) = (lines, lines + box.width + 1)
        row.write(rows.part(at: place), to: upper, count: box.width + 1)
        let below = rows.share == 0 ? upper : lower
        if rows.share > 0 {
          row.write(rows.part(at: place + 1), to: lower, count: box.width + 1)
        }
        Self.mix(upper, below, columns.share, rows.share, to: target, count: box.width)
      }
    }
  }

  /// Mixes four neighbours each; shares are those of the right and of the lower ones.
  private static func mix<S: Sample>(
    _ upper: UnsafeMutablePointer<S>, _ lower: UnsafeMutablePointer<S>, _ right: Int, _ below: Int,
    to target: UnsafeMutablePointer<S>, count: Int
  ) {
    let (left, right) = (UInt32(256 - right), UInt32(right))
    let (above, below) = (UInt32(256 - below), UInt32(below))
    for x in 0..<count {
      let first = UInt32(upper[x]) &* left &+ UInt32(upper[x &+ 1]) &* right
      let second = UInt32(lower[x]) &* left &+ UInt32(lower[x &+ 1]) &* right
      target[x] = S(truncatingIfNeeded: (first &* above &+ second &* below &+ 32768) &>> 16)
    }
  }

  /// The samples of a row of a plane of one of the tiles.
  fileprivate func samples<S: Sample>(
    _ plane: Int, _ y: Int, _ isFlopped: Bool, _ isFlipped: Bool
  ) -> UnsafeMutablePointer<S> {
    var frame = tile
    if let mirrored {
      switch (isFlopped, isFlipped) {
      case (true, true): frame = mirrored.both
      case (true, false): frame = mirrored.across
      case (false, true): frame = mirrored.down
      case (false, false): break
      }
    }
    let layout = tile.format.planes[plane]
    // A plane of an odd side has a sample that a tile of it may not have.
    return frame.samples(layout) + min(y, layout.height - 1) * layout.width
  }
}

/// Writes rows of tiles of one plane.
private struct TileRow<S: Sample> {
  private let columns: TileLine
  private let first: Int
  private let color: S
  private let kernel: TileKernel
  private let plane: Int
  private let width: Int

  init(_ columns: TileLine, first: Int, color: S, kernel: TileKernel, plane: Int) {
    self.columns = columns
    self.first = first
    self.color = color
    self.kernel = kernel
    self.plane = plane
    width = kernel.tile.format.planes[plane].width
  }

  /// Writes the samples of a row that shows some row of tiles, or a gap.
  func write(
    _ row: (sample: Int?, count: Int, isMirrored: Bool), to target: UnsafeMutablePointer<S>,
    count: Int
  ) {
    guard let y = row.sample else { return target.update(repeating: color, count: count) }
    let plain: UnsafeMutablePointer<S> = kernel.samples(plane, y, false, row.isMirrored)
    let flopped: UnsafeMutablePointer<S> = kernel.samples(plane, y, true, row.isMirrored)
    var x = 0
    while x < count {
      let part = columns.part(at: first + x)
      let length = min(part.count, count - x)
      if let sample = part.sample {
        let source = part.isMirrored ? flopped : plain
        let there = max(min(length, width - sample), 0)
        (target + x).update(from: source + sample, count: there)
        if there < length {
          (target + x + there).update(repeating: source[width - 1], count: length - there)
        }
      } else {
        (target + x).update(repeating: color, count: length)
      }
      x += length
    }
  }
}
