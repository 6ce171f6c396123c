import Options
import Pipes
import Shell

/// `vfx join`: puts the parts of a film together.
enum Join: Subcommand {
  static let output = Option<String?>(
    "output", short: "o", .file("FILE"),
    "The film; one that is there is replaced when the new one is whole.")
  static let sound = Option<String?>(
    "sound", .file("FILE"),
    "The film's sound, as vfx make --only sound makes it: it is copied as it is, but a WAV for MP4 is "
      + "encoded as AAC. Default: none.")

  static let command = Command(
    "join", "put the parts of a film together",
    description: [
      "Looks at all parts first: that each is a part of the same film, made by vfx make --part from the "
        + "same timeline, values and options; that none is missing, twice or out of order; that each "
        + "begins where the one before it ends and has all its frames; and that one decoder plays them "
        + "all. Then ffmpeg copies them into one file, without encoding anything again.",
      "The parts are put in their order, whatever the order of their names.",
    ],
    operands: [Operand("PART", isRepeatable: true, "The parts.")],
    options: [output, sound, Make.script, SourceOptions.ffmpeg],
    examples: [
      Example(
        "vfx join part-*.mp4 --sound part-sound.m4a -o film.mp4", "Makes a film of its parts.")
    ])

  static func run(_ session: Session) throws -> ExitCode {
    guard let output = try session.value(of: output) else {
      throw CommandFailure("the film needs a name, such as -o film.mp4", code: .usage)
    }
    let paths = session.invocation.operands
    let sound = try session.value(of: sound)
    let result = FilmPipe.Output(path: output)
    try result.check(madeOf: paths + [sound].compactMap(\.self))
    let program = try session.value(of: SourceOptions.ffmpeg)
    let files = try PartFiles(paths, PartProbe(ffmpeg: program, interrupt: session.interrupt))
    if let sound, Files.modificationTime(sound) == nil {
      throw CommandFailure("\(sound): there is no such file", code: .usage)
    }
    let list = result.partial + ".list"
    let step = FilmPipe.Step(
      program, Self.arguments(list: list, sound: sound, to: result.partial))
    if try session.value(of: Make.script) {
      try Console.print(files.list + "\n" + step.typed + "\n")
      return .success
    }
    let pipe = FilmPipe(pictures: [], sound: [], film: [step], output: result)
    return try Signals.clearingUp {
      try Files.write(Array(files.list.utf8), to: list)
      defer { Files.remove(list) }
      return try FilmRun.make(pipe, session.interrupt, find: FilmPlan.program)
    }
  }

  /// The arguments of the ffmpeg that joins what a list names.
  static func arguments(list: String, sound: String?, to path: String) -> [String] {
    let ending = path.split(separator: ".").last?.lowercased() ?? ""
    var words = [
      "-v", "error", "-nostdin", "-y", "-f", "concat", "-safe", "0", "-i",
      "file:\(list)",
    ]
    if let sound { words += ["-i", "file:\(sound)"] }
    words += ["-map", "0:v"]
    if sound != nil { words += ["-map", "1:a"] }
    words += ["-c", "copy"]
    let isMP4 = ["mp4", "m4v"].contains(ending)
    if let sound, isMP4, sound.lowercased().hasSuffix(".wav") {
      words += ["-c:a", "aac", "-b:a", "160k"]
    }
    // The film is no part any more.
    words += ["-metadata", "comment="]
    if isMP4 || ending == "mov" { words += ["-movflags", "+faststart"] }
    return words + ["file:\(path)"]
  }
}
