import AudioFilters
import Bytes
import Shell
import Timeline

/// A chart of a timeline's levels over time, as text.
struct LevelChart {
  /// The levels in decibels from which on the next higher block stands.
  private static let steps = [-60.0, -40, -30, -20, -12, -6, -1, 0.5]
  private static let blocks = Array("▁▂▃▄▅▆▇█")

  /// What the blocks mean.
  static let legend = "▁ is -60 dB, ▄ -20, ▆ -6, ▇ 0 and █ more"

  private let scene: SoundScene
  private let lanes: [SoundLevels.Lane]
  /// The first sample that the chart does not show.
  private let end: Int
  private let width: Int

  /// Whether the scene has its main sound, and need not be drawn without one.
  private let isComplete: Bool

  /// - Parameters:
  ///   - width: columns of the terminal.
  ///   - isComplete: whether it is known what comes on standard input.
  init(_ scene: SoundScene, width: Int, isComplete: Bool = false) {
    (self.scene, self.isComplete) = (scene, isComplete)
    self.width = max(width, 60)
    let levels = SoundLevels(
      scene.plan, layouts: scene.layouts, length: scene.plan.length)
    lanes = levels.lanes
    let ends = lanes.compactMap(\.end)
    let last = ends.max() ?? lanes.map(\.start).max() ?? 0
    let open = lanes.contains { $0.end == nil } ? scene.format.rate : 0
    end = max(scene.length.map { scene.start + $0 } ?? last + open, scene.start + 1)
  }

  /// The whole chart, with its newlines.
  var text: String {
    let titleWidth = max(lanes.map { min($0.title.printable.count, 24) }.max() ?? 5, 5)
    let columns = max(width - titleWidth - 40, 10)
    var rows = [ruler(titleWidth, columns)]
    for lane in lanes {
      var lane = lane
      let levels = (0..<columns).map { level(&lane, column: $0, of: columns) }
      let span = "\(time(lane.start)) – \(lane.end.map { time($0) } ?? "end")"
      let heard = levels.filter { $0 > -.infinity }
      let range = "\(decibelText(heard.min())) … \(decibelText(heard.max()))"
      rows.append(
        pad(title(lane), titleWidth) + " " + levels.map(block).joined() + " "
          + pad(span, 22) + " " + range)
    }
    return (rows + ["", summary]).joined(separator: "\n") + "\n"
  }

  /// At most 24 letters, with an ellipsis where there are more.
  private func title(_ lane: SoundLevels.Lane) -> String {
    let title = lane.title.printable
    return title.count > 24 ? title.prefix(23) + "…" : title
  }

  /// The highest level in a column, of a few samples of it.
  private func level(_ lane: inout SoundLevels.Lane, column: Int, of columns: Int) -> Double {
    let length = end - scene.start
    func sample(_ part: Int) -> Int {
      scene.start + Int(Double(length) * (Double(column) + Double(part) / 8) / Double(columns))
    }
    return (0..<8).map { decibels(lane.gain(at: sample($0))) }.max() ?? -.infinity
  }

  private func block(_ level: Double) -> String {
    guard level > -.infinity else { return "·" }
    let index = Self.steps.lastIndex { $0 <= level } ?? 0
    return String(Self.blocks[index])
  }

  private func decibelText(_ level: Double?) -> String {
    level.map { "\(fixed($0, 1)) dB" } ?? "silent"
  }

  private func time(_ sample: Int) -> String { "\(Time(sample, scene.format.rate) ?? .zero)" }

  private func ruler(_ titleWidth: Int, _ columns: Int) -> String {
    let (left, right) = (time(scene.start), time(end))
    let gap = max(1, columns - left.count - right.count)
    return pad("", titleWidth) + " " + left + String(repeating: " ", count: gap) + right
      + " " + pad("heard", 22) + " gain"
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// How many lanes there are, and what the output is made of, unless standard input decides.
  private var summary: String {
    let soundtrack = scene.parts.document.soundtrack
    let channels = scene.format.channels
    let layout = counted(channels, "channel")
    let parts = [
      counted(lanes.count, "lane"),
      soundtrack.channels != nil || !scene.isInputMain || isComplete
        ? layout : "the channels of standard input",
      scene.isInputMain && isComplete ? "\(scene.format.rate) Hz" : scene.choice.rateText,
    ]
    return parts.joined(separator: ", ") + (isComplete ? "" : alone)
  }

  /// What becomes of the tracks when nothing comes on standard input.
  private var alone: String {
    let (document, footage) = (scene.parts.document, scene.parts.footage)
    guard case .optional = InputNeed(document) else { return "" }
    let length = document.soundtrack.tracksLength(footage.trackLengths(of: document))
    let end = length.map { ", up to \($0)" } ?? ""
    return "\nwith nothing on standard input, the tracks alone are the mix\(end)"
  }
}
