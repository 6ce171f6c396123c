import Bytes
import Testing

@testable import Timeline

@Suite struct TimeRangeTests {
  private let start = Time(seconds: 2)
  private let end = Time(seconds: 6)

  @Test func `the start belongs to it and the end does not`() {
    let range = TimeRange(start: start, end: end)
    #expect(range.contains(start) && range.contains(Time(seconds: 5)))
    #expect(!range.contains(end) && !range.contains(Time(seconds: 1)))
    #expect(range.duration == Time(seconds: 4) && !range.isEmpty)
    #expect(range == TimeRange(start: start, duration: Time(seconds: 4)))
  }

  @Test func `a range without an end goes on`() {
    let range = TimeRange(start: start, end: nil)
    #expect(range.contains(Time.limit) && !range.contains(.zero))
    #expect(range.duration == nil && !range.isEmpty)
    #expect(TimeRange.whole.contains(.zero))
  }

  @Test func `two ranges share what lies in both`() {
    let range = TimeRange(start: start, end: end)
    let open = TimeRange(start: Time(seconds: 4), end: nil)
    #expect(range.intersection(open) == TimeRange(start: Time(seconds: 4), end: end))
    #expect(range.intersection(TimeRange(start: end, end: nil)) == nil)
    #expect(open.intersection(.whole) == open)
  }

  @Test func `a turned or empty range holds nothing`() {
    let turned = TimeRange(start: end, end: start)
    #expect(turned.isEmpty && turned.duration == .zero && !turned.contains(end))
    #expect(TimeRange(start: start, end: start).isEmpty)
  }

  @Test func `its frames are those whose times lie inside`() throws {
    let rate = try #require(FrameRate(30000, 1001))
    for (from, to) in [(0, 1001), (1001, 2002), (1, 999), (2000, 2001), (33, 34), (5, 5)] {
      let range = TimeRange(start: try #require(Time(from, 1000)), end: Time(to, 1000))
      let inside = (0..<100).filter { range.contains(Time(frame: $0, rate: rate)) }
      #expect(Array(range.frames(rate: rate)) == inside)
    }
    #expect(TimeRange(start: -start, end: nil).frames(rate: rate) == 0..<Int.max)
    #expect(TimeRange(start: -end, end: -start).frames(rate: rate).isEmpty)
    #expect(TimeRange(start: .zero, end: end).shifted(by: start).end == Time(seconds: 8))
  }
}
