import Bytes
import Filters
import Options
import Pipes
import Shell
import Timeline
import Y4M

/// `vfx plan`: who is on when, and what it costs.
enum Plan: Subcommand {
  static let size = Option<PictureSize?>(
    "size", short: "s", .size, "The size of the stream. Default: 1920x1080.")

  static let costs = Option<Bool>(
    switch: "costs",
    "Say which effects are drawn at once, and how: as one matrix, a lattice, a resampling.")

  static let command = Command(
    "plan", "show when each layer is on, and what it costs",
    description: [
      "Draws a chart: a line for each layer, time from left to right. After the line come the "
        + "times when the layer is on, the number of frames, and how much of the picture it "
        + "touches on average.",
      "Below the layers are the clips, and below the chart the programs that decode sources, with "
        + "the times when they are started and stopped.",
      "The chart ends at --frames, or else at the end of the clips or of the film, or a little after "
        + "the last time in the timeline.",
    ],
    operands: [Operand("TIMELINE", "The timeline, - for standard input.")],
    options: [
      Make.input, size, costs, RenderOptions.fps, RenderOptions.start, RenderOptions.frames,
    ]
      + RenderOptions.colors + SourceOptions.all + [FontOptions.fonts],
    examples: [
      Example("vfx plan t.json", "Shows the timeline's chart."),
      Example("vfx plan t.json -i in.mp4", "Shows it for a film that it draws on."),
      Example("vfx plan t.json --costs", "Shows which effects are drawn at once, too."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    var request = try Scene.Request(session, timeline: session.invocation.operands[0])
    request.frames = try session.value(of: RenderOptions.frames)
    request.colors = try Scene.Colors(session)
    request.workers = Host.processorCount
    let film = try FilmInput.film(session, for: &request, size: size)
    let input =
      try film?.reader.header
      ?? PictureSize.header(session.value(of: size), rate: request.common.rate)
    let needsInput = try PictureEnd.needsInput(request, header: input)
    let scene = try Scene(request, input: needsInput ? input : nil)
    let children = try Playback(scene, nil).children
    let length = needsInput ? film?.info?.length : nil
    let chart = PlanChart(
      scene, children: children,
      frames: scene.frameCount ?? length?.frameIndex(rate: scene.rate, rounding: .up),
      width: Host.terminalWidth(.standardOutput) ?? 100,
      showsCosts: try session.value(of: costs))
    try Console.print(chart.text)
    return .success
  }
}
