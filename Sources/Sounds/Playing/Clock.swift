import AudioFilters
import Bytes
import Timeline

/// Where the course of a feed's source stands at each sample of a part of the feed that is heard
/// without a pause, and how it would go on before and after.
struct Clock: Sendable {
  let feed: SoundPlan.Feed
  /// Samples a second of the output.
  let rate: Int
  /// The second of the course at which the feed begins.
  let origin: Rational
  /// How long the source stood still before.
  let pause: Time

  /// The second of the course at a sample, exactly.
  func second(of sample: Int) -> Rational {
    origin + feed.retiming.running(at: feed.time(of: sample, rate: rate) - pause)
  }

  /// A moment of the output, and where the course stands then.
  func anchor(at sample: Int) -> ClockAnchor {
    ClockAnchor(sample: sample, second: second(of: sample))
  }
}

/// A moment of the output, and where the course stands then.
struct ClockAnchor: Sendable {
  /// The feed's sample.
  let sample: Int
  /// The second of the course.
  let second: Rational
}
