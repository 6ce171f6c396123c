import Clips
import Filters
import Timeline

/// What the frames of a film cost, as far as that is known before they are made.
///
/// The unit is a frame that is written and encoded; all other weights are rough shares of that.
struct FilmCosts {
  /// The most stretches of frames that are looked at.
  private static let mostSteps = 4096

  /// The first frame of each stretch, and the end of the last.
  private var bounds = [0]
  /// The cost of all frames before each of ``bounds``.
  private var sums = [0.0]

  /// - Parameter stretches: in order and without gaps, from frame 0 on; each with what one of its
  ///   frames costs, more than 0.
  init(_ stretches: [(frames: Range<Int>, cost: Double)]) {
    for stretch in stretches where !stretch.frames.isEmpty {
      bounds.append(stretch.frames.upperBound)
      sums.append((sums.last ?? 0) + stretch.cost * Double(stretch.frames.count))
    }
  }

  /// The costs of a scene's first `frames` frames, which are looked at evenly.
  init(_ scene: Scene, frames: Int, _ plans: [FeedPlan]) {
    let steps = max(1, min(frames, Self.mostSteps))
    let workspace = Workspace()
    self.init(
      (0..<steps).map { step in
        let range = frames.scaled(by: step, over: steps)..<frames.scaled(by: step + 1, over: steps)
        let middle = range.lowerBound + range.count / 2
        return (range, scene.cost(ofFrame: middle, plans, workspace))
      })
  }

  /// The cost of all frames.
  var total: Double { sums.last ?? 0 }

  /// The cost of the frames before `frame`.
  func cost(before frame: Int) -> Double {
    guard let last = bounds.last, frame < last else { return total }
    guard frame > 0 else { return 0 }
    let index = bounds.partitioningIndex { $0 > frame } - 1
    let share = Double(frame - bounds[index]) / Double(bounds[index + 1] - bounds[index])
    return sums[index] + share * (sums[index + 1] - sums[index])
  }

  /// The frame before which `cost` is reached, rounded to the nearest.
  func frame(at cost: Double) -> Int {
    guard cost < total else { return bounds.last ?? 0 }
    guard cost > 0 else { return 0 }
    let index = sums.partitioningIndex { $0 > cost } - 1
    let share = (cost - sums[index]) / (sums[index + 1] - sums[index])
    return bounds[index] + Int((share * Double(bounds[index + 1] - bounds[index])).rounded())
  }
}

extension Array {
  /// The first index whose element fulfils a condition that all later ones fulfil, too.
  fileprivate func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Scene {
  /// What a frame costs, with one that is only written and encoded as the unit.
  fileprivate func cost(
    ofFrame index: Int, _ plans: [FeedPlan], _ workspace: Workspace
  ) -> Double {
    let time = time(of: index)
    let area = Double(max(1, renderer.output.width * renderer.output.height))
    var cost = 1.0
    for feed in plans where feed.demand.outputs.contains(index) {
      let format = feed.source.format
      let size = format.map { Double($0.width) * Double($0.height) } ?? area
      // Decoding it, and scaling it where its size is another.
      cost += 0.2 * size / area
    }
    var joined: [Int: Double] = [:]
    for group in renderer.joinedEffects(at: time, workspace) {
      // They are drawn at once: the largest counts.
      for layer in group.layers { joined[layer] = 1 / Double(group.layers.count) }
    }
    for (layer, box) in renderer.boxes(at: time).enumerated() {
      let declared = plan.document.layers[layer]
      guard declared.range.contains(time) else { continue }
      let weight = declared.kind == "effect" ? 0.5 : 0.25
      cost += (joined[layer] ?? 1) * weight * Double(box.width) * Double(box.height) / area
    }
    return cost
  }
}
