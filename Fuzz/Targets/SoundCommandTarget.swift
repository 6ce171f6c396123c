import AudioFilters
import Clips
import Pipes
import Shell
import Timeline
import WAV

@testable import afx

/// Command lines of `afx`.
enum SoundCommandTarget {
  static func run(_ parts: CommandTarget.SessionParts) throws {
    guard let session = try parts.session(AFX.program) else { return }
    var request = try SoundRequest(session, timeline: nil)
    request.common.timeline = parts.timeline
    request.common.tools = MediaTools(isAllowed: false)
    let preparation = try Preparation(
      SoundEnd(request: request, input: nil, assumedLength: Time(seconds: 60)))
    let text = DiagnosticText(parts.timeline.source).text(of: preparation.diagnostics)
    guard let scene = preparation.scene else {
      precondition(!text.isEmpty)
      return
    }
    precondition(!LevelChart(scene, width: 100).text.isEmpty)
    try play(scene)
  }

  /// Plays the first samples, of what can be played without another pass.
  private static func play(_ scene: SoundScene) throws {
    guard scene.format.channels <= 8, scene.format.rate <= 192_000 else { return }
    let supply = scene.supply(nil, output: .s16)
    defer { supply.stop() }
    let mix = try Mix(scene.plan, format: scene.format, supply: supply)
    guard mix.needsMeasuring.isEmpty else { return }
    let block = AudioBlock(channels: scene.format.channels, capacity: 2048)
    block.count = block.capacity
    _ = try mix.render(into: block, at: scene.start)
  }
}
