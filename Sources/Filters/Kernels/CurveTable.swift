import Bytes

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
  private let values: [Float]
  /// The slopes beyond the table's ends.
  private let below: Float
  private let above: Float

  init(_ curve: ColorCurve) {
    isCut = curve.isCut
    input = (Float(curve.input.scale), Float(curve.input.offset))
    output = (Float(curve.output.scale), Float(curve.output.offset))
    switch curve.shape {
    case .straight:
      (way, values, below, above) = (.straight, [], 0, 0)
    case .power, .balance:
      way = .root
      let reach = curve.isCut ? Self.rootSteps : 2 * Self.rootSteps
      let values = (0...reach).map { place in
        let root = Double(place) / Double(Self.rootSteps)
        return Float(curve.shaped(root * root * root * root))
      }
      self.values = values
      // What is beyond goes on as the last step does.
      let step = Maths.pow(Double(reach - 1) / Double(Self.rootSteps), 4)
      let end = Maths.pow(Double(reach) / Double(Self.rootSteps), 4)
      above = (values[reach] - values[reach - 1]) / Float(end - step)
      below = 0
    case .spline(let spline):
      way = .even
      values = (0...Self.evenSteps).map {
        Float(spline.value(at: Double($0) / Double(Self.evenSteps)))
      }
      below = Float((spline.value(at: 0) - spline.value(at: -1e-3)) * 1e3)
      above = Float((spline.value(at: 1 + 1e-3) - spline.value(at: 1)) * 1e3)
    case .samples(let samples):
      way = .even
      values = samples.count > 1 ? samples : [0, 1]
      let last = values.count - 1
      below = (values[1] - values[0]) * Float(last)
      above = (values[last] - values[last - 1]) * Float(last)
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

  private func applyRoot(_ row: UnsafeMutablePointer<Float>, _ count: Int, _ scratch: Scratch) {
    let places = scratch.take(Float.self, count)
    let last = values.count - 1
    let (steps, reach) = (Float(Self.rootSteps), Float(last))
    for x in 0..<count {
      places[x] = min(reach, row[x].magnitude.squareRoot().squareRoot() * steps)
    }
    let end: Float = isCut ? 1 : 16
    let above = above
    values.withUnsafeBufferPointer { values in
      for x in 0..<count {
        let place = places[x]
        let first = min(Int(truncatingIfNeeded: Int32(place)), last &- 1)
        let (low, high) = (values[first], values[first &+ 1])
        let shaped = low + (high - low) * (place - Float(first))
        let beyond = max(0, row[x].magnitude - end) * above
        row[x] = row[x] < 0 ? -(shaped + beyond) : shaped + beyond
      }
    }
  }

  private func applyEven(_ row: UnsafeMutablePointer<Float>, _ count: Int, _ scratch: Scratch) {
    let last = values.count - 1
    let steps = Float(last)
    let (below, above) = (below, above)
    values.withUnsafeBufferPointer { values in
      for x in 0..<count {
        let place = min(1, max(0, row[x])) * steps
        let first = min(Int(truncatingIfNeeded: Int32(place)), last &- 1)
        let (low, high) = (values[first], values[first &+ 1])
        let beyond = min(0, row[x]) * below + max(0, row[x] - 1) * above
        row[x] = low + (high - low) * (place - Float(first)) + beyond
      }
    }
  }
}
