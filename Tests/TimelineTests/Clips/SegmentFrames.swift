import Bytes

@testable import Timeline

extension Retiming {
  /// The frames of a source of `rate` that may be chosen at any time of the clip, without those
  /// that a cut by `duration` leaves out; up to `Int.max` when it is not known where they end.
  func segmentFrames(rate: FrameRate) -> Range<Int> {
    let part = partFrames(rate: rate)
    guard direction != .both, !endsBetweenPasses else { return part }
    let start = frames(at: .zero, rate: rate)
    var numbers = [start.first, start.second]
    if let duration {
      let end = frames(at: duration, rate: rate)
      numbers += [end.first, end.second]
    } else if part.upperBound == .max {
      return min(start.first, start.second)..<Int.max
    } else {
      numbers.append(part.upperBound - 1)
    }
    let (low, high) = (numbers.min() ?? part.lowerBound, numbers.max() ?? part.lowerBound)
    return low..<(high + 1)
  }

  /// Whether the end of the clip is that of a pass, with another one to come.
  private var endsBetweenPasses: Bool {
    guard loop != 1, let length = segment.duration, length > .zero, let duration else {
      return false
    }
    return way(at: duration) == length.value
  }
}
