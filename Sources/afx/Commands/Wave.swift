import AudioFilters
import Images
import Options
import Pipes
import Shell
import WAV

/// `afx wave`: a picture of a sound.
enum Wave: Subcommand {
  static let output = Option<String>(
    "output", short: "o", .file("PNG"), default: "wave.png", "Where the picture goes.")
  static let width = Option<Int>(
    "width", short: "w", .integer("PIXELS", in: 200...16_384), default: 1600,
    "How wide the picture is.")
  static let height = Option<Int>(
    "height", .integer("PIXELS", in: 32...2048), default: 160, "How high each of its lanes is.")

  static let command = Command(
    "wave", "draw a sound as a picture: its waves and its loudness",
    description: [
      "Each channel has a lane: dark from the lowest to the highest sample, light as high as the "
        + "root of the mean square, red where samples touch full scale. Below stands the short-term "
        + "loudness of EBU R 128.",
      "The picture is made in one pass and in memory that does not grow with the sound.",
    ],
    operands: [
      Operand(
        "FILE", form: .file("FILE"), isOptional: true,
        "A WAV file; - is standard input, which is also meant without one.")
    ],
    options: [output, width, height] + ProgressOptions.all,
    examples: [
      Example("afx wave music.wav -o music.png", "Draws a file."),
      Example("... | afx -t t.json | afx wave -o mix.png", "Draws what a timeline makes."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let path = try session.value(of: output)
    var stream = try SoundStream(session.invocation.operands.first ?? "-", session)
    var summary = WaveSummary(channels: stream.format.channels)
    var meter = LoudnessMeter(format: stream.format, measuresTruePeak: false)
    var track = LoudnessTrack()
    var progress = Progress(
      try ProgressOptions(session), clock: .samples(rate: stream.format.rate),
      total: stream.reader.header.length)
    do {
      defer { progress.finish() }
      while try stream.next() {
        try session.checkInterrupt()
        summary.add(stream.block)
        meter.add(stream.block) { track.add($0.shortTerm) }
        progress.advance(by: stream.block.count)
      }
    }
    guard summary.length > 0 else {
      throw CommandFailure("\(stream.name): there is no sound in it")
    }
    var picture = WavePicture(summary: summary, format: stream.format, loudness: track)
    picture.width = try session.value(of: width)
    picture.laneHeight = try session.value(of: height)
    guard PNGEncoder.takes(width: picture.width, height: picture.height, sampleBytes: 1) else {
      throw CommandFailure("the picture would be too large", code: .usage)
    }
    try Files.write(PNGEncoder.encode(picture.picture), to: path)
    return .success
  }
}
