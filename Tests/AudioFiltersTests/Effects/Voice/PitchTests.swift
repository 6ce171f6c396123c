import Bytes
import Testing
import WAV

@testable import AudioFilters
@testable import Timeline

@Suite struct PitchTests {
  @Test(arguments: [
    (12.0, 0.0), (-3, 50), (24, 0), (-24, 0), (0, -1),
  ])
  func `a tone moves by as many semitones`(semitones: Double, cents: Double) throws {
    let json = #"{"semitones": \#(semitones), "cents": \#(cents)}"#
    let tone = Sound.sine(5000, frequency: 500, rate: 16000)
    let result = try run([use("pitch", json)], [tone], rate: 16000)[0]
    let turns = 500 * Maths.exp2((semitones + cents / 100) / 12) / 16000
    var phases: [Double] = []
    for start in stride(from: 1000, to: 4000, by: 300) {
      let fit = Tones.fit(result[start..<start + 300], turns: turns)
      #expect(abs(Tones.decibels(fit.amplitude / 0.5)) < 0.3, "at \(start)")
      phases.append(fit.phase / (2 * .pi))
    }
    var drift = 0.0
    for (before, after) in zip(phases, phases.dropFirst()) {
      drift += after - before - (after - before).rounded()
    }
    #expect(abs(drift / (2700 * turns)) < 0.001)
  }

  @Test(arguments: [-12, 5, 12])
  func `what begins at once is heard at once`(semitones: Int) throws {
    let tone = Sound.sine(4000, frequency: 500, rate: 16_000)
    let json = #"{"semitones": \#(semitones)}"#
    let result = try run([use("pitch", json)], [tone], rate: 16_000)[0]
    #expect(Sound.level(result[0..<64]) > 0.8 * Sound.level(result[2000..<3000]))
  }

  @Test(arguments: [-7, 5])
  func `onsets stay where they are`(semitones: Int) throws {
    var sound = Sound.silence(6000)
    for place in [1000, 2500, 4300] { sound[place] = 0.8 }
    let result = try run([use("pitch", #"{"semitones": \#(semitones)}"#)], [sound], rate: 16000)[0]
    for place in [1000, 2500, 4300] {
      let near = result[place - 500..<place + 500]
      let top = near.indices.max { abs(near[$0]) < abs(near[$1]) } ?? 0
      #expect(abs(top - place) < 16, "\(top) for \(place)")
    }
  }

  @Test func `no shift changes nothing and takes no time`() throws {
    let noise = [Sound.noise(3000)]
    #expect(try run([use("pitch")], noise, rate: 16000) == noise)
    let chain = try EffectChain(
      [use("pitch")], format: AudioFormat(rate: 16000, layout: .mono), longestBlock: 9, length: nil)
    #expect(chain.latency == 0)
  }

  @Test(arguments: [
    #"{"semitones": 4}"#, #"{"semitones": {"from": -20, "to": 24}, "cents": 7}"#,
  ])
  func `blocks of any length give the same bytes`(json: String) throws {
    let noise = [Sound.noise(2000), Sound.noise(2000, seed: 4)]
    let whole = try run([use("pitch", json)], noise, rate: 8000, blocks: [2000])
    for blocks in [[1, 100, 255], [257]] {
      #expect(try run([use("pitch", json)], noise, rate: 8000, blocks: blocks) == whole)
    }
  }

  @Test func `a pitch glides`() throws {
    let tone = Sound.sine(16000, frequency: 400, rate: 16000)
    let json = #"{"semitones": {"from": 0, "to": 12}}"#
    let result = try run([use("pitch", json)], [tone], rate: 16000)[0]
    // The passages through zero upwards of a tenth of a second.
    func frequency(_ range: Range<Int>) -> Double {
      let ups = range.filter { result[$0] < 0 && result[$0 + 1] >= 0 }
      guard let first = ups.first, let last = ups.last, last > first else { return 0 }
      return 16000 * Double(ups.count - 1) / Double(last - first)
    }
    for place in [3000, 8000, 13000] {
      let expected = 400 * Maths.exp2(Double(place) / 16000)
      #expect(abs(frequency(place - 800..<place + 800) / expected - 1) < 0.01)
    }
  }

  @Test func `what is no sound does no lasting harm, and every format is taken`() throws {
    var noise = Sound.noise(6000)
    noise[100] = .nan
    noise[200] = .infinity
    noise[300] = -3e38
    let result = try run([use("pitch", #"{"semitones": 3}"#)], [noise], rate: 8000)[0]
    #expect(result.allSatisfy { $0.isFinite })
    #expect(abs(Tones.decibels(Sound.level(result[4000...]) / Sound.level(noise[4000...]))) < 3)
    for (rate, channels) in [(1, 1), (100, 3), (44100, 9)] {
      let input = (0..<channels).map { _ in Sound.noise(40) }
      _ = try run([use("pitch", #"{"semitones": -24}"#)], input, rate: rate)
    }
  }
}
