import Bytes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Means of the frames that pass while the shutter is open.
@Suite struct FrameMeanTests {
  private static let rate = FrameRate(25, 1)

  /// What frames count at an output frame, by their numbers, from the clip's keys.
  private func shares(
    _ keys: String, canvas: String = "", at index: Int, sourceRate: FrameRate? = rate
  ) throws -> [Int: Double] {
    let text = """
      { "version": 1, "canvas": { \(canvas) },
        "clips": [{ "source": "a.y4m", "sampling": "average", \(keys) }] }
      """
    let decoded = Document.decode(
      SourceText(name: "t", text: text), vocabulary: Registry.vocabulary)
    let use = try #require(decoded.document?.clips.first).media
    let retiming = Retiming(use, length: Time(seconds: 8))
    let rate = try #require(Self.rate)
    let choice = retiming.frames(
      at: Time(frame: index, rate: rate), rate: try #require(sourceRate),
      frameTime: Time(frame: 1, rate: rate))
    guard let mean = choice.mean else { return [choice.first: 1] }
    let shares = choice.span.map { ($0, mean.share(of: $0)) }
    #expect(shares.reduce(0) { $0 + $1.1 } == 65536)
    return Dictionary(uniqueKeysWithValues: shares.map { ($0, Double($1) / 65536) })
  }

  private func isNear(_ shares: [Int: Double], _ expected: [Int: Double]) -> Bool {
    shares.keys.sorted() == expected.keys.sorted()
      && shares.allSatisfy { abs($0.value - (expected[$0.key] ?? 9)) < 1e-4 }
  }

  @Test func `without a shutter, all frames up to the next output frame count alike`() throws {
    #expect(isNear(try shares(#""speed": 4"#, at: 3), [12: 0.25, 13: 0.25, 14: 0.25, 15: 0.25]))
    #expect(isNear(try shares(#""speed": 1"#, at: 3), [3: 1]))
    // From 3.75 to 6.25: the areas of frames that lie partly in it.
    #expect(
      isNear(
        try shares(#""speed": 2.5, "in": 0"#, at: 1, sourceRate: Self.rate),
        [2: 0.2, 3: 0.4, 4: 0.4]))
  }

  @Test func `a shutter is that of the clip, or else of the canvas`() throws {
    let blur = #""motionBlur": { "shutter": 180, "phase": 0 }"#
    #expect(isNear(try shares(#""speed": 4, \#(blur)"#, at: 3), [12: 0.5, 13: 0.5]))
    #expect(isNear(try shares(#""speed": 4"#, canvas: blur, at: 3), [12: 0.5, 13: 0.5]))
    // About the frame's time where nothing else is said.
    #expect(
      isNear(
        try shares(#""speed": 4, "motionBlur": { "shutter": 180 }"#, at: 3), [11: 0.5, 12: 0.5]))
    #expect(
      isNear(
        try shares(#""speed": 1, "motionBlur": { "shutter": 720, "phase": 0 }"#, at: 3),
        [3: 0.5, 4: 0.5]))
    // Only whether something is blurred is said, and not for how long.
    #expect(
      isNear(try shares(#""speed": 2"#, canvas: #""motionBlur": true"#, at: 3), [6: 0.5, 7: 0.5]))
  }

  @Test func `backwards and at the ends, what is not there counts nothing`() throws {
    #expect(
      isNear(try shares(#""speed": 2, "reverse": true"#, at: 0), [199: 0.5, 198: 0.5]))
    #expect(
      isNear(
        try shares(#""speed": 3, "out": 4, "loop": 2"#, at: 33), [99: 1]))
    #expect(
      isNear(
        try shares(#""speed": 3, "out": 4, "loop": 2"#, at: 34),
        [2: 1.0 / 3, 3: 1.0 / 3, 4: 1.0 / 3]))
    // A part that begins and ends within frames.
    #expect(
      isNear(
        try shares(#""speed": 4, "in": 0.06"#, at: 0),
        [2: 0.285714, 3: 0.285714, 4: 0.285714, 5: 0.142857]))
    #expect(isNear(try shares(#""speed": 4, "freeze": { "at": 0, "duration": 1 }"#, at: 3), [0: 1]))
  }
}
