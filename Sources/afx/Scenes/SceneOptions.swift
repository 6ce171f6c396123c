import Bytes
import Clips
import Options
import Shell
import Timeline

/// The options of every command that makes a mix of a timeline.
enum SceneOptions {
  static let input = Option<String?>(
    "input", short: "i", .file("FILM"),
    "A film, or any other file, whose sound is heard as it would come on standard input. It can be "
      + "read more than once, so fadeOut and normalize work, which need to know its end or its "
      + "loudness first.")
  static let fps = Option<FrameRate?>(
    "fps", .rate,
    "The film's frame rate, in which times such as \"90f\" count, if the timeline's canvas does "
      + "not give it. Default: that of the first clip that is a film; for a film on standard input "
      + "it must be given, unless the stream is NUT, because WAV does not carry it.")
  static let start = Option<TimeExpression?>(
    "start", .time,
    "The timestamp of the first sample, so that a part of a film sounds as it does in the whole "
      + "film; what the clips play before this time is left out. Default: 0.")
  static let duration = Option<TimeExpression?>(
    "duration", .time, "Stop after this time; progress then knows the length.")

  static let all: [any OptionDescription] = [input, fps, start, duration] + SourceOptions.all
}

extension SoundRequest {
  /// What the command line says.
  init(_ session: Session, timeline path: String?) throws {
    if let duration = try session.value(of: SceneOptions.duration), duration.isNegative {
      throw UsageError.other("--duration cannot be negative")
    }
    self.init(
      common: try TimelineRequest(
        session, timeline: path, rate: SceneOptions.fps, start: SceneOptions.start),
      duration: try session.value(of: SceneOptions.duration),
      hasStart: try session.value(of: SceneOptions.start) != nil)
  }
}

extension TimeExpression {
  fileprivate var isNegative: Bool {
    switch self {
    case .seconds(let time): time < .zero
    case .frames(let count), .share(let count): count < .zero
    // Of two kinds of times the rate says it; a mix that ends before its start has no samples.
    case .sum(let time, let frames, _): time < .zero && frames < .zero
    }
  }
}
