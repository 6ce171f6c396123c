import Bytes
import Filters
import Options
import Pipes
import Shell
import Timeline
import Y4M

/// How long a frame may be on its way through the program.
enum Latency: String, CaseIterable, Sendable {
  /// Frames before and behind it are read, drawn and written meanwhile.
  case normal
  /// It is written before the next one is read.
  case low
}

/// Which field of a frame comes first.
enum FieldOrder: String, CaseIterable, Sendable {
  /// The first, third and fifth line.
  case tff
  /// The second, fourth and sixth.
  case bff
  /// Frames are whole pictures.
  case no

  /// The letter of a stream's header for it.
  var interlacing: Interlacing {
    switch self {
    case .tff: .topFieldFirst
    case .bff: .bottomFieldFirst
    case .no: .progressive
    }
  }
}

/// A kind of stream that carries pictures.
enum StreamKind: String, CaseIterable, Sendable {
  case y4m, nut
}

/// The options of `vfx` without a command.
struct RenderOptions {
  static let timeline = Option<String?>(
    "timeline", short: "t", .file(),
    "The timeline to draw. Without one, frames pass through unchanged.")
  static let fps = Option<FrameRate?>(
    "fps", .rate,
    "The frame rate of a stream whose header does not give it (F0:0), or a rate to "
      + "use instead of its own."
  )
  static let threads = Option<Int?>(
    "threads", short: "j", .integer(in: 1...1024),
    "How many threads draw; the output is the same for any number. Default: one for each core.")
  static let start = Option<TimeExpression?>(
    "start", .time,
    "The timestamp of the first frame, so that a part of a film is drawn as it is in the whole "
      + "film; what the clips play before this time is left out. Default: 0.")
  static let preroll = Option<TimeExpression?>(
    "preroll", .time,
    "How much sooner than --start standard input begins, such as 8f: these frames are read for "
      + "effects that read frames before their own, and not written. For files this needs no "
      + "option.")
  static let frames = Option<Int?>(
    "frames", short: "n", .integer(in: 0...Int.max),
    "Stop after this many frames; progress then knows the length.")
  static let matrix = Option<Matrix?>(
    "matrix", .matrix, default: nil, shown: "auto",
    "The matrix of the stream's YUV; auto is 2020 with --primaries bt2020, else 709 from 720 lines "
      + "or 1280 columns up, else 601.")
  static let range = Option<ColorRange?>(
    "range", .range, default: nil, shown: "auto",
    "The range of the stream's code values; auto is what XCOLORRANGE in its header says, else "
      + "limited.")
  static let transfer = Option<StreamTransfer?>(
    "transfer", .choice,
    "The transfer curve of the stream; pq and hlg are HDR. Default: what the timeline's canvas "
      + "says, else bt709.")
  static let primaries = Option<StreamPrimaries?>(
    "primaries", .choice,
    "The colour primaries of the stream. Default: what the timeline's canvas says, else bt2020 "
      + "with pq and hlg, and bt709 with all others.")
  static let interlaced = Option<FieldOrder?>(
    "interlaced", .choice,
    "How the lines of the stream on standard input follow in time, where its header does not say it or "
      + "is wrong: the top or the bottom field first, or no for whole pictures. Layers move from field "
      + "to field. Default: what the I tag says.")
  static let truncated = Option<Truncation>(
    "truncated", .choice, default: .error, shown: "error",
    "What happens to a last frame that is cut short: exit 1, leave it out, or fill it with black. "
      + "The whole frames before it are always written.")

  static let shortHeader = Option<Bool>(
    switch: "short-header",
    "Leave tags out of a header of more than 96 bytes, X tags first, and out of FRAME lines of "
      + "more than 80: ffmpeg can't read longer ones.")

  static let output = Option<StreamKind?>(
    "to", .choice,
    "The kind of stream that is written: nut also carries sounds and timestamps. Default: that of "
      + "the stream on standard input, or y4m.")

  static let timecodes = Option<String?>(
    "timecodes", .file("FILE"),
    "When each frame of the Y4M on standard input is shown: timecodes of format 1, 2 or 4, as mkvtoolnix, "
      + "x264, vspipe and ffmpeg write them, for films whose rate varies.")
  static let timecodesOut = Option<String?>(
    "timecodes-out", .file("FILE"),
    "Write when each frame of the output is shown, as timecodes of format 2.")

  static let latency = Option<Latency>(
    "latency", .choice, default: .normal, shown: "normal",
    "low draws one frame at a time with all threads and writes it before it reads the next, for "
      + "live use; normal reads, draws and writes at the same time, which is faster.")

  /// What a stream can't say of its colours.
  static let colors: [any OptionDescription] = [matrix, range, transfer, primaries]

  static let watch = Option<Bool>(
    switch: "watch",
    "Read the timeline again when its file or one that it names changes, and on SIGHUP: from the next "
      + "frame on it is drawn, at the same time of the film. A faulty one is reported, and the one "
      + "before goes on. What the stream's header says can't change.")

  static let all: [any OptionDescription] =
    [timeline, watch, fps, threads, latency, start, preroll, frames] + colors
    + [interlaced, output, timecodes, timecodesOut, truncated, shortHeader] + SourceOptions.all + [
      FontOptions.fonts
    ] + ProgressOptions.all

  let timeline: String?
  let isWatching: Bool
  let fps: FrameRate?
  let threads: Int
  let latency: Latency
  let start: TimeExpression
  /// Whether the user says ``start``.
  let hasStart: Bool
  let preroll: TimeExpression?
  let frames: Int?
  let colors: Scene.Colors
  let interlacing: Interlacing?
  let truncated: Truncation
  let hasShortHeader: Bool
  /// The kind of the output, where the user says it.
  let output: StreamKind?
  /// The times of the frames on standard input, where the user gives them.
  let timecodes: StreamTimecodes?
  /// Where the times of the output's frames go.
  let timecodesOut: String?
  let progress: ProgressOptions

  init(_ session: Session) throws {
    timeline = try session.value(of: Self.timeline)
    isWatching = try session.value(of: Self.watch)
    fps = try session.value(of: Self.fps)
    threads = try session.value(of: Self.threads) ?? Host.processorCount
    latency = try session.value(of: Self.latency)
    let start = try session.value(of: Self.start)
    (self.start, hasStart) = (start ?? .seconds(.zero), start != nil)
    preroll = try session.value(of: Self.preroll)
    frames = try session.value(of: Self.frames)
    colors = try Scene.Colors(session)
    interlacing = try session.value(of: Self.interlaced)?.interlacing
    truncated = try session.value(of: Self.truncated)
    output = try session.value(of: Self.output)
    hasShortHeader = try session.value(of: Self.shortHeader)
    timecodes = try session.value(of: Self.timecodes).map { try StreamTimecodes($0) }
    timecodesOut = try session.value(of: Self.timecodesOut)
    progress = try ProgressOptions(session)
  }
}

extension Scene.Colors {
  /// What the options of a command say.
  init(_ session: Session) throws(UsageError) {
    self.init(
      matrix: try session.value(of: RenderOptions.matrix),
      range: try session.value(of: RenderOptions.range),
      transfer: try session.value(of: RenderOptions.transfer),
      primaries: try session.value(of: RenderOptions.primaries))
  }
}
