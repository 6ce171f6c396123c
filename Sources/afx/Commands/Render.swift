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
    var request = try options.request(session)
    let opened = try StandardInput.open(
      for: &request, output: options.output, session, truncation: options.truncated)
    let input = opened.sound
    let output = try Console.output(of: "WAV", pipe: AFX.pipe)
    let scene = try SoundEnd.scene(request, input: input)
    Console.noteCopy(session, of: "samples")
    let measured = try FirstPass.measure(
      scene, input, again: { try opened.again(session) }, check: session.checkInterrupt)
    let supply = scene.supply(input, output: options.samples(scene, input).written)
    defer { supply.stop() }
    do {
      let mix = try Mix(scene.plan, format: scene.format, supply: supply, measured: measured)
      let sink = try SoundSink(scene, mix, opened, options, output)
      var progress = Progress(
        options.progress, clock: .samples(rate: scene.format.rate), start: sink.startTime,
        total: scene.length)
      let result = Result { try sink.run(session, &progress) }
      progress.finish()
      if let failure = sink.failure { throw failure }
      try result.get()
      sink.warn()
      FirstPass.check(mix, of: scene)
      scene.request.common.warn(supply.warnings)
    } catch {
      throw scene.failure(error)
    }
    try output.close()
    return .success
  }
}

/// The options of `afx` without a command.
struct RenderOptions {
  static let timeline = Option<String?>(
    "timeline", short: "t", .file(),
    "The timeline to play. Without one, sound passes through unchanged.")
  static let format = Option<OutputFormat?>(
    "format", short: "f", .choice,
    "The sample format: 16, 24 or 32 bits, or 32- or 64-bit floating point. Default: that of "
      + "standard input, or s16 if it is empty.")
  static let output = Option<SoundKind?>(
    "to", .choice,
    "The kind of stream that is written: nut also carries pictures and timestamps. With nut, "
      + "pictures on standard input pass also where the mix needs no sound from it. Default: that "
      + "of the stream on standard input, or wav.")
  static let keepMetadata = Option<Bool>(
    switch: "keep-metadata",
    "Copy the chunks before and after the sound; otherwise they are left out unless nothing at all "
      + "is changed.")
  static let truncated = Option<WAVReader.Truncation>(
    "truncated", .choice, default: .error, shown: "error",
    "What happens to a stream that ends too early: exit 1, use it as it is, or pad it with "
      + "silence. Whole samples are always written.")

  static let all: [any OptionDescription] =
    [timeline, format, output, keepMetadata, truncated] + SceneOptions.all + ProgressOptions.all

  let timeline: String?
  let format: OutputFormat?
  /// The kind of the output, where the user says it.
  let output: SoundKind?
  let keepsMetadata: Bool
  let truncated: WAVReader.Truncation
  let progress: ProgressOptions

  init(_ session: Session) throws(UsageError) {
    timeline = try session.value(of: Self.timeline)
    format = try session.value(of: Self.format)
    output = try session.value(of: Self.output)
    keepsMetadata = try session.value(of: Self.keepMetadata)
    truncated = try session.value(of: Self.truncated)
    progress = try ProgressOptions(session)
  }

  /// How samples are to be written: where nothing else is said, as those of standard input, which
  /// as a clip or a track is no reason to give other sounds fewer than 16 bits.
  func samples(_ scene: SoundScene, _ input: InputSound?) -> SampleFormat {
    if let format { return format.samples }
    guard let own = input?.header.samples else { return .s16 }
    return scene.isInputMain || own.depth > 16 ? own : .s16
  }

  func request(_ session: Session) throws -> SoundRequest {
    var request = try SoundRequest(session, timeline: timeline)
    request.common.isQuiet = progress.isQuiet
    request.needsRate = true
    return request
  }
}

/// A kind of stream that carries sound.
enum SoundKind: String, CaseIterable, Sendable {
  case wav, nut
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
