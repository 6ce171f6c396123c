import Bytes
import Testing
import WAV

@testable import AudioFilters
@testable import Timeline

@Suite struct EffectChainTests {
  @Test func `a chain without effects changes nothing`() throws {
    let input = [Sound.noise(1000), Sound.noise(1000, seed: 2)]
    #expect(try run([], input) == input)
  }

  @Test func `an effect works in its span to the sample and nowhere else`() throws {
    let input = [Sound.noise(9600)]
    let output = try run([use("gain", #"{"gain": 0.5}"#, from: 0.05, to: 0.1)], input)[0]
    #expect(output[..<2400] == input[0][..<2400])
    #expect(output[4800...] == input[0][4800...])
    for index in 2400 + 192..<4800 - 192 { #expect(output[index] == input[0][index] * 0.5) }
    // At the edges it comes and goes in 4 ms, without a step.
    for index in 2400..<2592 {
      let share = (Float(index - 2400) + 0.5) / 192
      #expect((output[index] - input[0][index] * (1 - 0.5 * share)).magnitude < 1e-6)
    }
    #expect(output[2400] != input[0][2400] && output[4799] != input[0][4799])
  }

  @Test func `where the bus begins and ends there is no edge`() throws {
    let input = [Sound.noise(4800)]
    let output = try run([use("gain", #"{"gain": 2}"#, from: 0, to: 0.1)], input)[0]
    #expect(output == input[0].map { $0 * 2 })
  }

  @Test func `mix says how much is heard, sample by sample`() throws {
    let input = [Sound.noise(4800)]
    let mix = try Animated(keys: [
      .init(.zero, 0.0), .init(Time(seconds: 0) + Time(Rational(approximating: 0.1)), 1.0),
    ])
    let output = try run([use("gain", #"{"gain": 0}"#, mix: mix)], input)[0]
    for index in output.indices {
      let exact = Double(input[0][index]) * (1 - Double(index) / 4800)
      #expect((Double(output[index]) - exact).magnitude < 1e-6)
    }
  }

  @Test func `the lengths of blocks do not matter`() throws {
    let input = [Sound.noise(5000), Sound.noise(5000, seed: 3)]
    let gain = #"{"gain": {"from": 0, "to": 1, "ease": "easeInOutCubic"}}"#
    let uses = [
      try use("gain", gain, from: 0.01, to: 0.08),
      try use(
        "gain",
        #"{"gain": {"keys": [{"time": 0, "value": 1}, {"time": 0.0123, "value": 0.2}, {"time": 0.0123, "value": 0.9}, {"time": 0.03, "value": 0}]}}"#
      ),
    ]
    let whole = try run(uses, input, blocks: [5000])
    for blocks in [[1], [7, 64, 1], [1023], [192, 2400]] {
      #expect(try run(uses, input, blocks: blocks) == whole)
    }
  }

  @Test func `what a chain touches is exact`() throws {
    let format = AudioFormat(rate: 48000, layout: .mono)
    let chain = try EffectChain(
      [use("gain", #"{"gain": 0.5}"#, from: 1, to: 2)], format: format, longestBlock: 64,
      length: nil)
    #expect(!chain.touches(0..<48000) && chain.touches(47999..<48001))
    #expect(chain.touches(95999..<96000) && !chain.touches(96000..<200_000))
    #expect(!chain.touches(50000..<50000))
    let silent = try EffectChain(
      [use("gain", #"{"gain": 0.5}"#, mix: Animated(0))], format: format, longestBlock: 64,
      length: nil)
    #expect(silent.isEmpty && !silent.touches(0..<Int.max))
  }

  @Test func `what is no sound is silence`() throws {
    var input = Sound.noise(1000)
    input[100] = .nan
    input[200] = .infinity
    input[300] = -.greatestFiniteMagnitude
    let output = try run([use("gain", #"{"gain": 0.5}"#)], [input])[0]
    for index in output.indices {
      #expect(output[index] == ([100, 200, 300].contains(index) ? 0 : input[index] * 0.5))
    }
  }

  @Test func `an effect with latency is heard where it belongs`() throws {
    let setting = AudioEffectSetting(
      format: AudioFormat(rate: 48000, layout: .mono), longestBlock: 100, length: 600, place: 0..<0)
    let span = EffectSpan(500..<1100, rate: 48000, length: 2000)
    var link = EffectLink(
      Late(latency: 70), span: span, mix: Envelope(Animated(1), rate: 48000, in: 0...1),
      setting: setting)
    let input = Sound.noise(2000)
    var output: [Float] = []
    for start in stride(from: 0, to: 2000, by: 100) {
      let block = AudioBlock([Array(input[start..<start + 100])])
      link.process(block, at: start)
      output += block[0]
    }
    output.removeFirst(70)
    #expect(Array(output[..<500]) == Array(input[..<500]))
    #expect(Array(output[1100...]) == Array(input[1100..<1930]))
    for index in 692..<908 { #expect(output[index] == -input[index]) }
  }

  @Test func `an unknown effect is refused at its place`() {
    let lost = SoundEffectUse(effect: "no", range: .whole, arguments: Arguments(), place: 3..<9)
    #expect(throws: AudioError(.unknownEffect("no"), at: 3..<9)) {
      try EffectChain(
        [lost], format: AudioFormat(rate: 48000, layout: .mono), longestBlock: 1, length: nil)
    }
  }
}

/// Turns the sound over, some samples late.
private struct Late: AudioEffect {
  static let declaration = Declaration(name: "late", summary: "", parameters: [])
  let latency: Int
  var line: DelayLine

  init(latency: Int) {
    self.latency = latency
    line = DelayLine(length: latency, channels: 1)
  }

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    self.init(latency: 1)
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    line.run(block)
    for index in 0..<block.count { block[0][index] *= -1 }
  }
}

@Suite struct MovingParameterTests {
  @Test func `a gain in decibels moves in decibels, one in factors in factors`() throws {
    let input = [[Float](repeating: 1, count: 8000)]
    let decibels = #"{"gain": {"from": "0dB", "to": "-40dB"}}"#
    let output = try run([use("gain", decibels, from: 0, to: 1)], input, rate: 8000)[0]
    for place in [0, 1234, 4000, 7999] {
      let level = Sound.decibels(Double(output[place]))
      #expect((level + 40 * Double(place) / 8000).magnitude < 1e-4, "\(place): \(level)")
    }
    let factors = #"{"gain": {"from": 1, "to": 0.01}}"#
    let linear = try run([use("gain", factors, from: 0, to: 1)], input, rate: 8000)[0]
    #expect((linear[4000] - 0.505).magnitude < 1e-6)
  }

  /// Every easing, against the value worked out for each sample.
  @Test(arguments: ["linear", "easeInOutCubic", "easeOutBounce", "steps(5)", "easeInExpo"])
  func `each sample has its own value`(_ name: String) throws {
    let easing = try Easing(parsing: name)
    let animated = try Animated(
      keys: [
        .init(try #require(Time(1, 100)), 0.1),
        .init(try #require(Time(13, 100)), 1.0, easing: easing),
        .init(try #require(Time(13, 100)), 0.5), .init(try #require(Time(17, 100)), 0.5),
      ], repetition: .count(Rational(2)), autoreverse: true)
    var envelope = Envelope(animated, rate: 8000, in: 0...1)
    let whole = AudioBlock(channels: 1, capacity: 6000)
    envelope.fill(whole[0], at: 0)
    for sample in 0..<6000 {
      let exact = animated.value(at: try #require(Time(sample, 8000)))
      #expect((Double(whole[0][sample]) - min(max(exact, 0), 1)).magnitude < 1.1e-6, "\(sample)")
    }
    let parts = AudioBlock(channels: 1, capacity: 77)
    for start in stride(from: 0, to: 5900, by: 77) {
      envelope.fill(parts[0], at: start)
      #expect(Array(parts[0]) == Array(whole[0][start..<start + 77]))
    }
  }
}
