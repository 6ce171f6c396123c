import Bytes
import Testing
import WAV

@testable import AudioFilters
@testable import Timeline

@Suite struct ChorusTests {
  @Test func `voices that stand are echoes in their places`() throws {
    let json = #"""
      {"voices": 4, "delay": 0.02, "spread": 0.005, "depth": 0, "wet": 0.8, "dry": 0.6}
      """#
    let input = [Sound.impulse(400), Sound.silence(400)]
    let output = try run([use("chorus", json)], input, rate: 8000)
    for (index, sample) in output[0].enumerated() {
      // Four voices are 0.8 together: 0.4 each.
      let exact: Float = [0: 0.6, 160: 0.4, 200: 0.4, 240: 0.4, 280: 0.4][index] ?? 0
      #expect(abs(sample - exact) < 1e-6, "\(index)")
    }
    #expect(output[1] == input[1])
  }

  @Test func `voices that are alike in nothing are as loud as the sound`() throws {
    let noise = Sound.noise(16_000)
    let json = #"{"voices": 5, "spread": 0.007, "wet": "0dB", "dry": 0}"#
    let output = try run([use("chorus", json)], [noise], rate: 8000)[0]
    let ratio = Sound.decibels(Sound.level(output[1000...]) / Sound.level(noise))
    // The cubic takes a little of the highest frequencies.
    #expect(ratio < 0.2 && ratio > -1.5, "\(ratio)")
  }

  @Test func `each voice moves by its share of a turn`() throws {
    // A ramp shows the mean of the delays.
    let ramp = (0..<8000).map { Float($0) / 8000 }
    for (voices, phase) in [(1, 0.0), (1, 90), (2, 0), (3, 45)] {
      let json = #"""
        {"voices": \#(voices), "delay": 0.01, "spread": 0.004, "depth": 0.003, "rate": 2,
          "phase": \#(phase), "wet": 1, "dry": 0}
        """#
      let output = try run([use("chorus", json)], [ramp, ramp], rate: 8000)
      let scale = Double(voices).squareRoot()
      for index in stride(from: 300, to: 8000, by: 13) {
        for (channel, ahead) in [(0, 0.0), (1, phase / 360)] {
          let delays = (0..<voices).map { voice in
            let turns = 2 * Double(index) / 8000 + ahead + Double(voice) / Double(voices)
            return 80 + 32 * Double(voice) + 24 * (0.5 - 0.5 * Maths.cos(2 * .pi * turns))
          }
          let exact = delays.reduce(0, +) / Double(voices)
          let found =
            Double(ramp[index]) - Double(output[channel][index]) * scale / Double(voices)
          #expect(abs(found * 8000 - exact) < 5e-3, "\(voices), \(index)")
        }
      }
    }
  }

  @Test func `the pitch of a voice wavers by how fast its delay changes`() throws {
    // The delay of a triangle changes by 2 depth rate: the pitch is 1 - 0.008 and 1 + 0.008 of it.
    let json = #"""
      {"voices": 1, "delay": 0.001, "depth": 0.004, "rate": 1, "waveform": "triangle", "wet": 1,
        "dry": 0}
      """#
    let tone = Sound.sine(8000, frequency: 500, rate: 8000, level: 1)
    let output = try run([use("chorus", json)], [tone], rate: 8000)[0]
    for index in 100..<7990 where abs(index - 4000) > 10 {
      let place = Double(index)
      let delay = 8 + 32 * (place < 4000 ? place / 4000 : 2 - place / 4000)
      let exact = Maths.sin(2 * .pi * 500 * (place - delay) / 8000)
      #expect(abs(Double(output[index]) - exact) < 2e-3, "\(index)")
    }
  }

  @Test func `what changes nothing is left out, and the subwoofer stays as it is`() throws {
    let noise = [Sound.noise(900), Sound.noise(900, seed: 2)]
    for json in [#"{"wet": 0, "dry": 1}"#, #"{"wet": {"from": 0, "to": 0}, "dry": 1}"#] {
      #expect(try run([use("chorus", json)], noise, rate: 8000) == noise, "\(json)")
    }
    #expect(EffectChain.spreads(try use("chorus")))
    #expect(!EffectChain.spreads(try use("chorus", #"{"depth": 0}"#)))
    let low = try surround("chorus", "{}", impulseIn: 3, count: 400)
    #expect(low[3] == Sound.impulse(400) && Sound.peak(low[0]) == 0)
    #expect(abs(try surround("chorus", "{}", impulseIn: 2, count: 400)[2][0] - 0.7) < 1e-6)
  }
}
