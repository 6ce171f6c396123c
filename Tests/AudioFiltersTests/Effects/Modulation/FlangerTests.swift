import Bytes
import Testing
import WAV

@testable import AudioFilters
@testable import Timeline

@Suite struct FlangerTests {
  /// How loud a steady sine comes out, as a factor, once all has set in.
  static func level(
    of effect: String, _ json: String, at frequency: Double, rate: Int = 48_000
  ) throws -> Double {
    let tone = Sound.sine(rate / 2, frequency: frequency, rate: rate)
    let output = try run([use(effect, json)], [tone], rate: rate)[0]
    return Sound.level(output[(rate / 4)...]) / Sound.level(tone[(rate / 4)...])
  }

  @Test func `a delay that stands is a comb with its notches where they belong`() throws {
    let json = #"{"delay": 0.001, "depth": 0, "feedback": 0}"#
    // Notches at 1/2T, 3/2T and 21/2T; peaks between them.
    for notch in [500.0, 1500, 10_500] {
      #expect(try Self.level(of: "flanger", json, at: notch) < 1e-5, "\(notch)")
    }
    for peak in [1000.0, 2000, 10_000] {
      #expect(abs(try Self.level(of: "flanger", json, at: peak) - 1) < 1e-5, "\(peak)")
    }
    for frequency in [300.0, 740, 3100] {
      let exact = Maths.cos(.pi * frequency / 1000).magnitude
      #expect(abs(try Self.level(of: "flanger", json, at: frequency) - exact) < 1e-5)
    }
  }

  @Test(arguments: [0.6, -0.8])
  func `feedback sharpens the comb by the formula`(_ feedback: Double) throws {
    let json = #"{"delay": 0.001, "depth": 0, "feedback": \#(feedback), "dry": 0.4, "wet": 0.3}"#
    for frequency in [200.0, 500, 700, 1000, 3300] {
      // 0.4 + 0.3 z / (1 - f z), z = exp(-2 pi i F T).
      let turn = -2 * .pi * frequency / 1000
      let (x, y) = (Maths.cos(turn), Maths.sin(turn))
      let (a, b) = (1 - feedback * x, -feedback * y)
      let power = a * a + b * b
      let real = 0.4 + 0.3 * (x * a + y * b) / power
      let imaginary = 0.3 * (y * a - x * b) / power
      let exact = (real * real + imaginary * imaginary).squareRoot()
      let found = try Self.level(of: "flanger", json, at: frequency)
      #expect(abs(found - exact) < 1e-4, "\(frequency): \(found), \(exact)")
    }
  }

  @Test func `a delay between samples is one`() throws {
    // 48.5, 1.25 and 0.25 samples; the last by a straight line.
    for (delay, count) in [("0.001010416666666", 48.5), ("0.0000260416666666", 1.25)] {
      let json = #"{"delay": \#(delay), "depth": 0, "wet": 1, "dry": 0}"#
      let output = try run(
        [use("flanger", json)], [Sound.sine(4000, frequency: 1000, level: 1)])[0]
      for index in 100..<4000 {
        let exact = Maths.sin(2 * .pi * (Double(index) - count) / 48)
        #expect(abs(Double(output[index]) - exact) < 1e-5, "\(index)")
      }
    }
    let line = #"{"delay": 0.00000520833333333, "depth": 0, "wet": 1, "dry": 0}"#
    let output = try run([use("flanger", line)], [Sound.impulse(8)])[0]
    #expect(abs(output[0] - 0.75) < 1e-6 && abs(output[1] - 0.25) < 1e-6 && output[2] == 0)
  }

  @Test func `the delay moves from its shortest to its longest and back`() throws {
    // A ramp shows the delay itself: what went in less what comes out, by its slope.
    let ramp = (0..<8000).map { Float($0) / 8000 }
    let json = #"{"delay": 0.002, "depth": 0.004, "rate": 2, "wet": 1, "dry": 0, "phase": 90}"#
    let output = try run([use("flanger", json)], [ramp, ramp], rate: 8000)
    for index in 100..<8000 {
      for (channel, phase) in [(0, 0.0), (1, 0.25)] {
        let turns = 2 * Double(index) / 8000 + phase
        let exact = 16 + 32 * (0.5 - 0.5 * Maths.cos(2 * .pi * turns))
        let found = Double(ramp[index] - output[channel][index]) * 8000
        #expect(abs(found - exact) < 5e-3, "\(index)")
      }
    }
  }

  @Test func `nothing is lost of a sound that is not delayed, nor of one without an echo`() throws {
    let noise = [Sound.noise(900), Sound.noise(900, seed: 2)]
    for json in [
      #"{"wet": 0, "dry": 1}"#, #"{"delay": 0, "depth": 0, "wet": 1, "dry": 0}"#,
      #"{"wet": {"from": 0, "to": 0}, "dry": 1, "feedback": 0.9}"#,
    ] {
      #expect(try run([use("flanger", json)], noise, rate: 8000) == noise, "\(json)")
    }
    #expect(!EffectChain.spreads(try use("flanger", #"{"phase": 0}"#)))
    #expect(EffectChain.spreads(try use("flanger")))
  }

  @Test func `the strongest feedback dies away at every delay, and in time`() throws {
    for delay in [0, 0.00001, 0.00003, 0.000035, 0.00077] {
      for feedback in [0.95, -0.95] {
        let json = #"{"delay": \#(delay), "depth": 0, "feedback": \#(feedback), "dry": 0}"#
        let use = try use("flanger", json, from: 0, to: 0.02)
        let chain = try EffectChain(
          [use], format: AudioFormat(rate: 48_000, layout: .mono), longestBlock: 1, length: nil)
        let count = 960 + chain.tail
        let output = try run([use], [Sound.noise(960)], more: chain.tail)[0]
        #expect(Sound.peak(output) < 12)
        #expect(Sound.peak(output[(count - 8)...]) < 1.5e-4, "\(delay), \(feedback)")
      }
    }
  }

  @Test func `the subwoofer stays as it is`() throws {
    let low = try surround("flanger", "{}", impulseIn: 3, count: 400)
    #expect(low[3] == Sound.impulse(400) && Sound.peak(low[0]) == 0)
    #expect(try surround("flanger", "{}", impulseIn: 2, count: 400)[2][0] == 0.5)
  }
}
