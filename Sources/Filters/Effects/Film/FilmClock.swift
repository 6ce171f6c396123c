import Bytes
import Timeline
import Y4M

extension Animated<Double> {
  /// The number of the step at a time: from the start there are as many a second as the value says,
  /// which is added up where it moves.
  func step(at time: Time) -> Int {
    let steps = turns(at: min(max(time, .zero), Time(seconds: 1_000_000)), within: 0...240)
    // A hair of tolerance, for times that are meant to be whole.
    return Int((steps + 1e-6).rounded(.down))
  }
}

extension Animated<Length> {
  /// The length in pixels of a side, held within limits that an easing may overshoot.
  func value(at time: Time, of side: Int, within limits: ClosedRange<Double>) -> Double {
    let value = value(at: time).resolved(against: Double(side))
    return min(max(value, limits.lowerBound), limits.upperBound)
  }
}

extension Frame {
  /// The samples of a plane, in a kernel that knows their type.
  func samples<S: Sample>(of layout: PlaneLayout, as type: S.Type) -> UnsafeMutablePointer<S> {
    format.depth == 8
      ? UnsafeMutableRawPointer(samples8(layout)).assumingMemoryBound(to: S.self)
      : UnsafeMutableRawPointer(samples16(layout)).assumingMemoryBound(to: S.self)
  }
}

extension NoiseHash {
  /// A number between -1 and 1 that wanders smoothly along places, from one whole one to the next.
  func wander(_ place: Double, _ channel: Int) -> Double {
    let first = place.rounded(.down)
    let share = Maths.smoothstep(place - first)
    let one = unit(Int(first), channel, 40)
    return 2 * (one + (unit(Int(first) + 1, channel, 40) - one) * share) - 1
  }
}
