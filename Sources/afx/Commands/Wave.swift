import AudioFilters
import Images
import Options
import Pipes
import Shell
import WAV

/// `afx wave`: a picture of a sound.
enum Wave: Subcommand {
  static let output = Option<String>(
    "output", short: "o", .png("PNG"), default: "wave.png",
    "Where the picture goes; - is standard output.")
  static let width = Option<Int>(
    "width", short: "w", .integer("PIXELS", in: 200...16_384), default: 1600,
    "How wide the picture is.")
  static let height = Option<Int>(
    "height", .integer("PIXELS", in: 32...2048), default: 160, "How high each of its lanes is.")

  static let timeline = Option<String?>(
    "timeline", short: "t", .file(),
    "Draw what this timeline makes of standard input, or of -i, and the gains that it gives each sound."
  )

  static let command = Command(
    "wave", "draw a sound as a picture: its waves, its loudness and its gains",
    description: [
      "Each channel has a lane: dark from the lowest to the highest sample, light as high as the "
        + "root of the mean square, red where samples touch full scale. Below stands the short-term "
        + "loudness of EBU R 128, and, with a timeline, the gain of each of its sounds that is "
        + "heard: volumes, fades, crossfades and ducking, and not what effects do.",
      "The picture is made in one pass and in memory that does not grow with the sound.",
    ],
    operands: [
      Operand(
        "FILE", form: .file("FILE"), isOptional: true,
        "A file with sound; - is a stream of WAV or NUT on standard input, which is also the default."
      )
    ],
    options: [timeline, output, width, height] + SceneOptions.all + ProgressOptions.all,
    examples: [
      Example("afx wave music.wav -o music.png", "Draws a file."),
      Example("afx wave -t t.json < in.wav -o mix.png", "Draws what a timeline makes."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let path = try session.value(of: output)
    let picture: WavePicture
    if let timeline = try session.value(of: timeline) {
      guard session.invocation.operands.isEmpty else {
        throw UsageError.other(
          "with --timeline, the sound comes from standard input, or by -i FILE; leave FILE out")
      }
      picture = try draw(timeline: timeline, session)
    } else {
      guard try session.value(of: SceneOptions.input) == nil else {
        throw UsageError.other("--input goes with --timeline; without one, name the FILE")
      }
      try OutputFile.check(path, "the picture", madeOf: session.invocation.operands)
      var stream = try SoundStream(session.invocation.operands.first ?? "-", session)
      picture = try draw(
        stream.format, total: stream.length, name: stream.name, session
      ) {
        try stream.next() ? stream.block : nil
      }
    }
    guard PNGEncoder.takes(width: picture.width, height: picture.height, sampleBytes: 1) else {
      throw CommandFailure(
        "a picture of \(picture.width)x\(picture.height) is too large for a PNG file; --width and "
          + "--height make it smaller", code: .usage)
    }
    if path == "-" {
      let output = try Console.output(of: "PNG", pipe: "afx wave in.wav -o - > wave.png")
      try output.writeFully(PNGEncoder.encode(picture.picture))
      try output.close()
    } else {
      try Files.write(PNGEncoder.encode(picture.picture), to: path)
    }
    return .success
  }

  /// Draws what a timeline makes, and its gains.
  private static func draw(timeline: String, _ session: Session) throws -> WavePicture {
    var request = try SoundRequest(session, timeline: timeline)
    request.needsRate = true
    let opened = try StandardInput.open(for: &request, session)
    let input = opened.sound
    let scene = try SoundEnd.scene(request, input: input)
    try OutputFile.check(
      session.value(of: output), "the picture",
      madeOf: (request.common.timeline?.readPaths ?? [timeline])
        + [session.value(of: SceneOptions.input)].compactMap(\.self))
    let measured = try FirstPass.measure(
      scene, input, again: { try opened.again(session) }, check: session.checkInterrupt)
    let supply = scene.supply(input)
    defer { supply.stop() }
    do {
      let mix = try Mix(
        scene.plan, format: scene.format, supply: supply, measured: measured, tracesDucking: true)
      let block = AudioBlock(channels: mix.format.channels, capacity: SoundStream.blockLength)
      var place = scene.start
      try mix.runUp(to: place, session.checkInterrupt)
      var picture = try draw(mix.format, total: scene.length, name: "the mix", session) {
        block.count = scene.count(at: place, most: block.capacity)
        if block.count > 0 { _ = try mix.render(into: block, at: place) }
        place += block.count
        return block.count > 0 ? block : nil
      }
      let levels = SoundLevels(
        scene.plan, layouts: scene.layouts, length: mix.length, ducking: mix.ducking)
      picture.add(levels.lanes.filter { !$0.isSilent }, start: scene.start)
      return picture
    } catch {
      throw scene.failure(error)
    }
  }

  /// Draws what `next` gives, block after block.
  private static func draw(
    _ format: AudioFormat, total: Int?, name: String, _ session: Session,
    _ next: () throws -> AudioBlock?
  ) throws -> WavePicture {
    var summary = WaveSummary(channels: format.channels)
    var meter = LoudnessMeter(format: format, measuresTruePeak: false)
    var track = LoudnessTrack()
    var progress = Progress(
      try ProgressOptions(session), clock: .samples(rate: format.rate), total: total)
    do {
      defer { progress.finish() }
      while let block = try next() {
        try session.checkInterrupt()
        summary.add(block)
        meter.add(block) { track.add($0.shortTerm) }
        progress.advance(by: block.count)
      }
    }
    guard summary.length > 0 else { throw CommandFailure("\(name): it has no sound") }
    var picture = WavePicture(summary: summary, format: format, loudness: track)
    picture.width = try session.value(of: width)
    picture.laneHeight = try session.value(of: height)
    return picture
  }
}
