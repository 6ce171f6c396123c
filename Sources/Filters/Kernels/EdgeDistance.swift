/// How far the samples of a plane of coverage are from the edge of what is covered.
///
/// The nearest covered sample is found exactly, by a pass down the columns and one along the rows
/// with the lower envelope of parabolas (Felzenszwalb and Huttenlocher, "Distance Transforms of
/// Sampled Functions", 2012). A sample that is covered in part has a straight edge, as in Gustavson
/// and Strand, "Anti-aliased Euclidean distance transform" (2011). Where an edge is softer than a
/// sample, it is where half is covered: a faint fringe moves no edge.
struct EdgeDistance {
  /// The unit of distances: a pixel.
  static let one: Float = 64
  /// The farthest that is measured, in pixels.
  static let farthest: Double = 1000

  /// The covered shares, 0 to 65,535.
  let cover: UnsafePointer<UInt16>
  let width: Int
  let height: Int
  /// Whether distances are those of covered samples from what is not covered.
  let isInside: Bool
  /// The distance in pixels that is asked for: within half a pixel of it, distances are exact for
  /// straight edges, and nearer ones good to a pixel. What is farther counts as farther.
  let most: Double

  private static let half: UInt16 = 32768
  /// Rows to the nearest sample of a column that has none near.
  private static let none = Int16.max

  private var flip: UInt16 { isInside ? .max : 0 }
  private var reach: Int { Int(min(most, Self.farthest)) + 3 }

  /// Writes half a pixel more than each sample's distance, in units of 1/64 pixel.
  func measure(to distance: UnsafeMutablePointer<UInt16>, _ workspace: Workspace) {
    workspace.scratch.scope {
      let offsets = workspace.scratch.take(Int16.self, width * height)
      findInColumns(offsets, workspace.scratch)
      workspace.split(0..<height, least: Workspace.leastRows(width: width)) { rows, scratch in
        let envelope = Envelope(width: width, scratch)
        let lines = EdgeLines(cover: cover, width: width, height: height, flip: flip, scratch)
        for y in rows { measure(y, offsets, envelope, lines, to: distance + y * width) }
      }
    }
  }

  /// Writes how many rows below each sample the nearest of its column is that lies at the edge or
  /// within it.
  private func findInColumns(_ offsets: UnsafeMutablePointer<Int16>, _ scratch: Scratch) {
    let highest = scratch.take(UInt16.self, width + 2)
    let near = scratch.take(Int16.self, width)
    let reach = Int16(truncatingIfNeeded: self.reach)
    near.update(repeating: Self.none, count: width)
    for y in 0..<height {
      markSeeds(y, highest)
      let row = cover + y * width
      let target = offsets + y * width
      let flip = self.flip
      for x in 0..<width {
        let value = row[x] ^ flip
        let around = max(max(highest[x], highest[x &+ 1]), highest[x &+ 2])
        let isSeed = value > EdgeLines.least && around >= Self.half
        let up = near[x] < reach ? near[x] &+ 1 : Self.none
        near[x] = isSeed ? 0 : up
        target[x] = near[x] == Self.none ? Self.none : 0 &- near[x]
      }
    }
    near.update(repeating: Self.none, count: width)
    for y in stride(from: height - 1, through: 0, by: -1) {
      let target = offsets + y * width
      for x in 0..<width {
        let down = near[x] < reach ? near[x] &+ 1 : Self.none
        let up = target[x] == Self.none ? Self.none : 0 &- target[x]
        near[x] = up == 0 ? 0 : down
        target[x] = down < up ? down : target[x]
      }
    }
  }

  /// Writes the greatest share in each column of three rows, with nothing on both sides.
  private func markSeeds(_ y: Int, _ highest: UnsafeMutablePointer<UInt16>) {
    let row = cover + y * width
    let above = y > 0 ? row - width : row
    let below = y < height - 1 ? row + width : row
    let flip = self.flip
    highest[0] = 0
    highest[width + 1] = 0
    for x in 0..<width {
      highest[x &+ 1] = max(max(above[x] ^ flip, below[x] ^ flip), row[x] ^ flip)
    }
  }

  /// The columns of a row whose nearest samples are the nearest of some part of it, and the first
  /// place of each part.
  private struct Envelope {
    let columns: UnsafeMutablePointer<Int32>
    let starts: UnsafeMutablePointer<Float>

    init(width: Int, _ scratch: Scratch) {
      columns = scratch.take(Int32.self, width + 1)
      starts = scratch.take(Float.self, width + 1)
    }

    /// Calls `body` with the columns that are nearly the nearest to `x`, but for the one at `place`
    /// and those beside it: which edge is nearer, its share of a sample may decide.
    func eachBeside(_ place: Int, of count: Int, _ x: Int, _ body: (Int) -> Void) {
      let nearest = columns[place]
      func visit(_ other: Int) {
        if abs(columns[other] - nearest) > 1 { body(Int(columns[other])) }
      }
      var other = place + 1
      while other < count, starts[other] < Float(x) + 1.5 {
        visit(other)
        other += 1
      }
      other = place
      while other > 0, starts[other] > Float(x) - 1.5 {
        other -= 1
        visit(other)
      }
    }
  }

  private func measure(
    _ y: Int, _ offsets: UnsafeMutablePointer<Int16>, _ envelope: Envelope, _ lines: EdgeLines,
    to target: UnsafeMutablePointer<UInt16>
  ) {
    let row = offsets + y * width
    let most = Float(min(self.most, Self.farthest))
    fillSeeds(y, row, far: UInt16((most + 2) * Self.one), to: target)
    let count = findNearest(row, envelope)
    guard count > 0 else { return }
    let (first, last) = (Int(envelope.columns[0]), Int(envelope.columns[count - 1]))
    let reach = Int(most) + 3
    let (end, farthest) = (min(last + reach, width), (most + 2) * (most + 2))
    let near = most - Self.slack
    var place = 0
    var x = max(first - reach, 0)
    while x < end {
      if row[x] == 0 {
        if most < 2 { target[x] = distance(x, y, from: x, y, lines) }
        x &+= 1
        // Within the edge, all is done.
        while most >= 2, x &+ Self.block <= end, isAll(0, row + x) { x &+= Self.block }
        continue
      }
      while place &+ 1 < count, envelope.starts[place &+ 1] < Float(x) { place &+= 1 }
      let column = Int(envelope.columns[place])
      let (across, down) = (Float(column - x), Float(row[column]))
      let square = across * across + down * down
      if square <= farthest {
        target[x] = distance(x, y, from: column, y + Int(row[column]), lines)
        if square > near * near || most < 2 {
          envelope.eachBeside(place, of: count, x) { column in
            target[x] = min(target[x], distance(x, y, from: column, y + Int(row[column]), lines))
          }
        }
      }
      x &+= 1
    }
  }

  /// Finds the columns whose nearest samples are the nearest of some part of a row, and gives their
  /// number.
  private func findNearest(_ row: UnsafePointer<Int16>, _ envelope: Envelope) -> Int {
    var (count, x) = (0, 0)
    while x < width {
      let value = row[x]
      if value == Self.none {
        x &+= 1
        while x &+ Self.block <= width, isAll(Self.none, row + x) { x &+= Self.block }
        continue
      }
      // Of samples that are covered side by side, those at the ends are the nearest to what is not.
      if value == 0, x > 0, row[x &- 1] == 0, x < width &- 1, row[x &+ 1] == 0 {
        x &+= 1
        while x &+ Self.block < width, isAll(0, row + x), row[x &+ Self.block] == 0 {
          x &+= Self.block
        }
        continue
      }
      let height = Double(value) * Double(value) + Double(x) * Double(x)
      var start = -Float.infinity
      while count > 0 {
        let last = Int(envelope.columns[count - 1])
        let other = Double(row[last]) * Double(row[last]) + Double(last) * Double(last)
        start = Float((height - other) / Double(2 * (x - last)))
        if start > envelope.starts[count - 1] { break }
        count -= 1
        start = -Float.infinity
      }
      envelope.columns[count] = Int32(truncatingIfNeeded: x)
      envelope.starts[count] = start
      count += 1
      x &+= 1
    }
    return count
  }

  /// How far from the distance that is asked for the middle of a sample lies at most whose edge may
  /// matter.
  private static let slack = 0.5 + EdgeLines.halfDiagonal

  /// Numbers that are looked at together.
  private static let block = 32

  /// Whether all of a block are one number.
  @inline(__always)
  private func isAll(_ number: Int16, _ block: UnsafePointer<Int16>) -> Bool {
    var other: Int16 = 0
    for x in 0..<Self.block { other |= block[x] ^ number }
    return other == 0
  }

  /// Writes the distances of samples that lie at the edge or within it, and of others that they are
  /// far: from its own middle a sample is half a pixel, and from all of itself nothing.
  private func fillSeeds(
    _ y: Int, _ offsets: UnsafePointer<Int16>, far: UInt16, to target: UnsafeMutablePointer<UInt16>
  ) {
    let (cover, flip) = (cover + y * width, self.flip)
    let half = UInt16(Self.one / 2)
    for x in 0..<width {
      let own = cover[x] ^ flip == .max ? 0 : half
      target[x] = offsets[x] == 0 ? own : far
    }
  }

  /// The distance of a sample from the edge that runs through another one or beside it.
  private func distance(
    _ x: Int, _ y: Int, from column: Int, _ row: Int, _ lines: EdgeLines
  ) -> UInt16 {
    let own = cover[y &* width &+ x] ^ flip
    if own == .max { return 0 }
    let (across, down) = (Float(x - column), Float(y - row))
    var nearest = (across * across + down * down).squareRoot()
    // Only beside the line that is asked for, a sample's share of it counts.
    let (near, far) = (Float(most) - Self.slack, Float(most) + Self.slack)
    if nearest > near || most < 2 {
      if nearest < far { nearest = lines.distance(across, down, fromPartOf: column, row) }
      for stepY in max(-row, -1)...min(height - 1 - row, 1) {
        for stepX in max(-column, -1)...min(width - 1 - column, 1) {
          let (across, down) = (across - Float(stepX), down - Float(stepY))
          let reach = min(nearest + EdgeLines.halfDiagonal, far)
          guard across * across + down * down < reach * reach, stepX != 0 || stepY != 0 else {
            continue
          }
          nearest = min(
            nearest, lines.distance(across, down, fromPartOf: column + stepX, row + stepY))
        }
      }
    }
    // Half a pixel is added, so that no distance is below nothing.
    return UInt16(truncatingIfNeeded: Int(min(max(nearest + 0.5, 0), 1020) * Self.one + 0.5))
  }
}

extension EdgeDistance {
  /// The share of a sample that lies within `width` pixels of the edge, 0 to 65,535.
  @inline(__always)
  static func share(_ distance: UInt16, within width: Float) -> UInt16 {
    let share = min(max(width + 1 - Float(distance) / one, 0), 1)
    // Adding 2^23 leaves the nearest whole number in the low bits.
    return UInt16(truncatingIfNeeded: (share * 65535 + 8_388_608).bitPattern)
  }
}
