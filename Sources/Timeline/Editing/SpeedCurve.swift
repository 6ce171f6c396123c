import Bytes

/// A speed that may move, summed up: how far a source has come at each moment, and the reverse.
///
/// Constant speeds, straight lines, stairs and holds are summed exactly; other easings to less than
/// a billionth of a second. The way never stands still and never goes back.
struct SpeedCurve: Sendable {
  /// The speeds that there are; an easing may overshoot what a timeline may say.
  private static let limits = 0.01...100.0

  /// From when on the pieces play; the first speed holds before.
  private let first: Rational
  private let firstSpeed: Rational
  private let pieces: [SpeedPiece]
  /// The time and the way of one pass through the pieces.
  private let passTime: Rational
  private let passWay: Rational
  private let alternates: Bool
  /// How long the passes play, from the first key on, and the way in all of them; nil when they
  /// play for ever.
  private let playing: (time: Rational, way: Rational)?
  private let lastSpeed: Rational
  /// The one speed that there ever is; nil when it moves.
  let constant: Rational?
  /// The way at time zero, if counted from the first key.
  private var origin = Rational.zero

  init(_ speed: Animated<Double>) {
    let keys = speed.keys
    first = keys[0].time.value
    firstSpeed = Self.speed(keys[0].value)
    alternates = speed.autoreverse
    var pieces: [SpeedPiece] = []
    var way = Rational.zero
    for index in keys.indices.dropLast() where keys[index].time < keys[index + 1].time {
      let piece = Self.piece(speed, index, base: way)
      way = piece.top
      pieces.append(piece)
    }
    let passTime = pieces.last?.end ?? .zero
    self.pieces = pieces
    self.passTime = passTime
    passWay = way
    let isConstant = speed.constantValue != nil
    constant = isConstant ? firstSpeed : nil
    lastSpeed =
      isConstant ? firstSpeed : Self.speed(speed.restTime.map { speed.value(at: $0) } ?? 1)
    switch speed.repetition {
    case _ where passTime == .zero || isConstant: playing = (.zero, .zero)
    case .forever: playing = nil
    case .count(let count):
      let time = passTime * count * Rational(alternates ? 2 : 1)
      playing = (time, Self.way(time, pieces, passTime, way, alternates: speed.autoreverse))
    }
    origin = wayFromFirst(.zero)
  }

  private static func speed(_ value: Double) -> Rational {
    Rational(simplest: min(max(value, limits.lowerBound), limits.upperBound))
  }

  private static func piece(
    _ speed: Animated<Double>, _ index: Int, base: Rational
  ) -> SpeedPiece {
    let (key, next) = (speed.keys[index], speed.keys[index + 1])
    let shape: SpeedPiece.Shape
    switch (speed.interpolation, next.easing.curve) {
    case (.discrete, _), (_, .hold): shape = .hold
    case (.linear, .linear): shape = .line
    case (.linear, .steps(let steps)): shape = .stair(steps)
    default:
      shape = .curve(
        RunningArea { progress in
          let value = speed.value(inSegment: index, progress: progress)
          return min(max(value, limits.lowerBound), limits.upperBound)
        })
    }
    return SpeedPiece(
      start: (key.time - speed.keys[0].time).value, length: (next.time - key.time).value,
      base: base, from: Self.speed(key.value), to: Self.speed(next.value), shape: shape)
  }

  // MARK: The way

  /// How far the source has come at `time`, which may be negative.
  func way(at time: Rational) -> Rational { wayFromFirst(time) - origin }

  private func wayFromFirst(_ time: Rational) -> Rational {
    let elapsed = time - first
    guard elapsed > .zero else { return elapsed * firstSpeed }
    if let playing, elapsed >= playing.time {
      return playing.way + (elapsed - playing.time) * lastSpeed
    }
    return Self.way(elapsed, pieces, passTime, passWay, alternates: alternates)
  }

  /// The way in passes through `pieces`, after `elapsed`.
  private static func way(
    _ elapsed: Rational, _ pieces: [SpeedPiece], _ passTime: Rational, _ passWay: Rational,
    alternates: Bool
  ) -> Rational {
    guard let passes = elapsed.divided(by: passTime) else { return .zero }
    let pass = passes.floor
    let whole = Rational(reducing: pass, over: 1)
    let rest = elapsed - whole * passTime
    let isBackward = alternates && pass & 1 == 1
    let part =
      isBackward ? passWay - way(rest: passTime - rest, pieces) : way(rest: rest, pieces)
    return whole * passWay + part
  }

  /// The way within one pass.
  private static func way(rest: Rational, _ pieces: [SpeedPiece]) -> Rational {
    let index = lastPiece(pieces) { $0.start <= rest }
    guard let index else { return .zero }
    return pieces[index].base + pieces[index].way(rest - pieces[index].start)
  }

  /// The last of the pieces, which hold up to some one, for which `holds`.
  private static func lastPiece(
    _ pieces: [SpeedPiece], _ holds: (SpeedPiece) -> Bool
  ) -> Int? {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(pieces[middle]) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  // MARK: The time

  /// When `way`, which is not negative, is covered; less than a billionth of a second too early
  /// where that is no simple fraction.
  func time(covering way: Rational) -> Rational {
    let target = way + origin
    guard target > .zero else {
      return first + (target.divided(by: firstSpeed) ?? .zero)
    }
    if let playing, target >= playing.way {
      return first + playing.time + ((target - playing.way).divided(by: lastSpeed) ?? .zero)
    }
    guard let passes = target.divided(by: passWay) else { return first }
    let pass = passes.floor
    let whole = Rational(reducing: pass, over: 1)
    let rest = target - whole * passWay
    let isBackward = alternates && pass & 1 == 1
    let part = isBackward ? passTime - time(inPass: passWay - rest) : time(inPass: rest)
    return first + whole * passTime + part
  }

  private func time(inPass way: Rational) -> Rational {
    guard let index = Self.lastPiece(pieces, { $0.base <= way }) else { return .zero }
    return pieces[index].start + pieces[index].time(covering: way - pieces[index].base)
  }
}
