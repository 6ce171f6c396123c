import Bytes
import TestNumbers
import Testing

@testable import Images

@Suite struct FrameScheduleTests {
  private func schedule(
    _ hundredths: [Int], plays: Int? = nil, loop: FrameSchedule.Loop = .file,
    speed: Rational = .one, offset: Rational = .zero, minDelay: Rational? = nil
  ) -> FrameSchedule {
    FrameSchedule(
      delays: hundredths.map { Rational($0, over: 100) }, fileLoop: plays, loop: loop, speed: speed,
      offset: offset, minDelay: minDelay)
  }

  private func frames(_ schedule: FrameSchedule, _ hundredths: Range<Int>) -> [Int] {
    hundredths.map { schedule.frame(at: Rational($0, over: 100)) }
  }

  @Test func `a frame lasts from its start to just before its end`() {
    let schedule = schedule([2, 3, 2])
    #expect(frames(schedule, 0..<9) == [0, 0, 1, 1, 1, 2, 2, 0, 0])
    #expect(schedule.frame(at: Rational(1_999_999, over: 100_000_000)) == 0)
    #expect(schedule.duration == Rational(7, over: 100))
  }

  @Test func `the shortest frames are as long as they say where they are exact`() {
    let delays = [Rational](repeating: Rational(1, over: 240), count: 240)
    let schedule = FrameSchedule(delays: delays, fileLoop: nil, areExact: true)
    #expect(schedule.duration == .one)
    #expect(schedule.frame(at: Rational(1, over: 30)) == 8)
    #expect(FrameSchedule(delays: delays, fileLoop: nil).duration == Rational(24))
  }

  @Test func `loops end with the last frame`() {
    #expect(frames(schedule([2, 3], plays: 1), 0..<8) == [0, 0, 1, 1, 1, 1, 1, 1])
    #expect(frames(schedule([2, 2], plays: 2), 0..<10) == [0, 0, 1, 1, 0, 0, 1, 1, 1, 1])
    #expect(frames(schedule([2, 2], plays: 1, loop: .count(2)), 0..<6) == [0, 0, 1, 1, 0, 0])
    #expect(schedule([2, 2], plays: 1, loop: .forever).frame(at: Rational(1_000_000)) == 0)
  }

  @Test func `before the start the first frame is seen`() {
    #expect(schedule([2, 2]).frame(at: Rational(-5)) == 0)
    #expect(schedule([2, 2], offset: Rational(-1)).frame(at: Rational(1, over: 2)) == 0)
  }

  @Test func `speed and offset move the animation's own time`() {
    #expect(frames(schedule([4, 4], speed: Rational(2)), 0..<5) == [0, 0, 1, 1, 0])
    #expect(frames(schedule([2, 2], speed: Rational(1, over: 2)), 0..<6) == [0, 0, 0, 0, 1, 1])
    #expect(frames(schedule([2, 2, 2], offset: Rational(3, over: 100)), 0..<4) == [1, 2, 2, 0])
    #expect(
      frames(schedule([2, 2, 2], speed: .zero, offset: Rational(3, over: 100)), 0..<3) == [1, 1, 1])
    let backwards = schedule([2, 2, 2], speed: Rational(-1))
    #expect(frames(backwards, 0..<8) == [0, 2, 2, 1, 1, 0, 0, 2])
    #expect(frames(schedule([2, 2, 2], plays: 1, speed: Rational(-1)), 0..<3) == [0, 0, 0])
  }

  @Test func `delays of a hundredth or none last a tenth, as in browsers`() {
    let schedule = schedule([0, 1, 2])
    #expect(schedule.duration == Rational(22, over: 100))
    #expect(frames(schedule, 9..<11) == [0, 1] && frames(schedule, 19..<22) == [1, 2, 2])
    #expect(
      self.schedule([0, 1, 9], minDelay: Rational(5, over: 100)).duration == Rational(19, over: 100)
    )
  }

  @Test func `with no least delay, frames without a delay are passed over`() {
    let schedule = schedule([0, 2, 0, 2, 0], minDelay: .zero)
    #expect(frames(schedule, 0..<6) == [1, 1, 3, 3, 1, 1])
    #expect(self.schedule([2, 0], plays: 1, minDelay: .zero).frame(at: .one) == 1)
  }

  @Test func `no time at all is the last frame`() {
    let schedule = schedule([0, 0, 0], minDelay: .zero)
    #expect(schedule.frame(at: .zero) == 2 && schedule.frame(at: Rational(7)) == 2)
    #expect(schedule.duration == .zero)
  }

  @Test func `unlike denominators are exact, and far times too`() {
    let delays = [Rational(1, over: 30), Rational(1001, over: 30_000), Rational(1, over: 7)]
    let schedule = FrameSchedule(delays: delays, fileLoop: nil, minDelay: .zero)
    let total = Rational(1000 * 7 + 1001 * 7 + 30_000, over: 210_000)
    #expect(schedule.duration == total)
    let least = Rational(1, over: 210_000)
    for pass in [0, 1, 999, 123_456_789] {
      let start = total * Rational(pass)
      #expect(schedule.frame(at: start) == 0)
      #expect(schedule.frame(at: start + delays[0] - least) == 0)
      #expect(schedule.frame(at: start + delays[0]) == 1)
      if pass > 0 { #expect(schedule.frame(at: start - least) == 2) }
    }
  }

  @Test func `numbers that are too large do not trap`() {
    let many = (1...3000).map { Rational(65_535, over: 65_536 - $0) }
    let schedule = FrameSchedule(delays: many, fileLoop: nil, minDelay: .zero)
    #expect(schedule.frame(at: .zero) == 0)
    let extreme = [Rational(Int.max), Rational(-Int.max), Rational(1, over: Int.max)]
    for time in extreme {
      for speed in extreme {
        for offset in extreme {
          for plays in [nil, 1] as [Int?] {
            let schedule = FrameSchedule(
              delays: [Rational(1, over: 999_983), .one], fileLoop: plays, speed: speed,
              offset: offset
            )
            #expect((0...1).contains(schedule.frame(at: time)))
          }
        }
      }
    }
    let fast = FrameSchedule(
      delays: [.one, .one], fileLoop: 1, speed: Rational(Int.max), offset: Rational(1, over: 7))
    #expect(fast.frame(at: Rational(Int.max)) == 1)
    #expect(fast.frame(at: Rational(-Int.max)) == 0)
  }

  @Test func `the search agrees with counting`() {
    var dice = SeededNumbers(5)
    for _ in 0..<200 {
      let delays = (0..<Int.random(in: 1...9, using: &dice)).map { _ in
        Int.random(in: 0...4, using: &dice)
      }
      let schedule = schedule(delays, minDelay: .zero)
      let shown = delays.enumerated().flatMap { Array(repeating: $0.offset, count: $0.element) }
      for time in 0..<30 where !shown.isEmpty {
        #expect(schedule.frame(at: Rational(time, over: 100)) == shown[time % shown.count])
      }
    }
  }
}
