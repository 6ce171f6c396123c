import AudioFilters
import Bytes
import Testing
import Timeline
import WAV

@testable import Sounds

/// What is heard of numbered samples, against a model that looks at each moment alone.
@Suite struct FeedPlayerTests {
  /// The sample that the source has at a moment, by the same rule as pictures; nil where it stands
  /// still.
  private static func expected(
    _ feed: SoundPlan.Feed, sample: Int, rate: Int
  ) -> (time: Rational, isBackward: Bool)? {
    let time = feed.time(of: sample, rate: rate)
    if let pause = feed.retiming.pause, pause.contains(time) { return nil }
    let instant = feed.retiming.instant(at: time)
    return (instant.time.value, instant.isBackward)
  }

  @Test(arguments: [8_000, 44_100, 48_000, 12_345])
  func `whole samples pass as they are`(rate: Int) throws {
    let feed = Player.feed(use(in: time(1, 4), out: time(3, 4)), rate: rate)
    let (heard, count) = try Player.play(
      feed, FakeSamples(rate), sourceRate: rate, rate: rate, count: rate)
    let first = (rate + 2) / 4
    let length = (rate + 1) / 2
    #expect(Player.numbers(heard) == (0..<rate).map { $0 < length ? first + $0 : nil })
    #expect(count == length)
  }

  @Test func `parts that follow one another are joined without a gap`() throws {
    for rate in [44_100, 48_000, 11_025] {
      let cut = time(1001, 30_000)
      var heard: [Int?] = []
      for part in 0..<20 {
        let (from, to) = (cut * Rational(part), cut * Rational(part + 1))
        let feed = Player.feed(use(in: from, out: to), begin: from, rate: rate)
        let count = (feed.end ?? 0) - feed.start
        let (samples, there) = try Player.play(
          feed, FakeSamples(rate), sourceRate: rate, rate: rate, count: count, block: 77)
        #expect(there == count)
        heard += Player.numbers(samples)
      }
      #expect(heard == heard.indices.map { $0 })
    }
  }

  @Test func `backwards, parts are joined without a gap as well`() throws {
    let rate = 44_100
    let cut = time(1001, 30_000)
    let whole = cut * Rational(20)
    var heard: [Int?] = []
    for part in 0..<20 {
      let (from, to) = (whole - cut * Rational(part + 1), whole - cut * Rational(part))
      let feed = Player.feed(
        use(in: from, out: to, isReversed: true), begin: cut * Rational(part), rate: rate)
      let (samples, _) = try Player.play(
        feed, FakeSamples(nil), sourceRate: rate, rate: rate, count: (feed.end ?? 0) - feed.start)
      heard += Player.numbers(samples)
    }
    let first = try #require(heard.first ?? nil)
    #expect((Double(first) + 1 - (whole.value * Rational(rate)).double).magnitude <= 0.5)
    #expect(heard == heard.indices.map { first - $0 })
  }

  @Test func `passes begin with their first sample, in the order of pictures`() throws {
    func played(_ media: MediaUse, _ count: Int) throws -> [Int?] {
      let feed = Player.feed(media, rate: 100)
      return Player.numbers(
        try Player.play(
          feed, FakeSamples(100), sourceRate: 100, rate: 100, count: count, block: 5
        ).samples)
    }
    let (a, b) = (time(2, 100), time(5, 100))
    #expect(try played(use(in: a, out: b, loop: 3), 10) == [2, 3, 4, 2, 3, 4, 2, 3, 4, nil])
    #expect(
      try played(use(in: a, out: b, loop: 3, isPingPong: true), 10)
        == [2, 3, 4, 4, 3, 2, 2, 3, 4, nil])
    #expect(try played(use(in: a, out: b, isReversed: true), 4) == [4, 3, 2, nil])
    #expect(
      try played(use(in: a, out: b, isReversed: true, loop: 2), 7) == [4, 3, 2, 4, 3, 2, nil])
    #expect(
      try played(use(in: a, out: b, isReversed: true, loop: 2, isPingPong: true), 7)
        == [2, 3, 4, 4, 3, 2, nil])
    #expect(
      try played(use(in: a, out: b, duration: time(8, 100), loop: nil), 9)
        == [2, 3, 4, 2, 3, 4, 2, 3, 4])
  }

  @Test func `what is played for ever goes on beyond the length of its source`() throws {
    let feed = Player.feed(use(loop: nil), length: time(3, 100), rate: 100)
    let (heard, count) = try Player.play(
      feed, FakeSamples(3), sourceRate: 100, rate: 100, count: 8, block: 5)
    #expect(Player.numbers(heard) == [0, 1, 2, 0, 1, 2, 0, 1])
    #expect(count == 8)
  }

  @Test func `a freeze is silence, and the sound goes on where it stopped`() throws {
    let freeze = Freeze(time: time(3, 100), duration: time(4, 100))
    let feed = Player.feed(use(in: time(1, 100), out: time(7, 100), freeze: freeze), rate: 100)
    let (heard, count) = try Player.play(
      feed, FakeSamples(50), sourceRate: 100, rate: 100, count: 12, block: 3)
    #expect(
      Player.numbers(heard) == [1, 2, 3, nil, nil, nil, nil, 4, 5, 6, nil, nil])
    #expect(count == 10)
  }

  @Test func `a source with less sound than its clip is silent after`() throws {
    let feed = Player.feed(use(out: time(10, 100)), rate: 100)
    let (heard, count) = try Player.play(
      feed, FakeSamples(4), sourceRate: 100, rate: 100, count: 12, block: 5)
    #expect(Player.numbers(heard) == [0, 1, 2, 3] + [Int?](repeating: nil, count: 8))
    #expect(count == 10)
  }

  @Test func `the end of a source of unknown length ends its feed`() throws {
    for (rate, expected) in [(100, 37), (200, 74)] {
      let samples = FakeSamples(42)
      let feed = Player.feed(use(in: time(5, 100)), rate: rate)
      let player = FeedPlayer(feed, rate: rate, sourceRate: 100) {
        () throws(SoundError.Fault) in samples
      }
      let (heard, count) = try Player.play(player, count: 100, block: 8)
      #expect(count == expected)
      #expect(heard[..<expected].allSatisfy { $0 != 0 })
      #expect(heard[expected...].allSatisfy { $0 == 0 })
      #expect(samples.isClosed)
    }
  }

  @Test func `positions after a day are exact`() throws {
    for rate in [44_100, 48_000] {
      let begin = time(86_400) + time(1001, 30_000)
      let media = use(in: time(86_400) + time(1, 3), out: time(86_402))
      let feed = Player.feed(media, begin: begin, rate: rate)
      final class Places: Samples {
        let channels = 1
        let length: Int? = nil
        var firsts: [Int] = []
        func read(_ first: Int, into block: AudioBlock, _ part: Range<Int>) {
          firsts.append(first)
          block.silence(part)
        }
        func close() {}
      }
      let places = Places()
      _ = try Player.play(feed, places, sourceRate: rate, rate: rate, count: 3, block: 1)
      let exact = (feed.time(of: 0, rate: rate) + media.start).value * Rational(rate)
      let nearest = Int((exact + Rational(reducing: 1, over: 2)).floor)
      #expect(places.firsts == [nearest, nearest + 1, nearest + 2])
    }
  }

  @Test(arguments: 0..<40)
  func `what is heard is what the source has at the exact moment`(seed: Int) throws {
    var random = SeededNumbers(seed)
    let rate = [8_000, 11_025, 12_345, 44_100][seed % 4]
    let start = time(Int.random(in: 0..<5_000, using: &random), 10_007)
    let length = time(Int.random(in: 110..<400, using: &random), 10_007)
    let loop = [1, 2, 5, nil][Int.random(in: 0..<4, using: &random)]
    let freeze =
      Bool.random(using: &random) ? Freeze(time: time(1, 101), duration: time(3, 1009)) : nil
    let media = use(
      in: start, out: start + length, duration: loop == nil ? time(1, 7) : nil,
      isReversed: Bool.random(using: &random), loop: loop, isPingPong: Bool.random(using: &random),
      freeze: freeze)
    let begin = time(Int.random(in: 0..<1_000, using: &random), 30_000)
    let feed = Player.feed(media, begin: begin, rate: rate)
    let count = (feed.end ?? 0) - feed.start
    let (heard, there) = try Player.play(
      feed, FakeSamples(nil), sourceRate: rate, rate: rate, count: count,
      block: Int.random(in: 1..<700, using: &random))
    #expect((there - count).magnitude <= 1)
    #expect(Self.seamless(feed, Player.numbers(heard), rate: rate) <= (loop == 1 ? 0.5 : 2))
  }

  /// How far, in samples, what is heard lies from the exact moments at most; at a seam, the moment
  /// on its other side counts too.
  private static func seamless(_ feed: SoundPlan.Feed, _ heard: [Int?], rate: Int) -> Double {
    var worst = 0.0
    for (sample, number) in heard.enumerated() {
      guard let number else { continue }
      let near = (-2...2).compactMap { step -> Double? in
        guard let moment = expected(feed, sample: sample + step, rate: rate) else { return nil }
        let shift = Double(moment.isBackward ? -step : step)
        let place = (moment.time * Rational(rate)).double - (moment.isBackward ? 1 : 0) - shift
        return (place - Double(number)).magnitude
      }
      worst = max(worst, near.min() ?? 0)
    }
    return worst
  }

  @Test func `blocks of any length give the same samples`() throws {
    let media = use(in: time(1, 50), out: time(3, 50), loop: 4, isPingPong: true)
    for rate in [1_000, 1_500] {
      let feed = Player.feed(media, rate: rate)
      let whole = try Player.play(
        feed, FakeSamples(1_000), sourceRate: 1_000, rate: rate, count: 300, block: 300)
      for size in [1, 7, 64, 299] {
        let parts = try Player.play(
          feed, FakeSamples(1_000), sourceRate: 1_000, rate: rate, count: 300, block: size)
        #expect(parts.samples == whole.samples)
        #expect(parts.count == whole.count)
      }
    }
  }
}

/// Numbers that are the same each time (xorshift64*).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
