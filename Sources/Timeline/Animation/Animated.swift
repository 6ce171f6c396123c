/// A value that is constant or moves over time, held before its first and after its last key.
package struct Animated<Value: Interpolatable>: Hashable, Sendable {
  /// A value that is reached at a time.
  package struct Key: Hashable, Sendable {
    /// The time, from the start of the layer.
    package let time: Time
    package let value: Value
    /// Shapes the segment that ends at this key; without effect on the first key.
    package let easing: Easing

    package init(_ time: Time, _ value: Value, easing: Easing = .linear) {
      self.time = time
      self.value = value
      self.easing = easing
    }
  }

  /// The keys in order of time, at least one.
  package let keys: [Key]
  package let interpolation: Interpolation
  package let repetition: Repetition
  package let autoreverse: Bool

  /// A value that never changes.
  package init(_ constant: Value) {
    keys = [Key(.zero, constant)]
    interpolation = .linear
    repetition = .once
    autoreverse = false
  }

  package static func constant(_ value: Value) -> Animated { Animated(value) }

  /// A value that moves through `keys`, which must be in order of time and at least one.
  package init(
    keys: [Key], interpolation: Interpolation = .linear, repetition: Repetition = .once,
    autoreverse: Bool = false
  ) throws(ValueError) {
    guard !keys.isEmpty else { throw .malformed("an animation needs at least one key") }
    self.keys = keys
    self.interpolation = interpolation
    self.repetition = repetition
    self.autoreverse = autoreverse
  }

  /// The value at `time`, counted from the start of the layer.
  package func value(at time: Time) -> Value { keys[0].value }

  /// The one value that the animation ever has; nil when it moves.
  package var constantValue: Value? { keys.count == 1 ? keys[0].value : nil }
}

/// How the values between two keys come about.
package enum Interpolation: String, CaseIterable, Hashable, Sendable {
  /// In a straight line.
  case linear
  /// Not at all: each key's value holds until the next key.
  case discrete
  /// Along a monotone cubic curve through all keys, which never overshoots them.
  case smooth
}

/// How often an animation plays from its first key to its last.
package enum Repetition: Hashable, Sendable {
  case count(Rational)
  case forever

  package static let once = Repetition.count(.one)
}
