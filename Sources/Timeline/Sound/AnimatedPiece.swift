import Bytes

extension Easing {
  /// Whether the curve is rough: has jumps, or corners anywhere.
  package var isRough: Bool {
    switch curve {
    case .hold, .steps, .stops: true
    case .linear, .bezier, .named, .spring: false
    }
  }

  /// Whether it leaves a pace as it is.
  package var isLinear: Bool { curve == .linear }
}

extension Animated {
  /// A part of an animation in which a value follows one curve.
  package struct Piece {
    /// How a value moves.
    package enum Shape {
      case constant(Value)
      /// From one value to another at an even pace, the first at `start` and the last at `end`,
      /// which may lie outside the piece.
      case line(from: Value, start: Time, to: Value, end: Time)
      /// Without jumps, but it may have corners.
      case curve
      /// With jumps.
      case rough
    }

    /// When it begins; nil without a beginning.
    package let start: Time?
    /// When it ends; nil without an end.
    package let end: Time?
    /// How the value moves from ``start`` to ``end``.
    package let shape: Shape
  }

  /// The piece in which `time` lies.
  package func piece(at time: Time) -> Piece {
    if let constantValue {
      return Piece(start: nil, end: nil, shape: .constant(constantValue))
    }
    let (first, last) = (keys[0].time, keys[keys.count - 1].time)
    guard time >= first else {
      return Piece(start: nil, end: first, shape: .constant(keys[0].value))
    }
    if let restTime, time >= restTime {
      return Piece(start: restTime, end: nil, shape: .constant(value(at: restTime)))
    }
    let span = last - first
    guard let passes = (time - first).divided(by: span) else {
      return Piece(start: first, end: nil, shape: .constant(value(at: time)))
    }
    let pass = Rational(reducing: passes.floor, over: 1)
    let isBackward = autoreverse && passes.floor & 1 == 1
    let begin = first + span * pass
    // The same place on the way forward.
    let local = isBackward ? last - (time - begin) : first + (time - begin)
    let index = segment(at: local, isBackward: isBackward)
    let (a, b) = (keys[index], keys[index + 1])
    func moment(_ key: Key) -> Time {
      isBackward ? begin + (last - key.time) : begin + (key.time - first)
    }
    let (start, end) = isBackward ? (moment(b), moment(a)) : (moment(a), moment(b))
    let ends = [end, restTime].compactMap { $0 }
    return Piece(
      start: start, end: ends.min(),
      shape: shape(
        a, b, isBackward: isBackward, at: isBackward ? (end, start) : (start, end)))
  }

  /// The number of the key before `local`; going backwards, of the key that is gone to.
  private func segment(at local: Time, isBackward: Bool) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      let isBefore = isBackward ? keys[middle].time < local : keys[middle].time <= local
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return Swift.min(Swift.max(low - 1, 0), keys.count - 2)
  }

  /// How the value moves between two keys, which are passed at the moments `times`.
  private func shape(
    _ a: Key, _ b: Key, isBackward: Bool, at times: (Time, Time)
  ) -> Piece.Shape {
    if interpolation == .discrete { return .constant(a.value) }
    if a.value == b.value, interpolation == .linear { return .constant(a.value) }
    if b.easing.isRough { return .rough }
    guard interpolation == .linear, b.easing.isLinear else { return .curve }
    return isBackward
      ? .line(from: b.value, start: times.1, to: a.value, end: times.0)
      : .line(from: a.value, start: times.0, to: b.value, end: times.1)
  }
}
