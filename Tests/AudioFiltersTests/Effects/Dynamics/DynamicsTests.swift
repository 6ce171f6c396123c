import Bytes
import Testing
import WAV

@testable import AudioFilters

@Suite struct CompressorTests {
  /// A sine of 440 Hz at 8000 Hz: soft, loud from sample 1000 on, and soft again from 2500 on.
  static let tone: [Float] = (0..<4000).map { index in
    let level = index < 1000 ? 0.05 : index < 2500 ? 0.8 : 0.1
    let turns = Double(440 * index % 8000) / 8000
    return Float(level * Maths.sin(2 * .pi * turns))
  }
  static let places = [507, 1001, 1010, 1103, 2407, 2501, 2603, 3995]

  /// Expectations from a plain Python version of the paper's equations in 64-bit floats.
  @Test(
    arguments: [
      (
        #"{"threshold": "-20dB", "ratio": 4, "knee": 6, "attack": 0.01, "release": 0.2}"#,
        [
          -0.03306559, 0.2684851, -0.2089243, -0.2244117, 0.1118097, -0.007156251, 0.01904527,
          -0.05151307,
        ]
      ),
      (
        #"{"threshold": "-30dB", "ratio": 10, "knee": 0, "attack": 0.002, "release": 0.05, "makeup": "6dB", "detector": "rms"}"#,
        [
          -0.05925216, 0.4782823, -0.2476001, -0.1239391, 0.07810436, -0.005000714, 0.01339903,
          -0.08810112,
        ]
      ),
    ] as [(String, [Double])])
  func `gains are those of the paper`(_ json: String, _ expected: [Double]) throws {
    let output = try run([use("compressor", json)], [Self.tone], rate: 8000)[0]
    for (place, value) in zip(Self.places, expected) {
      #expect((Double(output[place]) - value).magnitude < 2e-6, "\(place): \(output[place])")
    }
  }

  @Test func `a steady tone leaves by the ratio`() throws {
    // The level of a square wave has no ripple: 16 dB above the threshold become 4.
    let square = (0..<48000).map { Float($0 / 50 % 2 == 0 ? 0.4 : -0.4) }
    let json = #"{"threshold": "-24dB", "ratio": 4, "knee": 0}"#
    let output = try run([use("compressor", json)], [square])[0]
    let level = Sound.decibels(Double(output[47000].magnitude))
    #expect((level - (-24 + (Sound.decibels(0.4) + 24) / 4)).magnitude < 0.001, "\(level)")
  }

  @Test func `below the knee nothing changes, and channels stay in balance`() throws {
    let soft = [Sound.noise(2000, level: 0.04), Sound.noise(2000, seed: 2, level: 0.04)]
    let output = try run([use("compressor", #"{"threshold": "-20dB"}"#)], soft)
    for (a, b) in zip(output.joined(), soft.joined()) { #expect((a - b).magnitude < 1e-7) }
    let tone = Sound.sine(4800, frequency: 1000)
    let linked = try run([use("compressor")], [tone, tone.map { $0 / 100 }])
    for index in 0..<4800 { #expect((linked[0][index] / 100 - linked[1][index]).magnitude < 1e-6) }
  }

  @Test func `a ratio of 1 changes nothing`() throws {
    let input = [Sound.noise(1000, level: 1)]
    #expect(try run([use("compressor", #"{"ratio": 1}"#)], input) == input)
  }
}

@Suite struct GateTests {
  static func bursts(_ levels: [(level: Double, samples: Int)]) -> [Float] {
    levels.flatMap { Sound.sine($0.samples, frequency: 1000, rate: 8000, level: $0.level) }
  }

  @Test func `a gate opens above its threshold and closes below the hysteresis`() throws {
    // 0.2 opens at 0.1; 0.07 is within the 6 dB and keeps it open; 0.02 closes it.
    let input = Self.bursts([(0.07, 2000), (0.2, 2000), (0.07, 2000), (0.02, 4000)])
    let json =
      #"{"threshold": 0.1, "range": "-40dB", "attack": 0.001, "hold": 0.02, "release": 0.02}"#
    let output = try run([use("gate", json)], [input], rate: 8000)[0]
    func gain(_ place: Int) -> Double {
      Sound.level(output[place..<place + 80]) / Sound.level(input[place..<place + 80])
    }
    #expect((gain(1800) - 0.01).magnitude < 1e-4)
    #expect(gain(3000) == 1)
    #expect(gain(5500) == 1)
    // The peak falls for 6 ms or so, then the gate holds for 20 ms.
    #expect(gain(6100) == 1)
    #expect((gain(9500) - 0.01).magnitude < 1e-3)
  }

  @Test func `a gate opens within its attack`() throws {
    let input = Sound.silence(100) + [Float](repeating: 0.5, count: 400)
    let json = #"{"threshold": "-20dB", "range": 0, "attack": 0.01}"#
    let output = try run([use("gate", json)], [input], rate: 8000)[0]
    // After 80 samples of 10 ms, 1 - 1/e of the way.
    #expect((output[100 + 79] / 0.5 - 0.6321).magnitude < 0.001)
    #expect(zip(output, output.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
