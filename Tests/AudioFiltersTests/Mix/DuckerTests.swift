import Bytes
import Testing
import Timeline
import WAV

@testable import AudioFilters

@Suite struct DuckerTests {
  /// The gain of a sound of ones while another of 0.5 is heard from 2 s to 3 s, at 8000 a second.
  private func gains(_ duck: String, blocks: [Int] = [1000]) throws -> [Float] {
    let text = """
      {"version": 1, "audio": {"main": {"duck": {"under": "voice", \(duck)}},
        "tracks": [{"name": "voice", "source": "v", "start": 1, "duration": 3}]}}
      """
    let plan = try TestMix.plan(text, tracks: [Time(seconds: 9)], input: Time(seconds: 6))
    let voice = TestSupply.Feed { _, sample in
      (8000..<16_000).contains(sample) ? (sample % 40 < 20 ? 0.5 : -0.5) : 0
    }
    let supply = TestSupply([TestSupply.Feed { _, _ in 1 }, voice])
    let result = try TestMix.render(plan, supply, blocks: blocks)
    return result[0].enumerated().map { sample, value in
      (16_000..<24_000).contains(sample) ? value - ((sample - 8000) % 40 < 20 ? 0.5 : -0.5) : value
    }
  }

  private func decibels(_ gain: Float) -> Double { 20 * Maths.log(Double(gain)) / Maths.log(10) }

  @Test(arguments: [[1000], [1, 3000, 77]])
  func `depth and times are those that are given`(_ blocks: [Int]) throws {
    let gains = try gains(
      #""amount": "-12dB", "attack": 0.1, "release": 0.5, "lookahead": 0.05"#, blocks: blocks)
    // It begins 400 samples before the voice, and is at the bottom 800 samples later.
    let start = 16_000 - 400
    #expect(gains[..<start].allSatisfy { $0 == 1 })
    #expect(abs(decibels(gains[start + 399]) + 6) < 0.02)
    #expect(abs(decibels(gains[start + 800]) + 12) < 1e-4)
    #expect(abs(decibels(gains[20_000]) + 12) < 1e-4)
    // 10 ms after the voice's last sample it comes up.
    let end = 24_000 + 80
    #expect(abs(decibels(gains[end - 1]) + 12) < 1e-4)
    #expect(abs(decibels(gains[end + 1999]) + 6) < 0.02)
    #expect(gains[(end + 4000)...].allSatisfy { $0 == 1 })
    for (a, b) in zip(gains[..<16_000], gains[1..<16_000]) { #expect(abs(a - b) < 0.003) }
  }

  @Test func `what is below the threshold is not heard`() throws {
    #expect(try gains(#""threshold": 0.6"#).allSatisfy { abs($0 - 1) < 1e-6 })
    #expect(try gains(#""threshold": 0.4"#)[20_000] < 0.3)
  }

  @Test func `silence is reached evenly in amplitude`() throws {
    let gains = try gains(#""amount": 0, "attack": 0.1, "release": 0, "lookahead": 0.1"#)
    #expect(abs(gains[15_600 - 1] - 0.5) < 1e-5)
    #expect(abs(gains[16_100]) < 1e-6 && gains[24_080] == 1)
  }

  @Test func `sounds duck along a line of others`() throws {
    let text = """
      {"version": 1, "audio": {
        "main": {"duck": {"under": "b", "amount": 0.5, "lookahead": 1, "attack": 0}},
        "tracks": [
          {"name": "a", "source": "a", "start": 3, "duration": 1},
          {"name": "b", "source": "b", "duck":
            {"under": "a", "amount": 0, "lookahead": 1.5, "attack": 0, "release": 0}}]}}
      """
    let plan = try TestMix.plan(
      text, tracks: [Time(seconds: 9), Time(seconds: 9)], input: Time(seconds: 8))
    let ones = TestSupply.Feed { _, _ in 1 }
    let mix = try TestMix.render(plan, TestSupply([ones, ones, ones]), blocks: [500])
    // From 1.5 s to 4 s b is silent, but main ducks until a second before it is heard again.
    #expect(mix[0][11_000] == 1.5)
    #expect(abs(mix[0][20_000] - 1) < 0.6)
    #expect(mix[0][50_000] == 1.5)
  }
}
