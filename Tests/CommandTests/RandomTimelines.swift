import Bytes
import Foundation
import Pipes
import Shell
import TestNumbers
import TestSupport
import Testing
import Timeline
import Y4M

@testable import vfx

extension SeededNumbers {
  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int(next() % UInt64(max(values.count, 1)))]
  }

  /// True once in so many times.
  mutating func once(in count: Int) -> Bool { next() % UInt64(max(count, 1)) == 0 }

  /// A whole number of hundredths, as JSON has it.
  mutating func hundredths(_ range: ClosedRange<Int>) -> String {
    let value = Int.random(in: range, using: &self)
    return "\(value / 100).\(value % 100 < 10 ? "0" : "")\(value % 100)"
  }
}

/// Timelines of clips with layers, by their seeds, over small films in a folder.
struct RandomTimelines {
  private let bench: Workbench
  /// The stream on standard input, where it is played.
  private let stdin: Data
  private static let films = ["a.y4m", "a.y4m", "b.y4m", "c.y4m", "stdin"]

  init(_ bench: Workbench) throws {
    self.bench = bench
    let made = try bench.bash(
      """
      vfx testsrc -q -s 16x10 -r 30 -n 40 > a.y4m && vfx testsrc -q -s 16x10 -r 50 -n 60 > b.y4m &&
      vfx testsrc -q -s 12x14 -r 12 -n 20 > c.y4m && vfx testsrc -q -s 16x10 -r 25 -n 40 > stdin.y4m
      """)
    try #require(made.status == 0, "\(made.errors)")
    stdin = try bench.contents("stdin.y4m")
  }

  /// The text of a timeline.
  static func text(_ seed: Int) -> String {
    var random = SeededNumbers(seed)
    let count = Int.random(in: 1...3, using: &random)
    let clips = (1...count).map { clip(&random, isLast: $0 == count) }
    let layers = (0..<Int.random(in: 1...3, using: &random)).map { _ in layer(&random) }
    let rate = random.pick(["50", "50", "60", "25", "30", "24"])
    return """
      { "version": 1, "canvas": { "rate": \(rate), "size": [16, 10] },
        "clips": [\(clips.joined(separator: ",\n"))],
        "layers": [\(layers.joined(separator: ",\n"))] }
      """
  }

  /// What is played, and how; for as long as is given, but backwards.
  private static func playing(_ random: inout SeededNumbers, duration: String) -> String {
    let (film, start) = (random.pick(films), random.hundredths(0...30))
    var text = #""source": "\#(film)", "in": \#(start)"#
    let speed = random.pick(["", "", "", "0.5", "2", "0.3", "1.7"])
    if !speed.isEmpty { text += #", "speed": \#(speed)"# }
    if random.once(in: 4) {
      let standing = random.hundredths(1...12)
      text += #", "freeze": { "at": 0.02, "duration": \#(standing) }"#
    }
    let sampling = random.pick(["nearest", "nearest", "previous", "blend", "flow"])
    text += #", "sampling": "\#(sampling)""#
    switch random.next() % 5 {
    case 0:
      let isThereAndBack = random.once(in: 2)
      text += #", "out": 0.4, "loop": "forever", "pingpong": \#(isThereAndBack)"#
      text += #", "duration": \#(duration)"#
    case 1: text += #", "reverse": true, "out": 0.5"#
    default: text += #", "duration": \#(duration)"#
    }
    return text
  }

  private static func clip(_ random: inout SeededNumbers, isLast: Bool) -> String {
    let duration = random.hundredths(10...24)
    var text = playing(&random, duration: duration)
    if random.once(in: 6) { text += #", "opacity": 0.5"# }
    if random.once(in: 6) { text += #", "zoom": 1.5"# }
    if random.once(in: 6) {
      text += #", "effects": [{ "effect": "vortex", "angle": 40, "start": 0.04, "end": 0.08 }]"#
    }
    if !isLast, random.once(in: 2) {
      let type = random.pick(["crossfade", "wipe", "slide", "distance"])
      text += #", "transition": { "type": "\#(type)", "duration": 0.04 }"#
    }
    return "{ \(text) }"
  }

  private static func layer(_ random: inout SeededNumbers) -> String {
    let (x, y) = (random.hundredths(0...1000), random.hundredths(0...500))
    let (start, duration) = (random.hundredths(0...12), random.hundredths(1...20))
    switch random.next() % 8 {
    case 0:
      let video = playing(&random, duration: duration)
      return #"{ "type": "video", \#(video), "start": \#(start), "size": [6, 4] }"#
    case 1:
      return #"{ "type": "effect", "effect": "vortex", "angle": 40, "start": \#(start) }"#
    default:
      var text = #""type": "color", "color": "red", "opacity": 0.5, "size": [7, 5]"#
      text += #", "position": [\#(x), \#(y)]"#
      if random.once(in: 2) { text += #", "start": \#(start), "duration": \#(duration)"# }
      return "{ \(text) }"
    }
  }

  /// The timeline made ready, to be played any number of times.
  func scene(_ seed: Int, frames: Int? = nil) throws -> (scene: Scene, playsInput: Bool) {
    let name = "\(seed).json"
    try bench.write(Self.text(seed), to: name)
    var request = Scene.Request(
      common: TimelineRequest(timeline: try TimelineFile(bench.path(name))))
    request.frames = frames
    let playsInput = try PictureEnd.needsInput(request)
    return (try Scene(request, input: playsInput ? try reader().header : nil), playsInput)
  }

  /// Standard input, read anew.
  func reader() throws -> FrameReader { try FrameReader(ByteSource([UInt8](stdin))) }

  /// All frames of a scene, drawn by so many workers.
  func frames(_ scene: Scene, _ playsInput: Bool, workers: Int) throws -> [Data] {
    let playback = try Playback(scene, playsInput ? try reader() : nil)
    defer { playback.stop() }
    var frames: [Data] = []
    try scene.draw(playback, workers: workers) { frames.append(Data($0.frame.bytes)) }
    return frames
  }
}
