import Bytes
import Options
import Pipes
import Shell
import Timeline
import WAV

/// `afx compare`: compares two sounds, in numbers.
enum Compare: Subcommand {
  static let maxDiff = Option<Double?>(
    "max-diff", short: "m", .number("DB", in: -400...40),
    "Pass if no sample differs by more than this, in decibels of full scale.")
  static let maxRMS = Option<Double?>(
    "max-rms", short: "r", .number("DB", in: -400...40),
    "Pass if the RMS level of the difference is no more than this.")
  static let format = Option<ReportFormat>(
    "format", .choice, default: .text, shown: "text", "How to write the result.")

  static let command = Command(
    "compare", "compare two sounds: largest and mean difference, first sample",
    description: [
      "Streams pass when all their samples are equal, or, with --max-diff or --max-rms, when they "
        + "stay within every limit given. Streams of different lengths never pass. Exit status 1 "
        + "means that they do not pass.",
      "The streams must have the same rate and the same number of channels; their sample formats "
        + "may differ. WAV and NUT are read as they are; ffmpeg reads all other files.",
    ],
    operands: [
      Operand(
        "A", form: .file("A"), "A file with sound; - is a stream of WAV or NUT on standard input."),
      Operand("B", form: .file("B"), "The sound to compare it with; only one may be -."),
    ],
    options: [maxDiff, maxRMS, format] + SoundStream.options + ProgressOptions.all,
    examples: [
      Example(
        "... | afx compare expected.wav - --max-diff -90", "Fails if a difference can be heard.")
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let operands = session.invocation.operands
    guard operands.filter({ $0 == "-" }).count < 2 else {
      throw UsageError.other("only one of the streams can be standard input")
    }
    let gates = SoundGates(
      largest: try session.value(of: maxDiff), level: try session.value(of: maxRMS))
    var a = try SoundStream(operands[0], session)
    var b = try SoundStream(operands[1], session)
    guard a.format.rate == b.format.rate, a.format.channels == b.format.channels else {
      throw CommandFailure(
        "the streams are of different kinds: \(words(a.format)) and \(words(b.format))")
    }
    var difference = SoundDifference(channels: a.format.channels)
    var progress = Progress(
      try ProgressOptions(session), clock: .samples(rate: a.format.rate),
      total: a.length)
    do {
      defer { progress.finish() }
      var hasMore = (try a.next(), try b.next())
      while hasMore.0 && hasMore.1 {
        try session.checkInterrupt()
        difference.add(a.block, b.block)
        progress.advance(by: a.block.count, bytesRead: a.stepBytes + b.stepBytes)
        hasMore = (try a.next(), try b.next())
      }
      // What one stream has more than the other counts for its length only.
      while hasMore.0 { hasMore.0 = try a.next() }
      while hasMore.1 { hasMore.1 = try b.next() }
    }
    difference.lengths = (a.sampleCount, b.sampleCount)
    let report = SoundComparison(
      difference: difference, faults: gates.faults(of: difference), rate: a.format.rate)
    try Console.printVerdict(try session.value(of: format) == .json ? report.json : report.text)
    return report.faults.isEmpty ? .success : .failure
  }

  private static func words(_ format: AudioFormat) -> String {
    "\(format.rate) Hz with \(counted(format.channels, "channel"))"
  }
}
