import Bytes
import Timeline

/// A value that may move, for each sample of a span.
///
/// The value is worked out every 256 samples from the start of the span and lies on a line between
/// them where that is within a millionth of it; else the cell is halved, down to single samples. So
/// what a sample gets does not depend on blocks, and nothing goes in stairs.
struct Movement: Sendable {
  /// The one value that it has; nil when it moves.
  let constant: Double?

  private let value: @Sendable (Time) -> Double
  private let moves: @Sendable (TimeRange) -> Bool
  private let rate: Int
  private let limits: ClosedRange<Double>

  private static let step = 256

  /// - Parameter limits: where the value is held, as an easing may overshoot.
  init(_ number: Animated<Double>, rate: Int, in limits: ClosedRange<Double>) {
    self.init(number, rate: rate, in: limits) { $0 }
  }

  /// The factors of a gain, which moves in decibels where it is stated in them.
  init(_ gain: Animated<Gain>, rate: Int, in limits: ClosedRange<Double>) {
    self.init(gain, rate: rate, in: limits) { $0.factor }
  }

  private init<Value>(
    _ animated: Animated<Value>, rate: Int, in limits: ClosedRange<Double>,
    _ number: @escaping @Sendable (Value) -> Double
  ) {
    value = { number(animated.value(at: $0)) }
    moves = { animated.moves(during: $0) }
    self.rate = rate
    self.limits = limits
    constant = animated.constantValue.map { Self.held(number($0), in: limits) }
  }

  /// The value at a sample, counted from the start of the span.
  func value(at sample: Int) -> Double {
    if let constant { return constant }
    guard let time = Time(sample, rate) else { return limits.lowerBound }
    return Self.held(value(time), in: limits)
  }

  /// Whether the value may differ between two samples of a range.
  func moves(during range: Range<Int>) -> Bool {
    guard constant == nil, let start = Time(range.lowerBound, rate) else { return false }
    return moves(TimeRange(start: start, end: Time(range.upperBound, rate)))
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
      let next = cell &+ Self.step
      let last = convert(value(at: next))
      fill(target, at: start, cell..<next, first, last, convert)
      (cell, first) = (next, last)
    }
  }

  /// Fills the part of a cell that lies in the block; the cell begins and ends with two values.
  private func fill(
    _ target: UnsafeMutableBufferPointer<Float>, at start: Int, _ cell: Range<Int>,
    _ first: Double, _ last: Double, _ convert: (Double) -> Double
  ) {
    let part = cell.clamped(to: start..<start &+ target.count)
    guard !part.isEmpty else { return }
    if cell.count == 1 {
      target[part.lowerBound &- start] = Float(first)
      return
    }
    let middle = cell.lowerBound &+ cell.count / 2
    let value = convert(value(at: middle))
    guard isLine(cell, first, value, last, convert) else {
      fill(target, at: start, cell.lowerBound..<middle, first, value, convert)
      fill(target, at: start, middle..<cell.upperBound, value, last, convert)
      return
    }
    let slope = (last - first) / Double(cell.count)
    for sample in part {
      target[sample &- start] = Float(first + slope * Double(sample &- cell.lowerBound))
    }
  }

  /// Whether the middle and the quarters of a cell lie on the line from its start to its end.
  private func isLine(
    _ cell: Range<Int>, _ first: Double, _ middle: Double, _ last: Double,
    _ convert: (Double) -> Double
  ) -> Bool {
    let tolerance = 1e-6 * max(first.magnitude, last.magnitude)
    guard (middle - (first + last) / 2).magnitude <= tolerance else { return false }
    guard cell.count > 2 else { return true }
    let quarter = cell.count / 4
    let early = convert(value(at: cell.lowerBound &+ quarter))
    let late = convert(value(at: cell.upperBound &- quarter))
    return (early - (3 * first + last) / 4).magnitude <= tolerance
      && (late - (first + 3 * last) / 4).magnitude <= tolerance
  }

  private static func held(_ value: Double, in limits: ClosedRange<Double>) -> Double {
    // A comparison with what is not a number is false.
    value >= limits.lowerBound ? min(value, limits.upperBound) : limits.lowerBound
  }
}
