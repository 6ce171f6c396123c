import Bytes
import Testing
import WAV

@testable import AudioFilters
@testable import Timeline

@Suite struct PhaserTests {
  static let standing = #""center": 1000, "depth": 0"#

  @Test(arguments: [2, 4, 6, 10])
  func `notches are where the phases of all stages make half a turn`(_ stages: Int) throws {
    let json = #"{"stages": \#(stages), \#(Self.standing)}"#
    // A stage turns by 2 atan(tan(pi f / r) / tan(pi c / r)).
    for notch in 0..<stages / 2 {
      let angle = Double(2 * notch + 1) * .pi / Double(2 * stages)
      let slope = Maths.tan(.pi * 1000 / 48_000) * Maths.tan(angle)
      let frequency = 48_000 / .pi * Maths.atan2(slope, 1)
      let found = try FlangerTests.level(of: "phaser", json, at: frequency)
      #expect(found < 1e-4, "\(frequency): \(found)")
    }
  }

  @Test func `levels are those of the formula, with feedback and without`() throws {
    // Computed with NumPy: 0.5 + 0.5 A / (1 - f A), A = ((a + 1/z) / (1 + a/z))^4.
    let frequencies = [200.0, 700, 1000, 3000, 9000]
    let plain = [0.70489064, 0.76480408, 1, 0.29320418, 0.92448281]
    let sharp = [0.45950948, 0.5293463, 1.75, 0.22988735, 0.92130515]
    for (feedback, levels) in [(0, plain), (0.6, sharp)] {
      let json = #"{"feedback": \#(feedback), \#(Self.standing)}"#
      for (frequency, exact) in zip(frequencies, levels) {
        let found = try FlangerTests.level(of: "phaser", json, at: frequency)
        #expect(abs(found - exact) < 1e-4, "\(frequency): \(found)")
      }
    }
  }

  @Test func `the filters alone keep every level`() throws {
    let json = #"{"stages": 24, "center": 700, "depth": 0, "wet": 1, "dry": 0}"#
    let output = try run([use("phaser", json)], [Sound.impulse(4000)], rate: 8000)[0]
    // An allpass keeps the energy.
    #expect(abs(Sound.level(output) / Sound.level(Sound.impulse(4000)) - 1) < 1e-5)
  }

  @Test(arguments: [0.0, 0.7, -0.9])
  func `the filters move as stated`(_ feedback: Double) throws {
    let noise = Sound.noise(4000)
    let json = #"""
      {"stages": 3, "center": 900, "depth": 1.5, "rate": 2, "feedback": \#(feedback),
        "phase": 120, "wet": 0.6, "dry": 0.3}
      """#
    let output = try run([use("phaser", json)], [noise, noise], rate: 8000)
    for (channel, ahead) in [(0, 0.0), (1, 1 / 3.0)] {
      var states = [0.0, 0, 0]
      for index in 0..<4000 {
        let wave = Maths.cos(2 * .pi * (2 * Double(index) / 8000 + ahead))
        let tangent = Maths.tan(.pi * 900 * Maths.pow(2, 1.5 * wave) / 8000)
        let a = (tangent - 1) / (tangent + 1)
        let input = Double(noise[index])
        // What is fed back is found by halving the error again and again.
        var (made, next) = (0.0, states)
        for _ in 0..<200 {
          var sound = input + feedback * made
          for stage in 0..<3 {
            let turned = a * sound + states[stage]
            next[stage] = sound - a * turned
            sound = turned
          }
          made = sound
        }
        states = next
        let exact = 0.3 * input + 0.6 * made
        #expect(abs(Double(output[channel][index]) - exact) < 2e-5, "\(index)")
      }
    }
  }

  @Test func `it stands at its highest while the rate is 0, and below half the rate`() throws {
    let noise = [Sound.noise(900)]
    let moved = try run([use("phaser", #"{"rate": 0, "center": 500, "depth": 2}"#)], noise)
    let stands = try run([use("phaser", #"{"center": 2000, "depth": 0}"#)], noise)
    for index in 0..<900 { #expect(abs(moved[0][index] - stands[0][index]) < 1e-5, "\(index)") }
    let high = try run([use("phaser", #"{"center": 3900, "depth": 6}"#)], noise, rate: 8000)
    #expect(Sound.peak(high[0]) < 2)
    let error = #expect(throws: AudioError.self) {
      try run([use("phaser", #"{"center": 4000}"#)], noise, rate: 8000)
    }
    #expect(error?.message.contains("half the rate") == true)
  }

  @Test func `what changes nothing is left out, and the subwoofer stays as it is`() throws {
    let noise = [Sound.noise(900), Sound.noise(900, seed: 2)]
    for json in [#"{"wet": 0, "dry": 1}"#, #"{"wet": {"from": 0, "to": 0}, "dry": 1}"#] {
      #expect(try run([use("phaser", json)], noise, rate: 8000) == noise, "\(json)")
    }
    #expect(!EffectChain.spreads(try use("phaser")))
    #expect(EffectChain.spreads(try use("phaser", #"{"phase": 90}"#)))
    let low = try surround("phaser", "{}", impulseIn: 3, count: 400)
    #expect(low[3] == Sound.impulse(400) && Sound.peak(low[0]) == 0)
    #expect(Sound.peak(try surround("phaser", "{}", impulseIn: 2, count: 400)[2]) < 0.9)
  }
}
