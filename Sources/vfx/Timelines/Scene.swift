import Bytes
import Clips
import Filters
import Pipes
import Shell
import Timeline
import Y4M

/// A timeline made ready for one output: what draws it, its clock and the header that goes out.
struct Scene {
  let renderer: Renderer
  let rate: FrameRate
  /// The timestamp of the first frame.
  let start: Time
  /// The header of the output: the input's own bytes unless the timeline changes the format.
  let header: StreamHeader
  /// What goes wrong with the timeline's films and can be lived with.
  let warnings: [RenderError]
  /// How the output's samples mean colours.
  let colors: SourceColors
  /// The number of frames of the output, where the clips or the user say it.
  let frameCount: Int?
  let plan: Plan
  let request: Request
  private let file: TimelineFile?

  /// What a scene is made from, apart from the stream.
  struct Request {
    var timeline: TimelineFile?
    var rate: FrameRate?
    var start: TimeExpression = .seconds(.zero)
    var frames: Int?
    var colors = Colors()
    var tools = MediaTools()
    var spool = SpoolSettings()
    /// The most bytes that layers may take, and frames that are drawn on.
    var memory = Int.max
    /// How many threads draw.
    var workers = 1
    /// Texts for templates that take the place of the timeline's own.
    var variables: [String: String] = [:]
    var fonts = FontFolders()
    var isQuiet = false
    /// Whether picture files are unpacked to their ends, to see whether they are whole.
    var isThorough = false
  }

  /// What the user says of the stream's colours; nil is what the stream says, or custom.
  struct Colors {
    var matrix: Matrix?
    var range: ColorRange?
  }

  /// What is known before anything is made.
  struct Plan {
    var document: Document
    /// The main track; nil where that is standard input as it comes.
    var edit: EditList?
    var footage: Footage
    var rate: FrameRate
    var start: Time

    func moved(to start: TimeExpression) throws -> Plan {
      guard let start = start.resolved(rate: rate, duration: nil) else {
        throw CommandFailure("--start must be a time, not a share", code: .usage)
      }
      var plan = self
      plan.start = start
      return plan
    }

    /// Whether standard input must be played as a clip: the canvas has another rate or other
    /// samples, or a layer shows it too.
    func needsInputAsClip(_ input: StreamHeader) -> Bool {
      guard document.clips.isEmpty else { return false }
      let output = try? CanvasFormat.output(document.canvas, source: input.format)
      return document.playsInput || rate != (input.rate ?? rate)
        || output.map { !$0.hasSamples(of: input.format) } ?? false
    }
  }

  /// Checks the timeline as far as that goes without the stream, so that its faults are told
  /// before any input is awaited.
  ///
  /// - Returns: whether the stream is needed.
  static func needsInput(_ request: Request) throws -> Bool {
    guard let file = request.timeline else { return true }
    let decoded = Document.decode(
      file.source, vocabulary: Language.vocabulary, rate: request.rate,
      variables: request.variables, memory: request.memory, ignoresSounds: true)
    if let document = decoded.document { return document.clips.isEmpty || document.playsInput }
    // The files are looked at too: so all faults are told at once, and some lengths make faults
    // of the text none.
    let preparation = try Preparation(
      request, input: try PictureSize.header(nil, rate: request.rate))
    if let document = preparation.scene?.plan.document {
      return document.clips.isEmpty || document.playsInput
    }
    file.say(preparation.diagnostics)
    throw file.failure(preparation.diagnostics, code: .usage)
  }

  /// Makes a timeline ready and says what is wrong with it.
  ///
  /// - Parameter input: the header of standard input; nil where it is not read.
  init(_ request: Request, input: StreamHeader?) throws {
    let preparation = try Preparation(request, input: input)
    let diagnostics = preparation.diagnostics
    if let file = request.timeline, !diagnostics.isEmpty,
      !request.isQuiet || diagnostics.hasErrors
    {
      file.say(diagnostics)
    }
    guard let scene = preparation.scene else {
      throw request.timeline?.failure(diagnostics, code: preparation.code)
        ?? CommandFailure("there is nothing to draw", code: .usage)
    }
    self = scene
    if let input, !request.isQuiet { scene.warn(of: input) }
  }

  /// Says what is odd about standard input.
  private func warn(of input: StreamHeader) {
    if request.rate == nil, let doubt = input.rateDoubt {
      Console.complain(
        "warning: standard input \(doubt); --fps says the true rate, such as --fps \(doubt.likely)")
    }
    if request.colors.matrix == .bt2020, input.format.depth > 8, !plan.document.layers.isEmpty {
      Console.complain(
        "warning: pictures, text and colours are drawn as if the stream were SDR; if it is PQ or "
          + "HLG, as films with --matrix 2020 mostly are, they are far too bright")
    }
  }

  /// - Throws: `RenderFaults`, and what has nothing to do with the timeline.
  init(_ plan: Plan, _ request: Request, input: StreamHeader?, file: TimelineFile?) throws {
    (self.plan, self.request, self.file) = (plan, request, file)
    (rate, start) = (plan.rate, plan.start)
    let loader = file?.loader(request.tools) ?? AssetLoader.none
    let fonts = request.fonts.library { name in file?.path(name) ?? name }
    let sources = plan.footage.allColors(request.colors)
    if let edit = plan.edit {
      let canvas = try Self.canvas(plan, input)
      colors = plan.footage.colors(request.colors, canvas: canvas)
      renderer = try Renderer(
        plan.document, edit: edit, canvas: canvas, range: colors.range, matrix: colors.matrix,
        sources: sources, rate: rate, loader: loader, fonts: fonts,
        isThorough: request.isThorough)
      let length = edit.end.map {
        max(0, ($0 - plan.start).frameIndex(rate: plan.rate, rounding: .up))
      }
      frameCount = [length, request.frames].compactMap { $0 }.min()
    } else {
      let format = try input?.format ?? Self.canvas(plan, nil)
      colors = SourceColors(
        matrix: request.colors.matrix ?? .automatic(width: format.width, height: format.height),
        range: request.colors.range ?? input?.range ?? .limited, format: format)
      renderer = try Renderer(
        plan.document, input: format, range: colors.range, matrix: colors.matrix,
        sources: sources, rate: rate, loader: loader, fonts: fonts,
        isThorough: request.isThorough)
      frameCount = request.frames
    }
    let fields = Fields(plan, renderer, input: input)
    header = try Self.header(renderer.output, plan, input, colors, fields.output)
    warnings =
      renderer.warnings
      + [fields.warning].compactMap { $0 }.map { RenderError(message: $0.message, place: $0.place) }
    try checkMemory()
  }

  /// Refuses what would take more memory than it may, before any of it is taken.
  private func checkMemory() throws {
    let (needed, heaviest) = renderer.frameMemory(workers: request.workers)
    guard needed > request.memory else { return }
    let threads = request.workers == 1 ? "one thread" : "\(request.workers) threads"
    let message =
      "frames of \(renderer.output.width)x\(renderer.output.height), with \(threads) that draw, take"
      + " \(byteCount(UInt64(needed))), and --memory allows \(byteCount(UInt64(request.memory)))"
    guard file != nil else { throw CommandFailure(message, code: .usage) }
    throw RenderFaults(
      faults: [RenderError(message: message, place: heaviest ?? 0..<0)],
      warnings: warnings)
  }

  /// The format of the output of clips.
  private static func canvas(_ plan: Plan, _ input: StreamHeader?) throws -> PixelFormat {
    do throws(RenderError) {
      return try CanvasFormat.output(
        plan.document.canvas, source: input?.format ?? plan.footage.format)
    } catch {
      throw RenderFaults(faults: [error], warnings: [])
    }
  }

  private static func header(
    _ output: PixelFormat, _ plan: Plan, _ input: StreamHeader?, _ colors: SourceColors,
    _ interlacing: Interlacing?
  ) throws -> StreamHeader {
    if let input, input.format == output, plan.rate == input.rate,
      input.interlacing == interlacing ?? input.interlacing
    {
      return input
    }
    let header =
      input.map { $0.changing(format: output, rate: plan.rate, interlacing: interlacing) }
      ?? StreamHeader(
        format: output, rate: plan.rate, aspect: plan.footage.aspect ?? .square,
        interlacing: interlacing ?? .progressive, range: colors.range == .full ? .full : nil)
    guard let header else {
      throw CommandFailure("no stream header can say the output's format")
    }
    return header
  }

  /// The pictures that other programs read and that are seen in some of the output frames, in the
  /// order in which they come.
  func stills(in frames: [Range<Int>]) -> [StillStore.Still] {
    guard let file else { return [] }
    var uses = PictureFiles.uses(in: plan.document.layers).map { ($0.path.text, $0.range) }
    for (entry, clip) in zip(plan.edit?.entries ?? [], plan.document.clips) {
      if let name = clip.media.source.fileName { uses.append((name, entry.range)) }
    }
    for feed in plan.document.feeds {
      if let range = feed.layerRange, let name = feed.media.source.fileName {
        uses.append((name, range))
      }
    }
    var first: [String: Int] = [:]
    for (name, range) in uses {
      let seen = range.shifted(by: -start).frames(rate: rate)
      guard let place = frames.first(where: { $0.overlaps(seen) }) else { continue }
      first[name] = min(first[name] ?? .max, max(place.lowerBound, seen.lowerBound))
    }
    let order = first.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return order.compactMap { try? file.still($0.key, request.tools) }
      .filter { $0.kind != StillStore.movie }
  }

  /// The timestamp of frame `index`.
  func time(of index: Int) -> Time { start + Time(frame: index, rate: rate) }

  /// Draws frame `index`.
  func draw(_ item: FrameItem, index: Int, _ workspace: Workspace) throws {
    do throws(RenderError) {
      let time = time(of: index)
      switch item.output {
      case .canvas(let canvas) where plan.edit == nil:
        try renderer.draw(item.source, item.pictures, to: canvas, at: time, workspace)
      case .canvas(let canvas): try renderer.draw(item.pictures, to: canvas, at: time, workspace)
      case .taken(let frame):
        try renderer.draw(over: frame, item.pictures, at: time, workspace)
      case .untouched: renderer.pass(at: time)
      }
    } catch {
      if let reason = request.tools.interrupt?.reason { throw reason }
      throw file?.failure([Fault(error)], code: .failure) ?? CommandFailure(error.message)
    }
  }

  /// What to throw for a source that can be read no further.
  func failure(_ error: ClipError) -> any Error {
    if let stop = error.stop { return stop }
    let fault = Fault(error)
    return file?.failure([fault], code: error.isUsage ? .usage : .failure)
      ?? CommandFailure(fault.message)
  }

  /// Says what is wrong and can be lived with.
  func warn(_ warnings: [(message: String, place: Range<Int>)]) {
    var diagnostics = Diagnostics()
    for warning in warnings { diagnostics.warning(warning.message, at: warning.place) }
    if !diagnostics.isEmpty, !request.isQuiet { file?.say(diagnostics) }
  }

  /// Makes the memory for one frame on its way.
  func makeItem() -> FrameItem { FrameItem(self) }
}

extension PixelFormat {
  /// Whether it differs from another format in its size at most.
  fileprivate func hasSamples(of other: PixelFormat) -> Bool {
    depth == other.depth && chroma == other.chroma && hasAlpha == other.hasAlpha
      && siting == other.siting
  }
}
