import Filters
import Options
import Pipes
import Timeline
import Y4M

/// `vfx` itself: draws a timeline into the stream.
enum Render: Subcommand {
  static let command = Command(
    "render", "draw a timeline into the stream on standard input",
    description: ["This is what vfx does without a command."],
    options: RenderOptions.all,
    examples: [Example(Console.pipe, "Draws a timeline into a film.")])

  static func run(_ session: Session) throws -> ExitCode {
    let options = try RenderOptions(session)
    let request = try options.request()
    try Scene.check(request)
    let input = try Console.input(session)
    let output = try Console.output()
    let reader = try StreamBox(FrameReader(input, truncation: options.truncated))
    let scene = try Scene(request, input: reader.value.header)
    if options.range != nil, !options.progress.isQuiet { warnOfRange(options, reader.value) }

    var writer = try FrameWriter(output, header: scene.header)
    var progress = Progress(
      options.progress, rate: scene.rate, start: scene.start, total: options.frames)
    let workspaces = Workspace.team(of: options.threads)
    let result = Result {
      try OrderedWorkers.run(
        workers: options.threads, inFlight: options.latency == .low ? 1 : nil,
        interrupt: session.interrupt, makeItem: scene.makeItem,
        produce: { item, index in
          if let frames = options.frames, index >= frames { return false }
          guard try reader.value.read(into: item.source) else { return false }
          item.parameters = reader.value.parameters
          return true
        },
        transform: { item, index, worker in
          let workspace = workspaces[worker.number]
          workspace.bands = worker
          try scene.draw(item, index: index, workspace)
        },
        consume: { item, _ in
          try writer.write(item.target, parameters: item.parameters)
          progress.advance(
            bytesRead: item.source.bytes.count, bytesWritten: item.target.bytes.count)
        })
    }
    progress.finish()
    _ = try result.get()
    if let cut = reader.value.cut, !options.progress.isQuiet {
      let outcome = options.truncated == .pad ? "filled with black" : "left out"
      Console.complain(
        "warning: frame \(cut.frame) is cut short by \(cut.missing) bytes and was \(outcome)")
    }
    try output.close()
    return .success
  }

  private static func warnOfRange(_ options: RenderOptions, _ reader: FrameReader) {
    guard let stated = reader.header.statedRange, stated != options.range else { return }
    Console.complain(
      "warning: the stream says XCOLORRANGE=\(stated.rawValue), and --range overrules it")
  }
}

extension OrderedWorkers.Worker: BandRunner {}

/// A reader that belongs to the thread that reads.
private final class StreamBox {
  var value: FrameReader

  init(_ value: FrameReader) { self.value = value }
}

extension RenderOptions {
  /// What the scene is made from.
  func request() throws -> Scene.Request {
    Scene.Request(
      timeline: try timeline.map { try TimelineFile($0) }, rate: fps, start: start, frames: frames,
      matrix: matrix, range: range, isQuiet: progress.isQuiet)
  }
}
