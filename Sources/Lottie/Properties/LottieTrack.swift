import Bytes
import Geometry
import Timeline

/// Numbers that stand still or move from key to key.
///
/// A path is a track too: six numbers for each of its points, and one that says whether it is
/// closed.
struct LottieTrack: Sendable {
  private let keys: [LottieKey]
  private let constant: [Double]

  /// Numbers that stand still.
  init(_ constant: [Double]) {
    (keys, self.constant) = ([], constant)
  }

  /// Keys in the order of their times.
  init(_ keys: [LottieKey]) {
    self.keys = keys
    constant = keys.first?.start ?? []
  }

  /// Whether there are no keys that it moves between.
  var isStill: Bool { keys.count < 2 }

  /// How many numbers there are, as far as the first key says.
  var count: Int { constant.count }

  /// The greatest of the first so many numbers of its keys.
  func greatest(of count: Int) -> Double {
    keys.flatMap { ($0.start ?? []).prefix(count) + ($0.end ?? []).prefix(count) }.max()
      ?? constant.prefix(count).max() ?? 0
  }

  /// The number at a frame.
  func number(at frame: Double, _ fallback: Double = 0) -> Double {
    value(at: frame).first ?? fallback
  }

  /// The place at a frame.
  func vector(at frame: Double) -> Vector {
    let value = value(at: frame)
    return Vector(value.first ?? 0, value.count > 1 ? value[1] : 0)
  }

  /// The numbers at a frame: before the first key its own, behind the last one what it leads to.
  func value(at frame: Double) -> [Double] {
    guard let first = keys.first, let last = keys.last, !isStill, frame > first.time else {
      return constant
    }
    if frame >= last.time {
      if let own = last.start { return own }
      return keys[keys.count - 2].end ?? keys[keys.count - 2].start ?? constant
    }
    let index = key(before: frame)
    let (key, next) = (keys[index], keys[index + 1])
    guard let start = key.start else { return constant }
    guard !key.isHeld, let end = next.start ?? key.end, end.count == start.count else {
      return start
    }
    return key.between(start, end, at: (frame - key.time) / (next.time - key.time))
  }

  /// Which way a place moves at a frame, of any length; nil where it stands still.
  func direction(at frame: Double) -> Vector? {
    guard !isStill else { return nil }
    for step in [1e-3, 1e-2, 0.5] {
      let (one, other) = (vector(at: frame - step), vector(at: frame + step))
      let way = Vector(other.x - one.x, other.y - one.y)
      if way.length > 1e-7 { return way }
    }
    return nil
  }

  /// The last key that is not behind a frame, by bisection.
  private func key(before frame: Double) -> Int {
    var (low, high) = (0, keys.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if keys[middle].time <= frame { low = middle } else { high = middle }
    }
    return low
  }
}

/// What holds from a time on, and how it leads to what follows.
struct LottieKey: Sendable {
  let time: Double
  /// Nil in the last key of old files, which only says when the one before has ended.
  let start: [Double]?
  /// Where old files lead to; else what the next key starts with.
  let end: [Double]?
  /// Whether nothing moves until the next key.
  let isHeld: Bool
  /// One for all numbers, or one for each.
  let easings: [CubicBezier]
  /// The way of a place that does not move in a straight line.
  let way: SpatialCurve?

  /// What lies between two values at a share of the time.
  func between(_ start: [Double], _ end: [Double], at share: Double) -> [Double] {
    guard let easing = easings.first else { return mixed(start, end) { _ in share } }
    if let way {
      let place = way.place(at: easing(share))
      return [place.x, place.y] + start.dropFirst(2)
    }
    if easings.count == 1 {
      let eased = easing(share)
      return mixed(start, end) { _ in eased }
    }
    return mixed(start, end) { easings[min($0, easings.count - 1)](share) }
  }

  private func mixed(
    _ start: [Double], _ end: [Double], _ share: (Int) -> Double
  ) -> [Double] {
    start.indices.map { start[$0] + (end[$0] - start[$0]) * share($0) }
  }
}
