import Bytes
import TestNumbers
import Testing

@testable import Timeline

/// Numbers that nobody means, in all places where a clip takes some.
@Suite struct HostileClipTests {
  static let times = [
    "0", "1", "1e9", "1e-9", "0.333333333", "\"1/999999937\"", "\"999999999/999999937\"", "\"7f\"",
    "\"1000000000f\"", "\"33.333%\"", "\"100%\"", "2.5", "\"1001/30000\"",
  ]
  static let speeds = [
    "0.01", "100", "1", "\"1/3\"", "\"99991/99989\"", "0.010000001", "99.999999999",
    #"{"from": 0.01, "to": 100, "ease": "easeInOutElastic"}"#,
    #"{"from": 100, "to": 0.01, "ease": "steps(1000000, jump-both)"}"#,
    #"{"keys": [["0%", 1], ["50%", 100, "easeOutBounce"], ["50%", 0.01], ["100%", 3]]}"#,
    #"{"keys": [[0, 0.01], [1e9, 100]]}"#,
    #"{"keys": [[1e-9, 0.01], [2e-9, 100, "spring"]], "repeat": "forever", "autoreverse": true}"#,
    #"{"keys": [[0, 0.01], [1, 3], [2, 1]], "interpolation": "smooth", "repeat": 0.3}"#,
    #"{"from": 1, "to": 2, "ease": "linear(0, 1 50%, 0 50%, 1)"}"#,
  ]
  static let loops = ["1", "2", "1000000", "\"forever\""]

  static func clip(_ random: inout SeededNumbers) -> String {
    func any(_ values: [String]) -> String { values.randomElement(using: &random) ?? "1" }
    var keys = [#""source": "a""#]
    func maybe(_ key: String, _ value: @autoclosure () -> String) {
      if Bool.random(using: &random) { keys.append("\"\(key)\": \(value())") }
    }
    maybe("in", any(times))
    maybe(Bool.random(using: &random) ? "out" : "duration", any(times))
    maybe("speed", any(speeds))
    maybe("loop", any(loops))
    maybe("pingpong", "true")
    maybe("reverse", "true")
    maybe("freeze", #"{"at": \#(any(times)), "duration": \#(any(times))}"#)
    maybe("sampling", any(["\"blend\"", "\"previous\"", "\"nearest\"", "\"flow\""]))
    maybe("start", any(times))
    maybe("transition", #"{"type": "crossfade", "duration": \#(any(times))}"#)
    return "{\(keys.joined(separator: ", "))}"
  }

  @Test(arguments: 0..<100) func `no number makes a clip trap or leave its source`(
    _ seed: Int
  ) throws {
    var random = SeededNumbers(seed)
    let clips = (0..<3).map { _ in Self.clip(&random) }.joined(separator: ", ")
    let text = #"{"version": 1, "clips": [\#(clips)]}"#
    let rates = [(1, 1), (1_000_000_000, 1), (1, 1_000_000_000), (30000, 1001)]
    let (upper, lower) = rates[seed % rates.count]
    let rate = try #require(FrameRate(upper, lower))
    let document = Document.decode(
      SourceText(name: "t.json", text: text), vocabulary: Sample.vocabulary,
      knowing: .init(rate: rate)
    ).soundPart
    let lengths: [Time?] = (0..<3).map { _ in
      [nil, Time(1, 999_999_937), Time(seconds: 7), Time.limit].randomElement(using: &random) ?? nil
    }
    let (list, _) = EditList.make(document?.clips ?? [], lengths: lengths)
    var last = -Time.limit
    for entry in list.entries {
      #expect(entry.range.start >= last, "\(list.entries.map(\.range)) \(text)")
      last = entry.range.start
      let span = entry.range.duration ?? Time(seconds: 100)
      let possible = entry.retiming.segmentFrames(rate: rate)
      for step in -1...11 {
        let time = span * Rational(reducing: Int128(step), over: 10)
        let choice = entry.retiming.frames(at: time, rate: rate)
        #expect(possible.contains(choice.first), "\(step) \(text)")
        #expect(possible.contains(choice.second), "\(step) \(text)")
        if case .transition(_, _, let progress) = list.point(at: entry.range.start + time) {
          #expect((0...1).contains(progress))
        }
      }
    }
  }
}
