/// How far apart the samples of a tile are read, and what is read between them.
///
/// A sample whose neighbours are read from more than one and a half samples away would leave out
/// what lies between, and fine detail would flicker as it moves. So the mean of several places is
/// taken: they are spread evenly over the part of the picture that the sample stands for, as its
/// neighbours tell, across and down by themselves. From one and a half to two and a half samples
/// they grow out of a single place, so that nothing is seen of where they begin. More than
/// ``mostCount`` a side are not read: what is made smaller than to about a sixth may flicker.
///
/// How many places are read is found for runs of ``run`` samples, and all runs of a tile with as many
/// are drawn together.
///
/// Unchecked: its memory is that of one call, on one thread.
struct DistortionSpread {
  /// The most places a side for a sample.
  static let mostCount = 4
  /// How many samples of a row are read from as many places.
  private static let run = 16

  /// The square of the distance at which places begin to be spread, and of that by which they are
  /// fully; in samples.
  private static let least: Float = 2.25
  private static let full: Float = 6.25

  private let fineness: Int
  /// What a place moves by to the next sample across and down, as far as it is to be spread.
  private let moves: SpreadMoves
  /// Of each sample, whether it is to be spread across (1), and by more than two places do (2), and
  /// the same down (4 and 8).
  private let needs: UnsafeMutablePointer<Int32>
  /// Of each run, what its samples need together.
  private let kinds: UnsafeMutablePointer<Int32>
  /// The first samples of the runs that are drawn together.
  private let starts: UnsafeMutablePointer<Int32>
  private let taps: SpreadTaps
  private let room: UnsafeMutablePointer<Int32>

  private static var area: Int { DistortionTile.side * DistortionTile.side }

  init(_ fineness: Int, planes: Int, _ scratch: Scratch) {
    self.fineness = min(fineness, Self.mostCount)
    moves = SpreadMoves(count: Self.area, scratch)
    needs = scratch.take(Int32.self, Self.area)
    room = scratch.take(Int32.self, Self.area)
    kinds = scratch.take(Int32.self, Self.area / Self.run)
    starts = scratch.take(Int32.self, Self.area / Self.run)
    taps = SpreadTaps(count: Self.area, run: Self.run, planes: planes, scratch)
  }

  /// Finds how many places are to be read for the samples of a tile; false where that is one for all.
  func measure(_ coordinates: Coordinates) -> Bool {
    guard Self.isSpread(coordinates) else { return false }
    let side = DistortionTile.side
    // At the ends of rows this is wrong at first.
    across(coordinates, 1..<Self.area &- 1)
    for row in 0..<side {
      across(coordinates, at: row &* side, from: 0, to: 1)
      across(coordinates, at: row &* side &+ side &- 1, from: -1, to: 0)
    }
    down(coordinates, side..<Self.area &- side, from: -side, to: side)
    down(coordinates, 0..<side, from: 0, to: side)
    down(coordinates, Self.area &- side..<Self.area, from: -side, to: 0)
    for index in 0..<Self.area / Self.run {
      let first = needs + index &* Self.run
      var kind: Int32 = 0
      for i in 0..<Self.run { kind |= first[i] }
      kinds[index] = kind
    }
    return true
  }

  /// Whether any place lies further from the next across or down than single places may.
  private static func isSpread(_ coordinates: Coordinates) -> Bool {
    let (x, y) = (coordinates.x, coordinates.y)
    let side = DistortionTile.side
    // Positive numbers have the order of their bits.
    var most: Int32 = 0
    for row in 0..<side &- 1 {
      let (x, y) = (x + row &* side, y + row &* side)
      for i in 0..<side &- 1 {
        let (acrossX, acrossY) = (Float(x[i &+ 1] &- x[i]), Float(y[i &+ 1] &- y[i]))
        let (downX, downY) = (Float(x[i &+ side] &- x[i]), Float(y[i &+ side] &- y[i]))
        let across = acrossX * acrossX + acrossY * acrossY
        let down = downX * downX + downY * downY
        most = max(most, Int32(bitPattern: (across > down ? across : down).bitPattern))
      }
    }
    return Float(bitPattern: UInt32(bitPattern: most)) > least * 65536
  }

  /// Writes by how much places move to the next sample across, as far as they are to be spread.
  private func across(_ coordinates: Coordinates, _ part: Range<Int>) {
    let start = part.lowerBound
    Self.moves(
      coordinates, part, -1, 1, moves.acrossX + start, moves.acrossY + start, needs + start)
  }

  /// The same for a sample at the end of a row.
  @inline(__always)
  private func across(_ coordinates: Coordinates, at i: Int, from: Int, to: Int) {
    let (x, y) = (coordinates.x + i, coordinates.y + i)
    (moves.acrossX[i], moves.acrossY[i], needs[i]) = Self.move(
      Float(x[to] &- x[from]), Float(y[to] &- y[from]))
  }

  /// The same for the next sample down.
  private func down(_ coordinates: Coordinates, _ part: Range<Int>, from: Int, to: Int) {
    let start = part.lowerBound
    Self.moves(coordinates, part, from, to, moves.downX + start, moves.downY + start, room)
    let (needs, room) = (needs + start, room)
    for i in 0..<part.count { needs[i] |= room[i] &<< 2 }
  }

  /// Writes by how much places move from one neighbour to another, or half of that where neither is
  /// the sample itself.
  private static func moves(
    _ coordinates: Coordinates, _ part: Range<Int>, _ from: Int, _ to: Int,
    _ toX: UnsafeMutablePointer<Int32>, _ toY: UnsafeMutablePointer<Int32>,
    _ needs: UnsafeMutablePointer<Int32>
  ) {
    let (x, y) = (coordinates.x + part.lowerBound, coordinates.y + part.lowerBound)
    let scale: Float = from == 0 || to == 0 ? 1 : 0.5
    for i in 0..<part.count {
      (toX[i], toY[i], needs[i]) = move(
        Float(x[i &+ to] &- x[i &+ from]) * scale, Float(y[i &+ to] &- y[i &+ from]) * scale)
    }
  }

  /// How much of a move to the next sample is to be spread, and what that needs.
  @inline(__always)
  private static func move(_ x: Float, _ y: Float) -> (x: Int32, y: Int32, needs: Int32) {
    // Far more than is told apart, and little enough for what is added up of it.
    let (x, y) = (clamped(x, 16384), clamped(y, 16384))
    let squared = (x * x + y * y) * (1 / 65536)
    let past = (squared - least) * (1 / (full - least))
    let share = clamped(past - 0.5, 0.5) + 0.5
    // Twice as far apart, the neighbours of two places are as far apart as those of one were.
    return (
      (x * share).roundedToInt32, (y * share).roundedToInt32,
      (past > 0 ? 1 : 0) | (squared > 4 * least ? 2 : 0)
    )
  }

  /// A number held between a bound and its negative, without choices: of several the compiler makes
  /// many masks.
  @inline(__always)
  private static func clamped(_ value: Float, _ bound: Float) -> Float {
    ((value + bound).magnitude - (value - bound).magnitude) * 0.5
  }

  /// How many places are read for a need.
  private func count(_ need: Int32) -> Int {
    min(need & 3 == 0 ? 1 : need & 2 == 0 ? 2 : 4, fineness)
  }

  /// Writes the means of what is read of each plane for the samples of some rows of a tile, one plane
  /// behind another.
  func sample<S: Sample>(
    _ planes: PlaneGroup<S>, _ coordinates: Coordinates, _ rows: Range<Int>,
    to samples: UnsafeMutablePointer<S>, _ sampling: WarpSampling, _ edges: DistortionEdges
  ) {
    let perRow = DistortionTile.side / Self.run
    var found: Int32 = 0
    for index in rows.lowerBound &* perRow..<rows.upperBound &* perRow {
      found |= 1 &<< kinds[index]
    }
    for kind in 0..<Int32(16) where found & (1 &<< kind) != 0 {
      var count = 0
      for index in rows.lowerBound &* perRow..<rows.upperBound &* perRow
      where kinds[index] == kind {
        starts[count] = Int32(truncatingIfNeeded: index &* Self.run)
        count &+= 1
      }
      let runs = UnsafeBufferPointer(start: starts, count: count)
      let places = SIMD2(self.count(kind), self.count(kind &>> 2))
      taps.read(planes, coordinates, moves, runs, places, sampling, edges)
      for plane in 0..<planes.count {
        taps.write(plane, of: places, runs, to: samples + plane &* Self.area)
      }
    }
  }
}
