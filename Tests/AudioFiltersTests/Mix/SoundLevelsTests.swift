import Bytes
import Testing
import Timeline
import WAV

@testable import AudioFilters

/// The gains of charts, held against what a mix does.
@Suite struct SoundLevelsTests {
  /// A constant sound.
  private static func one(_ layout: ChannelLayout? = .mono) -> TestSupply.Feed {
    TestSupply.Feed(layout: layout) { _, _ in 1 }
  }

  private static func layouts(_ plan: SoundPlan) -> [ChannelLayout?] {
    plan.feeds.map { _ in .mono }
  }

  @Test(arguments: ["\"loop\": \"forever\",", ""])
  func `a track that ends with the mix fades out there`(_ loop: String) throws {
    let text = """
      {"version": 1, "audio": {"main": {"mute": true, "cutFade": 0},
        "tracks": [{"source": "a", \(loop) "start": 1, "fadeOut": 1}]}}
      """
    let plan = try TestMix.plan(text, tracks: [Time(seconds: 3)], input: Time(seconds: 3))
    var lane = try #require(
      SoundLevels(plan, layouts: Self.layouts(plan), length: plan.length).lanes.last)
    let result = try TestMix.render(plan, TestSupply([Self.one(), Self.one()]), layout: .mono)
    #expect(lane.end == 24_000 && result.count == 24_000)
    for sample in [0, 7999, 8100, 15_000, 16_000, 18_000, 20_000, 23_000, 23_999] {
      let gain = Float(lane.gain(at: sample))
      #expect(abs(gain - result[0][sample]) < 1e-5, "\(sample)")
    }
  }

  @Test func `ducking is drawn as it was heard`() throws {
    let text = """
      {"version": 1, "audio": {"main": {"mute": true}, "tracks": [
        {"name": "v", "source": "a", "start": 1, "duration": 1, "mute": false, "volume": 0.02},
        {"source": "b", "loop": "forever", "volume": 0.5,
          "duck": {"under": "v", "amount": "-12dB", "attack": 0.2, "release": 0.4}}]}}
      """
    let plan = try TestMix.plan(
      text, tracks: [Time(seconds: 4), Time(seconds: 1)], input: Time(seconds: 4))
    let mix = try Mix(
      plan, format: AudioFormat(rate: plan.rate, layout: .mono),
      supply: TestSupply([Self.one(), Self.one(), Self.one()]), tracesDucking: true)
    let result = try TestMix.render(mix)
    let levels = SoundLevels(
      plan, layouts: Self.layouts(plan), length: mix.length, ducking: mix.ducking)
    var (voice, music) = (levels.lanes[1], levels.lanes[2])
    var lowest = 1.0
    for sample in stride(from: 0, to: 32_000, by: 100) {
      let own = voice.gain(at: sample) + music.gain(at: sample)
      // A value stands for 64 samples.
      #expect(abs(own - Double(result[0][sample])) < 0.03, "\(sample)")
      lowest = min(lowest, music.gain(at: sample))
    }
    #expect(abs(lowest - 0.5 * 0.2512) < 0.001)
  }

  @Test func `what has no sound is silent and keeps its line`() throws {
    let text = """
      {"version": 1, "clips": [{"source": "a", "out": 1}, {"source": "b", "out": 1},
        {"source": "a", "out": 1, "mute": true}],
       "audio": {"tracks": [{"source": "c"}, {"source": "c", "mute": true}, {"source": "c", "start": 9}]}}
      """
    let second = Time(seconds: 1)
    let plan = try TestMix.plan(
      text, lengths: [second, second, second], tracks: [second, second, second])
    let levels = SoundLevels(
      plan, layouts: [.mono, nil, .mono, nil, .mono, .mono], length: plan.length)
    #expect(levels.lanes.map(\.isSilent) == [false, true, true, true, true, true])
    #expect(
      levels.lanes.map(\.title) == ["clip 1", "clip 2", "clip 3", "track 1", "track 2", "track 3"])
    for lane in levels.lanes.dropFirst() {
      var lane = lane
      let gains = (0..<24).map { lane.gain(at: $0 * 1000) }
      #expect(gains.allSatisfy { $0 == 0 })
    }
  }

  @Test func `a trace keeps the lowest gains in few values`() {
    var trace = GainTrace()
    let count = 5_000_000
    var sample = 1000
    let gains = UnsafeMutablePointer<Float>.allocate(capacity: 2048)
    defer { gains.deallocate() }
    while sample < 1000 + count {
      for index in 0..<2048 { gains[index] = (sample + index) / 100_000 % 2 == 0 ? 0.25 : 1 }
      let isActive = sample / 100_000 % 2 == 0 || (sample + 2048) / 100_000 % 2 == 0
      trace.add(isActive ? UnsafePointer(gains) : nil, count: 2048, at: sample)
      sample += 2048
    }
    #expect(trace.value(at: 0) == 1)
    for place in stride(from: 50_000, to: count, by: 100_000) {
      #expect(trace.value(at: place) == (place / 100_000 % 2 == 0 ? 0.25 : 1), "\(place)")
    }
  }

  @Test func `sounds that step back alike do it as each would for itself`() throws {
    func track(_ number: Int, _ threshold: Double) -> String {
      """
      {"source": "a", "start": \(number), "duration": 2,
        "duck": {"under": "main", "attack": 0.1, "release": 0.3, "threshold": \(threshold)}}
      """
    }
    let beats = TestSupply.Feed(layout: .mono) { _, sample in sample / 3000 % 3 == 0 ? 0.5 : 0 }
    func result(_ tracks: [String]) throws -> [Float] {
      let plan = try TestMix.plan(
        #"{"version": 1, "audio": {"tracks": [\#(tracks.joined(separator: ", "))]}}"#,
        tracks: tracks.map { _ in Time(seconds: 9) }, input: Time(seconds: 6))
      let feeds = [beats] + tracks.map { _ in Self.one() }
      return try TestMix.render(plan, TestSupply(feeds), layout: .mono)[0]
    }
    let together = try result((0..<4).map { track($0, 0.2) })
    // Thresholds that make no difference keep them apart.
    let separate = try result((0..<4).map { track($0, 0.2 + Double($0) / 16) })
    #expect(together == separate)
  }
}
