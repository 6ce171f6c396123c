import Bytes
import Clips
import Filters
import Options
import Pipes
import Serving
import Shell
import Timeline

/// `vfx preview`: a timeline in a browser, drawn again whenever it is saved.
enum Preview: Subcommand {
  static let port = Option<Int>(
    "port", .integer(in: 0...65_535), default: 0, shown: "any that is free",
    "The port of 127.0.0.1 on which the page is served.")
  static let size = Option<PictureSize?>(
    "size", short: "s", .size,
    "The size of the grey picture that stands for standard input without a film. Default: 1920x1080."
  )

  static let command = Command(
    "preview", "show a timeline in a browser, and draw it again when it is saved",
    description: [
      "Serves a page on the loopback interface and prints its address, which has a secret in it: "
        + "only a browser that was given it gets an answer, and no other site. The page has the picture, the "
        + "bars of layers and clips over time, the timeline's text with its faults, and the sound.",
      "When the timeline or a file that it names is saved, the frame at hand is drawn again at once. A "
        + "faulty text leaves the picture as it was. It ends with SIGINT (Ctrl-C).",
    ],
    operands: [Operand("TIMELINE", "The timeline.")],
    options: [Make.input, port, size, RenderOptions.fps] + RenderOptions.colors
      + SourceOptions.all + [FontOptions.fonts],
    examples: [
      Example("vfx preview film.json", "Prints an address for a browser."),
      Example("vfx preview t.json -i in.mp4", "Shows what is drawn on a film."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let path = session.invocation.operands[0]
    guard path != "-" else {
      throw UsageError.other("the timeline must be a file, which is read again when it changes")
    }
    let tools = try SourceOptions(session).tools(session)
    let input = try input(session, tools)
    let (colors, said) = (input.colors, try Scene.Colors(session))
    let probes = ProbeStore()
    let target = TimelineWatch.Target(
      path: path, values: try SourceOptions(session).valuePaths, interval: 8, began: FileMark.now
    ) {
      var request = try Scene.Request(session, timeline: path)
      request.common.tools = request.common.tools.remembering(probes, tools.stills)
      // A film that is not played says nothing of the pictures.
      request.colors = PictureEnd.takesInput(request) == false ? said : colors
      request.workers = Host.processorCount
      return request
    }
    let (studio, reader) = (PreviewStudio(), PreviewReader(input))
    let watch = try TimelineWatch(
      target, try reader.read(target, studio), wake: { reader.tick(studio) },
      tell: { reader.tell($0, studio) }, judge: { try reader.judge($0, $1, studio) })
    let sound = PreviewSound(
      timeline: path, film: input.hasSound ? try session.value(of: Make.input) : nil,
      ffmpeg: tools.name,
      words: session.invocation.words(of: SourceOptions.all + [RenderOptions.fps]))
    let frames = PreviewFrames(input)
    let site = PreviewSite(studio, input, frames, sound, session.interrupt)
    let server = try HTTPServer(port: try session.value(of: port)) { exchange throws(PipeError) in
      try site.answer(exchange)
    }
    try Console.print(server.address + "\n")
    try watch.start()
    defer {
      studio.stop()
      watch.stop()
      frames.stop()
    }
    try server.run(session.interrupt)
    if let reason = session.interrupt.reason { throw reason }
    return .success
  }

  private static func input(_ session: Session, _ tools: MediaTools) throws -> PreviewInput {
    let said = try Scene.Colors(session)
    if let film = try session.value(of: Make.input) { return try PreviewInput(film, said, tools) }
    return PreviewInput(
      try PictureSize.header(session.value(of: size), rate: session.value(of: RenderOptions.fps)),
      said)
  }
}
