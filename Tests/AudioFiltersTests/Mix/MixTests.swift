import Bytes
import Testing
import Timeline
import WAV

@testable import AudioFilters

@Suite struct MixTests {
  private static let noise = (0..<4).map { Noise(seed: UInt64($0) &* 77 &+ 5) }

  private static func feed(_ number: Int, length: Int? = nil) -> TestSupply.Feed {
    let noise = noise[number]
    return TestSupply.Feed(length: length) { noise($0, $1) }
  }

  private static func rms(_ samples: some Collection<Float>) -> Double {
    let sum = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
    return (sum / Double(max(samples.count, 1))).squareRoot()
  }

  @Test(arguments: [[1], [4096], [1, 17, 2048, 5000]])
  func `what has nothing done to it stays as it is`(_ blocks: [Int]) throws {
    let plan = try TestMix.plan(#"{"version": 1}"#)
    let limit = blocks == [1] ? 3000 : 20_000
    let supply = TestSupply([Self.feed(0, length: limit)])
    let result = try TestMix.render(plan, supply, blocks: blocks)
    #expect(result.count == limit && result.changed.isEmpty && supply.isOrderly)
    for channel in 0..<2 {
      #expect(result[channel] == (0..<limit).map { Self.noise[0](channel, $0) })
    }
  }

  @Test func `only what is on changes samples`() throws {
    let text = """
      {"version": 1, "audio": {"main": {"volume": {"keys": [[1, 1], [1.5, 0.5], [2, 1]]}},
        "tracks": [{"source": "a.wav", "start": 3, "duration": 0.5}]}}
      """
    let plan = try TestMix.plan(
      text, tracks: [Time(seconds: 10)], input: Time(seconds: 5))
    let supply = TestSupply([Self.feed(0), Self.feed(1)])
    let result = try TestMix.render(plan, supply, blocks: [777])
    #expect(result.count == 40_000)
    #expect(result.changed == [8000..<16_000, 24_000..<28_000])
    #expect(result[0][20_000] == Self.noise[0](0, 20_000))
    #expect(abs(result[1][12_000] - Self.noise[0](1, 12_000) * 0.5) < 1e-7)
    // In the middle of the track, without a fade: the sum.
    #expect(result[0][26_000] == Self.noise[0](0, 26_000) + Self.noise[1](0, 2000))
    #expect(result[0][24_000] == Self.noise[0](0, 24_000) + Self.noise[1](0, 0))
  }

  @Test func `what the output cannot hold counts as changed`() throws {
    let text = """
      {"version": 1, "clips": [
        {"source": "a.wav", "out": 1}, {"source": "b.wav", "out": 1}, {"source": "a.wav", "out": 1}],
        "audio": {"main": {"cutFade": 0}}}
      """
    let plan = try TestMix.plan(text, lengths: Array(repeating: Time(seconds: 1), count: 3))
    var feeds = [Self.feed(0), Self.feed(1), Self.feed(0)]
    feeds[1].fitsOutput = false
    let result = try TestMix.render(plan, TestSupply(feeds), blocks: [999])
    #expect(result.changed == [8000..<16_000])
  }

  @Test func `blocks do not matter`() throws {
    let text = """
      {"version": 1, "clips": [
          {"source": "a", "in": 0.3, "out": 1.3, "volume": {"from": "-20dB", "to": 2},
            "transition": {"type": "crossfade", "duration": 0.4, "ease": "ease-in"}},
          {"source": "b", "out": 1.2}, {"source": "c", "in": 0.1, "out": 0.5}],
        "audio": {"pan": {"from": -1, "to": 1}, "fadeOut": {"duration": 1, "curve": "losi"},
          "main": {"duck": {"under": "voice", "amount": "-20dB", "lookahead": 0.3}},
          "tracks": [{"name": "voice", "source": "v", "start": 0.9, "duration": 0.4, "pan": 0.3},
            {"source": "m", "fadeIn": 0.5, "volume": 0.3, "duck": {"under": "main"}}],
          "effects": [{"effect": "limiter", "start": 0.5}]}}
      """
    let plan = try TestMix.plan(
      text, lengths: [Time(seconds: 9), Time(seconds: 9), Time(seconds: 9)],
      tracks: [Time(seconds: 9), Time(seconds: 9)])
    func render(_ blocks: [Int]) throws -> TestMix.Result {
      let supply = TestSupply((0..<5).map { Self.feed($0 % 4) })
      let result = try TestMix.render(plan, supply, blocks: blocks)
      #expect(supply.isOrderly)
      return result
    }
    let whole = try render([1 << 16])
    // 1 + 1.2 - 0.4 + 0.4 seconds.
    #expect(whole.count == 17_600)
    for blocks in [[4096], [333], [1, 2, 5, 5000]] {
      let other = try render(blocks)
      #expect(other.channels == whole.channels && other.changed == whole.changed)
    }
  }

  @Test func `nobody's level changes when another track ends`() throws {
    let text = """
      {"version": 1, "audio": {"tracks": [
        {"source": "a", "volume": 0.5}, {"source": "b", "end": 1}, {"source": "c", "end": 1.5}]}}
      """
    let ones = TestSupply.Feed { _, _ in 1 }
    let plan = try TestMix.plan(
      text, tracks: Array(repeating: Time(seconds: 100), count: 3), input: Time(seconds: 3))
    let result = try TestMix.render(plan, TestSupply(Array(repeating: ones, count: 4)))
    #expect(result[0][4000] == 3.5)
    #expect(result[0][10_000] == 2.5)
    #expect(result[0][20_000] == 1.5)
    // Cut out of its source, each has the last 3 ms to fade.
    #expect(result[0][7975] == 3.5 && result[0][8000] == 2.5)
  }

  @Test func `equal power holds the level of unrelated sounds`() throws {
    let text = """
      {"version": 1, "clips": [{"source": "a", "out": 2,
        "transition": {"type": "crossfade", "duration": 1}}, {"source": "b", "out": 2}]}
      """
    let plan = try TestMix.plan(
      text, lengths: [Time(seconds: 2), Time(seconds: 2)], rate: 48_000)
    let supply = TestSupply([Self.feed(0), Self.feed(1)])
    let samples = try TestMix.render(plan, supply, blocks: [4096])[0]
    #expect(samples.count == 144_000)
    let before = Self.rms(samples[..<48_000])
    for step in 0..<8 {
      let start = 48_000 + step * 6000
      let decibels =
        20 * Maths.log(Self.rms(samples[start..<start + 6000]) / before) / Maths.log(10)
      #expect(abs(decibels) < 0.2, "\(step): \(decibels)")
    }
    // The middle: both at -3 dB.
    let (a, b) = (Self.noise[0](0, 72_000), Self.noise[1](0, 24_000))
    #expect(abs(samples[72_000] - (a + b) * Float(0.5.squareRoot())) < 1e-5)
  }

  @Test(arguments: ["equal-gain", "cut"])
  func `transitions go over by their own curves`(_ kind: String) throws {
    let text = """
      {"version": 1, "clips": [{"source": "a", "out": 2, "transition":
        {"type": "crossfade", "duration": 1, "sound": "\(kind)"}}, {"source": "b", "out": 2}]}
      """
    let plan = try TestMix.plan(text, lengths: [Time(seconds: 2), Time(seconds: 2)])
    let supply = TestSupply([TestSupply.Feed { _, _ in 1 }, TestSupply.Feed { _, _ in 0.5 }])
    let samples = try TestMix.render(plan, supply)[0]
    if kind == "equal-gain" {
      for sample in 8000..<16_000 {
        let share = Float(sample - 8000) / 8000
        #expect(abs(samples[sample] - (1 - share * 0.5)) < 1e-6)
      }
    } else {
      #expect(samples[..<11_976].allSatisfy { $0 == 1 })
      #expect(samples[12_024..<23_900].allSatisfy { $0 == 0.5 })
      #expect(samples[11_999] < 0.01 && samples[12_000] == 0)
    }
  }

  @Test func `a cut has fades only where the sound is not continuous`() throws {
    let text = """
      {"version": 1, "clips": [
        {"source": "a", "in": 0, "out": 1}, {"source": "a", "in": 1, "out": 2},
        {"source": "a", "in": 5, "out": 6}, {"source": "a", "in": 6, "out": 7, "volume": 0.5},
        {"source": "b"}, {"source": "c"}]}
      """
    let lengths = [9, 9, 9, 9, 1, 1].map { Time(seconds: $0) as Time? }
    let plan = try TestMix.plan(text, lengths: lengths)
    let ones = TestSupply.Feed { _, _ in 1 }
    let result = try TestMix.render(plan, TestSupply(Array(repeating: ones, count: 6)))
    // 3 ms are 24 samples. From the source's start, and across the parts that follow each other:
    // nothing. Then a jump, a step in level, the beginning of another source, and a natural end.
    let samples = result[0]
    #expect(samples[..<15_976].allSatisfy { $0 == 1 })
    #expect(samples[15_999] < 0.01 && samples[16_000] == 0 && samples[16_024] == 1)
    #expect(samples[23_999] < 0.01 && samples[24_000] == 0 && samples[24_024] == 0.5)
    #expect(samples[31_975] == 0.5 && samples[31_999] < 0.01)
    #expect(samples[32_000...].allSatisfy { $0 == 1 })
    #expect(
      result.changed == [15_976..<16_024, 23_976..<32_000])
  }

  @Test func `an hour of cuts lies on the nearest samples`() throws {
    // 40 parts of 2698 or so frames at 30000/1001, out of order, each with a beep at its start.
    let frames = (0..<40).map { 2600 + $0 * 37 % 200 }
    var clips: [String] = []
    var starts = [0]
    for (number, count) in frames.enumerated() {
      let first = (number * 7919) % 5000
      clips.append(
        #"{"source": "\#(number)", "in": "\#(first * 1001)/30000", "out": "\#((first + count) * 1001)/30000"}"#
      )
      starts.append((starts.last ?? 0) + count)
    }
    let plan = try TestMix.plan(
      #"{"version": 1, "clips": [\#(clips.joined(separator: ","))]}"#,
      lengths: Array(repeating: Time(seconds: 4000), count: 40), rate: 48_000)
    #expect(plan.length.map { $0 > 48_000 * 3400 } ?? false)
    for (number, feed) in plan.feeds.enumerated() {
      // floor(T * 48000 + 1/2) in whole numbers.
      let exact = (starts[number] * 1001 * 48_000 * 2 + 30_000) / 60_000
      #expect(feed.start == exact)
      #expect(number == 39 || feed.end == plan.feeds[number + 1].start)
      // The sound of a moment is less than a sample from its picture.
      let offset = feed.time(of: 0, rate: 48_000).seconds * 48_000
      #expect(abs(offset) <= 0.5)
    }
    #expect(plan.length == (starts[40] * 1001 * 48_000 * 2 + 30_000) / 60_000)
    // What is heard there is that very sample of the clip, up to the last cut of the hour.
    let counting = TestSupply.Feed { _, sample in Float(sample % 5000) / 5000 }
    for number in [1, 20, 39] {
      let place = plan.feeds[number].start + 3000
      let heard = try TestMix.render(
        plan, TestSupply(Array(repeating: counting, count: 40)), from: place, limit: 3)
      #expect(heard[0] == [3000, 3001, 3002].map { Float($0) / 5000 })
    }
  }

  @Test func `a stream ends where it ends`() throws {
    for length in [0, 1, 2047, 2048, 5001] {
      let plan = try TestMix.plan(#"{"version": 1, "audio": {"volume": 0.5}}"#)
      let result = try TestMix.render(plan, TestSupply([Self.feed(0, length: length)]))
      #expect(result.count == length)
      #expect(result.changed == (length > 0 ? [0..<length] : []))
    }
  }

  @Test func `tracks alone last as long as they do`() throws {
    let text =
      #"{"version": 1, "audio": {"tracks": [{"source": "a", "start": 1}, {"source": "b"}]}}"#
    let plan = try TestMix.plan(
      text, tracks: [Time(1, 2), Time(seconds: 1)], hasInput: false)
    let result = try TestMix.render(plan, TestSupply([Self.feed(0), Self.feed(1)]))
    #expect(result.count == 12_000 && result[1][11_000] == Self.noise[0](1, 3000))
    let open = try TestMix.plan(text, tracks: [Time(1, 2), nil], hasInput: false)
    let ended = try TestMix.render(
      open, TestSupply([Self.feed(0), Self.feed(1, length: 30_001)]))
    #expect(ended.count >= 30_001)
  }

  @Test func `what is later than the first sample asked for is the same`() throws {
    let text = """
      {"version": 1, "audio": {"main": {"duck": {"under": "v"}}, "tracks": [
        {"name": "v", "source": "a", "start": 0.5, "duration": 1, "volume": {"from": 0, "to": 1}}]}}
      """
    let plan = try TestMix.plan(text, tracks: [Time(seconds: 3)], input: Time(seconds: 2))
    let supply = { TestSupply([Self.feed(0), Self.feed(1)]) }
    let whole = try TestMix.render(plan, supply())
    let late = try TestMix.render(plan, supply(), from: 10_000)
    #expect(late.count == 6000)
    #expect(zip(late[0], whole[0][10_000...]).allSatisfy { abs($0 - $1) < 0.2 })
    #expect(Array(late[0][4000...]) == Array(whole[0][14_000...]))
  }

  @Test func `fades that need an end have one or are refused`() throws {
    let text = #"{"version": 1, "audio": {"fadeOut": 1}}"#
    let open = try TestMix.plan(text)
    #expect(throws: MixError.self) {
      try TestMix.render(open, TestSupply([Self.feed(0, length: 100)]))
    }
    let plan = try TestMix.plan(text, input: Time(seconds: 2))
    let result = try TestMix.render(plan, TestSupply([TestSupply.Feed { _, _ in 1 }]))
    #expect(result[0][8000] == 1 && result[0][12_000] == 0.5 && result[0][15_999] == 1 / 8000)
    #expect(result.changed == [8000..<16_000])
  }

  @Test func `a silent main sound is silent and as long`() throws {
    for input in [Time(seconds: 1), nil] {
      let plan = try TestMix.plan(
        #"{"version": 1, "audio": {"main": {"mute": true}}}"#, input: input)
      let result = try TestMix.render(plan, TestSupply([Self.feed(0, length: 8000)]))
      #expect(result.count == 8000 && result.changed == [0..<8000])
      #expect(result[0].allSatisfy { $0 == 0 })
    }
  }

  @Test func `a silent clip at the end of a stream ends with it`() throws {
    let text = """
      {"version": 1, "clips": [
        {"source": "a", "out": 1}, {"source": "stdin", "mute": true}]}
      """
    let plan = try TestMix.plan(text, lengths: [Time(seconds: 1), nil])
    #expect(plan.length == nil)
    let result = try TestMix.render(plan, TestSupply([Self.feed(0), Self.feed(1, length: 5000)]))
    #expect(result.count == 13_000 && result[0][8100...].allSatisfy { $0 == 0 })
    let none = TestSupply.Feed(layout: nil) { _, _ in 1 }
    #expect(try TestMix.render(plan, TestSupply([Self.feed(0), none])).count == 8000)
    #expect(try TestMix.render(plan, TestSupply([none, none])).count == 8000)
  }

  @Test func `hostile times neither trap nor take for ever`() throws {
    let text = """
      {"version": 1, "audio": {"tracks": [
        {"source": "a", "start": 1000000000, "duration": 1000000000},
        {"source": "b", "start": -1000000000, "end": 1000000000, "fadeIn": 1000000000},
        {"source": "c", "start": -0.5, "speed": 0.01, "loop": "forever", "fadeOut": 1000000000},
        {"source": "d", "start": "1/1000000000", "duration": "1/1000000000"}],
        "fadeIn": 0, "main": {"cutFade": 0}}}
      """
    let plan = try TestMix.plan(
      text, tracks: [Time(seconds: 1_000_000_000), nil, Time(1, 1_000_000_000), Time(seconds: 1)],
      input: Time(seconds: 1))
    let supply = TestSupply((0..<5).map { _ in TestSupply.Feed { _, _ in 0.5 } })
    let result = try TestMix.render(plan, supply)
    #expect(result.count == 8000 && result[0].allSatisfy { $0.isFinite })
    for time in [Time.limit, -Time.limit, Time(Rational(approximating: 1e18))] {
      _ = SoundPlan.sample(of: time, rate: 768_000)
    }
  }
}
