import Bytes
import Captions
import Options
import Pipes
import Shell

/// `vfx captions`: cuts words with times into captions, and writes these for other programs.
enum WriteCaptions: Subcommand {
  private static let rules = CuttingRules()

  static let to = Option<CaptionWriter.Format>(
    "to", .choice, default: .srt, shown: "srt",
    "What is written: srt is SubRip, vtt is WebVTT with a timestamp before each word, ass has \\k "
      + "before each word.")
  static let maxWords = Option<Int?>(
    "max-words", .integer(in: 1...1000),
    "The most words of a caption. Default: as many as there is room for.")
  static let maxLines = Option<Int>(
    "max-lines", .integer(in: 1...20), default: rules.maxLines, "The most lines of a caption.")
  static let maxChars = Option<Int>(
    "max-chars", .integer(in: 1...1000), default: rules.maxChars,
    "The most characters of a line; wide ones, as of Chinese, count twice.")
  static let pause = Option<Double>(
    "pause", .number("SECONDS", in: 0...1000), default: rules.pause.double, shown: "0.5",
    "A silence of this length always ends a caption.")
  static let minDuration = Option<Double>(
    "min-duration", .number("SECONDS", in: 0...1000), default: rules.minDuration.double,
    shown: "0.5", "How long a caption is shown at least, where the next one leaves room.")
  static let hold = Option<Double>(
    "hold", .number("SECONDS", in: 0...1000), default: rules.hold.double, shown: "0",
    "How long a caption may stay after the next word begins, if its own words or --min-duration "
      + "last that long.")

  static let command = Command(
    "captions", "write words with times as captions",
    description: [
      "Reads what speech recognition has written, cuts its words into captions, and writes them to "
        + "standard output. Read are the JSON of Whisper (openai-whisper, whisper.cpp, "
        + "faster-whisper, WhisperX), AssemblyAI, AWS Transcribe, Azure, Deepgram, ElevenLabs, "
        + "Gladia, Google, Rev.ai, Soniox, Speechmatics, Vosk and Watson, YouTube's json3 and srv3, "
        + "and SubRip, WebVTT and ASS; a file is known by its contents.",
      "A caption ends with every sentence, at every pause and where someone else speaks, and where "
        + "it is full; the captions of a sentence are of about the same length.",
      "Where words have no times, they share those of their segment or cue by their letters, and a "
        + "note says so. The exit status is 2 when the file cannot be read or has no words.",
    ],
    operands: [Operand("FILE", "The words, - for standard input.")],
    options: [to, maxWords, maxLines, maxChars, pause, minDuration, hold],
    examples: [
      Example(
        "vfx captions words.json --to ass > film.ass", "Writes captions with karaoke tags."),
      Example(
        "vfx captions words.json --to srt --max-lines 1 --max-words 3",
        "Writes short captions, as of short videos."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let path = session.invocation.operands[0]
    let name = path == "-" ? "<stdin>" : path
    let bytes: [UInt8]
    do {
      bytes =
        path == "-"
        ? try Files.loadStandardInput(limit: Transcript.mostBytes)
        : try Files.load(path, limit: Transcript.mostBytes, takesStreams: true)
    } catch {
      throw CommandFailure("\(error)", code: .usage)
    }
    let transcript: Transcript
    do throws(CaptionError) {
      transcript = try Transcript(bytes)
    } catch {
      throw CommandFailure("\(name):\(error)", code: .usage)
    }
    for note in transcript.notes { Console.complain("\(name):\(note.description)") }
    let captions = CueCutter.cut(transcript.words, try rules(session))
    try Console.print(
      CaptionWriter.text(captions, transcript.words, as: try session.value(of: to)))
    return .success
  }

  private static func rules(_ session: Session) throws -> CuttingRules {
    var rules = CuttingRules()
    rules.maxWords = try session.value(of: maxWords)
    rules.maxLines = try session.value(of: maxLines)
    rules.maxChars = try session.value(of: maxChars)
    rules.pause = Rational(approximating: try session.value(of: pause))
    rules.minDuration = Rational(approximating: try session.value(of: minDuration))
    rules.hold = Rational(approximating: try session.value(of: hold))
    return rules
  }
}
