import Timeline

/// Values of any kind that an animation leads through: what lies between two of them is told by
/// which they are and by a share.
///
/// An animation mixes four numbers, and these are too few for a path. So it mixes where it is among
/// its keys, and whoever reads it mixes what stands there.
struct KeyedValues<Value: Interpolatable>: Sendable {
  /// A value, and how far it is on its way to the next.
  struct Moment: Hashable {
    let value: Value
    let next: Value
    /// 0 is `value`, 1 is `next`; an easing may overshoot.
    let share: Double
  }

  private let values: [Value]
  private let places: Animated<KeyPlace>
  /// Whether there is only one value ever.
  let isStill: Bool

  init(_ animated: Animated<Value>) {
    values = animated.keys.map(\.value)
    isStill = animated.constantValue != nil
    var count = 0
    places = animated.map { _ in
      defer { count += 1 }
      return KeyPlace(key: count)
    }
  }

  /// What stands where the animation is at a time.
  func moment(at time: Time) -> Moment {
    guard !isStill else { return Moment(value: values[0], next: values[0], share: 0) }
    let (key, share) = places.value(at: time).place(of: values.count)
    let next = min(key + 1, values.count - 1)
    return Moment(value: values[key], next: values[next], share: share)
  }
}

/// A place between two neighbours among keys.
///
/// Each key has a number, and a weight of 1 in one of three lanes in turn. Between two keys the
/// third lane is nothing, so that it tells which two they are, however far a mix overshoots.
private struct KeyPlace: Interpolatable {
  let components: SIMD4<Double>

  init(key: Int) {
    var lanes = SIMD4<Double>(repeating: 0)
    lanes[key % 3] = 1
    lanes[3] = Double(key)
    components = lanes
  }

  init(components: SIMD4<Double>) { self.components = components }

  /// The key, of so many, and the share of the way to the next.
  func place(of count: Int) -> (key: Int, share: Double) {
    let lanes = [0, 1, 2].map { components[$0] }
    // At a key itself, two lanes are nothing.
    let isKey = lanes.count { $0 == 0 } > 1
    let idle = lanes.map(\.magnitude).firstIndex(of: lanes.map(\.magnitude).min() ?? 0) ?? 0
    // The lane behind the idle one is that of the earlier key.
    let near = isKey ? 0 : lanes[(idle + 2) % 3]
    let key = (components[3] - near).rounded()
    let share = components[3] - key
    guard key.isFinite, share.isFinite else { return (0, 0) }
    return (min(Int(min(max(key, 0), 1e9)), count - 1), share)
  }
}
