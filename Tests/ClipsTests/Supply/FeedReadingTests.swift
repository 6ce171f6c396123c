import Bytes
import Testing
import Timeline

@testable import Clips

/// What a stretch of the output reads of a source.
@Suite struct FeedReadingTests {
  private func plan(
    _ outputs: Range<Int>, isRising: Bool, _ frame: @escaping @Sendable (Int) -> Int
  ) -> FeedPlan {
    FeedPlan(
      feed: 0, source: ChildScheduleTests.movie("a"),
      demand: Demand(outputs: outputs, isRising: isRising) {
        FrameChoice(first: frame($0), second: frame($0), weight: 0)
      }, name: "a", place: 0..<0)
  }

  @Test func `what goes forwards is read where it is shown`() {
    let plan = plan(10..<60, isRising: true) { $0 - 10 }
    #expect(!plan.keepsFrames)
    #expect(plan.reading(for: 0..<20) == FeedReading(frames: 0..<10, lead: 0))
    #expect(plan.reading(for: 30..<40) == FeedReading(frames: 20..<30, lead: 0))
    #expect(plan.reading(for: 0..<10) == nil)
    #expect(plan.reading(for: 60..<70) == nil)
  }

  @Test func `what goes backwards is decoded before its first picture`() {
    let plan = plan(0..<50, isRising: false) { 49 - $0 }
    #expect(plan.keepsFrames)
    #expect(plan.reading(for: 0..<50) == FeedReading(frames: 0..<50, lead: 49))
    // Output frames 20 to 29 show frames 29 to 20.
    #expect(plan.reading(for: 20..<30) == FeedReading(frames: 20..<30, lead: 9))
  }

  @Test func `a later pass is decoded from the beginning of what it shows`() {
    let plan = plan(0..<40, isRising: false) { $0 % 10 }
    #expect(plan.reading(for: 10..<20) == FeedReading(frames: 0..<10, lead: 0))
    #expect(plan.reading(for: 15..<25) == FeedReading(frames: 0..<10, lead: 5))
  }

  @Test func `what has no end is read to its own`() {
    let plan = plan(0..<Int.max, isRising: true) { $0 }
    #expect(plan.reading(for: 5..<Int.max) == FeedReading(frames: 5..<Int.max, lead: 0))
  }
}
