import Bytes
import Testing
import Timeline
import Y4M

@testable import Clips

@Suite struct ChildScheduleTests {
  static func movie(_ path: String, rate: FrameRate? = FrameRate(10, 1), frames: Int = 50)
    -> Source
  {
    .movie(
      MediaFile(
        path: path,
        info: MediaInfo(
          codec: "fake", width: 16, height: 4, aspect: .square,
          hasIndex: true, rate: rate,
          length: rate.map { Time(frame: frames, rate: $0) } ?? Time(seconds: 5), pixels: "yuv420p",
          space: nil, transfer: nil, primaries: nil, statedRange: nil, siting: .left)))
  }

  private func schedule(_ ranges: [Range<Int>], frames: Range<Int> = 0..<Int.max) throws
    -> ChildSchedule
  {
    let plans = ranges.enumerated().map { feed, range in
      FeedPlan(
        feed: feed, source: Self.movie("a"),
        demand: Demand(outputs: range, isRising: true) {
          FrameChoice(first: $0, second: $0, weight: 0)
        }, name: "a", place: 0..<0)
    }
    return ChildSchedule(plans, rate: try #require(FrameRate(10, 1)), frames: frames)
  }

  @Test func `a child is started a second before it is due`() throws {
    let lives = try schedule([0..<50, 40..<100, 95..<120]).lives
    #expect(lives.map(\.start) == [0, 30, 85])
    #expect(lives.map(\.due) == [0, 40, 95])
    #expect(lives.map(\.end) == [50, 100, 120])
  }

  @Test func `short clips wait for one another`() throws {
    let lives = try schedule((0..<100).map { $0 * 3..<$0 * 3 + 4 }).lives
    #expect(lives.count == 100)
    for frame in 0..<310 {
      #expect(lives.count { $0.start <= frame && frame < $0.end } <= ChildSchedule.mostAlive)
    }
  }

  @Test func `sources that are seen at once are all alive`() throws {
    let lives = try schedule([0..<50, 10..<50, 20..<50, 30..<50, 45..<60]).lives
    #expect(lives.map(\.start) == [0, 0, 10, 30, 45])
  }

  @Test func `only the frames that are asked for count`() throws {
    let lives = try schedule([0..<50, 40..<100, 95..<120], frames: 60..<90).lives
    #expect(lives.map(\.feed) == [1])
    #expect(lives.map(\.start) == [60])
  }
}
