import Timeline
import Y4M

/// A distortion with the settings that most have: how the picture is read, and what lies beyond it.
protocol WarpEffect: DistortionEffect {
  var settings: WarpSettings { get }
}

extension WarpEffect {
  var sampling: WarpSampling { settings.sampling }

  func edges(at time: Time) -> DistortionEdges { settings.edges(at: time) }
}

/// A distortion that moves places along rays from a point, and turns them about it, by their
/// distance alone.
protocol RadialEffect: WarpEffect {
  /// How places move at `time`; nil where none does.
  func map(at time: Time, width: Int, height: Int) -> RadialMap?
}

extension RadialEffect {
  func reach(at time: Time, width: Int, height: Int) -> Box? {
    guard let map = map(at: time, width: width, height: height) else { return .empty }
    return map.reach
  }

  func distortion(
    at time: Time, width: Int, height: Int, tolerance: Double, _ workspace: Workspace
  ) -> (any Distortion)? {
    map(at: time, width: width, height: height).map {
      RadialDistortion($0, width: width, height: height, tolerance: tolerance, workspace.scratch)
    }
  }
}
