import Pipes
import TestSupport
import Timeline
import Y4M

@testable import Clips

/// An ffmpeg that plays films, and plans of them.
extension FakeFFmpeg {
  /// One that plays what it is given.
  init() throws { try self.init(Self.playing) }

  /// Plays a Y4M file as if it were a movie.
  static let playing = """
    head -n 1 "$f"
    tail -c +$((\(NumberedStream.header.utf8.count) + 1 + k * 70)) "$f"
    """

  /// Writes a movie of numbered frames.
  func movie(_ name: String = "movie", frames: Int) throws -> String {
    try Files.write(NumberedStream.bytes(frames: frames), to: folder.file(name))
    return folder.file(name)
  }

  /// Plans a movie that is played from its start in output frames `outputs`.
  func plan(
    _ path: String, feed: Int = 0, outputs: Range<Int>, isRising: Bool = true,
    choose: (@Sendable (Int) -> Int)? = nil
  ) -> FeedPlan {
    let choose = choose ?? { $0 - outputs.lowerBound }
    return FeedPlan(
      feed: feed, source: ChildScheduleTests.movie(path),
      demand: Demand(outputs: outputs, isRising: isRising) {
        FrameChoice(first: choose($0), second: choose($0), weight: 0)
      }, name: "movie \(feed)", place: feed * 10..<feed * 10 + 5)
  }
}
