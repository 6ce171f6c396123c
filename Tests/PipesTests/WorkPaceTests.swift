import Testing

@testable import Pipes

/// Whether one worker is left alone with items, by how long these take.
@Suite struct WorkPaceTests {
  /// How long items take: with several workers, and with one.
  private struct Times {
    var several: UInt64
    var one: UInt64
    /// The work on an item alone.
    var work: UInt64
  }

  private func run(
    _ pace: inout WorkPace, _ times: Times, from start: UInt64 = 0, windows: Int
  ) -> (time: UInt64, alone: Int) {
    var (time, alone) = (start, 0)
    for _ in 0..<windows * WorkPace.window {
      if pace.isAlone { alone += 1 }
      time += pace.isAlone ? times.one : times.several
      pace.note(time, work: times.work)
    }
    return (time, alone)
  }

  @Test func `one that is faster alone is left alone, but for short trials`() {
    var pace = WorkPace()
    let windows = 200
    let (_, alone) = run(&pace, Times(several: 1200, one: 1000, work: 900), windows: windows)
    #expect(Double(alone) > 0.9 * Double(windows * WorkPace.window))
  }

  @Test func `several that are faster are tried against one that might be`() {
    var pace = WorkPace()
    let windows = 200
    let (_, alone) = run(&pace, Times(several: 1000, one: 1200, work: 900), windows: windows)
    #expect(alone > 0)
    #expect(Double(alone) < 0.07 * Double(windows * WorkPace.window))
  }

  @Test func `one whose work takes longer than several need is not tried`() {
    var pace = WorkPace()
    #expect(run(&pace, Times(several: 500, one: 1000, work: 990), windows: 200).alone == 0)
  }

  @Test func `slow input is no reason to leave one alone`() {
    var pace = WorkPace()
    let windows = 200
    let (_, alone) = run(&pace, Times(several: 5000, one: 5000, work: 900), windows: windows)
    #expect(Double(alone) < 0.07 * Double(windows * WorkPace.window))
  }

  @Test func `work that grows is shared again soon`() {
    var pace = WorkPace()
    let (time, _) = run(&pace, Times(several: 1200, one: 1000, work: 900), windows: 3)
    #expect(pace.isAlone)
    let grown = Times(several: 2000, one: 3000, work: 2900)
    let (_, alone) = run(&pace, grown, from: time, windows: 20)
    #expect(alone <= WorkPace.window + 1)
    #expect(!pace.isAlone)
  }
}
