import Bytes
import Pipes
import Timeline
import Y4M

/// Where its frames come from.
extension Supplier {
  /// Fails before any frame where sources that only go forwards are to show frames again, which
  /// then cannot be kept.
  static func checkSpool(_ plans: [FeedPlan], _ spool: SpoolSettings) throws(ClipError) {
    let keeping = plans.first { plan in
      switch plan.source {
      case .stdin, .movie: !plan.demand.isRising
      case .y4m, .picture: false
      }
    }
    guard let keeping else { return }
    do throws(PipeError) { try spool.check() } catch {
      throw keeping.error(.from(error) { .spool($0) })
    }
  }

  /// What is read of Y4M: the same where a file says its times.
  static func origin(
    _ reader: FrameReader, _ timecodes: TimecodedFrames?, _ stream: FeedPlan?, _ settings: Settings
  ) -> Track.Origin {
    guard let timecodes, stream == nil, !settings.followsStream else { return .stdin(reader) }
    return .timecoded(reader, timecodes)
  }

  /// What is read of NUT: its frames as they come where they alone make the output, and else by
  /// their times.
  static func origin(
    _ film: NUTFilm?, _ stream: FeedPlan?, _ settings: Settings
  ) -> Track.Origin? {
    guard let film else { return nil }
    guard stream == nil, !settings.followsStream, let clock = film.header.clock else {
      return .film(film)
    }
    return .timed(TimedFrames(film, clock))
  }
}
