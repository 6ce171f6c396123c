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
  /// The distance in pixels that is asked for: within two pixels of it, distances are exact for
  /// straight edges, and nearer ones good to a pixel. What is farther counts as farther.
  let most: Double

  /// A share of which less counts as nothing.
  private static let least: UInt16 = 1300
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
        for y in rows { measure(y, offsets, envelope, to: distance + y * width) }
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
        let isSeed = value > Self.least && around >= Self.half
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
    _ y: Int, _ offsets: UnsafeMutablePointer<Int16>, _ envelope: Envelope,
    to target: UnsafeMutablePointer<UInt16>
  ) {
    let row = offsets + y * width
    var count = 0
    for x in 0..<width where row[x] != Self.none {
      // Of samples that are covered side by side, those at the ends are the nearest to what is not.
      if row[x] == 0, x > 0, row[x - 1] == 0, x < width - 1, row[x + 1] == 0 { continue }
      let height = Double(row[x]) * Double(row[x]) + Double(x) * Double(x)
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
    }
    let most = Float(min(self.most, Self.farthest))
    let far = UInt16((most + 2) * Self.one)
    fillSeeds(y, row, far: far, to: target)
    guard count > 0 else { return }
    let (first, last) = (Int(envelope.columns[0]), Int(envelope.columns[count - 1]))
    let reach = Int(most) + 3
    var place = 0
    for x in max(first - reach, 0)..<min(last + reach, width) {
      if row[x] == 0 {
        if most < 2 { target[x] = distance(x, y, from: x, y) }
        continue
      }
      while place + 1 < count, envelope.starts[place + 1] < Float(x) { place += 1 }
      let column = Int(envelope.columns[place])
      let (across, down) = (Float(column - x), Float(row[column]))
      if across * across + down * down <= (most + 2) * (most + 2) {
        target[x] = distance(x, y, from: column, y + Int(row[column]))
        guard across * across + down * down > (most - 2) * (most - 2) || most < 2 else { continue }
        envelope.eachBeside(place, of: count, x) { column in
          target[x] = min(target[x], distance(x, y, from: column, y + Int(row[column])))
        }
      }
    }
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
  private func distance(_ x: Int, _ y: Int, from column: Int, _ row: Int) -> UInt16 {
    let own = cover[y * width + x] ^ flip
    if own == .max { return 0 }
    let (across, down) = (Float(column - x), Float(row - y))
    var nearest = (across * across + down * down).squareRoot()
    // Only beside the line that is asked for, a sample's share of it counts.
    if nearest > Float(most) - 2 {
      nearest = distance(x, y, fromPartOf: column, row)
      for seedY in max(row - 1, 0)...min(row + 1, height - 1) {
        for seedX in max(column - 1, 0)...min(column + 1, width - 1) {
          // No part of a sample is farther from its middle than half of its diagonal.
          let (across, down) = (Float(seedX - x), Float(seedY - y))
          let reach = nearest + 0.72
          guard across * across + down * down < reach * reach,
            seedX != column || seedY != row
          else { continue }
          nearest = min(nearest, distance(x, y, fromPartOf: seedX, seedY))
        }
      }
    }
    // Half a pixel is added, so that no distance is below nothing.
    return UInt16(truncatingIfNeeded: Int(min(max(nearest + 0.5, 0), 1020) * Self.one + 0.5))
  }

  /// The distance of a sample's middle from the covered part of another sample: from its square, or
  /// from the straight edge that leaves its share and runs across the steepest change.
  private func distance(_ x: Int, _ y: Int, fromPartOf column: Int, _ row: Int) -> Float {
    let share = cover[row * width + column] ^ flip
    guard share > Self.least else { return .infinity }
    let (across, down) = (Float(x - column), Float(y - row))
    if share == .max {
      let (beyondX, beyondY) = (max(abs(across) - 0.5, 0), max(abs(down) - 0.5, 0))
      return (beyondX * beyondX + beyondY * beyondY).squareRoot()
    }
    let part = Float(share) / 65535
    let slope = outward(column, row)
    let steepness = (slope.x * slope.x + slope.y * slope.y).squareRoot()
    guard steepness > 0.05 else {
      return (across * across + down * down).squareRoot() + 0.5 - part
    }
    let (normalX, normalY) = (slope.x / steepness, slope.y / steepness)
    let edge = -Self.edge(part, normalX, normalY)
    // The edge within the sample's square, along its direction from the point nearest to the
    // middle.
    let (startX, startY) = (normalX * edge, normalY * edge)
    var (first, last) = (-Float.infinity, Float.infinity)
    for (start, step) in [(startX, -normalY), (startY, normalX)] where abs(step) > 1e-4 {
      let (one, other) = ((-0.5 - start) / step, (0.5 - start) / step)
      first = max(first, min(one, other))
      last = min(last, max(one, other))
    }
    let along = (down - startY) * normalX - (across - startX) * normalY
    let place = first < last ? min(max(along, first), last) : 0
    let (awayX, awayY) = (across - startX + normalY * place, down - startY - normalX * place)
    return (awayX * awayX + awayY * awayY).squareRoot()
  }

  /// The direction in which less is covered, and how much less.
  private func outward(_ column: Int, _ row: Int) -> (x: Float, y: Float) {
    let (left, right) = (max(column - 1, 0), min(column + 1, width - 1))
    let (above, below) = (max(row - 1, 0) * width, min(row + 1, height - 1) * width)
    let here = row * width
    func value(_ x: Int, _ y: Int) -> Float { Float(cover[y + x] ^ flip) / 65535 }
    let corners = (
      value(left, above), value(right, above), value(left, below), value(right, below)
    )
    let root: Float = 1.41421356
    let x =
      corners.0 + corners.2 - corners.1 - corners.3
      + root * (value(left, here) - value(right, here))
    let y =
      corners.0 + corners.1 - corners.2 - corners.3
      + root * (value(column, above) - value(column, below))
    return (x, y)
  }

  /// How far a sample's middle lies beyond a straight edge across the direction that leaves `part`
  /// of it covered; below 0 within.
  private static func edge(_ part: Float, _ x: Float, _ y: Float) -> Float {
    let (long, short) = (max(abs(x), abs(y)), min(abs(x), abs(y)))
    let corner = 0.5 * short / long
    if part < corner {
      return 0.5 * (long + short) - (2 * long * short * part).squareRoot()
    }
    if part < 1 - corner { return (0.5 - part) * long }
    return -0.5 * (long + short) + (2 * long * short * (1 - part)).squareRoot()
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
