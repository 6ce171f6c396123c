import Pipes
import Shell
import Timeline
import Y4M

/// The scenes that a running stream may go on with.
final class StreamChanges: Sendable {
  private let arrived = UncheckedLock<Scene?>(nil)

  /// What was read since this was last asked; nil for nothing.
  func takeScene() -> Scene? {
    arrived.withLock { arrived in
      defer { arrived = nil }
      return arrived
    }
  }

  /// Watches the timeline of a stream.
  ///
  /// - Parameters:
  ///   - running: what is drawn at first.
  ///   - input: the header of standard input, where it is read.
  func watch(
    _ target: TimelineWatch.Target, _ running: Scene, input: StreamHeader?
  ) throws -> TimelineWatch {
    try TimelineWatch(
      target, running.request.common.timeline,
      tell: { Console.interject($0 + "vfx: \(target.path): the timeline before goes on\n") },
      judge: { [self] request, file in try judge(request, file, running, input) })
  }

  private func judge(
    _ request: Scene.Request, _ file: TimelineFile, _ running: Scene, _ input: StreamHeader?
  ) throws -> TimelineWatch.Outcome {
    let name = file.source.name
    if input == nil, PictureEnd.takesInput(request) == true {
      return .faulty("vfx: \(name): it draws on standard input now, which was not opened\n")
    }
    let preparation = try Preparation(PictureEnd(request: request, input: input))
    let diagnostics = preparation.diagnostics
    guard let scene = preparation.scene else {
      let count = file.failure(diagnostics, code: .usage).message
      return .faulty(file.text(of: diagnostics) + "vfx: \(count)\n")
    }
    if let change = running.change(to: scene) {
      return .faulty("vfx: \(name): it changes \(change), which a running stream can't\n")
    }
    if !diagnostics.isEmpty, !request.common.isQuiet {
      Console.interject(file.text(of: diagnostics))
    }
    arrived.withLock { $0 = scene }
    return .sound
  }
}

extension Scene {
  /// What a header would say otherwise of another scene; nil where both streams are one.
  fileprivate func change(to other: Scene) -> String? {
    let (old, new) = (renderer.output, other.renderer.output)
    if (old.width, old.height) != (new.width, new.height) {
      return "the size of \(old.width)x\(old.height) to \(new.width)x\(new.height)"
    }
    if old != new { return "the format of the samples" }
    if rate != other.rate { return "the rate of \(rate) to \(other.rate)" }
    if start != other.start { return "the time of the first frame" }
    return header.line == other.header.line ? nil : "the header"
  }
}
