import Bytes

/// A value that is constant or animated.
///
/// Before its first key it has the first value and after its last pass the last value, as with Core
/// Animation's fill mode `both`. Several keys at one time are a jump: the last of them applies from
/// that time on.
package struct Animated<Value: Interpolatable>: Hashable, Sendable {
  /// A value that is reached at a time.
  package struct Key: Hashable, Sendable {
    /// The time, from the start of the layer.
    package let time: Time
    /// What is reached.
    package let value: Value
    /// Shapes the segment that ends at this key; without effect on the first key.
    package let easing: Easing

    /// A key that is reached linearly, unless stated otherwise.
    package init(_ time: Time, _ value: Value, easing: Easing = .linear) {
      self.time = time
      self.value = value
      self.easing = easing
    }
  }

  /// What it is made of, shared by all its copies: most values of a timeline are the defaults of
  /// their parameters, and there may be millions.
  private final class Movement: Sendable {
    let keys: [Key]
    let interpolation: Interpolation
    let repetition: Repetition
    let autoreverse: Bool
    /// Whether all keys have one value.
    let isConstant: Bool
    /// The slope at each key, for smooth interpolation only.
    let slopes: [SIMD4<Double>]
    /// The time from the first key to the last.
    let span: Time
    /// The time from the first key to the end of the last pass; nil when that never comes.
    let playing: Time?
    /// What takes the place of time between the first key and the last; nil where it is time.
    let following: Following?

    init(
      _ keys: [Key], _ interpolation: Interpolation, _ repetition: Repetition, autoreverse: Bool,
      following: Following? = nil
    ) {
      self.following = following
      self.keys = keys
      self.interpolation = interpolation
      self.repetition = repetition
      self.autoreverse = autoreverse
      isConstant = keys.dropFirst().allSatisfy { $0.value == keys[0].value }
      slopes = interpolation == .smooth ? Animated.slopes(keys) : []
      let span = keys[keys.count - 1].time - keys[0].time
      self.span = span
      switch repetition {
      case _ where following != nil: playing = nil
      case .forever: playing = span == .zero ? .zero : nil
      case .count(let count): playing = span * count * Rational(autoreverse ? 2 : 1)
      }
    }
  }

  /// A sound whose level leads from the first key to the last.
  private struct Following: Hashable, Sendable {
    let course: SoundCourse
    /// The timeline's time from which this value's times count.
    let origin: Time
  }

  private let movement: Movement

  /// The keys in order of time, at least one.
  package var keys: [Key] { movement.keys }
  var interpolation: Interpolation { movement.interpolation }
  var repetition: Repetition { movement.repetition }
  /// Whether every other pass runs from the last key back to the first.
  package var autoreverse: Bool { movement.autoreverse }
  private var isConstant: Bool { movement.isConstant }
  private var slopes: [SIMD4<Double>] { movement.slopes }
  private var span: Time { movement.span }
  private var playing: Time? { movement.playing }

  /// Whether both animations are equal.
  package static func == (left: Animated, right: Animated) -> Bool {
    if left.movement === right.movement { return true }
    return left.keys == right.keys && left.interpolation == right.interpolation
      && left.repetition == right.repetition && left.autoreverse == right.autoreverse
      && left.movement.following == right.movement.following
  }

  /// Hashes what ``==(_:_:)`` compares.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(keys)
    hasher.combine(interpolation)
    hasher.combine(repetition)
    hasher.combine(autoreverse)
    hasher.combine(movement.following)
  }

  /// A value that never changes.
  package init(_ constant: Value) {
    self.init(
      checked: [Key(.zero, constant)], interpolation: .linear, repetition: .once,
      autoreverse: false)
  }

  /// A constant value.
  package static func constant(_ value: Value) -> Animated { Animated(value) }

  /// A value that moves through `keys`.
  ///
  /// - Throws: `malformed` without keys, `outOfRange` when their times go backwards or the count of
  ///   repetitions is negative.
  package init(
    keys: [Key], interpolation: Interpolation = .linear, repetition: Repetition = .once,
    autoreverse: Bool = false
  ) throws(ValueError) {
    guard !keys.isEmpty else { throw .malformed("an animation needs at least one key") }
    for (key, next) in zip(keys, keys.dropFirst()) where next.time < key.time {
      throw .outOfRange("the times of keys must increase: \(next.time) follows \(key.time)")
    }
    if case .count(let count) = repetition, count < .zero {
      throw .outOfRange("an animation repeats at least 0 times")
    }
    self.init(
      checked: keys, interpolation: interpolation, repetition: repetition,
      autoreverse: autoreverse)
  }

  /// A value that follows a sound: `from` in silence, `to` where it is loudest.
  ///
  /// - Parameters:
  ///   - easing: shapes the way between them, by the level instead of time.
  ///   - origin: the timeline's time from which this value's times count.
  package init(
    from: Value, to: Value, easing: Easing = .linear, following course: SoundCourse, origin: Time
  ) {
    movement = Movement(
      [Key(.zero, from), Key(.zero, to, easing: easing)], .linear, .once, autoreverse: false,
      following: Following(course: course, origin: origin))
  }

  private init(
    checked keys: [Key], interpolation: Interpolation, repetition: Repetition, autoreverse: Bool
  ) {
    movement = Movement(keys, interpolation, repetition, autoreverse: autoreverse)
  }

  private init(_ keys: [Key], following: Following) {
    movement = Movement(keys, .linear, .once, autoreverse: false, following: following)
  }

  /// The same animation of another kind of value; the new values are interpolated in their own
  /// space.
  package func map<Other: Interpolatable>(_ change: (Value) -> Other) -> Animated<Other> {
    let keys = keys.map { Animated<Other>.Key($0.time, change($0.value), easing: $0.easing) }
    if let following = movement.following {
      return Animated<Other>(
        keys, following: .init(course: following.course, origin: following.origin))
    }
    return Animated<Other>(
      checked: keys, interpolation: interpolation, repetition: repetition, autoreverse: autoreverse)
  }

  /// The only value of the animation; nil if it changes.
  package var constantValue: Value? { isConstant ? keys[0].value : nil }

  /// The time from which on the value stays the same; nil when it moves for ever.
  var restTime: Time? {
    if constantValue != nil { return .zero }
    return playing.map { keys[0].time + $0 }
  }

  /// Whether the value may differ between two times of `range`.
  package func moves(during range: TimeRange) -> Bool {
    guard constantValue == nil else { return false }
    let isOver = restTime.map { $0 <= range.start } ?? false
    let isAhead = range.end.map { $0 <= keys[0].time } ?? false
    return !isOver && !isAhead
  }
}

extension Animated {
  /// The value at `time`, counted from the start of the layer.
  package func value(at time: Time) -> Value {
    guard keys.count > 1 else { return keys[0].value }
    if let following = movement.following {
      let level = following.course.level(at: following.origin + time)
      return mixed(0, share: keys[1].easing(level))
    }
    let first = keys[0].time
    guard time >= first else { return keys[0].value }
    let elapsed = time - first
    let isOver = playing.map { elapsed >= $0 } ?? false
    if elapsed < span, !isOver { return keyedValue(at: time) }
    return keyedValue(at: first + passTime(after: elapsed, isOver: isOver))
  }

  /// The time within one forward pass, counted from the first key, at which the value is taken.
  private func passTime(after elapsed: Time, isOver: Bool) -> Time {
    let played = isOver ? playing ?? .zero : elapsed
    guard let passes = played.divided(by: span) else { return span }
    var pass = passes.floor
    // The end of the last pass belongs to it, not to a next one.
    if isOver, pass > 0, passes.denominator == 1 { pass -= 1 }
    let start = Rational(reducing: pass, over: 1)
    let local = played - span * start
    return autoreverse && pass & 1 == 1 ? span - local : local
  }

  /// The value of a single forward pass at a time from the first key on.
  private func keyedValue(at time: Time) -> Value {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return keys[0].value }
    guard low < keys.count else { return keys[keys.count - 1].value }
    return mixed(low - 1, at: time)
  }

  /// The value within the segment from key `index` to the next.
  private func mixed(_ index: Int, at time: Time) -> Value {
    let (a, b) = (keys[index], keys[index + 1])
    let length = b.time - a.time
    guard interpolation != .discrete, let progress = (time - a.time).divided(by: length) else {
      return a.value
    }
    return mixed(index, share: b.easing(progress))
  }

  /// The value at the share `progress` of the time from key `index` to the next.
  ///
  /// For summing up: what a stair or a hold gives close to its jumps is not exact.
  func value(inSegment index: Int, progress: Double) -> Value {
    mixed(index, share: keys[index + 1].easing(progress))
  }

  /// The value at the share `share` of the way from key `index` to the next.
  private func mixed(_ index: Int, share: Double) -> Value {
    let (a, b) = (keys[index], keys[index + 1])
    if share == 0 { return a.value }
    if share == 1 { return b.value }
    let (from, to) = (a.value.components, b.value.components)
    if interpolation == .linear { return Value(components: from + (to - from) * share) }
    return Value(
      components: MonotoneCubic.point(
        from, to, slopes: (slopes[index], slopes[index + 1]), step: (b.time - a.time).seconds,
        share: share))
  }

  /// The slopes at all keys; a jump or a hold ends one curve and begins the next.
  private static func slopes(_ keys: [Key]) -> [SIMD4<Double>] {
    var all: [SIMD4<Double>] = []
    var (times, values) = ([Double](), [SIMD4<Double>]())
    for (index, key) in keys.enumerated() {
      let isJoined = index > 0 && keys[index - 1].time < key.time && key.easing != .hold
      if !isJoined {
        all += MonotoneCubic.slopes(times: times, values: values)
        (times, values) = ([], [])
      }
      times.append((key.time - keys[0].time).seconds)
      values.append(key.value.components)
    }
    return all + MonotoneCubic.slopes(times: times, values: values)
  }
}
