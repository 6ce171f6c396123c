/// How far apart the samples of a tile are read, and what is read between them.
///
/// A sample whose neighbours are read from more than one and a half samples away would leave out
/// what lies between, and fine detail would flicker as it moves. So the mean of several places is
/// taken: they are spread evenly over the part of the picture that the sample stands for, as its
/// neighbours tell, along both sides of a rectangle by themselves. From one and a half to two and a
/// half samples they grow out of a single place, so that nothing is seen of where they begin. More
/// than ``mostCount`` a side are not read: what is made smaller than to about a sixth may flicker.
///
/// What samples stand for is found for squares of two by two, as graphics processors do: from a
/// sample of one to the next, and for all four alike. How many places are read is found for runs of
/// ``run`` squares, and runs of a tile with as many are drawn together, as many as the nearest
/// cache holds.
///
/// Unchecked: its memory is that of one call, on one thread.
struct DistortionSpread {
  /// The most places a side for a sample.
  static let mostCount = 4
  /// How many squares of a row are read from as many places.
  private static let run = 8
  /// How many runs are drawn together.
  private static let together = 12

  /// The square of the distance at which places begin to be spread, and of that by which they are
  /// fully; in samples.
  private static let least: Float = 2.25
  private static let full: Float = 6.25

  private let fineness: Int
  /// What a place moves by to the next sample across and down, as far as it is to be spread.
  private let moves: SpreadMoves
  /// Of each run, how many more places than one are read across, and four times the same down.
  private let kinds: UnsafeMutablePointer<Int32>
  /// The first squares of the runs that are drawn together.
  private let starts: UnsafeMutablePointer<Int32>
  private let taps: SpreadTaps
  /// The memory of the moves: what they are before it is known how much is to be spread.
  private let slopes: UnsafeMutablePointer<Float>

  /// Squares along a side of a tile, and in all of it.
  private static var side: Int { DistortionTile.side / 2 }
  private static var area: Int { side * side }

  init(_ fineness: Int, planes: Int, _ ends: PlaneEdges, _ scratch: Scratch) {
    self.fineness = min(fineness, Self.mostCount)
    moves = SpreadMoves(count: Self.area, scratch)
    slopes = UnsafeMutableRawPointer(moves.acrossX).assumingMemoryBound(to: Float.self)
    kinds = scratch.take(Int32.self, Self.area / Self.run)
    starts = scratch.take(Int32.self, Self.area / Self.run)
    taps = SpreadTaps(runs: Self.together, planes: planes, ends, scratch)
  }

  /// Finds how many places are to be read for the samples of a tile; false where that is one for
  /// all.
  func measure(_ coordinates: Coordinates) -> Bool {
    let (side, area) = (Self.side, Self.area)
    for row in 0..<side {
      let line = slopes + row &* side
      Self.differ(coordinates.x, row, across: line, down: line + 2 &* area)
      Self.differ(coordinates.y, row, across: line + area, down: line + 3 &* area)
    }
    var found: Int32 = 0
    for index in 0..<area / Self.run {
      let run = slopes + index &* Self.run
      let kind = Self.isLong(run) ? Self.spread(run) : 0
      kinds[index] = kind
      found |= kind
    }
    return found != 0
  }

  /// Writes by how much one coordinate of the places in a row of squares grows from sample to
  /// sample across, and down.
  private static func differ(
    _ coordinate: UnsafeMutablePointer<Int32>, _ row: Int,
    across: UnsafeMutablePointer<Float>, down: UnsafeMutablePointer<Float>
  ) {
    let upper = coordinate + 2 &* row &* DistortionTile.side
    let lower = upper + DistortionTile.side
    for part in 0..<side / 8 {
      let (above, below) = (lanes(upper + 16 &* part), lanes(lower + 16 &* part))
      let falling = SIMD8<Float>(below.oddHalf &- above.evenHalf)
      let rising = SIMD8<Float>(above.oddHalf &- below.evenHalf)
      (across + 8 &* part).store((falling + rising) * 0.5)
      (down + 8 &* part).store((falling - rising) * 0.5)
    }
  }

  @inline(__always)
  private static func lanes(_ place: UnsafeMutablePointer<Int32>) -> SIMD16<Int32> {
    UnsafeRawPointer(place).loadUnaligned(as: SIMD16<Int32>.self)
  }

  /// Whether any square of a run stands for a part of the picture that is longer than single places
  /// may be apart.
  private static func isLong(_ slopes: UnsafeMutablePointer<Float>) -> Bool {
    let most = least * 65536
    // Where a bound is passed, a number is negative.
    var signs: UInt32 = 0
    for i in 0..<run {
      let (ax, ay) = (slopes[i], slopes[area &+ i])
      let (dx, dy) = (slopes[2 &* area &+ i], slopes[3 &* area &+ i])
      let across = most - (ax * ax + ay * ay)
      let down = most - (dx * dx + dy * dy)
      let both = ax * dx + ay * dy
      // The longer side of the rectangle is within the bound where this is not negative.
      let rest = across * down - both * both
      signs |= across.bitPattern | down.bitPattern | rest.bitPattern
    }
    return signs >> 31 != 0
  }

  /// Puts how much of the moves of a run is to be spread in place of them, and tells its kind.
  ///
  /// A sample stands for a parallelogram, that of its two moves. Any turn of the two, as if they
  /// were the axes of a plane, keeps its second moments, and one brings it to a rectangle: where a
  /// wave squeezes at an angle it is long and narrow, and places along it are enough.
  private static func spread(_ slopes: UnsafeMutablePointer<Float>) -> Int32 {
    // Numbers of 0 and above have the order of their bits.
    var (longest, widest): (Int32, Int32) = (0, 0)
    for i in 0..<run {
      let (ax, ay) = (clamped(slopes[i]), clamped(slopes[area &+ i]))
      let (dx, dy) = (clamped(slopes[2 &* area &+ i]), clamped(slopes[3 &* area &+ i]))
      let unlike = (ax * ax + ay * ay) - (dx * dx + dy * dy)
      let both = (ax * dx + ay * dy) * 2
      let root = (unlike * unlike + both * both).squareRoot()
      // The tangent of the turn, of at most an eighth of a circle.
      let size = both / (unlike.magnitude + root + 1e-12)
      let tangent = Float(bitPattern: size.bitPattern ^ (unlike.bitPattern & 0x8000_0000))
      let cosine = cosine(ofSquaredTangent: tangent * tangent)
      let sine = tangent * cosine
      let (acrossX, acrossY) = (ax * cosine + dx * sine, ay * cosine + dy * sine)
      let (downX, downY) = (dx * cosine - ax * sine, dy * cosine - ay * sine)
      let across = acrossX * acrossX + acrossY * acrossY
      let down = downX * downX + downY * downY
      longest = max(longest, Int32(bitPattern: across.bitPattern))
      widest = max(widest, Int32(bitPattern: down.bitPattern))
      slopes[i] = whole(acrossX * share(across))
      slopes[area &+ i] = whole(acrossY * share(across))
      slopes[2 &* area &+ i] = whole(downX * share(down))
      slopes[3 &* area &+ i] = whole(downY * share(down))
    }
    return more(longest) | more(widest) &<< 2
  }

  /// How many more places than one are read along a side, by the bits of the square of its length:
  /// of one twice as long, two places are as far apart as neighbours of one were.
  private static func more(_ bits: Int32) -> Int32 {
    let squared = Float(bitPattern: UInt32(bitPattern: bits)) * (1 / 65536)
    return (squared > least ? 1 : 0) + (squared > 4 * least ? 1 : 0) + (squared > 9 * least ? 1 : 0)
  }

  /// The cosine of an angle up to an eighth of a circle, within 0.0005.
  @inline(__always)
  private static func cosine(ofSquaredTangent square: Float) -> Float {
    // 1 / (1 + x).squareRoot() by the least greatest error that leaves 1 at 0.
    ((-0.091_420_5 * square + 0.286_155) * square - 0.488_123_3) * square + 1
  }

  /// How much of a move is to be spread, by the square of its length in 1/256 sample.
  @inline(__always)
  private static func share(_ squared: Float) -> Float {
    let slope = 1 / (65536 * (full - least))
    let past = squared * slope - least / (full - least)
    return (past.magnitude - (past - 1).magnitude + 1) * 0.5
  }

  /// The bits of the nearest whole number, as they stand in ``SpreadMoves``.
  @inline(__always)
  private static func whole(_ value: Float) -> Float {
    Float(bitPattern: UInt32(bitPattern: value.roundedToInt32))
  }

  /// A difference of coordinates: far more than is told apart, and little enough for what is added
  /// up of it.
  @inline(__always)
  private static func clamped(_ value: Float) -> Float { clamped(value, 8192) }

  /// A number held between a bound and its negative, without choices: of several the compiler makes
  /// many masks.
  @inline(__always)
  private static func clamped(_ value: Float, _ bound: Float) -> Float {
    ((value + bound).magnitude - (value - bound).magnitude) * 0.5
  }

  /// How many places are read for a kind.
  private func count(_ kind: Int32) -> Int { min(Int(kind & 3) &+ 1, fineness) }

  /// Writes the means of what is read of each plane for the samples of some rows of a tile, and
  /// maybe of the next ones; one plane behind another.
  func sample<S: Sample>(
    _ planes: PlaneGroup<S>, _ coordinates: Coordinates, _ rows: Range<Int>,
    to samples: UnsafeMutablePointer<S>, _ sampling: WarpSampling, _ edges: DistortionEdges
  ) {
    let perRow = Self.side / Self.run
    let runs = rows.lowerBound / 2 &* perRow..<(rows.upperBound &+ 1) / 2 &* perRow
    var found: Int32 = 0
    for index in runs { found |= 1 &<< kinds[index] }
    for kind in 0..<Int32(16) where found & (1 &<< kind) != 0 {
      var count = 0
      for index in runs where kinds[index] == kind {
        starts[count] = Int32(truncatingIfNeeded: index &* Self.run)
        count &+= 1
      }
      let places = SIMD2(self.count(kind), self.count(kind &>> 2))
      var first = 0
      while first < count {
        let runs = UnsafeBufferPointer(
          start: starts + first, count: min(Self.together, count &- first))
        taps.read(planes, coordinates, moves, runs, places, sampling, edges)
        for plane in 0..<planes.count {
          let area = DistortionTile.side * DistortionTile.side
          taps.write(plane, of: places, runs, to: samples + plane &* area)
        }
        first &+= runs.count
      }
    }
  }
}
