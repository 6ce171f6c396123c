import Bytes
import Colors

/// A curve as a table, for rows of numbers: within 2^-15 of it wherever its slope is moderate.
///
/// Shapes that may be steep at 0 are tabled over the fourth root of a number, where no power is.
final class CurveTable: Sendable {
  private enum Way {
    /// No table: two lines and a cut.
    case straight
    /// Over the fourth root of the magnitude, up to 16.
    case root
    /// Evenly over 0 to 1.
    case even
  }

  /// Entries for a fourth root of 1; the roots of numbers up to 16 end at 2.
  private static let rootSteps = 1024
  private static let evenSteps = 4096

  private let way: Way
  private let isCut: Bool
  private let input: (scale: Float, offset: Float)
  private let output: (scale: Float, offset: Float)
  private let table: LineTable
  /// The slopes beyond the table's ends.
  private let below: Float
  private let above: Float

  init(_ curve: ColorCurve) {
    isCut = curve.isCut
    input = (Float(curve.input.scale), Float(curve.input.offset))
    output = (Float(curve.output.scale), Float(curve.output.offset))
    switch curve.shape {
    case .straight:
      (way, table, below, above) = (.straight, LineTable([]), 0, 0)
    case .power, .balance:
      way = .root
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
      way = .even
      table = LineTable(
        (0...Self.evenSteps).map { Float(spline.value(at: Double($0) / Double(Self.evenSteps))) })
      below = Float((spline.value(at: 0) - spline.value(at: -1e-3)) * 1e3)
      above = Float((spline.value(at: 1 + 1e-3) - spline.value(at: 1)) * 1e3)
    case .samples(let samples):
      way = .even
      table = LineTable(samples)
      below = table.rises.first * Float(table.end)
      above = table.rises.last * Float(table.end)
    }
  }

  /// Changes a row in place. What is not a number counts as 0 or as the greatest: the constants stand
  /// first in `min` and `max`.
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
    let steps = Float(table.end)
    for x in 0..<count { shaped[x] = row[x] * steps }
    table.read(shaped, count: count)
    var x = 0
    while x < count {
      let value = row.lanes(x)
      let beyond = value.atMost(0) * below + (value - 1).atLeast(0) * above
      (row + x).store(shaped.lanes(x) + beyond)
      x &+= 8
    }
  }
}
