import Bytes
import Fonts
import Subtitles
import TestNumbers
import Testing

@testable import Filters

@Suite struct CueStackTests {
  private static let height = 100.0

  private func track(_ times: [(start: Int, end: Int)]) throws -> CueTrack {
    func stamp(_ seconds: Int) -> String { "00:00:\(seconds < 10 ? "0" : "")\(seconds),000" }
    let text = times.map { "1\n\(stamp($0.start)) --> \(stamp($0.end))\nx\n\n" }.joined()
    return CueTrack(
      try SubtitleFile(Array(text.utf8)), width: 100, height: 100,
      CueTrack.Defaults(
        style: CueStyle(), alignment: 2, position: nil, margin: 0, room: 100, line: 20))
  }

  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Bounds {
    Bounds(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  /// Each event's shift, and how many blocks were asked for.
  private func shifts(
    _ times: [(start: Int, end: Int)], order: [Int]? = nil, strip: CueStack.Strip? = nil,
    _ slot: (Int) -> CueSlot
  ) throws -> (shifts: [Double?], asked: Int) {
    let track = try track(times)
    guard let lane = track.lanes[0] else { return ([], 0) }
    var stack = CueStack(lane, height: Self.height)
    var asked = 0
    var found = [Double?](repeating: nil, count: times.count)
    for index in order ?? Array(times.indices) {
      found[index] = try stack.shift(
        of: index, strip: { _ in strip },
        slot: { (event) throws(RenderError) in
          asked += 1
          return slot(event)
        })
    }
    return (found, asked)
  }

  @Test func `blocks at the bottom go up, those at the top down`() throws {
    let times = [(0, 9), (1, 9), (2, 9)]
    let up = try shifts(times) { _ in CueSlot(box: box(10, 80, 80, 20), way: .up) }
    #expect(up.shifts == [0, -20, -40])
    let down = try shifts(times) { _ in CueSlot(box: box(10, 0, 80, 20), way: .down) }
    #expect(down.shifts == [0, 20, 40])
    // Beside each other there is room.
    let apart = try shifts(times) { CueSlot(box: box(Double($0) * 30, 80, 30, 20), way: .up) }
    #expect(apart.shifts == [0, 0, 0])
  }

  @Test func `places are free again when their events have gone`() throws {
    let times = [(0, 9), (1, 3), (2, 9), (3, 9), (3, 9)]
    let found = try shifts(times) { _ in CueSlot(box: box(10, 80, 80, 20), way: .up) }
    #expect(found.shifts == [0, -20, -40, -20, -60])
  }

  @Test func `events may be asked for in any order`() throws {
    let times = [(0, 9), (1, 3), (2, 9), (3, 9), (3, 9), (20, 30), (21, 30)]
    let slot = { (_: Int) in CueSlot(box: self.box(10, 80, 80, 20), way: .up) }
    let found = try shifts(times, slot)
    for order in [[6, 5, 4, 3, 2, 1, 0], [4, 0, 6, 2, 5, 1, 3], [3, 4, 1, 2, 0, 6, 5]] {
      #expect(try shifts(times, order: order, slot).shifts == found.shifts)
    }
    // Only what decides is laid out.
    #expect(try shifts(times, order: [6], slot).asked == 2)
  }

  @Test func `what finds no room is laid out no more`() throws {
    let times = [(start: Int, end: Int)](repeating: (1, 9), count: 2000)
    let strip = CueStack.Strip(x: 50, y: 100, goesUp: true)
    let found = try shifts(times, strip: strip) { _ in
      CueSlot(box: box(10, 80, 80, 20), way: .up)
    }
    #expect(Array(found.shifts.prefix(5)) == [0, -20, -40, -60, -80])
    #expect(found.shifts.dropFirst(5).allSatisfy { $0 == nil })
    #expect(found.asked == 5)
  }

  @Test func `lines of WebVTT move by steps, and turn round at the picture's end`() throws {
    let times = [(0, 9), (0, 9), (0, 9), (0, 9)]
    let found = try shifts(times) { _ in CueSlot(box: box(0, 60, 90, 20), way: .steps(20)) }
    #expect(found.shifts == [0, 20, -20, -40])
    let near = try shifts(times) { _ in CueSlot(box: box(0, 70, 90, 20), way: .nearest) }
    #expect(near.shifts == [0, -20, -40, -60])
  }
}

@Suite struct CueIntervalsTests {
  @Test func `the last one is found that ends later`() {
    var numbers = SeededNumbers(7)
    for count in [0, 1, 2, 3, 7, 8, 50] {
      let ends = (0..<count).map { _ in numbers.below(20) }
      let intervals = CueIntervals(ends: ends.map { Rational($0) })
      for limit in 0...count {
        for time in -1...20 {
          let wanted = (0..<limit).last { ends[$0] > time }
          #expect(
            intervals.last(before: limit, endingAfter: Rational(time)) == wanted,
            "\(ends) before \(limit) after \(time)")
        }
      }
    }
  }
}
