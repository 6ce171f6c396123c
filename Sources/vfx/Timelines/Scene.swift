import Bytes
import Filters
import Pipes
import Timeline
import Y4M

/// A timeline made ready for one stream: its renderer, its clock and the header that goes out.
struct Scene {
  let renderer: Renderer
  let rate: FrameRate
  /// The timestamp of the first frame.
  let start: Time
  /// The header of the output: the input's own bytes unless the timeline changes the format.
  let header: StreamHeader
  private let file: TimelineFile?

  /// What a scene is made from, apart from the stream.
  struct Request {
    var timeline: TimelineFile?
    var rate: FrameRate?
    var start: TimeExpression = .seconds(.zero)
    var frames: Int?
    var matrix: Matrix?
    var range: ColorRange?
    var isQuiet = false
  }

  /// Checks the timeline as far as that goes without the stream, so that its faults are told
  /// before any input is awaited.
  static func check(_ request: Request) throws {
    _ = try request.timeline?.document(rate: request.rate, isQuiet: true)
  }

  init(_ request: Request, input: StreamHeader) throws {
    guard let rate = request.rate ?? input.rate else {
      throw CommandFailure(
        "the stream does not say its frame rate (F0:0); give it with --fps, such as --fps 30000/1001"
      )
    }
    guard let start = request.start.resolved(rate: rate, duration: nil) else {
      throw CommandFailure("--start must be a time, not a share", code: .usage)
    }
    self.rate = rate
    self.start = start
    file = request.timeline
    let end = request.frames.map { start + Time(frame: $0, rate: rate) }
    let document = try request.timeline?.document(
      rate: rate, streamLength: end, input: input.format, isQuiet: request.isQuiet)
    let format = input.format
    do {
      renderer = try Renderer(
        document ?? .empty, input: format, range: request.range ?? input.range,
        matrix: request.matrix ?? .automatic(width: format.width, height: format.height),
        loader: request.timeline?.loader ?? AssetLoader.none)
    } catch {
      let warnings = request.isQuiet ? [] : error.warnings
      throw request.timeline?.failure(error.faults, warnings: warnings, code: .usage)
        ?? CommandFailure(error.faults.map(\.message).joined(separator: "; "), code: .usage)
    }
    if !request.isQuiet { request.timeline?.warn(renderer.warnings) }
    if !renderer.changesCanvas, rate == input.rate {
      header = input
    } else if let changed = input.changing(format: renderer.output, rate: rate) {
      header = changed
    } else {
      throw CommandFailure("no stream header can say the output's format")
    }
  }

  /// The timestamp of frame `index`.
  func time(of index: Int) -> Time { start + Time(frame: index, rate: rate) }

  /// Draws frame `index`.
  func draw(_ item: FrameItem, index: Int, _ workspace: Workspace) throws {
    do {
      try renderer.draw(item.source, to: item.target, at: time(of: index), workspace)
    } catch {
      throw file?.failure([error], code: .failure) ?? CommandFailure(error.message)
    }
  }

  /// Makes the memory for one frame on its way.
  func makeItem() -> FrameItem {
    let source = Frame(renderer.input)
    return FrameItem(
      source: source, target: renderer.changesCanvas ? Frame(renderer.output) : source)
  }
}

/// One frame on its way through the program.
final class FrameItem {
  /// What comes in.
  let source: Frame
  /// What goes out; the source itself unless the canvas changes.
  let target: Frame
  /// What stood behind FRAME, to be passed on.
  var parameters: [UInt8] = []

  init(source: Frame, target: Frame) {
    self.source = source
    self.target = target
  }
}
