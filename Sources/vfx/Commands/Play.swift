import Options
import Pipes
import Shell

/// `vfx play`: a timeline as a film in a player.
enum Play: Subcommand {
  static let player = Option<String?>(
    "player", .file("PROGRAM"),
    "The player; it gets `-` as its only argument. Default: mpv, else ffplay.")

  static let command = Command(
    "play", "play a timeline, with its sound",
    description: [
      "Starts ffmpeg, vfx and afx as vfx make does, and shows the film in mpv or ffplay, whichever is "
        + "there, as fast as it is drawn."
    ],
    operands: [Operand("TIMELINE", "The timeline.")],
    options: [Make.input, player, Make.script] + FilmPlan.pictureOptions,
    examples: [
      Example("vfx play film.json", "Plays a film."),
      Example("vfx play t.json -i in.mp4 --start 20", "Plays from 20 seconds on."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let timeline = session.invocation.operands[0]
    let shown = try shownBy(try session.value(of: player))
    let plan = try FilmPlan(
      session, timeline: timeline, input: try session.value(of: Make.input), hasSound: true,
      isQuiet: !session.value(of: Make.script))
    var join = ["-v", "error", "-f", "yuv4mpegpipe", "-i", "-"]
    if plan.hasSound { join += ["-i", FilmPipe.soundInput] }
    join += ["-map", "0:v", "-c:v", "rawvideo"]
    if plan.hasSound { join += ["-map", "1:a", "-c:a", "pcm_s16le"] }
    join += ["-f", "nut", "-"]
    let pipe = FilmPipe(
      pictures: plan.pictureSteps, sound: try plan.soundSteps("f32"),
      film: [FilmPipe.Step(plan.tools.name, join), shown], output: nil)
    if try session.value(of: Make.script) {
      try Console.print(pipe.script)
      return .success
    }
    return try FilmRun.make(pipe, session.interrupt, find: FilmPlan.program)
  }

  /// The player, which must be there before anything is drawn.
  private static func shownBy(_ chosen: String?) throws -> FilmPipe.Step {
    if let chosen {
      _ = try FilmPlan.program(chosen)
      return FilmPipe.Step(chosen, ["-"])
    }
    if Programs.find("mpv") != nil { return FilmPipe.Step("mpv", ["--really-quiet", "-"]) }
    guard Programs.find("ffplay") != nil else {
      throw CommandFailure(
        "neither mpv nor ffplay is on the search path; --player names another player", code: .usage)
    }
    return FilmPipe.Step("ffplay", ["-v", "error", "-autoexit", "-"])
  }
}
