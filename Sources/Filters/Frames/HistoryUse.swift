import Timeline

/// An effect that reads frames before its own, and when it is on.
struct HistoryUse {
  /// The most frames that an effect may read.
  static let most = 256

  /// In the time of whatever holds the effect.
  var range: TimeRange
  /// How many frames before its own it reads.
  let frames: Int
  /// The bytes of one of the frames that it reads.
  let frameBytes: Int
  /// The bytes of the effect in the timeline.
  let place: Range<Int>

  /// The same in the time of a list in which its own begins at `start`, and ends with `limit`; nil
  /// where it is never on.
  func moved(to start: Time, within limit: TimeRange) -> HistoryUse? {
    guard let range = range.shifted(by: start).intersection(limit) else { return nil }
    var use = self
    use.range = range
    return use
  }
}
