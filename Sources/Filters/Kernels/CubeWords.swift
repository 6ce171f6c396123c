import Grades
import Y4M

/// A cube of colours in numbers of 16 bits, for samples of up to 10, and for part of the way to it.
///
/// The points of a cube are those of the file, as Y, Cb and Cr, so nothing is lost but by rounding:
/// samples lie within a sixteenth of a code of the cube's at 8 bits, and a third at 10.
final class CubeWords {
  /// The most points a side: a plane of them is counted in 16 bits.
  private static let mostSide = 65
  /// The furthest that a place along a side lies from the first point, in steps.
  private static let reach = 14_000
  /// Points as Y, Cb and Cr of 16 bits, each with its next one: four numbers for each point, of
  /// which the first three are the pairs with the next point across, down and along.
  private let pairs: [[Pair]]
  let side: Int
  /// By how many bits places are finer than points.
  let bits: Int
  /// Places of red, green and blue as parts of Y, Cb and Cr, and of 1; and the last place.
  private let places: [Int16]
  /// The parts of Y, Cb and Cr that stay as they are.
  private let kept: Int16
  /// By how many bits sums are finer than codes.
  let fineBits: Int

  /// Nil where 16 bits are too few, and where a point lies beyond black or white, as such colours
  /// are cut after they are mixed.
  ///
  init?(_ change: CubeChange, _ coding: ColorCoding) {
    let (cube, amount) = (change.cube, change.amount)
    let bounds: ClosedRange<Float> = 0...1
    guard coding.depth <= AffineWords.mostDepth, (2...Self.mostSide).contains(cube.side),
      cube.points.allSatisfy({
        bounds.contains($0.x) && bounds.contains($0.y) && bounds.contains($0.z)
      })
    else { return nil }
    side = cube.side
    bits = Int((Double(Self.reach) / Double(side - 1)).exponent)
    let last = (side - 1) << bits
    let numbers = RGBCoding(coding, depth: coding.depth)
    let decoding = numbers.sums(after: MatrixRows(change.before))
    let (low, high) = cube.domain
    var places: [Int16] = []
    let span = Double(1 << coding.depth)
    for (sum, (low, high)) in zip(
      [decoding.red, decoding.green, decoding.blue],
      [(low.x, high.x), (low.y, high.y), (low.z, high.z)])
    {
      let scale = Double(last) / (Double(high) - Double(low))
      let wide = WideSum(sum, span)
      guard wide.reach.isFinite, scale.isFinite, wide.steepest * scale <= 32_700,
        (wide.reach + Double(low).magnitude) * scale <= 32_000
      else { return nil }
      places += wide.words(scale, less: Double(low) * scale)
    }
    // The last cell ends a step before the last point.
    self.places = places + [Int16(truncatingIfNeeded: last - 1)]
    kept = AffineWords.word((1 - amount) * 16384)
    fineBits = 14 - coding.depth
    let unit = 65536 / span * amount
    let luma = numbers.lumaWeights
    let (blue, red) = (numbers.blueWeights, numbers.redWeights)
    let grey = span / 2
    let side = side
    pairs = [(luma, Double(numbers.black) - grey), (blue, 0), (red, 0)].map { weights, start in
      let (red, green, blue) = (Double(weights.red), Double(weights.green), Double(weights.blue))
      let values = cube.points.map { point in
        let sum = Double(point.x) * red + Double(point.y) * green + Double(point.z) * blue
        return AffineWords.word(min(max((sum + start) * unit, -32768), 32767))
      }
      return Self.pairs(of: values, side)
    }
  }

  /// Two neighbours: the first in the lower bits.
  typealias Pair = UInt32

  /// The pairs of points; beyond the last one a point is its own neighbour.
  private static func pairs(of values: [Int16], _ side: Int) -> [Pair] {
    let count = values.count
    let (row, plane) = (side, side * side)
    return [Pair](unsafeUninitializedCapacity: 4 * count) { target, filled in
      for index in 0..<(count - plane) {
        let own = Pair(UInt16(bitPattern: values[index]))
        target[4 &* index] = own | Pair(truncatingIfNeeded: values[index &+ 1]) &<< 16
        target[4 &* index &+ 1] = own | Pair(truncatingIfNeeded: values[index &+ row]) &<< 16
        target[4 &* index &+ 2] = own | Pair(truncatingIfNeeded: values[index &+ plane]) &<< 16
        target[4 &* index &+ 3] = own
      }
      for index in (count - plane)..<count {
        for (way, step) in [1, row, plane, 0].enumerated() {
          let next = values[min(index + step, count - 1)]
          target[4 * index + way] =
            Pair(UInt16(bitPattern: values[index])) | Pair(truncatingIfNeeded: next) &<< 16
        }
      }
      filled = 4 * count
    }
  }

  /// The nearest whole number.
  @inline(__always)
  static func nearest(_ number: Float) -> Int16 {
    // Adding 3 * 2^22 leaves it in the low bits.
    Int16(truncatingIfNeeded: (number + 12_582_912).bitPattern)
  }

  typealias Line = UnsafeMutablePointer<Int16>

  /// The numbers of all loops.
  func table(_ scratch: Scratch) -> Line {
    let steps = [1, side, side * side]
    // From a cell's first point to the one before the last on each of three ways, and which way
    // that is.
    let far = steps.enumerated().map { axis, step in 4 * (steps.reduce(0, +) - step) + axis }
    return WordTable.make(
      places + [
        Int16(truncatingIfNeeded: side), kept, Int16(1) << bits - 1, Int16(1) << bits, 1, 2,
      ] + far.map { Int16(truncatingIfNeeded: $0) }, scratch)
  }

  private enum Number {
    static let last = 12
    static let row = 13
    static let kept = 14
    static let share = 15
    static let whole = 16
    static let one = 17
    static let two = 18
    static let far = 19
  }

  /// Where colours of a row lie in the cube: the four points around each are two pairs.
  struct Places {
    /// The pair of a cell's first point and the next, and of the last point and the one before.
    fileprivate let near: UnsafeMutablePointer<Int32>
    fileprivate let far: UnsafeMutablePointer<Int32>
    fileprivate let shares: (Line, Line, Line, Line)
    /// Places across, down and along, in parts of a step.
    fileprivate let ways: (Line, Line, Line)
    /// What is read: pairs, and their points.
    fileprivate let values: (Line, Line)
    fileprivate let ends: UnsafeMutablePointer<Pair>

    init(count: Int, _ scratch: Scratch) {
      func line() -> Line { scratch.take(Int16.self, count) }
      (near, far) = (scratch.take(Int32.self, count), scratch.take(Int32.self, count))
      shares = (line(), line(), line(), line())
      ways = (line(), line(), line())
      values = (line(), line())
      ends = scratch.take(Pair.self, count)
    }
  }

  // Each step is a loop: what has more of them the compiler leaves in pieces.

  /// Finds the places of samples.
  func locate(_ lines: AffineWords.Lines, count: Int, _ table: Line, _ places: Places) {
    let ways = [places.ways.0, places.ways.1, places.ways.2]
    for (number, way) in ways.enumerated() {
      Self.place(lines, count: count, table, 4 * number, to: way)
    }
    order(places, count: count, table)
    number(places, count: count)
  }

  /// Finds places on one way.
  private static func place(
    _ lines: AffineWords.Lines, count: Int, _ table: Line, _ index: Int, to target: Line
  ) {
    let first = table + WordLanes.scalarCount * index
    var x = 0
    while x < count {
      let luma = lines.y.words(x).upperProduct(first.repeated(0))
      let blue = lines.u.words(x).upperProduct(first.repeated(1))
      let red = lines.v.words(x).upperProduct(first.repeated(2))
      let sum = luma &+ blue &+ (red &+ first.repeated(3))
      (target + x).store(sum.atLeast(WordLanes()).atMost(table.repeated(Number.last)))
      x &+= WordLanes.scalarCount
    }
  }

  /// Finds on which ways the four points around a place lie, and their shares; puts cells, and what
  /// the two pairs are further than planes, in place of places.
  private func order(_ places: Places, count: Int, _ table: Line) {
    let up = Int16(truncatingIfNeeded: bits)
    let wide = Int16(truncatingIfNeeded: 14 - bits)
    let mask = table.repeated(Number.share)
    let (across, down, along) = places.ways
    var x = 0
    while x < count {
      let (red, green, blue) = (across.words(x), down.words(x), along.words(x))
      let shares = (red & mask, green & mask, blue & mask)
      let upper = shares.0.atLeast(shares.1)
      let lower = shares.0.atMost(shares.1)
      let most = upper.atLeast(shares.2)
      let least = lower.atMost(shares.2)
      let middle = upper.atMost(lower.atLeast(shares.2))
      // The way of the greatest share is gone first, that of the least one last.
      let first = table.repeated(Number.two)
        .replaced(by: table.repeated(Number.one), where: shares.1, equals: most)
        .replaced(by: WordLanes(), where: shares.0, equals: most)
      let last = table.repeated(Number.far)
        .replaced(by: table.repeated(Number.far &+ 1), where: shares.1, equals: least)
        .replaced(by: table.repeated(Number.far &+ 2), where: shares.2, equals: least)
      let inPlane = ((red &>> up) &+ (green &>> up) &* table.repeated(Number.row)) &<< 2
      (across + x).store(inPlane &+ first)
      (down + x).store(inPlane &+ last)
      (along + x).store(blue &>> up)
      (places.shares.0 + x).store((table.repeated(Number.whole) &- most) &<< wide)
      (places.shares.1 + x).store((most &- middle) &<< wide)
      (places.shares.2 + x).store((middle &- least) &<< wide)
      (places.shares.3 + x).store(least &<< wide)
      x &+= WordLanes.scalarCount
    }
  }

  /// Finds the numbers of the pairs.
  private func number(_ places: Places, count: Int) {
    let (across, down, along) = places.ways
    let (near, far) = (places.near, places.far)
    let plane = Int32(truncatingIfNeeded: 4 * side * side)
    for x in 0..<count {
      let start = Int32(along[x]) &* plane
      near[x] = start &+ Int32(UInt16(bitPattern: across[x]))
      far[x] = start &+ Int32(UInt16(bitPattern: down[x]))
    }
  }

  /// Mixes four points for each place, as parts of a code of a channel, and adds what is kept of a
  /// line of its samples.
  func read(
    _ channel: Int, _ places: Places, _ samples: Line, count: Int, _ table: Line, to target: Line
  ) {
    let (one, two) = places.values
    pairs[channel].withUnsafeBufferPointer { pairs in
      guard let pairs = pairs.baseAddress else { return }
      Self.read(pairs, places.near, one, two, places.ends, count: count)
      let kept = table.repeated(Number.kept)
      var x = 0
      while x < count {
        let near = one.words(x).upperProduct(places.shares.0.words(x))
        let next = two.words(x).upperProduct(places.shares.1.words(x))
        (target + x).store(near &+ next &+ samples.words(x).upperProduct(kept))
        x &+= WordLanes.scalarCount
      }
      Self.read(pairs, places.far, one, two, places.ends, count: count)
      x = 0
      while x < count {
        let far = one.words(x).upperProduct(places.shares.2.words(x))
        let last = two.words(x).upperProduct(places.shares.3.words(x))
        (target + x).store(target.words(x) &+ far &+ last)
        x &+= WordLanes.scalarCount
      }
    }
  }

  /// Reads the two points of pairs.
  private static func read(
    _ pairs: UnsafePointer<Pair>, _ places: UnsafeMutablePointer<Int32>, _ one: Line, _ two: Line,
    _ ends: UnsafeMutablePointer<Pair>, count: Int
  ) {
    for x in 0..<count { ends[x] = pairs[Int(truncatingIfNeeded: places[x])] }
    for x in 0..<count {
      one[x] = Int16(truncatingIfNeeded: ends[x])
      two[x] = Int16(truncatingIfNeeded: ends[x] &>> 16)
    }
  }
}
