import Bytes
import Timeline

/// A value that may move, for each sample of a span.
///
/// The value is worked out every 32 samples from the start of the span and lies on a line between
/// them where that is within a millionth of it; else it is worked out for every sample. So what a
/// sample gets does not depend on blocks, and nothing goes in stairs.
struct Movement: Sendable {
  /// The one value that it has; nil when it moves.
  let constant: Double?

  private let animated: Animated<Double>
  private let rate: Int
  private let limits: ClosedRange<Double>

  private static let step = 32

  /// - Parameter limits: where the value is held, as an easing may overshoot.
  init(_ animated: Animated<Double>, rate: Int, in limits: ClosedRange<Double>) {
    self.animated = animated
    self.rate = rate
    self.limits = limits
    constant = animated.constantValue.map { Self.held($0, in: limits) }
  }

  /// The value at a sample, counted from the start of the span.
  func value(at sample: Int) -> Double {
    if let constant { return constant }
    guard let time = Time(sample, rate) else { return limits.lowerBound }
    return Self.held(animated.value(at: time), in: limits)
  }

  /// Whether the value may differ between two samples of a range.
  func moves(during range: Range<Int>) -> Bool {
    guard constant == nil, let start = Time(range.lowerBound, rate) else { return false }
    return animated.moves(during: TimeRange(start: start, end: Time(range.upperBound, rate)))
  }

  /// Writes the values from the sample `start` on, changed by `convert` at the nodes.
  func fill(
    _ target: UnsafeMutableBufferPointer<Float>, at start: Int,
    _ convert: (Double) -> Double = { $0 }
  ) {
    var cell = start &- (start & (Self.step &- 1))
    // Whole cells are asked about, so that the answer does not depend on the block.
    let end = (start &+ target.count &+ Self.step) & ~(Self.step &- 1)
    guard moves(during: cell..<end &+ 1) else {
      return target.update(repeating: Float(convert(value(at: start))))
    }
    var first = convert(value(at: cell))
    while cell < start &+ target.count {
      let last = convert(value(at: cell &+ Self.step))
      let isLine = isLine(cell, first, last, convert)
      let slope = (last - first) / Double(Self.step)
      for sample in max(cell, start)..<min(cell &+ Self.step, start &+ target.count) {
        target[sample &- start] =
          isLine
          ? Float(first + slope * Double(sample &- cell)) : Float(convert(value(at: sample)))
      }
      (cell, first) = (cell &+ Self.step, last)
    }
  }

  /// Whether three places between two nodes lie on the line between them.
  private func isLine(
    _ cell: Int, _ first: Double, _ last: Double, _ convert: (Double) -> Double
  ) -> Bool {
    let tolerance = 1e-6 * max(first.magnitude, last.magnitude)
    return [8, 16, 24].allSatisfy { offset in
      let share = Double(offset) / Double(Self.step)
      let line = first + (last - first) * share
      return (convert(value(at: cell &+ offset)) - line).magnitude <= tolerance
    }
  }

  private static func held(_ value: Double, in limits: ClosedRange<Double>) -> Double {
    // A comparison with what is not a number is false.
    value >= limits.lowerBound ? min(value, limits.upperBound) : limits.lowerBound
  }
}
