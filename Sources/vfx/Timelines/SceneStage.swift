import Filters
import Pipes

/// A scene, and the memory that each worker draws it with.
final class SceneStage {
  let scene: Scene
  let workspaces: [Workspace]

  init(_ scene: Scene, workers: Int) {
    self.scene = scene
    workspaces = Workspace.team(of: workers)
  }

  /// Draws a frame as a worker.
  func draw(_ item: FrameItem, _ worker: OrderedWorkers.Worker) throws {
    let workspace = workspaces[worker.number]
    workspace.bands = worker
    try scene.draw(item, workspace)
  }
}

/// What gives the frames of a run, one after another, to the thread that reads.
protocol FrameFeed {
  /// Gets what output frame `index` is made of; false when there is no such frame.
  func read(_ index: Int, into item: FrameItem) throws -> Bool
}
