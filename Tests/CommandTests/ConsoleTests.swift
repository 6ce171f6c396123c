import Testing
import Timeline

@testable import Shell
@testable import vfx

@Suite struct ConsoleTests {
  @Test(arguments: [
    (0.0, 2, "0.00"), (1.005, 1, "1.0"), (-0.04, 1, "0.0"), (-1.25, 1, "-1.3"),
    (99.999, 2, "100.00"),
    (7.5, 0, "8"), (.infinity, 3, "inf"), (.nan, 3, "nan"), (1e20, 1, "1e+20"),
  ])
  func `numbers have the digits asked for`(_ value: Double, _ digits: Int, _ text: String) {
    #expect(fixed(value, digits) == text)
  }

  @Test func `timestamps are rounded down and never drift`() {
    #expect(timestamp(.zero) == "0:00:00.000")
    #expect(timestamp(Time(1001, 30000) ?? .zero) == "0:00:00.033")
    #expect(timestamp(Time(seconds: 86_399)) == "23:59:59.000")
    #expect(timestamp(Time(3_599_999, 1000) ?? .zero) == "0:59:59.999")
    #expect(timestamp(Time(-1, 1000) ?? .zero) == "-0:00:00.001")
  }

  @Test(arguments: [(0.0, "0:00"), (0.2, "0:01"), (59.5, "1:00"), (3661.0, "1:01:01")])
  func `what is left is rounded up`(_ seconds: Double, _ text: String) {
    #expect(countdown(seconds) == text)
  }

  @Test func `what is left at no speed is not a number`() {
    #expect(countdown(.infinity) == "?")
  }

  @Test(arguments: [
    (UInt64(0), "0 bytes"), (1023, "1023 bytes"), (1024, "1.0 KiB"), (3 << 30, "3.0 GiB"),
    (UInt64.max, "16777216.0 TiB"),
  ])
  func `bytes are counted in powers of 1024`(_ bytes: UInt64, _ text: String) {
    #expect(byteCount(bytes) == text)
  }

  @Test func `progress says what is known`() {
    var state = ProgressState(
      clock: .frames(nil), count: 50, total: 200, time: Time(seconds: 2), elapsed: 4)
    #expect(state.line == "frame 50  0:00:02.000  12.5 fps  25 %  ETA 0:12")
    #expect(
      state.json(isDone: false)
        == #"{ "frame": 50, "time": 2.000000, "fps": 12.50, "frames": 200, "percent": 25.0, "eta": 12.0, "done": false }"#
    )
    state = ProgressState(
      clock: .frames(nil), count: 50, total: nil, time: Time(seconds: 2), elapsed: 0)
    #expect(state.line == "frame 50  0:00:02.000  0.0 fps")
    #expect(
      ProgressState(clock: .frames(nil), count: 0, total: 0, time: .zero, elapsed: 1).fraction == 1)
  }

  @Test func `a stream that is longer than it said is not done more than once`() {
    let state = ProgressState(clock: .frames(nil), count: 300, total: 200, time: .zero, elapsed: 1)
    #expect(state.fraction == 1)
    #expect(state.remaining == 0)
  }
}
