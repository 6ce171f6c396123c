import Bytes
import Clips
import Filters
import Interchange
import Options
import Pipes
import Shell
import Timeline

/// `vfx export`: writes the cut of a timeline for other programs.
enum ExportTimeline: Subcommand {
  static let format = Option<ExportFormat?>("to", .choice, "The format that is written.")

  static let command = Command(
    "export", "write the cut of a timeline for other programs",
    description: [
      "Writes the clips of the main track to standard output: their parts, their speeds, and the "
        + "transitions between them, as an edit decision list or for OpenTimelineIO. Whatever is not "
        + "in that is reported with its line and column on standard error. vfx import reads both.",
      "Films are opened only where the timeline does not say how long its clips are, or how many "
        + "frames a second it has, and where OpenTimelineIO has to know on which of their frames clips "
        + "stand still. Paths count from the working folder.",
    ],
    operands: [Operand("TIMELINE", "The timeline, - for standard input.")],
    options: [format, RenderOptions.fps, RenderOptions.start] + RenderOptions.colors
      + SourceOptions.all + [FontOptions.fonts],
    examples: [
      Example("vfx export t.json --to otio > cut.otio", "Writes the cut for OpenTimelineIO."),
      Example("vfx export t.json --to edl > cut.edl", "Writes a list of CMX 3600."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let path = session.invocation.operands[0]
    guard let format = try session.value(of: format) else {
      let words = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure("--to says the format: one of \(words)", code: .usage)
    }
    var request = try Scene.Request(session, timeline: path)
    request.colors = try Scene.Colors(session)
    request.workers = 1
    guard let file = request.common.timeline else { return .failure }
    let timeline = try written(file, request, for: format) ?? probed(request)
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let home = Host.environment("PWD").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? ""
    let (text, diagnostics) = Export.text(
      of: timeline, as: format, finder: MediaFinder(folder: folder, home: home))
    if !diagnostics.isEmpty { file.say(diagnostics) }
    guard let text else { return .usage }
    try Console.print(text)
    return .success
  }

  /// The timeline as far as its text says everything; nil where films have to be looked at.
  private static func written(
    _ file: TimelineFile, _ request: Scene.Request, for format: ExportFormat
  ) throws -> ExportedTimeline? {
    guard let guess = request.common.rate ?? Document.provisionalRate else { return nil }
    let first = file.decoded(knowing: Document.Knowledge(rate: guess))
    if let document = first.document, document.clips.isEmpty {
      return ExportedTimeline(
        document, .empty, rate: guess, vocabulary: Language.vocabulary)
    }
    guard let canvas = first.document?.canvas,
      let rate = CanvasFormat.rate(canvas) ?? request.common.rate
    else { return nil }
    let decoded = file.decoded(knowing: Document.Knowledge(rate: rate))
    guard let document = decoded.document else { return nil }
    let (edit, faults) = EditList.make(document.clips) { _ in nil }
    guard !faults.hasErrors, edit.end != nil else { return nil }
    var footage = Footage()
    if format == .otio, document.feeds.contains(where: { $0.clip != nil && $0.media.freeze != nil })
    {
      // A film that cannot be opened does not keep the rest from being written.
      var missing: [Fault] = []
      footage = try Footage(
        of: document, in: file, request.common.tools, input: nil, rate: rate, faults: &missing)
    }
    return ExportedTimeline(
      document, edit, rate: rate, vocabulary: Language.vocabulary,
      sourceRates: footage.rates(canvasRate: rate))
  }

  /// The timeline with what its films say.
  private static func probed(_ request: Scene.Request) throws -> ExportedTimeline {
    let plan = try Scene(request, input: nil).plan
    return ExportedTimeline(
      plan.document, plan.edit ?? .empty, rate: plan.rate, vocabulary: Language.vocabulary,
      sourceRates: plan.footage.rates(canvasRate: plan.rate))
  }
}

extension Footage {
  /// The frames a second of each source that has some.
  fileprivate func rates(canvasRate: FrameRate) -> [FrameRate?] {
    sources.map { $0?.rate(canvasRate: canvasRate) }
  }
}
