import Options
import Shell

/// The program `vfx`, the filter of pictures.
enum VFX: Application {
  static let name = "vfx"

  /// The line that shows what the program is for.
  static let pipe = "ffmpeg -i in.mp4 -f yuv4mpegpipe - | vfx -t t.json | ffmpeg -i - out.mp4"

  static let topics = pictureTopics
  static let sibling = (name: "afx", topics: soundTopics)

  static let subcommands: [any Subcommand.Type] = [
    Render.self, Make.self, Parts.self, Join.self, Play.self, Preview.self, Check.self, Plan.self,
    Still.self,
    Scope.self, TestStream.self, Compare.self, Golden.self, Verify.self, Hash.self, Tags.self,
    ListFonts.self, Lint.self, WriteCaptions.self, ImportTimeline.self, ExportTimeline.self,
    HelpPages<VFX>.self, SchemaText.self, ReferenceText.self, Manual<VFX>.self,
    Completions<VFX>.self,
  ]

  static let program = Program(
    name: name, version: Version.number, date: Version.date,
    summary: "plays a timeline of clips, pictures and effects into a video stream",
    description: [
      "vfx is a filter: it reads uncompressed video in the YUV4MPEG2 form (Y4M), or in ffmpeg's "
        + "NUT, from standard input, cuts it and draws on it as a timeline in a JSON file says, with "
        + "films and pictures from files, and writes the result to standard output. Frames on which "
        + "nothing is drawn pass through unchanged, byte for byte.",
      Console.outputs,
    ],
    commands: subcommands.map { $0.command },
    defaultCommand: Render.command.name,
    exitStatuses: [
      ExitStatus(
        0,
        "Success, or the reader of the output has closed it; commands that judge exit by what they found "
          + "in that case, too."),
      ExitStatus(
        1,
        "A stream, a file or the output failed, compare, verify or golden check found a difference, or lint "
          + "something to report."),
      ExitStatus(
        2,
        "The command line or the timeline is wrong, or captions, import or lint can't read a file; nothing "
          + "was written."),
      ExitStatus(129, "Stopped by SIGHUP, after a whole frame."),
      ExitStatus(130, "Stopped by SIGINT, after a whole frame."),
      ExitStatus(143, "Stopped by SIGTERM, after a whole frame."),
    ],
    examples: [
      Example(pipe, "Draws a timeline into a film."),
      Example(
        "vfx testsrc --duration 5 | vfx -t t.json | ffplay -", "Tries a timeline on a test picture."
      ),
    ],
    seeAlso: ["ffmpeg(1)", "ffplay(1)", "yuv4mpeg(5)"])
}
