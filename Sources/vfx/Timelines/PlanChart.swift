import Bytes
import Clips
import Filters
import Shell
import Timeline

/// A chart of a timeline's clips and layers over time, as text.
struct PlanChart {
  /// One line of the chart.
  private struct Line {
    let title: String
    let range: TimeRange
    /// What stands behind the frame count.
    let facts: String
  }

  /// The most letters of what a line is called.
  private static let longestTitle = 20

  private let layers: [Layer]
  /// What each of them is called.
  private let titles: [String]
  /// The clips that the timeline names.
  private let clips: [EditList.Entry]
  private let scene: Scene
  /// When children are started and stopped.
  private let children: [ChildSchedule.Life]
  /// The time that the chart shows, from the scene's start.
  private let end: Time
  private let width: Int
  /// Whether the chart says which effects are drawn together.
  private let showsCosts: Bool

  /// - Parameters:
  ///   - frames: the length of the stream, if it is known.
  ///   - width: columns of the terminal.
  init(
    _ scene: Scene, children: ChildSchedule?, frames: Int?, width: Int, showsCosts: Bool
  ) {
    layers = scene.plan.document.layers
    titles = Self.titles(of: layers)
    clips = scene.plan.document.playsStream ? [] : scene.plan.edit?.entries ?? []
    self.scene = scene
    self.children = children?.lives ?? []
    self.width = max(width, 60)
    self.showsCosts = showsCosts
    if let frames {
      end = scene.start + Time(frame: frames, rate: scene.rate)
    } else {
      let ranges = layers.map(\.range) + clips.map(\.range)
      let last = ranges.flatMap { [$0.start, $0.end ?? $0.start] }.max() ?? .zero
      let second = Time(seconds: 1)
      end = max(last, scene.start) + (ranges.contains { $0.end == nil } ? second : .zero)
    }
  }

  private var frameCount: Int {
    max((end - scene.start).frameIndex(rate: scene.rate, rounding: .up), 1)
  }

  /// The whole chart, with its newlines.
  var text: String {
    let lines = layerLines.reversed() + clipLines.reversed()
    let titleWidth = max(lines.map(\.title.count).max() ?? 5, 5)
    let columns = max(width - titleWidth - 36, 10)
    var rows = [ruler(titleWidth, columns)]
    for line in lines {
      let span = "\(line.range.start) – \(line.range.end.map { "\($0)" } ?? "end")"
      rows.append(
        pad(line.title, titleWidth) + " " + bar(line.range, columns) + " " + pad(span, 18) + " "
          + pad("\(activeFrames(line.range).count)", 6) + " " + line.facts)
    }
    return (rows + [""] + costLines + historyLines + childLines + summary).joined(separator: "\n")
      + "\n"
  }

  private var layerLines: [Line] {
    layers.enumerated().map { index, layer in
      let cover = meanCover(activeFrames(layer.range), index)
      return Line(
        title: titles[index].fitted(Self.longestTitle), range: layer.range,
        facts: "\(fixed(100 * cover, 1)) %")
    }
  }

  /// The names of layers, or else what they are; pictures with their files, and with numbers what
  /// would be called the same.
  static func titles(of layers: [Layer]) -> [String] {
    let titles = layers.map { layer -> String in
      guard layer.name == nil, layer.kind == "image",
        let file = PictureFiles.uses(in: [layer]).first
      else { return layer.title.printable }
      return "\(layer.title) \(file.path.text.lastName)".printable
    }
    let counts = Dictionary(titles.map { ($0, 1) }, uniquingKeysWith: +)
    var numbers: [String: Int] = [:]
    return titles.map { title in
      guard counts[title] ?? 1 > 1 else { return title }
      let number = (numbers[title] ?? 0) + 1
      numbers[title] = number
      return "\(title) \(number)"
    }
  }

  private var clipLines: [Line] {
    let clips = scene.plan.document.clips
    return self.clips.map { entry in
      let clip = clips[entry.clip]
      var facts = "clip \(entry.clip + 1)"
      if let use = clip.transition, let overlap = entry.transition {
        facts += ", \(use.type) from \(overlap.start)"
      }
      return Line(
        title: clip.title.printable.fitted(Self.longestTitle), range: entry.range, facts: facts)
    }
  }

  /// Which programs are started, and how long they run.
  private var childLines: [String] {
    guard !children.isEmpty else { return [] }
    let most = children.map { life in
      children.filter { $0.start <= life.start && life.start < $0.end }.count
    }.max()
    let lines = children.map { life in
      let end = life.end == .max ? "the end" : "\(scene.time(of: life.end))"
      return "ffmpeg for \(scene.plan.document.feeds[life.feed].title.printable): from "
        + "\(scene.time(of: life.start)) to \(end)"
    }
    return lines + ["at most \(most ?? 0) of them at once", ""]
  }

  /// How many frames are kept for effects that read those before their own.
  private var historyLines: [String] {
    let (frames, bytes) = scene.renderer.historyMemory(workers: scene.request.workers)
    guard frames > 0 else { return [] }
    return [
      "effects read up to \(counted(frames, "frame")) before their own, which takes \(byteCount(UInt64(bytes)))",
      "",
    ]
  }

  /// Which effects are drawn together, and when.
  private var costLines: [String] {
    guard showsCosts else { return [] }
    let workspace = Workspace()
    let steps = min(frameCount, 500)
    var lines: [String] = []
    /// The layers that are drawn together, since when, and how they are then.
    var open: [[Int]: (since: Time, way: JoinedEffects.Way)] = [:]
    for step in 0...steps {
      let time = step == steps ? end : scene.time(of: frameCount.scaled(by: step, over: steps))
      let now = step == steps ? [] : scene.renderer.joinedEffects(at: time, workspace)
      let groups = Set(now.map(\.layers))
      for (group, life) in open.sorted(by: { $0.key[0] < $1.key[0] }) where !groups.contains(group)
      {
        let names = group.map { titles[$0] }.joined(separator: ", ")
        lines.append("\(life.since) – \(time): \(names): \(life.way.text)")
        open[group] = nil
      }
      for joined in now where open[joined.layers] == nil {
        open[joined.layers] = (time, scene.renderer.way(of: joined, workspace))
      }
    }
    return lines.isEmpty ? [] : ["drawn at once:"] + lines.map { "  " + $0 } + [""]
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func ruler(_ titleWidth: Int, _ columns: Int) -> String {
    let left = "\(scene.start)"
    let right = "\(end)"
    let gap = max(1, columns - left.count - right.count)
    return pad("", titleWidth) + " " + left + String(repeating: " ", count: gap) + right
      + "  on            frames  picture"
  }

  /// A stretch of the chart; a column is full when the range holds half of it.
  private func bar(_ range: TimeRange, _ columns: Int) -> String {
    (0..<columns).map { column in
      let frame = frameCount.scaled(by: 2 * column + 1, over: 2 * columns)
      return range.contains(scene.time(of: frame)) ? "█" : "·"
    }.joined()
  }

  private func activeFrames(_ range: TimeRange) -> Range<Int> {
    let range = TimeRange(start: scene.start, end: end).intersection(range)
    guard let range else { return 0..<0 }
    return range.shifted(by: -scene.start).frames(rate: scene.rate)
  }

  /// The share of the picture that a layer touches, over at most 32 of its frames.
  private func meanCover(_ frames: Range<Int>, _ index: Int) -> Double {
    guard !frames.isEmpty else { return 0 }
    let count = min(frames.count, 32)
    let area = Double(scene.renderer.output.width * scene.renderer.output.height)
    let sum = (0..<count).reduce(0.0) { sum, step in
      let frame = frames.lowerBound + frames.count.scaled(by: step, over: count)
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
      let time = scene.time(of: frameCount.scaled(by: step, over: steps))
      let count = layers.filter { $0.range.contains(time) }.count
      touched += count > 0 ? 1 : 0
      most = max(most, count)
    }
    let share = 100 * Double(touched) / Double(max(steps, 1))
    let canvas = scene.renderer.output
    let clips = clips.count
    let counts = (clips > 0 ? "\(counted(clips, "clip")) and " : "")
    let untouched = scene.renderer.changesCanvas ? "are redrawn on the canvas" : "pass untouched"
    return [
      counts
        + "\(counted(layers.count, "layer")) over \(counted(frameCount, "frame")) of \(canvas.width)x\(canvas.height) at "
        + "\(scene.rate) fps; at most \(most) at once",
      "\(fixed(share, 1)) % of the frames have a layer on; the others \(untouched)",
    ]
  }
}

extension Clip {
  /// What charts call it: its name, else its source without the folder.
  fileprivate var title: String { name ?? media.source.fileName?.lastName ?? media.source.name }
}

extension String {
  /// What follows the last slash of a path.
  fileprivate var lastName: String {
    split(separator: "/").last.map(String.init) ?? self
  }

  /// At most so many letters, of the beginning and the end.
  func fitted(_ most: Int) -> String {
    count <= most ? self : "\(prefix((most - 1) / 2))…\(suffix(most / 2))"
  }
}

extension JoinedEffects.Way {
  /// What the chart says of it.
  fileprivate var text: String {
    switch self {
    case .nothing: "no change"
    case .matrix: "one matrix"
    case .lattice(let side): "a lattice of \(side) points a side"
    case .changes(1): "one change of each colour"
    case .changes(let count): "\(count) changes of each colour"
    case .resampling: "one resampling"
    }
  }
}
