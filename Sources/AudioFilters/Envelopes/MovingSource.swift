import Bytes
import Timeline

/// The clock of a bus: when its samples are, in its own time.
struct SampleClock: Sendable {
  let rate: Int
  /// The time of sample 0: at most half a sample from zero, for samples lie on the output's grid.
  let offset: Time

  init(rate: Int, offset: Time = .zero) {
    self.rate = max(rate, 1)
    self.offset = offset
  }

  func time(of sample: Int) -> Time {
    Time(Rational(reducing: Int128(sample), over: Int128(rate))) + offset
  }

  /// The first sample that is not before `time`, held within ``EnvelopePiece/everything``.
  func sample(notBefore time: Time) -> Int {
    let place = ((time - offset).value * Rational(rate)).ceiling
    let all = EnvelopePiece.everything
    return Int(clamping: min(max(place, Int128(all.lowerBound)), Int128(all.upperBound)))
  }

  /// The place of `time` between the samples, in samples.
  func place(of time: Time) -> (base: Int, rest: Double) {
    let place = (time - offset).value * Rational(rate)
    let all = EnvelopePiece.everything
    let base = min(max(place.floor, Int128(all.lowerBound)), Int128(all.upperBound))
    return (Int(clamping: base), (place - Rational(reducing: base, over: 1)).double)
  }
}

extension EnvelopeSource {
  /// A volume, never below silence.
  init(_ volume: Animated<Gain>, clock: SampleClock) {
    self.init(volume, in: 0...(.infinity), clock: clock)
  }

  /// A gain, held within `limits`; it moves in decibels where it is stated in them.
  init(_ gain: Animated<Gain>, in limits: ClosedRange<Double>, clock: SampleClock) {
    self.init(
      gain, clock: clock, level: { limits.held($0.factor) },
      isStraight: {
        ($0.decibels == nil || $1.decibels == nil) && limits.contains($0.factor)
          && limits.contains($1.factor)
      })
  }

  /// A number, held within `limits`.
  init(_ number: Animated<Double>, in limits: ClosedRange<Double>, clock: SampleClock) {
    self.init(
      number, clock: clock, level: { limits.held($0) },
      isStraight: { limits.contains($0) && limits.contains($1) })
  }

  /// What `change` makes of a gain that is held within `limits`.
  init(
    _ gain: Animated<Gain>, in limits: ClosedRange<Double>, clock: SampleClock,
    _ change: @escaping @Sendable (Double) -> Double
  ) {
    self.init(
      gain, clock: clock, level: { change(limits.held($0.factor)) }, isStraight: { _, _ in false })
  }

  /// What `change` makes of a number.
  init(
    _ number: Animated<Double>, clock: SampleClock,
    _ change: @escaping @Sendable (Double) -> Double
  ) {
    self.init(number, clock: clock, level: change, isStraight: { _, _ in false })
  }

  private init<Value>(
    _ animated: Animated<Value>, clock: SampleClock,
    level: @escaping @Sendable (Value) -> Double,
    isStraight: @escaping @Sendable (Value, Value) -> Bool
  ) {
    self.init(
      piece: { sample in
        let piece = animated.piece(at: clock.time(of: sample))
        let all = EnvelopePiece.everything
        let start = piece.start.map { clock.sample(notBefore: $0) } ?? all.lowerBound
        let end = piece.end.map { clock.sample(notBefore: $0) } ?? all.upperBound
        let range = min(start, sample)..<max(end, sample &+ 1)
        let shape: EnvelopePiece.Shape
        switch piece.shape {
        case .constant(let value): shape = .constant(level(value))
        case .line(let from, let begin, let to, let finish):
          shape =
            isStraight(from, to)
            ? Self.line(level(from), begin, level(to), finish, clock: clock) : .curve
        case .curve: shape = .curve
        case .rough: shape = .rough
        }
        let made = EnvelopePiece(range: range, shape: shape)
        guard piece.start != nil else { return made }
        return made.beginning(
          with: level(animated.value(at: clock.time(of: range.lowerBound))), seenFrom: sample)
      },
      value: { sample in level(animated.value(at: clock.time(of: sample))) })
  }

  private static func line(
    _ from: Double, _ begin: Time, _ to: Double, _ finish: Time, clock: SampleClock
  ) -> EnvelopePiece.Shape {
    let length = ((finish - begin).value * Rational(clock.rate)).double
    guard length > 0 else { return .constant(to) }
    let slope = (to - from) / length
    let (base, rest) = clock.place(of: begin)
    return .line(base: base, value: from - slope * rest, slope: slope)
  }
}

extension EnvelopePiece {
  /// The piece, or its first sample alone, where that has another value: of two keys at one time
  /// the later one counts, also where a movement goes back.
  fileprivate func beginning(with exact: Double, seenFrom sample: Int) -> EnvelopePiece {
    let first = range.lowerBound
    let value: Double
    switch shape {
    case .constant(let constant): value = constant
    case .line(let base, let start, let slope): value = start + slope * Double(first &- base)
    case .curve, .rough: return self
    }
    if (value - exact).magnitude <= 1e-7 * max(exact.magnitude, 1) { return self }
    if sample == first {
      return EnvelopePiece(range: first..<first &+ 1, shape: .constant(exact))
    }
    return EnvelopePiece(range: first &+ 1..<range.upperBound, shape: shape)
  }
}

extension ClosedRange<Double> {
  /// The nearest number of the range; its least for what is no number.
  fileprivate func held(_ value: Double) -> Double {
    // A comparison with what is not a number is false.
    value >= lowerBound ? Swift.min(value, upperBound) : lowerBound
  }
}

extension Envelope {
  /// A parameter of an effect, from the start of its span on, held within `limits` as an easing may
  /// overshoot.
  init(_ number: Animated<Double>, rate: Int, in limits: ClosedRange<Double>) {
    self.init(EnvelopeSource(number, in: limits, clock: SampleClock(rate: rate)).relative())
  }

  /// The factors of a gain that is one.
  init(_ gain: Animated<Gain>, rate: Int, in limits: ClosedRange<Double>) {
    self.init(EnvelopeSource(gain, in: limits, clock: SampleClock(rate: rate)).relative())
  }

  /// What `change` makes of such factors.
  init(
    _ gain: Animated<Gain>, rate: Int, in limits: ClosedRange<Double>,
    _ change: @escaping @Sendable (Double) -> Double
  ) {
    self.init(EnvelopeSource(gain, in: limits, clock: SampleClock(rate: rate), change).relative())
  }

  /// What `change` makes of a number, held within `limits`.
  init(
    _ number: Animated<Double>, rate: Int, in limits: ClosedRange<Double>,
    _ change: @escaping @Sendable (Double) -> Double
  ) {
    self.init(
      EnvelopeSource(number, clock: SampleClock(rate: rate)) { change(limits.held($0)) }.relative())
  }
}
