import AudioFilters
import Options
import Shell
import Timeline
import WAV

/// `afx measure`: how loud sounds are.
enum Measure: Subcommand {
  static let format = Option<ReportFormat>(
    "format", .choice, default: .text, shown: "text",
    "How to write the result: json writes one object a line, one for each stream.")

  static let command = Command(
    "measure", "measure loudness, its range and peaks",
    description: [
      "Loudness is that of ITU-R BS.1770-4 and EBU R 128: integrated with both gates, the greatest "
        + "momentary (400 ms) and short-term (3 s) loudness in LUFS, the loudness range of EBU Tech "
        + "3342 in LU, the true peak in dBTP and the highest sample in dBFS.",
      "WAV and NUT, whose first sound is measured, are read as they are, also from standard input; ffmpeg reads "
        + "all other files. If one cannot be measured, the others still are, and the exit status is 1.",
    ],
    operands: [
      Operand(
        "FILE", form: .file("FILE"), isOptional: true, isRepeatable: true,
        "A file with sound; - is a stream of WAV or NUT on standard input, which is also the default."
      )
    ],
    options: [format] + SoundStream.options + ProgressOptions.all,
    examples: [
      Example("afx measure music.wav film.mp4", "Measures two files."),
      Example(
        "... | afx -t t.json | afx measure --format json", "Measures what a timeline makes."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let operands = session.invocation.operands
    let options = try ProgressOptions(session)
    let format = try session.value(of: format)
    var code = ExitCode.success
    for path in operands.isEmpty ? ["-"] : operands {
      let result = Result { try measure(path, options, session) }
      if case .failure(let error) = result, operands.count > 1, exitStatus(for: error) == 1 {
        report(error)
        code = .failure
        continue
      }
      let report = try result.get()
      try Console.print(format == .json ? report.json : report.text)
    }
    return code
  }

  private static func measure(
    _ path: String, _ options: ProgressOptions, _ session: Session
  ) throws -> LoudnessReport {
    var stream = try SoundStream(path, session)
    var meter = LoudnessMeter(format: stream.format)
    var progress = Progress(
      options, clock: .samples(rate: stream.format.rate), total: stream.length)
    defer { progress.finish() }
    while try stream.next() {
      try session.checkInterrupt()
      meter.add(stream.block)
      progress.advance(by: stream.block.count, bytesRead: stream.stepBytes)
    }
    meter.finish()
    return LoudnessReport(name: stream.name, format: stream.format, meter: meter)
  }
}
