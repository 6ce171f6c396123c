import Bytes
import Testing
import Timeline
import WAV

@testable import AudioFilters
@testable import Sounds

/// Speeds and rates other than the output's.
@Suite struct MotionTests {
  /// A tone of 1 kHz, and how far it was read.
  final class Tone: Samples {
    let channels = 1
    let length: Int?
    let rate: Double
    private(set) var lowest = Int.max
    private(set) var isOrdered = true
    private var next = Int.min

    init(rate: Int, length: Int? = nil) { (self.rate, self.length) = (Double(rate), length) }

    static func value(_ seconds: Double) -> Double { Maths.sin(seconds * 2000 * .pi) * 0.5 }

    func read(_ first: Int, into block: AudioBlock, _ part: Range<Int>) {
      lowest = min(lowest, first)
      if next != .min, first != next { isOrdered = false }
      next = first + part.count
      for (place, index) in part.enumerated() {
        let isThere = first + place < length ?? .max
        block[0][index] = isThere ? Float(Self.value(Double(first + place) / rate)) : 0
      }
    }

    func close() {}
  }

  /// The loudest difference, in decibels of full scale.
  private func error(_ samples: [Float], _ expected: (Int) -> Double) -> Double {
    let worst = samples.enumerated().map { (Double($1) - expected($0)).magnitude }.max() ?? 0
    return 20 * Maths.log(max(worst, 1e-12)) / Maths.log(10)
  }

  @Test(arguments: [(44_100, 48_000), (48_000, 44_100), (8_000, 48_000), (96_000, 44_100)])
  func `another rate is the same sound`(from: Int, to: Int) throws {
    let tone = Tone(rate: from)
    let feed = Player.feed(
      use(in: time(3, 7), out: time(2)), begin: time(1, 3), rate: to)
    let (heard, _) = try Player.play(
      feed, tone, sourceRate: from, rate: to, count: 5_000, block: 999)
    // The output's grid is that of the source's own time, to the nearest sample.
    let first = (feed.time(of: 0, rate: to) + time(3, 7)).value * Rational(to)
    let start = Double((first + Rational(reducing: 1, over: 2)).floor)
    #expect(error(heard) { Tone.value((start + Double($0)) / Double(to)) } < -100)
    #expect(tone.isOrdered)
  }

  @Test(arguments: [2.0, 0.5, 1.25, 0.1])
  func `a constant speed changes the pitch`(speed: Double) throws {
    let tone = Tone(rate: 48_000)
    let feed = Player.feed(use(in: time(1), out: time(100), speed: Animated(speed)))
    let (heard, _) = try Player.play(feed, tone, count: 3_000, block: 333)
    #expect(
      error(heard) { Tone.value(1 + Double($0) / 48_000 * speed) } < (speed > 1 ? -100 : -90))
    #expect(tone.isOrdered)
  }

  @Test func `a moving speed is heard at each sample's own place`() throws {
    let tone = Tone(rate: 44_100)
    let speed = try Animated(keys: [.init(.zero, 0.5), .init(time(1), 2.5)])
    let feed = Player.feed(use(in: time(1), out: time(100), speed: speed))
    let (heard, _) = try Player.play(feed, tone, sourceRate: 44_100, count: 12_000, block: 1234)
    let difference = error(heard) { sample in
      let t = Double(sample) / 48_000
      return Tone.value(1 + 0.5 * t + t * t)
    }
    #expect(difference < -90)
    #expect(tone.isOrdered)
    for size in [1, 17, 500] {
      let parts = try Player.play(
        feed, Tone(rate: 44_100), sourceRate: 44_100, count: 700, block: size)
      #expect(parts.samples == Array(heard[..<700]))
    }
    for start in [4_321, 9_999] {
      let part = try Player.play(
        feed, Tone(rate: 44_100), sourceRate: 44_100, from: start, count: 2_000)
      #expect(part.samples == Array(heard[start..<start + 2_000]))
    }
  }

  @Test func `a speed that jumps needs nothing that has passed`() throws {
    let tone = Tone(rate: 8_000)
    let speed = try Animated(
      keys: [.init(.zero, 1), .init(time(1, 10), 30), .init(time(2, 10), 0.5)],
      interpolation: .discrete)
    for preserves in [false, true] {
      let feed = Player.feed(
        use(in: time(10), out: time(100), speed: speed), rate: 8_000, preservesPitch: preserves)
      _ = try Player.play(
        feed, tone, sourceRate: 8_000, rate: 8_000, count: 2_500, block: 100)
    }
    #expect(tone.lowest > 0)
    let once = Tone(rate: 8_000)
    _ = try Player.play(
      Player.feed(use(in: time(10), out: time(100), speed: speed), rate: 8_000), once,
      sourceRate: 8_000, rate: 8_000, count: 2_500)
    #expect(once.isOrdered)
  }

  @Test(arguments: [0.5, 1.5, 3]) func `a pitch is kept at another speed`(speed: Double) throws {
    for rate in [8_000, 11_025] {
      let tone = Tone(rate: rate)
      let feed = Player.feed(
        use(in: time(1), out: time(100), speed: Animated(speed)), rate: 8_000,
        preservesPitch: true)
      let (heard, _) = try Player.play(
        feed, tone, sourceRate: rate, rate: 8_000, count: 8_000, block: 480)
      // Crossings of zero upwards, within a second: a thousand.
      let crossings = (1..<heard.count).filter { heard[$0 - 1] < 0 && heard[$0] >= 0 }.count
      #expect((990...1010).contains(crossings))
      #expect(tone.isOrdered)
      let parts = try Player.play(
        feed, Tone(rate: rate), sourceRate: rate, rate: 8_000, count: 2_000, block: 77)
      #expect(parts.samples == Array(heard[..<2_000]))
    }
  }

  @Test func `what keeps its pitch lasts as long as it should`() throws {
    let feed = Player.feed(
      use(in: time(1), out: time(3), speed: Animated(2)), rate: 8_000, preservesPitch: true,
      hasEnd: false)
    let (heard, count) = try Player.play(
      feed, Tone(rate: 8_000), sourceRate: 8_000, rate: 8_000, count: 10_000)
    #expect(count == 8_000)
    #expect(heard[8_000...].allSatisfy { $0 == 0 })
    #expect(heard[7_900..<8_000].contains { $0.magnitude > 0.4 })
  }

  @Test func `a stop at another speed is silence, and forgets nothing`() throws {
    let freeze = Freeze(time: time(1, 4), duration: time(1, 4))
    for preserves in [false, true] {
      let feed = Player.feed(
        use(in: time(1), out: time(3), speed: Animated(1.5), freeze: freeze), rate: 8_000,
        preservesPitch: preserves)
      let (heard, _) = try Player.play(
        feed, Tone(rate: 8_000), sourceRate: 8_000, rate: 8_000, count: 6_000)
      #expect(heard[2_000..<4_000].allSatisfy { $0 == 0 })
      #expect(heard[1_900..<2_000].contains { $0.magnitude > 0.4 })
      #expect(heard[4_000..<4_100].contains { $0.magnitude > 0.4 })
      guard !preserves else { continue }
      // 1.375 s of the source is sample 7333 1/3 of the course at this speed.
      #expect(
        error(Array(heard[4_000...])) { Tone.value((7_333 + Double($0)) * 1.5 / 8_000) } < -100)
    }
  }
}
