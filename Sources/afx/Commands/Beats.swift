import AudioFilters
import Options
import Shell
import Sounds
import WAV

/// `afx beats`: the beats of a sound.
enum Beats: Subcommand {
  static let format = Option<ReportFormat>(
    "format", .choice, default: .text, shown: "text",
    "text is a line a beat; json is one object with file, duration, tempo, confidence, beats and "
      + "downbeats. Times are in seconds.")
  static let tempo = Option<ClosedRange<Double>>(
    "tempo", .tempi, default: 50...220, shown: "50-220",
    "The slowest and the fastest pace to look for, in beats a minute.")

  static let command = Command(
    "beats", "find the beats and bars of a sound",
    description: [
      "Each line is a beat: its time in seconds, its bar and beat, and how strong it is, from 0 to "
        + "1. Beats are found by dynamic programming over what begins in the spectrum, at a pace "
        + "that may change. Bars are taken to have four beats, and to begin where the lows are "
        + "strongest; what comes before the first whole bar is bar 0.",
      "WAV and NUT are read as they are, also from standard input; ffmpeg reads all other files. The "
        + "whole sound is heard before the first line is written, in memory that grows by about 100 MB "
        + "an hour.",
    ],
    operands: [
      Operand(
        "FILE", form: .file("FILE"), isOptional: true,
        "A file with sound; - is a stream of WAV or NUT on standard input, which is also the default."
      )
    ],
    options: [format, JSONSwitch.option, tempo] + SoundStream.options + ProgressOptions.all,
    examples: [
      Example("afx beats music.wav", "Lists the beats of a file."),
      Example(
        "afx beats song.mp3 --tempo 80-160 --format json", "Gives them as JSON, in that range."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let range = try session.value(of: tempo)
    let path = session.invocation.operands.first ?? "-"
    let source = try BeatSource(path, session)
    var onsets = OnsetStrength(format: source.format)
    var progress = Progress(
      try ProgressOptions(session), clock: .samples(rate: source.format.rate), total: source.length)
    do {
      defer { progress.finish() }
      while let block = try source.next() {
        try session.checkInterrupt()
        onsets.add(block)
        progress.advance(by: block.count)
      }
    }
    onsets.finish()
    guard onsets.length > 0 else { throw CommandFailure("\(source.name): it has no sound") }
    let report = BeatReport(
      name: source.name, duration: Double(onsets.length) / Double(onsets.rate),
      tracker: BeatTracker(onsets, tempo: range))
    let isJSON = try session.value(of: JSONSwitch.option) || session.value(of: format) == .json
    try Console.print(isJSON ? report.json : report.text)
    return .success
  }
}

extension ValueReader where Value == ClosedRange<Double> {
  /// Takes two paces in beats a minute, `80-160`, the first no more than the second.
  static var tempi: Self {
    Self(.text("MIN-MAX"), expected: "two numbers from 20 to 400 such as 80-160") { text in
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(".0123456789".utf8.contains) }),
        let low = Double(parts[0]), let high = Double(parts[1]), low >= 20, low <= high, high <= 400
      else { return nil }
      return low...high
    }
  }
}
