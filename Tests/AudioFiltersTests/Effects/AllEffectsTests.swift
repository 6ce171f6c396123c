import Testing
import WAV

@testable import AudioFilters
@testable import Timeline

/// What holds for every effect.
@Suite struct AllEffectsTests {
  /// Parameters under which each effect has something to do.
  static let cases: [(name: String, json: String)] = [
    ("gain", #"{"gain": {"from": 1, "to": 0.2, "ease": "easeInOutSine"}}"#),
    ("eq", #"{"bands": [{"frequency": {"from": 400, "to": 900}, "gain": "9dB"}]}"#),
    ("compressor", #"{"threshold": "-30dB", "detector": "rms", "makeup": "3dB"}"#),
    ("limiter", #"{"ceiling": "-12dB"}"#),
    ("gate", #"{"threshold": "-9dB", "hold": 0.001, "release": 0.002}"#),
    ("delay", #"{"time": 0.0123, "lowpass": 2000, "highpass": 90, "feedback": 0.5}"#),
    ("delay", #"{"time": 0.003, "pingPong": true, "wet": {"from": 0, "to": 1}}"#),
    ("reverb", #"{"decay": 0.2, "size": 0.2}"#),
    ("reverb", #"{"decay": 0.2, "size": 0.2, "dry": {"from": 1, "to": 0}}"#),
    ("normalize", #"{"measured": {"integrated": -20, "truePeak": -3}}"#),
    ("telephone", #"{"drive": {"from": 1, "to": 9}}"#),
    ("robot", #"{"frequency": {"from": 20, "to": 400}, "tone": 900}"#),
    ("reverse", "{}"),
    ("tremolo", #"{"rate": {"from": 2, "to": 90}, "depth": {"from": 0.2, "to": 1}, "phase": 90}"#),
    ("flanger", #"{"feedback": 0.5, "rate": {"from": 1, "to": 9}, "depth": 0.004}"#),
    ("flanger", #"{"delay": {"from": 0, "to": 0.003}, "dry": {"from": 1, "to": 0}}"#),
    ("chorus", #"{"rate": {"from": 1, "to": 9}, "delay": 0.004, "spread": 0.001}"#),
    ("chorus", #"{"voices": 8, "delay": {"from": 0, "to": 0.01}, "depth": 0.01}"#),
    ("phaser", #"{"rate": {"from": 1, "to": 9}, "center": 700, "depth": 1, "phase": 90}"#),
    ("phaser", #"{"stages": 7, "center": {"from": 90, "to": 3000}, "feedback": -0.9}"#),
    ("tremolo", #"{"rate": 20, "depth": 1, "waveform": "square"}"#),
  ]

  @Test func `every effect is tested here`() {
    let tested = Set(Self.cases.map(\.name))
    for declaration in AudioRegistry.declarations where declaration.name != "pitch" {
      #expect(tested.contains(declaration.name), "\(declaration.name)")
    }
  }

  @Test(arguments: cases.indices)
  func `the lengths of blocks do not matter`(_ index: Int) throws {
    let (name, json) = Self.cases[index]
    let input = (1...3).map { Sound.noise(2500, seed: UInt64($0)) }
    let uses = [try use(name, json, from: 0.01, to: 0.09)]
    let whole = try run(uses, input, rate: 16000, blocks: [4000], more: 900)
    for blocks in [[1, 3, 500], [77]] {
      #expect(try run(uses, input, rate: 16000, blocks: blocks, more: 900) == whole)
    }
    // It does something in its span, and nothing before.
    #expect(whole[0][160..<1440] != input[0][160..<1440])
    for channel in 0..<3 { #expect(whole[channel][..<160] == input[channel][..<160]) }
  }

  @Test(arguments: cases.indices)
  func `after the span and the tail the sound is as it was`(_ index: Int) throws {
    let (name, json) = Self.cases[index]
    let use = try use(name, json, from: 0.01, to: 0.05)
    let chain = try EffectChain(
      [use], format: AudioFormat(rate: 8000, layout: .mono), longestBlock: 1, length: nil)
    let end = 400 + chain.tail
    let input = [Sound.noise(end + 500)]
    let output = try run([use], input, rate: 8000)
    #expect(output[0][end...] == input[0][end...])
    #expect(!chain.touches(end..<end + 500) && chain.touches(end - 1..<end))
  }

  @Test(arguments: cases.indices)
  func `silence stays silence, also when sound has died away`(_ index: Int) throws {
    let (name, json) = Self.cases[index]
    let silence = [Sound.silence(1000)]
    #expect(try run([use(name, json)], silence, rate: 8000) == silence)
    let uses = [try use(name, json)]
    guard name != "reverse" else { return }
    let output = try run(uses, [Sound.noise(500)], rate: 8000, more: 30_000)[0]
    #expect(output.suffix(1000).allSatisfy { $0 == 0 }, "\(output.suffix(3))")
  }

  @Test(arguments: cases.indices)
  func `what is no sound does no lasting harm`(_ index: Int) throws {
    let (name, json) = Self.cases[index]
    var input = Sound.noise(2000)
    for (place, sample) in [Float.nan, .infinity, -.infinity, 3e38, -1e6, .leastNonzeroMagnitude]
      .enumerated()
    {
      input[100 + place * 7] = sample
    }
    let output = try run([use(name, json)], [input, input], rate: 8000, more: 3000)
    for channel in output { #expect(channel.allSatisfy { $0.isFinite }) }
  }

  @Test(arguments: [(1, 1), (100, 1), (768_000, 1), (44_100, 64)])
  func `every format is taken`(_ rate: Int, _ channels: Int) throws {
    let input = (0..<channels).map { Sound.noise(40, seed: UInt64($0 + 1)) }
    for (name, json) in Self.cases {
      let effect = try use(name, json, from: 0, to: 1)
      do throws(AudioError) {
        var chain = try EffectChain(
          [effect],
          format: AudioFormat(rate: rate, layout: ChannelLayout(mask: 0, count: channels)),
          longestBlock: 40, length: 40)
        let block = AudioBlock(input)
        chain.process(block, at: 0)
        #expect(block.arrays.allSatisfy { $0.allSatisfy(\.isFinite) })
      } catch {
        // Frequencies that the rate cannot hold.
        #expect(rate <= 100 && error.message.contains("half the rate"), "\(name): \(error)")
      }
    }
  }

}
