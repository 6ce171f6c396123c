import Bytes
import Filters
import Options
import Pipes
import Shell
import Timeline
import Y4M

/// `vfx verify`: proves that a rendered stream differs from its input only where the timeline has
/// something on.
enum Verify: Subcommand {
  static let timeline = Option<String?>(
    "timeline", short: "t", .file(), "The timeline that OUT was rendered with.")

  static let command = Command(
    "verify", "prove that only what the timeline says was touched",
    description: [
      "Compares two streams frame by frame, sample by sample, and reports every frame in which a "
        + "sample changed where no layer was on. The header must be the same to the byte; of NUT, "
        + "what the headers say, the times of frames, and every other packet in its place. The exit "
        + "status is 1 if something was touched that should not have been."
    ],
    operands: [
      Operand("IN", "The stream that went in, Y4M or NUT, - for standard input."),
      Operand("OUT", "The stream that came out."),
    ],
    options: [
      timeline, RenderOptions.fps, RenderOptions.start, RenderOptions.interlaced,
    ] + SourceOptions.all + [FontOptions.fonts] + ProgressOptions.all,
    examples: [
      Example(
        "vfx verify in.y4m out.y4m --timeline t.json",
        "Prints every frame that changed where nothing was on.")
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let options = try ProgressOptions(session)
    guard let path = try session.value(of: timeline) else {
      throw UsageError.other("--timeline is needed: it says what may be touched")
    }
    var request = try Scene.Request(session, timeline: path)
    request.common.isQuiet = true
    request.interlacing = try session.value(of: RenderOptions.interlaced)?.interlacing
    _ = try PictureEnd.needsInput(request)
    let operands = session.invocation.operands
    guard operands.contains(where: { $0 != "-" }) else {
      throw UsageError.other("only one of the two streams can be standard input")
    }
    var before = try NamedStream(operands[0], session)
    var after = try NamedStream(operands[1], session)
    let scene = try Scene.ofStills(session, request, before.input)
    guard !scene.renderer.changesCanvas else {
      throw CommandFailure("the timeline's canvas changes every frame: there is nothing to verify")
    }
    guard (before.input.film == nil) == (after.input.film == nil) else {
      let kinds = [before, after].map { $0.input.film == nil ? "Y4M" : "NUT" }
      throw CommandFailure(
        "cannot verify: \(visible(operands[0])) is \(kinds[0]), \(visible(operands[1])) is "
          + "\(kinds[1])")
    }
    guard before.header.format == after.header.format else {
      func told(_ index: Int, _ header: StreamHeader) -> String {
        "\(visible(operands[index])) is \(StreamPair.layout(header))"
          + (header.isCarried ? "" : " (C\(header.colorspace.name))")
      }
      throw CommandFailure(
        "cannot verify: \(told(0, before.header)), \(told(1, after.header))")
    }
    let progress = Progress(options, rate: scene.rate, start: scene.start)
    let faults: Int
    do {
      faults = try compare(&before, &after, scene, progress)
    } catch PipeError.readerHasGone {
      // Nobody reads what is wrong besides.
      return .failure
    }
    if faults == 0, !options.isQuiet {
      Console.complain(
        "\(counted(before.frameCount, "frame")): only what the timeline says was touched")
    }
    return faults == 0 ? .success : .failure
  }

  /// Whether the headers say the same.
  private static func isSame(_ one: PictureInput, _ other: PictureInput) -> Bool {
    guard let one = one.film?.nut, let other = other.film?.nut else {
      return one.header.line == other.header.line
    }
    return one.streams == other.streams && one.timeBases == other.timeBases
      && one.info == other.info
  }

  /// Compares the headers and all frames, and gives the number of those that are wrong.
  private static func compare(
    _ before: inout NamedStream, _ after: inout NamedStream, _ scene: Scene,
    _ shown: Progress
  ) throws -> Int {
    var progress = shown
    defer { progress.finish() }
    let (old, new) = (Frame(before.header.format), Frame(before.header.format))
    var faults = 0
    if !isSame(before.input, after.input) {
      try Console.print("header: changed\n")
      faults += 1
    }
    while true {
      let isThere = (try before.read(into: old), try after.read(into: new))
      if before.passed != after.passed {
        let place = isThere == (true, true) ? "before frame \(before.frameCount - 1)" : "at the end"
        try Console.print("packets \(place): changed\n")
        faults += 1
      }
      if isThere != (true, true) {
        if isThere.0 != isThere.1 {
          let name = isThere.0 ? "the output" : "the input"
          let count = isThere.0 ? after.frameCount : before.frameCount
          try Console.print("\(name) ends after \(counted(count, "frame"))\n")
          faults += 1
        }
        return faults
      }
      let index = before.frameCount - 1
      let time = before.time ?? scene.time(of: index)
      if let changed = after.time, changed != time {
        try Console.print("frame \(index) (\(time)): its time is \(changed)\n")
        faults += 1
      }
      // Of interlaced frames the second field is drawn as it is later.
      let times = [time] + (scene.fields.map { [time + $0.distance] } ?? [])
      let boxes = times.flatMap { scene.renderer.boxes(at: $0) }
      for change in UntouchedSamples(allowed: boxes).changes(from: old, to: new) {
        try Console.print("frame \(index) (\(time)): \(change)\n")
        faults += 1
      }
      progress.advance(bytesRead: 2 * old.bytes.count)
    }
  }
}
