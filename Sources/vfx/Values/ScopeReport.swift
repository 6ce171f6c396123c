import Scopes
import Shell
import Timeline

/// The numbers of frames, as an object for programs.
struct ScopeReport {
  private let scene: Scene
  private let unit: ScopeUnit
  private let coding: ScopeCoding
  private var frames: [JSONText]

  /// A report on so many frames.
  init(_ scene: Scene, _ unit: ScopeUnit, count: Int) {
    self.scene = scene
    self.unit = unit
    coding = ScopeCoding(scene)
    frames = Array(repeating: .null, count: count)
  }

  /// Takes in the numbers of a frame, at its place among those that are wanted.
  mutating func put(_ numbers: ScopeNumbers, of seen: SeenFrame, at place: Int) {
    let channels = numbers.channels.map { (key: $0.name, value: channel($0)) }
    frames[place] = .object([
      ("frame", .integer(seen.number)),
      ("time", .number(fixed(seen.time.seconds, 6))),
      ("zones", Self.zones(numbers.zones, 6)),
      ("outOfGamut", .number(fixed(numbers.outOfGamut, 6))),
      ("channels", .object(channels)),
    ])
  }

  /// The text of the whole.
  var text: String {
    let format = scene.renderer.output
    let report = JSONText.object([
      ("width", .integer(format.width)), ("height", .integer(format.height)),
      ("depth", .integer(format.depth)), ("matrix", .string(scene.colors.matrix.rawValue)),
      ("range", .string(coding.range == .full ? "full" : "limited")),
      ("transfer", .string(unit.rawValue)),
      ("black", .integer(coding.black)), ("white", .integer(coding.white)),
      ("frames", .array(frames)),
    ])
    return report.pretty() + "\n"
  }

  private func channel(_ channel: ScopeNumbers.Channel) -> JSONText {
    let isChroma = channel.zones.isEmpty
    func percent(_ code: Double) -> Double {
      isChroma ? coding.chromaPercent(code) : coding.percent(code)
    }
    let (low, high) = (Double(channel.minimum), Double(channel.maximum))
    var members: [(key: String, value: JSONText)] = [
      ("min", .integer(channel.minimum)), ("max", .integer(channel.maximum)),
      ("mean", .number(fixed(channel.mean, 4))),
      (
        "percent",
        .object([
          ("min", .number(fixed(percent(low), 2))), ("max", .number(fixed(percent(high), 2))),
          ("mean", .number(fixed(percent(channel.mean), 2))),
        ])
      ),
    ]
    if !isChroma, let least = unit.light(percent(low)), let most = unit.light(percent(high)) {
      members.append(
        (
          "light",
          .object([("min", .number(fixed(least, 3))), ("max", .number(fixed(most, 3)))])
        ))
    }
    members += [
      ("below", .number(fixed(channel.below, 6))), ("above", .number(fixed(channel.above, 6))),
      ("crushed", .number(fixed(channel.crushed, 6))),
      ("clipped", .number(fixed(channel.clipped, 6))),
    ]
    if !isChroma { members.append(("zones", Self.zones(channel.zones, 4))) }
    let rows = (0..<3).map { row in
      JSONText.array(channel.grid[3 * row..<3 * row + 3].map { Self.number($0, 4) })
    }
    return .object(members + [("grid", .array(rows))])
  }

  private static func zones(_ values: [Double?], _ digits: Int) -> JSONText {
    let numbers = values.map { number($0, digits) }
    return .object(zip(["shadows", "midtones", "highlights"], numbers).map { ($0, $1) })
  }

  private static func number(_ value: Double?, _ digits: Int) -> JSONText {
    value.map { .number(fixed($0, digits)) } ?? .null
  }
}
