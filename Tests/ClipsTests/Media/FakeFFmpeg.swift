import Pipes
import Timeline
import Y4M

@testable import Clips

/// Shell programs that stand in for ffmpeg and ffprobe.
struct FakeFFmpeg {
  let folder: TemporaryFolder
  let tools: MediaTools

  /// Takes lines of shell, which find the movie's path in `$f` and the first frame in `$k`.
  init(
    _ lines: String = FakeFFmpeg.playing, interrupt: Interrupt? = nil, patience: Int? = nil
  ) throws {
    folder = try TemporaryFolder()
    let path = try folder.script("ffmpeg", Self.arguments + lines)
    tools = MediaTools(path, interrupt: interrupt, patience: patience)
  }

  /// Reads the command line: rates are 10 frames a second, and a frame begins where the seek and
  /// the filter's start lead together, or half a frame after that.
  private static let arguments =
    """
    ss=0
    while [ $# -gt 0 ]; do
      case "$1" in
        -ss) ss=$2; shift;;
        -i) f=${2#file:}; shift;;
        -vf) start=${2#*start_time=}; start=${start%%:*}; shift;;
      esac
      shift
    done
    k=$(awk "BEGIN { print int(($ss + $start) * 10 + 0.51) }")

    """

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
