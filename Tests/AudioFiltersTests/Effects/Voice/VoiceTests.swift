import Bytes
import Testing
import WAV

@testable import AudioFilters
@testable import Timeline

@Suite struct NormalizeTests {
  @Test func `the loudness measured becomes the target`() throws {
    let input = [LoudnessMeterTests.tones([(-30, 4)])]
    let before = LoudnessMeterTests.measure(input, layout: .mono, truePeak: true)
    let output = try run(
      [use("normalize", #"{"target": -16}"#)], input, rate: 8000, measured: [0: before.measured])
    let after = LoudnessMeterTests.measure(output, layout: .mono)
    #expect((after.integrated + 16).magnitude < 0.01, "\(after.integrated)")
  }

  @Test func `the true peak stays below the ceiling`() throws {
    let measured =
      #"{"target": -5, "ceiling": "-2dB", "measured": {"integrated": -20, "truePeak": -6}}"#
    let output = try run([use("normalize", measured)], [[0.1]])[0]
    #expect((Sound.decibels(Double(output[0])) - (-20 + 4)).magnitude < 1e-4)
  }

  @Test func `what the ceiling keeps below the target is reported`() throws {
    let loudness = MeasuredLoudness(integrated: -20.04, truePeak: -4.6)
    let doubt = try use("normalize", #"{"target": -14}"#).doubt(loudness)
    #expect(doubt?.hasPrefix("the sound stays 2.4 LU below the target, because") == true)
    #expect(try use("normalize", #"{"target": -14, "ceiling": "20dB"}"#).doubt(loudness) == nil)
    #expect(try use("normalize", #"{"target": -17}"#).doubt(loudness) == nil)
    #expect(try use("gain", #"{"gain": 2}"#).doubt(loudness) == nil)
    let silence = MeasuredLoudness(integrated: -.infinity, truePeak: -.infinity)
    #expect(try use("normalize").doubt(silence) == nil)
  }

  @Test func `what is too short to have a loudness is reported`() throws {
    let click = LoudnessMeterTests.measure(
      [Sound.sine(3000, frequency: 997, rate: 8000)], layout: .mono, truePeak: true)
    let doubt = try use("normalize").doubt(click.measured)
    #expect(doubt?.hasPrefix("the sound is shorter than 0.4 s") == true)
    #expect(try use("gain", #"{"gain": 2}"#).doubt(click.measured) == nil)
    let sound = try run([use("normalize")], [[0.5, 0]], rate: 8000, measured: [0: click.measured])
    #expect(sound == [[0.5, 0]])
  }

  @Test func `silence stays as it is`() throws {
    let silence = MeasuredLoudness(integrated: -.infinity, truePeak: -.infinity)
    #expect(try run([use("normalize")], [[0, 0]], measured: [0: silence]) == [[0, 0]])
  }

  @Test func `what cannot be measured is reported`() throws {
    let uses = [try use("gain", #"{"gain": 2}"#), try use("normalize"), try use("normalize")]
    let format = AudioFormat(rate: 8000, layout: .mono)
    // Without measurements both are passed over, and told.
    #expect(try run(uses, [[0.25]]) == [[0.5]])
    let plain = try EffectChain(uses, format: format, longestBlock: 10, length: 10)
    #expect(plain.unmeasured == [1, 2])
    #expect(AudioError(.unmeasured(.stream), at: 2..<3).message.contains("run 'afx measure'"))
    var first = try EffectChain(
      uses, format: format, longestBlock: 10, length: 10, measures: true)
    #expect(first.unmeasured == [1])
    let block = AudioBlock([[0.25]])
    first.process(block, at: 0)
    #expect(block[0][0] == 0.5)
    // What is measured is the span of the effect alone.
    let part = [uses[0], try use("normalize", from: 0.001, to: 0.002)]
    var narrow = try EffectChain(
      part, format: format, longestBlock: 20, length: 20, measures: true)
    let sound = AudioBlock([Array(repeating: 0.25, count: 20)])
    narrow.process(sound, at: 0)
    #expect(sound[0].enumerated().allSatisfy { $1 == ((8..<16).contains($0) ? 0.5 : 0) })
    let loudness = MeasuredLoudness(integrated: -20, truePeak: -3)
    let second = try EffectChain(
      uses, format: format, longestBlock: 10, length: 10, measured: [1: loudness], measures: true)
    #expect(second.unmeasured == [2])
    let third = try EffectChain(
      uses, format: format, longestBlock: 10, length: 10, measured: [1: loudness, 2: loudness])
    #expect(third.unmeasured == [])
  }
}

@Suite struct VoiceTests {
  @Test func `a telephone has its band and one channel`() throws {
    func level(_ frequency: Double) throws -> Double {
      let tone = Sound.sine(6000, frequency: frequency, rate: 16000, level: 0.01)
      let output = try run([use("telephone")], [tone, tone], rate: 16000)
      #expect(output[0] == output[1])
      return Sound.decibels(Sound.level(output[0][2000...]) / Sound.level(tone[2000...]))
    }
    #expect(try level(1000).magnitude < 0.2)
    // At the edges 3 dB are lost at either filter; the upper one works twice.
    #expect((try level(300) + 3).magnitude < 0.3)
    #expect((try level(3400) + 6).magnitude < 0.4)
    #expect(try level(100) < -35)
    #expect(try level(7000) < -35)
  }

  @Test func `a telephone has no part of a subwoofer`() throws {
    let voice = try surround("telephone", "{}", impulseIn: 2, count: 400)
    let alone = try run([use("telephone")], [Sound.impulse(400).map { $0 / 5 }], rate: 8000)[0]
    for channel in [0, 1, 2, 4, 5] { #expect(voice[channel] == alone) }
    #expect(voice[3].allSatisfy { $0 == 0 })
    // It is heard for itself, as far as the band goes.
    let low = try surround("telephone", "{}", impulseIn: 3, count: 400)
    #expect(low[3] == (try run([use("telephone")], [Sound.impulse(400)], rate: 8000)[0]))
    #expect((0..<6).filter { Sound.peak(low[$0]) > 0 } == [3])
  }

  @Test func `a telephone saturates`() throws {
    let tone = Sound.sine(4000, frequency: 1000, rate: 16000, level: 1)
    let output = try run([use("telephone", #"{"drive": "20dB"}"#)], [tone], rate: 16000)[0]
    #expect(Sound.peak(output[1000...]) < 0.15)
  }

  @Test func `a robot multiplies by a sine`() throws {
    let json = #"{"frequency": 100, "resonance": 0}"#
    let input = [[Float](repeating: 0.5, count: 800)]
    let output = try run([use("robot", json)], input, rate: 8000)[0]
    for (index, sample) in output.enumerated() {
      let expected = 0.5 * Maths.sin(2 * .pi * Double(index % 80) / 80)
      #expect((Double(sample) - expected).magnitude < 2e-6, "\(index)")
    }
    #expect(try run([use("robot", #"{"depth": 0, "resonance": 0}"#)], input, rate: 8000) == input)
  }

  @Test func `a robot rings at its tone`() throws {
    let json = #"{"depth": 0, "resonance": 0.5, "tone": 100}"#
    let output = try run([use("robot", json)], [Sound.impulse(400)], rate: 8000)[0]
    #expect(output[0] == 0.5 && output[80] == 0.25 && output[160] == 0.125 && output[81] == 0)
  }
}

@Suite struct ReverseTests {
  @Test func `the span is played backwards, to the sample`() throws {
    let input = [Sound.noise(3000), Sound.noise(3000, seed: 5)]
    for block in [100, 1, 2999] {
      let output = try run(
        [use("reverse", from: 0.1, to: 0.3)], input, rate: 8000, blocks: [block])
      for channel in 0..<2 {
        #expect(output[channel][..<800] == input[channel][..<800])
        #expect(output[channel][2400...] == input[channel][2400...])
        // Within the edges of 4 ms the sound goes over from one to the other.
        for place in 832..<2368 { #expect(output[channel][place] == input[channel][3199 - place]) }
      }
    }
  }

  @Test func `all of a sound plays backwards`() throws {
    let input = [Sound.noise(500)]
    #expect(try run([use("reverse")], input) == [input[0].reversed()])
  }

  @Test func `what has no end or is too long is refused`() throws {
    let open = #expect(throws: AudioError.self) {
      try run([use("reverse")], [[0]], isLengthKnown: false)
    }
    #expect(open?.message.contains("give it an 'end'") == true)
    let long = #expect(throws: AudioError.self) {
      try run([use("reverse", from: 0, to: 44)], [[0]], isLengthKnown: false)
    }
    #expect(long?.message.contains("at most 36") == true)
  }
}
