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
  /// Counts what layers keep for later frames.
  let tally: CacheTally
  let rate: FrameRate
  /// The timestamp of the first frame.
  let start: Time
  /// The header of the output: the input's own bytes unless the timeline changes the format.
  let header: StreamHeader
  /// Warnings about the timeline's films.
  let warnings: [RenderWarning]
  /// How the output's samples mean colours.
  let colors: SourceColors
  /// How many frames before the first one are read, for effects that read those before their own.
  let lead: Int
  /// The number of frames of the output, where the clips or the user say it.
  let frameCount: Int?
  /// The fields of the output's frames, where layers are drawn at the times of both.
  let fields: FieldTimes?
  /// What counts as read for each frame, in bytes.
  let readBytes: Int
  let plan: Plan
  let request: Request

  /// What a scene is made from, apart from the stream.
  struct Request {
    var common = TimelineRequest()
    var frames: Int?
    /// How long before the first frame standard input begins.
    var preroll: TimeExpression?
    var colors = Colors()
    /// How the lines of standard input follow in time, where the user says it.
    var interlacing: Interlacing?
    /// Whether the times of the frames on standard input are said by a file beside it.
    var hasTimes = false
    /// How many threads draw.
    var workers = 1
    var fonts = FontFolders()
    /// Whether picture files are unpacked to their ends, to see whether they are whole.
    var isThorough = false
  }

  /// What the user says of the stream's colours; nil is what the stream says, or custom.
  struct Colors {
    var matrix: Matrix?
    var range: ColorRange?
    var transfer: StreamTransfer?
    var primaries: StreamPrimaries?
  }

  /// What is known before anything is made.
  typealias Plan = TimelineParts<Footage>

  /// Prepares a timeline and reports what is wrong with it.
  ///
  /// - Parameter input: the header of standard input; nil where it is not read.
  init(_ request: Request, input: StreamHeader?) throws {
    let input = try request.interlacing.map { try input?.marked($0) } ?? input
    let scene = try Preparation.scene(PictureEnd(request: request, input: input))
    self = scene
    if let input, !request.common.isQuiet { scene.warn(of: input) }
  }

  /// Says what is odd about standard input.
  private func warn(of input: StreamHeader) {
    if request.common.rate == nil, input.clock == nil, !request.hasTimes,
      let doubt = input.rateDoubt
    {
      let remedy =
        if case .varying = doubt {
          "--timecodes FILE says it, and NUT in the place of Y4M carries it: "
            + "ffmpeg -i FILM -c:v rawvideo -f nut -"
        } else {
          "--fps says the true rate, such as --fps \(doubt.likely)"
        }
      Console.complain("warning: standard input \(doubt); \(remedy)")
    }
    let isSaid = request.colors.transfer != nil || colors.light != .standard
    if request.colors.matrix == .bt2020, input.format.depth > 8, !isSaid,
      !plan.document.layers.isEmpty
    {
      Console.complain(
        "warning: pictures, text and colours are drawn as if the stream were SDR; if it is PQ or "
          + "HLG, as most films with --matrix 2020 are, they come out far too bright; --transfer pq "
          + "or --transfer hlg says so, and --transfer bt709 that it is not")
    }
  }

  /// - Throws: `RenderFaults`, and what has nothing to do with the timeline.
  init(_ plan: Plan, _ request: Request, input: StreamHeader?) throws {
    (self.plan, self.request) = (plan, request)
    (rate, start, tally) = (plan.rate, plan.start, CacheTally())
    let file = request.common.timeline
    let loader = file?.loader(request.common.tools) ?? AssetLoader.none
    let fonts = request.fonts.library { name in file?.path(name) ?? name }
    let edit = plan.edit ?? .empty
    let canvas = try Self.canvas(plan, input)
    let light = try Self.light(plan, request.colors)
    let aspect = Self.aspect(plan, input, canvas)
    let sources = plan.footage.allColors(request.colors, light) { source in
      Self.stretch(source, aspect, plan)
    }
    colors = plan.footage.colors(request.colors, canvas: canvas, light)
    renderer = try Renderer(
      plan.document, edit: edit, canvas: canvas, range: colors.range, matrix: colors.matrix,
      light: light, sources: sources, pixelWidth: aspect.ratio(to: .square), rate: rate,
      loader: loader, fonts: fonts, tally: tally,
      isThorough: request.isThorough)
    lead = Self.lead(plan, renderer)
    let length = edit.end.map {
      max(0, ($0 - plan.start).frameIndex(rate: plan.rate, rounding: .up))
    }
    frameCount = [length, request.frames].compactMap { $0 }.min()
    readBytes = plan.document.playsStream ? input?.format.frameBytes ?? 0 : canvas.frameBytes
    let fields = Fields(plan, renderer)
    self.fields = fields.times
    header = try Self.header(renderer.output, plan, input, aspect, colors, fields.output)
    let contradiction = CanvasFormat.contradiction(
      plan.document.canvas, transfer: request.colors.transfer,
      primaries: request.colors.primaries)
    warnings =
      [contradiction].compactMap { $0 }.map { RenderWarning($0, at: nil) } + renderer.warnings
      + [fields.warning].compactMap { $0 }.map { RenderWarning($0.message, at: $0.place) }
      + [Self.missingPast(plan, renderer, lead)].compactMap { $0 }
    try checkMemory()
  }

  /// How many frames before the first one there are and are read.
  private static func lead(_ plan: Plan, _ renderer: Renderer) -> Int {
    if let start = plan.inputStart {
      return max(0, (plan.start - start).frameIndex(rate: plan.rate, rounding: .up))
    }
    return history(plan, renderer)
  }

  /// How many frames before the first one its effects read, as far as the film has any.
  private static func history(_ plan: Plan, _ renderer: Renderer) -> Int {
    min(renderer.history(at: plan.start), max(0, plan.start.frameIndex(rate: plan.rate)))
  }

  /// What to say where a part of standard input begins with frames that read what is not there.
  private static func missingPast(
    _ plan: Plan, _ renderer: Renderer, _ lead: Int
  ) -> RenderWarning? {
    let needed = history(plan, renderer)
    guard plan.inputStart != nil, needed > lead else { return nil }
    return RenderWarning(
      "effects read \(counted(needed, "frame")) before the one at --start; for the frames of the whole film, "
        + "let standard input begin so much sooner, and add --preroll \(needed)f",
      at: renderer.historyPlace)
  }

  /// Refuses what would take more memory than it may, before any of it is taken.
  private func checkMemory() throws {
    let (frames, heaviest) = renderer.frameMemory(workers: request.workers, fields)
    let needed = frames + plan.soundBytes
    guard needed > request.common.memory else { return }
    let threads = request.workers == 1 ? "one thread" : "\(request.workers) threads"
    let message =
      "frames of \(renderer.output.width)x\(renderer.output.height) on \(threads)"
      + (plan.soundBytes > 0 ? " and what is kept of sounds" : "") + " need "
      + "\(byteCount(UInt64(needed))), but --memory allows "
      + "\(byteCount(UInt64(request.common.memory)))"
    guard request.common.timeline != nil else { throw CommandFailure(message, code: .usage) }
    throw RenderFaults(
      faults: [RenderError(.memory(message), at: heaviest ?? 0..<0)],
      warnings: warnings)
  }

  /// The format of the output.
  private static func canvas(_ plan: Plan, _ input: StreamHeader?) throws -> PixelFormat {
    do throws(RenderError) {
      return try CanvasFormat.output(
        plan.document.canvas, source: input?.format ?? plan.footage.format)
    } catch {
      // The renderer says so, with all else.
      if let input, plan.document.playsStream { return input.format }
      throw RenderFaults(faults: [error], warnings: [])
    }
  }

  /// What the output is as light.
  private static func light(_ plan: Plan, _ said: Colors) throws -> StreamLight {
    do throws(RenderError) {
      return try CanvasFormat.light(
        plan.document.canvas, transfer: said.transfer, primaries: said.primaries)
    } catch {
      throw RenderFaults(faults: [error])
    }
  }

  /// The shape of the output's pixels: the input's or the first film's, or square on a canvas of
  /// another size in pixels.
  private static func aspect(
    _ plan: Plan, _ input: StreamHeader?, _ canvas: PixelFormat
  ) -> PixelAspect {
    let own = input?.aspect ?? plan.footage.aspect ?? .square
    let format = input?.format ?? plan.footage.format
    let isTurned = CanvasFormat.isTurned(plan.document.canvas)
    let size = isTurned ? (format?.height, format?.width) : (format?.width, format?.height)
    guard CanvasFormat.saysPixels(plan.document.canvas), size != (canvas.width, canvas.height)
    else { return isTurned ? own.turned : own }
    return own.isKnown ? .square : own
  }

  /// How many times as wide as a pixel of the output one of a source is.
  private static func stretch(_ source: Source, _ aspect: PixelAspect, _ plan: Plan) -> Double {
    let isTurned = CanvasFormat.isTurned(plan.document.canvas)
    return (source.aspect ?? .unknown).ratio(to: isTurned ? aspect.turned : aspect)
  }

  private static func header(
    _ output: PixelFormat, _ plan: Plan, _ input: StreamHeader?, _ aspect: PixelAspect,
    _ colors: SourceColors, _ interlacing: Interlacing
  ) throws -> StreamHeader {
    if let input, input.format == output, plan.rate == input.rate, input.aspect == aspect,
      input.interlacing == interlacing
    {
      return input
    }
    let header =
      input.map {
        $0.changing(format: output, rate: plan.rate, aspect: aspect, interlacing: interlacing)
      }
      ?? StreamHeader(
        format: output, rate: plan.rate, aspect: aspect, interlacing: interlacing,
        range: colors.range == .full ? .full : nil)
    guard let header else {
      throw CommandFailure("no stream header can express the output's format")
    }
    return header
  }

  /// The timestamp of frame `index`.
  func time(of index: Int) -> Time { start + Time(frame: index, rate: rate) }

  /// Whether any layer is on in the frame at a time.
  func isActive(at time: Time) -> Bool { renderer.isActive(at: time, fields) }

  /// Draws a frame; nothing where the item has none.
  func draw(_ item: FrameItem, _ workspace: Workspace) throws {
    guard let time = item.time else { return }
    do throws(RenderError) {
      switch item.output {
      case .canvas:
        try renderer.draw(
          item.pictures, to: item.canvas, at: time, past: item.pastPictures,
          fields: fields, workspace)
      case .taken(let frame):
        try renderer.draw(
          over: frame, item.pictures, at: time, past: item.pastPictures,
          fields: fields, workspace)
      case .untouched: renderer.pass(at: time)
      }
    } catch {
      if let reason = request.common.tools.interrupt?.reason { throw reason }
      throw request.common.failure(Fault(error), code: .failure)
    }
  }

  /// What to throw for a source that can be read no further.
  func failure(_ error: ClipError) -> any Error {
    if let stop = error.stop { return stop }
    // No timeline names the stream, which is all that there is.
    if plan.document.playsStream, error.source == MediaSource.stdin.name {
      switch error.fault {
      case .stream(let fault): return fault
      case .nut(let fault): return fault
      case .file(let fault): return fault
      default: break
      }
    }
    return request.common.failure(Fault(error), code: error.isUsage ? .usage : .failure)
  }

  /// Makes the memory for one frame on its way.
  func makeItem() -> FrameItem { FrameItem(self) }
}

extension StreamHeader {
  /// The header of the same stream, whose lines follow in time as the user says.
  fileprivate func marked(_ interlacing: Interlacing) throws -> StreamHeader {
    guard interlacing != self.interlacing else { return self }
    guard var changed = changing(format: format, rate: rate, interlacing: interlacing) else {
      throw CommandFailure("no stream header can express the input's format")
    }
    changed.clock = clock
    return changed
  }
}
