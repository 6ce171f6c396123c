import Bytes
import Pipes
import TestNumbers
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Clips

/// Movies that are too long to be kept.
@Suite struct PiecesTests {
  /// What 40 output frames show of a movie of 30 frames, of which `kept` may be kept.
  private func play(_ choices: [FrameChoice], kept: Int, frames: Int = 30) throws -> [FrameChoice] {
    let fake = try FakeFFmpeg()
    let path = try fake.movie(frames: frames)
    let plan = FeedPlan(
      feed: 0, source: ChildScheduleTests.movie(path, frames: 30),
      demand: DemandTests.demand(choices, start: 0, isRising: false), name: "movie", place: 0..<0)
    // A frame of the canvas has 96 bytes, one of the movie 64.
    let settings = try SupplierTests.settings(fake.tools, spool: SpoolSettings(limit: 96 * kept))
    var supplier = try Supplier([plan], settings)
    var supplies: [Supply] = []
    var shown: [FrameChoice] = []
    for index in choices.indices {
      _ = try supplier.supply(index, into: &supplies)
      let supply = try #require(supplies.first)
      let first = NumberedStream.number(supply.frame)
      shown.append(
        FrameChoice(
          first: first, second: supply.second.map { NumberedStream.number($0) } ?? first,
          weight: supply.weight))
    }
    return shown
  }

  @Test(arguments: 0..<24)
  func `each output frame shows what is asked for`(seed: Int) throws {
    var random = SeededNumbers(seed)
    let choices = DemandTests.choices(count: 40, frames: 30, isRising: false, using: &random)
    #expect(try play(choices, kept: [3, 5, 8][seed % 3]) == choices)
  }

  @Test func `a movie is played backwards in pieces`() throws {
    let choices = (0..<30).map { FrameChoice(first: 29 - $0, second: 29 - $0, weight: 0) }
    #expect(try play(choices, kept: 4) == choices)
    // Blending takes the frame before as the second one.
    let mixed = (0..<29).map { FrameChoice(first: 29 - $0, second: 28 - $0, weight: 9) }
    #expect(try play(mixed, kept: 4) == mixed)
  }

  @Test func `a movie that is shorter than it says is so backwards too`() throws {
    let choices = (0..<30).map { FrameChoice(first: 29 - $0, second: 29 - $0, weight: 0) }
    let wanted = choices.map {
      FrameChoice(first: min($0.first, 11), second: min($0.first, 11), weight: 0)
    }
    #expect(try play(choices, kept: 4, frames: 12) == wanted)
  }
}
