import Bytes
import Testing
import WAV

@testable import AudioFilters

@Suite struct TimeStretchTests {
  /// What a map makes of a sound, in blocks of these lengths in turn.
  private static func output(
    _ sound: [[Float]], count: Int, rate: Int = 16000, blocks: [Int] = [1000], from start: Int = 0,
    within part: Range<Int>? = nil, map: (Int) -> Int
  ) -> [[Float]] {
    let stretch = TimeStretch(rate: rate, channels: sound.count, within: part)
    var result = [[Float]](repeating: [], count: sound.count)
    var turn = 0
    while result[0].count < count {
      let block = AudioBlock(
        channels: sound.count, capacity: min(blocks[turn % blocks.count], count - result[0].count))
      stretch.render(into: block, at: start + result[0].count, map: map) { place, target in
        for channel in 0..<sound.count {
          let samples = target[channel]
          for i in 0..<target.count {
            let index = place + i
            samples[i] = sound[channel].indices.contains(index) ? sound[channel][index] : 0
          }
        }
      }
      for channel in 0..<sound.count { result[channel] += Array(block[channel]) }
      turn += 1
    }
    return result
  }

  private static func scaled(_ output: Int, _ speed: Double) -> Int {
    Int((Double(output) * speed).rounded())
  }

  /// Noise with a click now and then.
  private static let busy: [Float] = {
    var sound = Sound.noise(9000, level: 0.1)
    for place in [1500, 4000, 4100, 7200] { sound[place] = 0.9 }
    return sound
  }()

  @Test func `at the speed of the source all is copied, forwards and backwards`() {
    let sound = [Self.busy, Sound.noise(9000, seed: 9)]
    #expect(Self.output(sound, count: 9000) { $0 } == sound)
    #expect(Self.output(sound, count: 9000) { 8999 - $0 } == sound.map { $0.reversed() })
    let late = Self.output(sound, count: 3000, from: 1 << 40) { $0 - (1 << 40) + 2000 }
    #expect(late == sound.map { Array($0[2000..<5000]) })
  }

  @Test(arguments: [0.05, 0.25, 0.5, 0.9, 1.3, 4, 40, -0.1, -0.5, -3])
  func `nothing is heard of what lies around the part`(_ speed: Double) {
    // Silence amid noise.
    let part = 8000..<24000
    var sound = Sound.noise(32000, seed: 5)
    for place in part { sound[place] = 0 }
    let count = min(Int(Double(part.count) / abs(speed)), 40000)
    let first = speed < 0 ? part.upperBound - 1 : part.lowerBound
    let made = Self.output([sound], count: count, within: part) { first + Self.scaled($0, speed) }
    #expect(made[0].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [0.25, 0.5, 0.9, -0.5])
  func `nothing is heard of what lies around a short part, and half of it or more is`(
    _ speed: Double
  ) {
    for length in [160, 320, 500] {
      let part = 4000..<4000 + length
      var sound: [Float] = Array(repeating: 1000, count: 8000)
      for place in part { sound[place] = Float(place - part.lowerBound) / Float(length) }
      let count = Int(Double(length) / abs(speed))
      let first = speed < 0 ? part.upperBound - 1 : part.lowerBound
      let made = Self.output([sound], count: count, within: part) {
        first + Self.scaled($0, speed)
      }
      // Fades between stretches that are not alike raise the sum.
      #expect(made[0].allSatisfy { $0 < 1.5 })
      #expect((made[0].max() ?? 0) - (made[0].min() ?? 0) > 0.5, "\(length)")
    }
  }

  @Test(arguments: [(160, 2.0), (320, 3), (480, 4), (800, 8), (1600, 10), (8000, 40), (48, 0.5)])
  func `of a short sound that is fast its beginning is heard`(_ length: Int, _ speed: Double) {
    let sound = [Sound.noise(length, seed: 5)]
    let count = Int(Double(length) / speed)
    let made = Self.output(sound, count: count, within: 0..<length) { Self.scaled($0, speed) }
    #expect(Array(made[0].prefix(min(count, 32))) == Array(sound[0].prefix(min(count, 32))))
  }

  @Test(arguments: [0.5, 1.37, -0.8])
  func `blocks of any length give the same bytes`(speed: Double) {
    let sound = [Self.busy, Sound.noise(9000, seed: 9)]
    func map(_ output: Int) -> Int { (speed < 0 ? 8999 : 0) + Self.scaled(output, speed) }
    let whole = Self.output(sound, count: 4000, blocks: [4000], map: map)
    for blocks in [[1, 17, 256], [999]] {
      #expect(Self.output(sound, count: 4000, blocks: blocks, map: map) == whole)
    }
  }

  @Test(arguments: [0.5, 0.8, 1.37, 2])
  func `a tone keeps its pitch and its level`(speed: Double) {
    for frequency in [110.0, 1000.7] {
      let turns = frequency / 16000
      let count = Int(6400 / speed)
      let sound = Sound.sine(6400, frequency: frequency, rate: 16000)
      let result = Self.output([sound], count: count) { Self.scaled($0, speed) }[0]
      var phases: [Double] = []
      for start in stride(from: 600, to: count - 1200, by: 400) {
        let fit = Tones.fit(result[start..<start + 400], turns: turns)
        #expect(abs(Tones.decibels(fit.amplitude / 0.5)) < 0.1, "\(frequency) at \(start)")
        phases.append(fit.phase / (2 * .pi))
      }
      // What the phase drifts by, in turns.
      var drift = 0.0
      for (before, after) in zip(phases, phases.dropFirst()) {
        let step = after - before
        drift += step - step.rounded()
      }
      let error = drift / (Double(400 * (phases.count - 1)) * turns)
      #expect(abs(error) < 0.001, "\(frequency): \(error)")
    }
  }

  @Test(arguments: [0.8, 1.37])
  func `a place is found in thinned sound as well as in the whole`(speed: Double) {
    // At 48 kHz, three samples are thinned to one.
    let tone = Sound.sine(14400, frequency: 440.3, rate: 48000)
    let overtone = Sound.sine(14400, frequency: 5283.6, rate: 48000, level: 0.1)
    let sound = zip(tone, overtone).map { $0 + $1 }
    let count = Int(14400 / speed)
    let result = Self.output([sound], count: count, rate: 48000) { Self.scaled($0, speed) }[0]
    for (frequency, level) in [(440.3, 0.5), (5283.6, 0.1)] {
      for start in stride(from: 2000, to: count - 3600, by: 1000) {
        let fit = Tones.fit(result[start..<start + 1000], turns: frequency / 48000)
        #expect(abs(Tones.decibels(fit.amplitude / level)) < 0.5, "\(frequency) at \(start)")
      }
    }
  }

  @Test(arguments: [0.5, 0.8, 1.37, 2, -1.37])
  func `clicks are heard once and in time`(speed: Double) {
    for tone in [0, 0.2] {
      var sound = Sound.sine(16000, frequency: 330, rate: 16000, level: tone)
      let clicks = [2000, 6000, 10000, 14000]
      for place in clicks {
        for i in 0..<30 { sound[place + i] += Float((i & 1) == 0 ? 0.7 : -0.7) / Float(1 + i) }
      }
      let count = Int(16000 / abs(speed))
      let result = Self.output([sound], count: count) {
        (speed < 0 ? 15999 : 0) + Self.scaled($0, speed)
      }[0]
      let loud = result.indices.dropFirst().filter { abs(result[$0] - result[$0 - 1]) > 0.5 }
      var starts: [Int] = []
      for place in loud where place - (starts.last ?? -1000) > 100 { starts.append(place) }
      let expected = clicks.map {
        Int(Double(speed < 0 ? 15999 - $0 : $0) / abs(speed))
      }.sorted()
      #expect(starts.count == 4, "\(starts) for \(expected)")
      for (start, place) in zip(starts, expected) {
        #expect(abs(start - place) <= 32, "\(start) for \(place)")
      }
    }
  }

  @Test func `a source that goes forward is asked for in order and for nothing twice`() {
    let stretch = TimeStretch(rate: 8000, channels: 1)
    let block = AudioBlock(channels: 1, capacity: 5000)
    var (next, asked) = (Int?.none, 0)
    // From slow to fast.
    func map(_ output: Int) -> Int { output / 2 + output * output / 6000 }
    stretch.render(into: block, at: 0, map: map) { start, target in
      if let next { #expect(start == next) }
      next = start + target.count
      asked += target.count
      #expect(start + target.count <= map(5000 + stretch.lookahead) + stretch.reach)
    }
    #expect((next ?? 0) >= map(4800))
    #expect(asked <= map(5000 + stretch.lookahead) + 2 * stretch.reach)
  }

  @Test func `the channels stay together`() {
    let sound = Self.busy
    let result = Self.output([sound, sound.map { $0 / 2 }, sound.map { -$0 }], count: 4000) {
      Self.scaled($0, 1.7)
    }
    #expect(result[1] == result[0].map { $0 / 2 } && result[2] == result[0].map { -$0 })
  }

  @Test(arguments: [0.01, 0.1, 5, 100, -30])
  func `odd speeds give sound too`(speed: Double) {
    let sound = Sound.noise(60000, level: 0.5)
    let result = Self.output([sound], count: 1500) { 30000 + Self.scaled($0, speed) }[0]
    let heard = abs(speed) > 5 ? result.prefix(200) : result[...]
    #expect(abs(Tones.decibels(Sound.level(heard) / Sound.level(sound))) < 2)
  }

  @Test func `an error of the source comes through, and after it all starts anew`() {
    struct Failure: Error {}
    let stretch = TimeStretch(rate: 8000, channels: 1)
    let block = AudioBlock(channels: 1, capacity: 500)
    #expect(throws: Failure.self) {
      try stretch.render(into: block, at: 0, map: { $0 }) { _, _ throws(Failure) in
        throw Failure()
      }
    }
    stretch.render(into: block, at: 500, map: { $0 }) { start, target in
      for i in 0..<target.count { target[0][i] = Float(start + i) }
    }
    #expect(block[0][0] == 500 && block[0][499] == 999)
  }

  @Test func `maps to the ends of the numbers do not trap`() {
    let result = Self.output([[1]], count: 500) { $0 % 200 < 100 ? .max : .min }
    #expect(result[0].allSatisfy { $0 == 0 })
  }
}
