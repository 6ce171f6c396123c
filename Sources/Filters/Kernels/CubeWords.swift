import Grades
import Y4M

/// A cube of colours in numbers of 16 bits, for samples of up to 10, and for part of the way to it; or a
/// lattice.
///
/// The points of a cube are those of the file, as Y, Cb and Cr, so nothing is lost but by rounding: samples
/// lie within a sixteenth of a code of the cube's at 8 bits, and a third at 10.
final class CubeWords {
  /// The most points a side: a plane of them is counted in 16 bits.
  private static let mostSide = 65
  /// The furthest that a place along a side lies from the first point, in steps.
  private static let reach = 14_000
  /// Points as Y, Cb and Cr of 16 bits.
  let values: [[Int16]]
  let side: Int
  /// By how many bits places are finer than points.
  let bits: Int
  /// Places of red, green and blue as parts of Y, Cb and Cr, and of 1; and the last place.
  private let places: [Int16]
  /// The parts of Y, Cb and Cr that stay as they are.
  private let kept: Int16
  /// By how many bits sums are finer than codes.
  let fineBits: Int

  /// Nil where 16 bits are too few, and where a point lies beyond black or white, as such colours are cut
  /// after they are mixed.
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
    values = [(luma, Double(numbers.black) - grey), (blue, 0), (red, 0)].map { weights, start in
      // Two planes and more beyond the last point are never more than multiplied by 0.
      let (red, green, blue) = (Double(weights.red), Double(weights.green), Double(weights.blue))
      return cube.points.map { point in
        let sum = Double(point.x) * red + Double(point.y) * green + Double(point.z) * blue
        return AffineWords.word(min(max((sum + start) * unit, -32768), 32767))
      }
    }
  }

  /// A lattice in a stream's own Y'CbCr, from 0 to beyond the peak, of how far samples move.
  ///
  /// - Parameter moves: by nodes, of which Y moves fastest.
  init(side: Int, moves: UnsafeMutablePointer<SIMD4<Float>>, depth: Int) {
    self.side = side
    bits = Int((Double(Self.reach) / Double(side - 1)).exponent)
    let last = Int16(truncatingIfNeeded: (side - 1) << bits)
    places = [last, 0, 0, last / 2, 0, last, 0, last / 2, 0, 0, last, last / 2, last - 1]
    kept = 0
    var most: Float = 1
    for node in 0..<(side * side * side) {
      let move = moves[node]
      most = max(most, move.x.magnitude, move.y.magnitude, move.z.magnitude)
    }
    // Few colours move further than the peak, and those are beyond all that are seen.
    fineBits = min(13 - depth, max(Int((8191 / most).exponent), 0))
    // Shares add up to a quarter of 65,536.
    let scale = Float(4 << fineBits)
    values = (0..<3).map { channel in
      (0..<(side * side * side)).map { CubeWords.nearest(moves[$0][channel] * scale) }
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
    WordTable.make(
      places + [
        Int16(truncatingIfNeeded: side), Int16(truncatingIfNeeded: side * side), kept,
        Int16(1) << bits - 1, Int16(1) << bits, 1,
        Int16(truncatingIfNeeded: 1 + side + side * side),
      ], scratch)
  }

  private enum Number {
    static let last = 12
    static let row = 13
    static let plane = 14
    static let kept = 15
    static let share = 16
    static let whole = 17
    static let one = 18
    static let end = 19
  }

  /// Where colours of a row lie in the cube.
  struct Places {
    /// Cells across and down, and along.
    let cells: (inPlane: Line, planes: Line)
    /// From a cell's first point to two more of the four around a colour.
    let steps: (second: Line, third: Line)
    let shares: (Line, Line, Line, Line)
    /// Values of the four points.
    let ends: (Line, Line, Line, Line)
    let first: UnsafeMutablePointer<Int32>

    init(count: Int, _ scratch: Scratch) {
      func line() -> Line { scratch.take(Int16.self, count) }
      cells = (line(), line())
      steps = (line(), line())
      shares = (line(), line(), line(), line())
      ends = (line(), line(), line(), line())
      first = scratch.take(Int32.self, count)
    }
  }

  /// Finds the places of samples.
  func locate(_ lines: AffineWords.Lines, count: Int, _ table: Line, _ places: Places) {
    let up = WordLanes(repeating: Int16(truncatingIfNeeded: bits))
    let wide = WordLanes(repeating: Int16(truncatingIfNeeded: 14 - bits))
    var x = 0
    while x < count {
      let words = (lines.y.words(x), lines.u.words(x), lines.v.words(x))
      let red = Self.place(words, table, 0)
      let green = Self.place(words, table, 4)
      let blue = Self.place(words, table, 8)
      let mask = table.repeated(Number.share)
      let cells = (red &>> up, green &>> up, blue &>> up)
      let shares = (red & mask, green & mask, blue & mask)
      let upper = shares.0.atLeast(shares.1)
      let lower = shares.0.atMost(shares.1)
      let most = upper.atLeast(shares.2)
      let least = lower.atMost(shares.2)
      let middle = upper.atMost(lower.atLeast(shares.2))
      (places.cells.inPlane + x).store(cells.0 &+ cells.1 &* table.repeated(Number.row))
      (places.cells.planes + x).store(cells.2)
      // The side of the greatest share is gone along first, that of the least one last.
      let (one, row, plane) = (
        table.repeated(Number.one), table.repeated(Number.row), table.repeated(Number.plane)
      )
      let first = plane.replaced(by: row, where: shares.1, equals: most)
        .replaced(by: one, where: shares.0, equals: most)
      let last = one.replaced(by: row, where: shares.1, equals: least)
        .replaced(by: plane, where: shares.2, equals: least)
      (places.steps.second + x).store(first)
      (places.steps.third + x).store(table.repeated(Number.end) &- last)
      (places.shares.0 + x).store((table.repeated(Number.whole) &- most) &<< wide)
      (places.shares.1 + x).store((most &- middle) &<< wide)
      (places.shares.2 + x).store((middle &- least) &<< wide)
      (places.shares.3 + x).store(least &<< wide)
      x &+= WordLanes.scalarCount
    }
    join(places, count)
  }

  @inline(__always)
  private static func place(
    _ words: (WordLanes, WordLanes, WordLanes), _ table: Line, _ index: Int
  ) -> WordLanes {
    let luma = words.0.upperProduct(table.repeated(index))
    let blue = words.1.upperProduct(table.repeated(index &+ 1))
    let red = words.2.upperProduct(table.repeated(index &+ 2))
    let sum = luma &+ blue &+ (red &+ table.repeated(index &+ 3))
    return sum.atLeast(WordLanes()).atMost(table.repeated(Number.last))
  }

  private func join(_ places: Places, _ count: Int) {
    let (inPlane, planes, first) = (places.cells.inPlane, places.cells.planes, places.first)
    let plane = Int32(truncatingIfNeeded: side * side)
    for x in 0..<count { first[x] = Int32(inPlane[x]) &+ Int32(planes[x]) &* plane }
  }

  /// Mixes four points for each place, as parts of a code of a channel, and adds what is kept of a line of
  /// its samples.
  func read(
    _ channel: Int, _ places: Places, _ samples: Line, count: Int, _ table: Line, to target: Line
  ) {
    let (a, b, c, d) = places.ends
    let (first, second, third) = (places.first, places.steps.second, places.steps.third)
    let end = 1 + side + side * side
    values[channel].withUnsafeBufferPointer { values in
      guard let values = values.baseAddress else { return }
      for x in 0..<count {
        let point = values + Int(truncatingIfNeeded: first[x])
        a[x] = point[0]
        b[x] = point[Int(second[x])]
        c[x] = point[Int(third[x])]
        d[x] = point[end]
      }
    }
    let (w0, w1, w2, w3) = places.shares
    let kept = table.repeated(Number.kept)
    var x = 0
    while x < count {
      let near = a.words(x).upperProduct(w0.words(x)) &+ b.words(x).upperProduct(w1.words(x))
      let far = c.words(x).upperProduct(w2.words(x)) &+ d.words(x).upperProduct(w3.words(x))
      let own = samples.words(x).upperProduct(kept)
      (target + x).store(near &+ far &+ own)
      x &+= WordLanes.scalarCount
    }
  }
}
