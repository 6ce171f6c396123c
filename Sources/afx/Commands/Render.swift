import AudioFilters
import Options
import Pipes
import Shell
import Sounds
import Timeline
import WAV

/// `afx` itself: plays a timeline's sound into the stream.
enum Render: Subcommand {
  static let command = Command(
    "render", "play a timeline's sound into the stream on standard input",
    description: ["This is what afx does without a command."],
    options: RenderOptions.all,
    examples: [Example(AFX.pipe, "Plays a timeline's sound into that of a film.")])

  static func run(_ session: Session) throws -> ExitCode {
    let options = try RenderOptions(session)
    let request = try options.request(session)
    var input: InputSound?
    if try SoundPreparation.needsInput(request) {
      input = try StandardInput.open(session, truncation: options.truncated)
    }
    let output = try Console.output(of: "WAV", pipe: AFX.pipe)
    let scene = try SoundPreparation.scene(request, input: input)
    Console.noteCopy(session, of: "samples")
    let measured = try FirstPass.measure(scene, input, session)
    let supply = scene.supply(input, output: options.samples(input).written)
    defer { supply.stop() }
    do {
      let mix = try Mix(scene.plan, format: scene.format, supply: supply, measured: measured)
      let sink = try SoundSink(scene, mix, input, options, output)
      var progress = Progress(
        options.progress, clock: .samples(rate: scene.format.rate), start: sink.startTime,
        total: scene.length)
      let result = Result { try sink.run(session, &progress) }
      progress.finish()
      try result.get()
      sink.warn()
      scene.warn(supply.warnings)
    } catch {
      throw scene.failure(error)
    }
    try output.close()
    return .success
  }
}

/// Standard input as a stream of sound.
enum StandardInput {
  static func open(
    _ session: Session, truncation: WAVReader.Truncation = .error
  ) throws -> InputSound {
    try InputSound(
      Console.input(session, of: "WAV", pipe: AFX.pipe), truncation: truncation)
  }

  /// Standard input once more from its start, where it is a file.
  static func again(_ session: Session) throws -> InputSound? {
    guard FileDescriptor.standardInput.kind == .regular else { return nil }
    let file = try FileDescriptor(opening: "/dev/stdin")
    return try InputSound(file.interruptible(by: session.interrupt), truncation: .drop)
  }
}

/// What `afx` without a command can be told.
struct RenderOptions {
  static let timeline = Option<String?>(
    "timeline", short: "t", .file(),
    "The timeline to play. Without one, sound passes through unchanged.")
  static let format = Option<OutputFormat?>(
    "format", short: "f", .choice,
    "How samples are written: 16, 24 or 32 bits, or 32- or 64-bit floating point. Default: as they "
      + "come, or s16 where nothing comes.")
  static let keepMetadata = Option<Bool>(
    switch: "keep-metadata",
    "Forward the chunks that stand before and behind the sound; otherwise they are left out unless "
      + "nothing at all is changed.")
  static let truncated = Option<WAVReader.Truncation>(
    "truncated", .choice, default: .error, shown: "error",
    "What becomes of a stream that ends too early: exit 1, take it as it is, or fill it up with "
      + "silence. Whole samples are written either way.")

  static let all: [any OptionDescription] =
    [timeline, format, keepMetadata, truncated] + SceneOptions.all + ProgressOptions.all

  let timeline: String?
  let format: OutputFormat?
  let keepsMetadata: Bool
  let truncated: WAVReader.Truncation
  let progress: ProgressOptions

  init(_ session: Session) throws(UsageError) {
    timeline = try session.value(of: Self.timeline)
    format = try session.value(of: Self.format)
    keepsMetadata = try session.value(of: Self.keepMetadata)
    truncated = try session.value(of: Self.truncated)
    progress = try ProgressOptions(session)
  }

  /// How samples are to be written.
  func samples(_ input: InputSound?) -> SampleFormat {
    format?.samples ?? input?.header.samples ?? .s16
  }

  func request(_ session: Session) throws -> SoundRequest {
    var request = try SoundRequest(session, timeline: timeline)
    request.isQuiet = progress.isQuiet
    request.needsRate = true
    return request
  }
}

/// The formats of samples that can be asked for.
enum OutputFormat: String, CaseIterable, Sendable {
  case s16, s24, s32, f32, f64

  var samples: SampleFormat {
    switch self {
    case .s16: .s16
    case .s24: .s24
    case .s32: .s32
    case .f32: .f32
    case .f64: .f64
    }
  }
}
