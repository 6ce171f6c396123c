import Bytes
import Clips
import Options
import Timeline

/// The request to play a timeline, for pictures or for sound, without the stream on standard input.
package struct TimelineRequest {
  /// Nil if the stream passes through unchanged.
  package var timeline: TimelineFile?
  /// The film's frame rate, where the user gives it.
  package var rate: FrameRate?
  /// The timestamp of the output's beginning.
  package var start: TimeExpression
  /// The programs that read other formats.
  package var tools = MediaTools()
  /// Where frames and samples are kept that are needed again.
  package var spool = SpoolSettings()
  /// The most bytes that layers may take, and frames that are drawn on.
  package var memory = Int.max
  /// Whether warnings are suppressed.
  package var isQuiet = false

  /// A request for all of a timeline, with default values for the rest.
  package init(
    timeline: TimelineFile? = nil, rate: FrameRate? = nil, start: TimeExpression = .seconds(.zero)
  ) {
    (self.timeline, self.rate, self.start) = (timeline, rate, start)
  }

  /// What the command line says.
  ///
  /// - Parameter path: of the timeline; nil for none.
  package init(
    _ session: Session, timeline path: String?, rate: Option<FrameRate?>,
    start: Option<TimeExpression?>
  ) throws {
    let sources = try SourceOptions(session)
    let given = try sources.given()
    timeline = try path.map { try TimelineFile($0, given: given, readable: sources.readable) }
    try sources.checkVariables(of: timeline)
    self.rate = try session.value(of: rate)
    self.start = try session.value(of: start) ?? .seconds(.zero)
    tools = sources.tools(session)
    spool = SpoolSettings(folder: sources.spool, limit: sources.spoolLimit)
    if sources.spool != nil {
      // Found now, and not after half of the film.
      do { try spool.check() } catch { throw CommandFailure("--spool: \(error)", code: .usage) }
    }
    memory = sources.memory
  }

  /// The timestamp of the output's beginning at a rate.
  package func start(at rate: FrameRate) throws(CommandFailure) -> Time {
    guard let start = start.resolved(rate: rate, duration: nil) else {
      throw CommandFailure("--start must be a time, not a percentage", code: .usage)
    }
    return start
  }

  /// Prints warnings about sources, unless they are suppressed.
  package func warn(_ warnings: [(message: String, place: Range<Int>)]) {
    var diagnostics = Diagnostics()
    for warning in warnings { diagnostics.warning(warning.message, at: warning.place) }
    if !diagnostics.isEmpty, !isQuiet { timeline?.say(diagnostics) }
  }

  /// The error to throw for a fault found while playing.
  package func failure(_ fault: Fault, code: ExitCode) -> CommandFailure {
    timeline?.failure([fault], code: code) ?? CommandFailure(fault.message, code: code)
  }
}
