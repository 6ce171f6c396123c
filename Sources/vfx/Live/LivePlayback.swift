import Clips
import Pipes
import Shell
import Timeline

/// Gives frame after frame of a scene, and from one frame to the next those of another one, where
/// the timeline has changed meanwhile.
///
/// Belongs to the thread that reads.
final class LivePlayback: FrameFeed {
  private let changes: StreamChanges
  private let workers: Int
  private var scene: Scene
  private var playback: Playback
  /// What frames are drawn by; nil for the first scene.
  private var stage: SceneStage?
  private var warnings: [(request: TimelineRequest, list: [(message: String, place: Range<Int>)])] =
    []

  /// - Parameter changes: where other scenes come from.
  init(_ playback: Playback, _ scene: Scene, _ changes: StreamChanges, workers: Int) {
    (self.playback, self.scene, self.changes, self.workers) = (playback, scene, changes, workers)
  }

  func read(_ index: Int, into item: FrameItem) throws -> Bool {
    if let next = changes.takeScene() { return try change(to: next, index, item) }
    playback.release(item)
    if let stage { item.enter(stage) }
    return try playback.read(index, into: item)
  }

  /// Goes on with another scene; with the one before where the other one gives no frame.
  private func change(to next: Scene, _ index: Int, _ item: FrameItem) throws -> Bool {
    let input = playback.openInput
    playback.release(item)
    let newStage = SceneStage(next, workers: workers)
    do {
      let new = try Playback(next, continuing: playback, from: index)
      item.enter(newStage)
      let isRead = try new.read(index, into: item)
      note(playback)
      playback.stop(keepsInput: true)
      (playback, scene, stage) = (new, next, newStage)
      new.convertAhead([index..<(max(index, next.frameCount ?? .max))])
      if !next.request.common.isQuiet {
        let name = next.request.common.timeline?.source.name ?? ""
        Console.interject("vfx: \(name): read again, and drawn from frame \(index) on\n")
      }
      return isRead
    } catch let failure as CommandFailure {
      input?.giveBack()
      Console.interject("\(failure.text)\nvfx: the timeline before goes on\n")
    }
    playback.release(item)
    let old = stage ?? SceneStage(scene, workers: workers)
    stage = old
    item.enter(old)
    return try playback.read(index, into: item)
  }

  private func note(_ playback: Playback) {
    if !playback.warnings.isEmpty { warnings.append((scene.request.common, playback.warnings)) }
  }

  /// Says what went otherwise than the files said.
  func warn() {
    note(playback)
    for (request, list) in warnings { request.warn(list) }
  }

  /// The last frame of standard input, if it was truncated, and the bytes that it lacks.
  var cut: (frame: Int, missing: Int)? { playback.cut }
  /// The bytes that are missing where standard input ends inside a packet that is no picture.
  var missing: Int? { playback.missing }

  /// Ends all that is at work.
  func stop() { playback.stop() }
}
