import Clips
import Filters
import Pipes
import Shell
import Timeline
import Y4M

@testable import vfx

/// Command lines of `vfx`.
enum PictureCommandTarget {
  /// Larger canvases are left alone, so that memory and time stay small.
  private static let largestFrame = 1 << 16

  static func run(_ parts: CommandTarget.SessionParts) throws {
    guard let session = try parts.session(VFX.program) else { return }
    switch session.invocation.command.name {
    case TestStream.command.name: try drawTest(session)
    case Compare.command.name, Hash.command.name, Tags.command.name, Lint.command.name:
      _ = try RenderOptions(session)
    default: try prepare(session, parts.timeline)
    }
  }

  /// The first and the last picture of a test stream.
  private static func drawTest(_ session: Session) throws {
    guard let rate = try session.value(of: TestStream.rate) ?? Document.provisionalRate,
      let format = PixelFormat(width: 16, height: 12)
    else { return }
    let count = try TestStream.frameCount(session, rate)
    let source = TestSource(
      format, matrix: .bt601, range: .limited,
      seed: UInt64(try session.value(of: TestStream.seed)))
    let frame = Frame(format)
    for index in [0, count - 1] where index >= 0 { source.draw(frame: index, into: frame) }
  }

  /// Checks a timeline, draws its chart, and the first and the last frame of small canvases.
  private static func prepare(_ session: Session, _ file: TimelineFile) throws {
    var request = try Scene.Request(session, timeline: nil)
    request.common.timeline = file
    request.frames = try session.value(of: RenderOptions.frames)
    request.common.tools = MediaTools(isAllowed: false)
    request.fonts = FontFolders { $0 == "VFX_FONT_PATH" ? "/nowhere" : nil }
    let input = try PictureSize.header(
      PictureSize(width: 16, height: 12), rate: request.common.rate)
    let preparation = try Preparation(PictureEnd(request: request, input: input))
    let text = DiagnosticText(file.source).text(of: preparation.diagnostics)
    guard let scene = preparation.scene else {
      precondition(!text.isEmpty)
      return
    }
    let playback = try Playback(scene, nil)
    defer { playback.stop() }
    let chart = PlanChart(
      scene, children: playback.children, frames: scene.frameCount, width: 100, showsCosts: true)
    precondition(!chart.text.isEmpty)
    for time in try session.value(of: Still.at) { _ = try? scene.moment(of: time) }
    try draw(scene, playback)
  }

  private static func draw(_ scene: Scene, _ playback: Playback) throws {
    guard scene.renderer.output.frameBytes <= largestFrame else { return }
    let item = scene.makeItem()
    let workspace = Workspace()
    for index in Set([0, 1, max((scene.frameCount ?? 60) - 1, 0)]).sorted() {
      guard try playback.read(index, into: item) else { return }
      try scene.draw(item, workspace)
    }
  }
}
