import Pipes
import Shell
import Timeline

/// Reads a timeline for a page.
///
/// Unchecked: it is used by the thread that watches, once that has begun.
final class PreviewReader: @unchecked Sendable {
  /// The largest frame that a page gets.
  private static let mostPixels = 1 << 26

  private let input: PreviewInput
  /// The text that was read last, and its faults.
  private var last: (file: TimelineFile, diagnostics: Diagnostics)?
  private var editions = 0
  private var ticked: UInt64 = 0

  init(_ input: PreviewInput) { self.input = input }

  /// Reads the timeline for the first time; what is wrong with it is shown.
  func read(_ target: TimelineWatch.Target, _ studio: PreviewStudio) throws -> TimelineFile? {
    let request = try target.request()
    guard let file = request.common.timeline else { return nil }
    if case .faulty(let report) = try judge(request, file, studio) { tell(report, studio) }
    return file
  }

  /// Shows a text if it is sound.
  func judge(
    _ request: Scene.Request, _ file: TimelineFile, _ studio: PreviewStudio
  ) throws -> TimelineWatch.Outcome {
    let preparation = try Preparation(PictureEnd(request: request, input: input.header))
    last = (file, preparation.diagnostics)
    guard let scene = preparation.scene else {
      return .faulty(file.text(of: preparation.diagnostics))
    }
    let (width, height) = (scene.renderer.output.width, scene.renderer.output.height)
    guard width * height <= Self.mostPixels else {
      return .faulty("vfx: frames of \(width)x\(height) are too large for a browser\n")
    }
    editions += 1
    let edition = Edition(scene, input, number: editions)
    let plan = PreviewPlan(
      file: file, diagnostics: preparation.diagnostics, edition: edition, isCurrent: true,
      hasSound: PreviewSound.isHeard(scene.plan.document, input))
    studio.show(edition) { plan.json(number: $0) }
    return .sound
  }

  /// Shows what is wrong with a text; the picture stays.
  func tell(_ report: String, _ studio: PreviewStudio) {
    Console.interject(report)
    guard let last, last.diagnostics.hasErrors else {
      // It could not be read at all.
      let fault = JSONText.object([
        ("file", .string("")), ("severity", .string("error")), ("message", .string(report)),
      ])
      return studio.show(nil) {
        .object([("number", .integer($0)), ("current", .bool(false)), ("faults", .array([fault]))])
      }
    }
    let edition = studio.now.edition
    let plan = PreviewPlan(
      file: last.file, diagnostics: last.diagnostics, edition: edition, isCurrent: false,
      hasSound: edition.map { PreviewSound.isHeard($0.scene.plan.document, input) } ?? false)
    studio.show(nil) { plan.json(number: $0) }
    self.last = nil
  }

  /// Lets those who wait look up once a second.
  func tick(_ studio: PreviewStudio) {
    let now = Host.monotonicTime
    guard now &- ticked > 1_000_000_000 else { return }
    ticked = now
    studio.tick()
  }
}
