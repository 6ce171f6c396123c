import Bytes
import Filters
import Timeline

/// A chart of a timeline's layers over time, as text.
struct PlanChart {
  private let layers: [Layer]
  private let scene: Scene
  /// The time that the chart shows, from the scene's start.
  private let end: Time
  private let width: Int

  /// - Parameters:
  ///   - frames: the length of the stream, if it is known.
  ///   - width: columns of the terminal.
  init(_ document: Document, _ scene: Scene, frames: Int?, width: Int) {
    layers = document.layers
    self.scene = scene
    self.width = max(width, 60)
    if let frames {
      end = scene.start + Time(frame: frames, rate: scene.rate)
    } else {
      let last = layers.flatMap { [$0.range.start, $0.range.end ?? $0.range.start] }.max() ?? .zero
      let second = Time(seconds: 1)
      end = max(last, scene.start) + (layers.contains { $0.range.end == nil } ? second : .zero)
    }
  }

  private var frameCount: Int {
    max((end - scene.start).frameIndex(rate: scene.rate, rounding: .up), 1)
  }

  /// The whole chart, with its newlines.
  var text: String {
    let titles = layers.map { String($0.title.prefix(20)) }
    let titleWidth = max(titles.map(\.count).max() ?? 5, 5)
    let columns = max(width - titleWidth - 36, 10)
    var lines = [ruler(titleWidth, columns)]
    for (index, layer) in layers.enumerated().reversed() {
      lines.append(
        pad(titles[index], titleWidth) + " " + bar(layer, columns) + " " + facts(layer, index))
    }
    return (lines + [""] + summary).joined(separator: "\n") + "\n"
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func ruler(_ titleWidth: Int, _ columns: Int) -> String {
    let left = "\(scene.start)"
    let right = "\(end)"
    let gap = max(1, columns - left.count - right.count)
    return pad("layer", titleWidth) + " " + left + String(repeating: " ", count: gap) + right
      + "  on            frames  picture"
  }

  /// The layer's stretch of the chart; a column is full when the layer is on for half of it.
  private func bar(_ layer: Layer, _ columns: Int) -> String {
    (0..<columns).map { column in
      let frame = (2 * column + 1) * frameCount / (2 * columns)
      return layer.range.contains(scene.time(of: frame)) ? "█" : "·"
    }.joined()
  }

  private func facts(_ layer: Layer, _ index: Int) -> String {
    let frames = activeFrames(layer)
    let span = "\(layer.range.start) – \(layer.range.end.map { "\($0)" } ?? "end")"
    return pad(span, 18) + " " + pad("\(frames.count)", 6) + " "
      + "\(fixed(100 * meanCover(frames, index), 1)) %"
  }

  private func activeFrames(_ layer: Layer) -> Range<Int> {
    let range = TimeRange(start: scene.start, end: end).intersection(layer.range)
    guard let range else { return 0..<0 }
    return range.shifted(by: -scene.start).frames(rate: scene.rate)
  }

  /// The share of the picture that a layer touches, over at most 32 of its frames.
  private func meanCover(_ frames: Range<Int>, _ index: Int) -> Double {
    guard !frames.isEmpty else { return 0 }
    let count = min(frames.count, 32)
    let area = Double(scene.renderer.output.width * scene.renderer.output.height)
    let sum = (0..<count).reduce(0.0) { sum, step in
      let frame = frames.lowerBound + step * frames.count / count
      let box = scene.renderer.box(ofLayer: index, at: scene.time(of: frame))
      return sum + Double(box.width * box.height) / area
    }
    return sum / Double(count)
  }

  /// What the timeline costs: how many frames are touched, and how many layers are on at once.
  private var summary: [String] {
    let steps = min(frameCount, 2000)
    var touched = 0
    var most = 0
    for step in 0..<steps {
      let time = scene.time(of: step * frameCount / steps)
      let count = layers.filter { $0.range.contains(time) }.count
      touched += count > 0 ? 1 : 0
      most = max(most, count)
    }
    let share = 100 * Double(touched) / Double(max(steps, 1))
    let canvas = scene.renderer.output
    let untouched = scene.renderer.changesCanvas ? "are redrawn on the canvas" : "pass untouched"
    return [
      "\(layers.count) layers over \(frameCount) frames of \(canvas.width)x\(canvas.height) at "
        + "\(scene.rate) fps; at most \(most) at once",
      "\(fixed(share, 1)) % of the frames have a layer on; the others \(untouched)",
    ]
  }
}
