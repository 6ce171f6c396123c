import Bytes
import Testing

@testable import Timeline

@Suite struct TimeExpressionTests {
  @Test(arguments: [
    ("0.1", 1, 10), ("2", 2, 1), ("-1.5", -3, 2), ("1e3", 1000, 1), ("25E-1", 5, 2),
    ("0.000000001", 1, 1_000_000_000), ("1000000000", 1_000_000_000, 1), ("0e99999999", 0, 1),
    ("1e-99999999999999999999", 0, 1), ("0.5000000000000", 1, 2), ("0.00012e6", 120, 1),
    // Beyond nine places the rest is cut off downwards, as for the sums that programs print.
    ("0.30000000000000004", 3, 10), ("-0.30000000000000004", -300_000_001, 1_000_000_000),
    ("0.6666666666666666", 666_666_666, 1_000_000_000),
  ])
  func `numbers are exact seconds`(text: String, numerator: Int, denominator: Int) throws {
    let time = try #require(Time(numerator, denominator))
    #expect(try TimeExpression(number: text) == .seconds(time))
    #expect(try TimeExpression(parsing: text) == .seconds(time))
  }

  @Test(arguments: [
    ("1:02.5", 125, 2), ("00:01:02.500", 125, 2), ("1:00:00", 3600, 1), ("90:00", 5400, 1),
    ("-0:00.25", -1, 4), ("1:2", 62, 1), ("1001/30000", 1001, 30000), ("-1/3", -1, 3),
    ("6/4", 3, 2), ("250ms", 1, 4), ("0.5ms", 1, 2000), ("1.5s", 3, 2), (" 2s ", 2, 1),
  ])
  func `texts are exact seconds`(text: String, numerator: Int, denominator: Int) throws {
    let time = try #require(Time(numerator, denominator))
    #expect(try TimeExpression(parsing: text) == .seconds(time))
  }

  @Test func `frames and shares wait for their measure`() throws {
    let rate = try #require(FrameRate(30000, 1001))
    let frames = try TimeExpression(parsing: "90f")
    #expect(frames == .frames(Rational(90)))
    #expect(frames.resolved(rate: rate, duration: nil) == Time(frame: 90, rate: rate))
    #expect(frames.resolved(rate: nil, duration: .zero) == nil)
    let part = try TimeExpression(parsing: "1.5f")
    #expect(part.resolved(rate: FrameRate(3, 1), duration: nil) == Time(1, 2))
    let share = try TimeExpression(parsing: "50%")
    #expect(share.resolved(rate: nil, duration: Time(seconds: 3)) == Time(3, 2))
    #expect(share.resolved(rate: rate, duration: nil) == nil)
    let seconds = try TimeExpression(number: "4")
    #expect(seconds.resolved(rate: nil, duration: nil) == Time(seconds: 4))
  }

  @Test(arguments: [
    "", "x", "1x2", "1:", ":1", "1:2:3:4", "1.5:00", "1/2/3", "1.5/2", "/3", "0x10", "inf", "nan",
    "1 2", "1e", ".", "-", "--1", "1:-2", "1f f", "٣",
  ])
  func `what is no time is malformed`(text: String) throws {
    let error = valueError { () throws(ValueError) in try TimeExpression(parsing: text) }
    #expect(try #require(error).kind == .malformed)
  }

  @Test(arguments: [
    "1000000000.1", "-1e10", "1e99999999999", "1/0", "1/1000000001", "1:60", "1:60:00", "2e9f",
    "99999999999999999999999999999999999999999999", "1e9%", "1e40%", "20000000:00:00",
  ])
  func `what is too large is out of range`(text: String) throws {
    let error = valueError { () throws(ValueError) in try TimeExpression(parsing: text) }
    #expect(try #require(error).kind == .outOfRange)
  }

  @Test func `messages say what is allowed`() {
    func message(_ text: String) -> String? {
      valueError { () throws(ValueError) in try TimeExpression(parsing: text) }?.message
    }
    #expect(message("3h") == "a time ends in s, ms, f (frames) or %, not in 'h'")
    #expect(message("soon")?.hasPrefix("a time is a number of seconds, or text such as") == true)
    let number = valueError { () throws(ValueError) in try TimeExpression(number: "5s") }
    #expect(number?.kind == .malformed)
  }

  @Test func `sums are added up, of several kinds later`() throws {
    #expect(try TimeExpression(summing: "1:00 - 250ms") == .seconds(try #require(Time(239, 4))))
    #expect(try TimeExpression(summing: "2f + 1f") == .frames(Rational(3)))
    #expect(try TimeExpression(summing: "-1.5") == .seconds(try #require(Time(-3, 2))))
    let end = try TimeExpression(summing: "100% - 1s - 5f")
    #expect(end.countsFrames && end.hasShare)
    let rate = FrameRate(25, 1)
    #expect(end.resolved(rate: rate, duration: Time(seconds: 10)) == Time(44, 5))
    #expect(end.resolved(rate: nil, duration: Time(seconds: 10)) == nil)
    #expect(end.resolved(rate: rate, duration: nil) == nil)
    // As in timelines.
    let mixed = try TimeExpression(summing: "1s + 5f")
    #expect(mixed.resolved(rate: rate, duration: nil) == Time(6, 5) && !mixed.hasShare)
  }

  @Test(arguments: [
    "1s -1f", "1 + x", "1 + 1 + 1 + 1 + 1", "1000000000 + 1", "1s +", "beat:4 + 2f",
  ])
  func `what is no sum of times is refused`(_ text: String) {
    #expect(throws: ValueError.self) { try TimeExpression(summing: text) }
  }
}
