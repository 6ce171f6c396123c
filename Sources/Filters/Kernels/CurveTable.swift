import Bytes
import Colors

/// A curve as a table, for rows of numbers: within 2^-15 of it wherever its slope is moderate, and
/// nearly all of those through points within 2^-18.
///
/// Shapes that may be steep at 0 are tabled over the fourth root of a number, where no power is.
final class CurveTable: Sendable {
  private enum Way {
    /// No table: two lines and a cut.
    case straight
    /// Over the fourth root of the magnitude, up to 16.
    case root
    /// Evenly over a span.
    case even
  }

  /// Entries for a fourth root of 1; the roots of numbers up to 16 end at 2.
  private static let rootSteps = 1024
  private static let evenSteps = 4096
  /// The most entries, for curves that bend sharply, and from which error on they are taken: a
  /// quarter of a code of 16 bits.
  private static let mostSteps = 65536
  private static let tolerance = 0x1p-18

  private let way: Way
  private let isCut: Bool
  private let input: (scale: Float, offset: Float)
  private let output: (scale: Float, offset: Float)
  private let table: LineTable
  /// What the table is over, where it is even.
  private let span: (first: Float, last: Float)
  /// The slopes beyond the table's ends.
  private let below: Float
  private let above: Float

  init(_ curve: ColorCurve) {
    isCut = curve.isCut
    input = (Float(curve.input.scale), Float(curve.input.offset))
    output = (Float(curve.output.scale), Float(curve.output.offset))
    switch curve.shape {
    case .straight:
      (way, table, span, below, above) = (.straight, LineTable([]), (0, 1), 0, 0)
    case .power, .balance:
      (way, span) = (.root, (0, 1))
      let reach = curve.isCut ? Self.rootSteps : 2 * Self.rootSteps
      let values = (0...reach).map { place in
        let root = Double(place) / Double(Self.rootSteps)
        return Float(curve.shaped(root * root * root * root))
      }
      table = LineTable(values)
      // What is beyond goes on as the last step does.
      let step = Maths.pow(Double(reach - 1) / Double(Self.rootSteps), 4)
      let end = Maths.pow(Double(reach) / Double(Self.rootSteps), 4)
      above = table.rises.last / Float(end - step)
      below = 0
    case .spline(let spline):
      // From the first point to the last, as the curve has corners there.
      let ends = spline.ends
      (way, span) = (.even, (Float(ends.first), Float(ends.last)))
      let steps = Self.steps(for: spline)
      let step = (ends.last - ends.first) / Double(steps)
      table = LineTable((0...steps).map { Float(spline.value(at: ends.first + Double($0) * step)) })
      (below, above) = (Float(ends.below), Float(ends.above))
    case .samples(let samples):
      (way, span) = (.even, (0, 1))
      table = LineTable(samples)
      below = table.rises.first * Float(table.end)
      above = table.rises.last * Float(table.end)
    }
  }

  /// As few as a curve allows.
  private static func steps(for spline: CurveSpline) -> Int {
    let length = spline.ends.last - spline.ends.first
    var steps = evenSteps
    while steps < mostSteps, spline.error(ofSteps: length / Double(steps)) > tolerance {
      steps *= 2
    }
    return steps
  }

  /// Changes a row in place. What is not a number counts as 0 or as the greatest: the constants
  /// stand first in `min` and `max`.
  func apply(to row: UnsafeMutablePointer<Float>, count: Int, scratch: Scratch) {
    let (scale, offset) = input
    if isCut {
      for x in 0..<count { row[x] = min(1, max(0, scale * row[x] + offset)) }
    } else if scale != 1 || offset != 0 {
      for x in 0..<count { row[x] = scale * row[x] + offset }
    }
    switch way {
    case .straight: break
    case .root: applyRoot(row, count, scratch)
    case .even: applyEven(row, count, scratch)
    }
    let (gain, lift) = output
    if gain != 1 || lift != 0 {
      for x in 0..<count { row[x] = gain * row[x] + lift }
    }
  }

  private typealias Lanes = SIMD8<Float>

  /// Rows are as ``Scratch`` gives them: with room for whole vectors.
  private func applyRoot(_ row: UnsafeMutablePointer<Float>, _ count: Int, _ scratch: Scratch) {
    let shaped = scratch.take(Float.self, count)
    let steps = Float(Self.rootSteps)
    for x in 0..<count { shaped[x] = row[x].magnitude.squareRoot().squareRoot() * steps }
    table.read(shaped, count: count)
    let (end, zero) = (Float(isCut ? 1 : 16), Lanes(repeating: 0))
    var x = 0
    while x < count {
      let value = row.lanes(x)
      let beyond = (value.atLeast(-value) - end).atLeast(0) * above
      let sum = shaped.lanes(x) + beyond
      (row + x).store(sum.replaced(by: -sum, where: value, isBelow: zero))
      x &+= 8
    }
  }

  private func applyEven(_ row: UnsafeMutablePointer<Float>, _ count: Int, _ scratch: Scratch) {
    let shaped = scratch.take(Float.self, count)
    let (first, last) = span
    let steps = Float(table.end) / (last - first)
    for x in 0..<count { shaped[x] = (row[x] - first) * steps }
    table.read(shaped, count: count)
    var x = 0
    while x < count {
      let value = row.lanes(x)
      let beyond = (value - first).atMost(0) * below + (value - last).atLeast(0) * above
      (row + x).store(shaped.lanes(x) + beyond)
      x &+= 8
    }
  }
}
