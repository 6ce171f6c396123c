import Options
import Shell

/// The program `afx`, the filter of sounds.
enum AFX: Application {
  static let name = "afx"

  /// The line that shows what the program is for.
  static let pipe = "ffmpeg -i in.mp4 -f wav - | afx -t t.json | ffmpeg -i - -c:a aac out.m4a"

  static let topics = soundTopics
  static let sibling = (name: "vfx", topics: pictureTopics)

  static let subcommands: [any Subcommand.Type] = [
    Render.self, Check.self, Plan.self, Measure.self, Beats.self, Wave.self, Compare.self,
    HelpPages<AFX>.self, Manual<AFX>.self,
    Completions<AFX>.self,
  ]

  static let program = Program(
    name: name, version: Version.number, date: Version.date,
    summary: "plays a timeline of clips, music and effects into a stream of sound",
    description: [
      "afx is a filter: it reads sound from standard input, in the WAV form or as NUT with pictures "
        + "beside it, cuts it as the timeline of vfx says, adds the timeline's music and voices, and writes the result to "
        + "standard output. Sound that nothing changes passes through byte for byte.",
      Console.outputs,
    ],
    commands: subcommands.map { $0.command },
    defaultCommand: Render.command.name,
    exitStatuses: [
      ExitStatus(
        0,
        "Success, or the reader of the output has closed it; compare and check exit by what they found in "
          + "that case, too."),
      ExitStatus(1, "A stream, a file or the output failed, or compare found a difference."),
      ExitStatus(2, "The command line or the timeline is wrong; nothing was written."),
      ExitStatus(129, "Stopped by SIGHUP."),
      ExitStatus(130, "Stopped by SIGINT."),
      ExitStatus(143, "Stopped by SIGTERM."),
    ],
    examples: [Example(pipe, "Plays a timeline's sound into that of a film.")],
    seeAlso: ["vfx(1)", "ffmpeg(1)", "sox(1)"])
}
