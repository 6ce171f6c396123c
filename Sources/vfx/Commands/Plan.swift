import Bytes
import Filters
import Options
import Pipes
import Timeline
import Y4M

/// `vfx plan`: who is on when, and what it costs.
enum Plan: Subcommand {
  static let size = Option<PictureSize?>(
    "size", short: "s", .size, "The size of the stream. Default: 1920x1080.")

  static let command = Command(
    "plan", "show who is on when, and what it will cost",
    description: [
      "Draws a chart: a line for each layer, time from left to right. Behind it stand when the "
        + "layer is on, for how many frames, and how much of the picture it touches on average.",
      "The end of the chart is --frames, or else a little after the last time that the timeline "
        + "names.",
    ],
    operands: [Operand("TIMELINE", "The timeline, - for standard input.")],
    options: [size, RenderOptions.fps, RenderOptions.start, RenderOptions.frames],
    examples: [Example("vfx plan t.json", "Shows the timeline's chart.")])

  static func run(_ session: Session) throws -> ExitCode {
    let file = try TimelineFile(session.invocation.operands[0])
    guard let rate = try session.value(of: RenderOptions.fps) ?? FrameRate(30, 1) else {
      return .failure
    }
    let size = try session.value(of: size) ?? PictureSize(width: 1920, height: 1080)
    guard let input = PixelFormat(width: size.width, height: size.height),
      let header = StreamHeader(format: input, rate: rate)
    else { throw UsageError.other("--size: the frame would be too large") }
    let request = Scene.Request(
      timeline: file, rate: rate,
      start: try session.value(of: RenderOptions.start) ?? .seconds(.zero),
      frames: try session.value(of: RenderOptions.frames))
    let scene = try Scene(request, input: header)
    let document = try file.document(rate: rate, isQuiet: true)
    let chart = PlanChart(
      document, scene, frames: request.frames, width: Host.terminalWidth(.standardOutput) ?? 100)
    try Console.print(chart.text)
    return .success
  }
}
