import Testing
import Timeline
import WAV

@testable import AudioFilters

/// What effects, layouts and stops do in a mix.
@Suite struct MixEffectTests {
  private let noise = Noise(seed: 3)

  private func feed(_ layout: ChannelLayout = .stereo, length: Int? = nil) -> TestSupply.Feed {
    TestSupply.Feed(layout: layout, length: length) { [noise] in noise($0, $1) * 0.1 }
  }

  private let ones = TestSupply.Feed { _, _ in 1 }

  @Test func `effects with latency leave every sample in its place`() throws {
    let limiter = #""effects": [{"effect": "limiter"}]"#
    let text = """
      {"version": 1, "audio": {\(limiter), "main": {\(limiter)},
        "tracks": [{"source": "a", "start": 0.5, "duration": 1, \(limiter)}]}}
      """
    let plan = try TestMix.plan(text, tracks: [Time(seconds: 1)], input: Time(seconds: 2))
    let result = try TestMix.render(plan, TestSupply([feed(), feed()]), blocks: [700])
    #expect(result.count == 16_000)
    var worst: Float = 0
    for sample in 0..<16_000 {
      let track = (4000..<12_000).contains(sample) ? noise(1, sample - 4000) * 0.1 : 0
      worst = max(worst, abs(result[1][sample] - noise(1, sample) * 0.1 - track))
    }
    #expect(worst < 1e-6)
  }

  @Test(arguments: [
    #""effects": [{"effect": "delay", "time": 0.3}, {"effect": "limiter", "ceiling": "-20dB"}]"#,
    #""main": {"effects": [{"effect": "compressor", "threshold": "-40dB"}]}"#,
    #""main": {"duck": {"under": "voice", "release": 2}}"#,
    #""tracks": [{"source": "c", "start": 0.1, "effects": [{"effect": "robot"}]}]"#,
    #""volume": 0.5"#,
  ])
  func `what is remembered is the same from a later start`(_ keys: String) throws {
    let voice = #"{"name": "voice", "source": "b", "start": 0.2, "duration": 0.1}"#
    let tracks = keys.contains("tracks") ? "" : #", "tracks": [\#(voice)]"#
    let text = #"{"version": 1, "clips": [{"source": "a"}], "audio": {\#(keys)\#(tracks)}}"#
    let plan = try TestMix.plan(
      text, lengths: [Time(seconds: 2)], tracks: [Time(seconds: 2)], rate: 8000)
    let format = AudioFormat(rate: 8000, layout: .stereo)
    func mix() throws -> Mix {
      try Mix(plan, format: format, supply: TestSupply([feed(), feed()]))
    }
    let whole = try TestMix.render(try mix())
    let later = try mix()
    let first = later.beginning(before: 5001)
    #expect(keys.contains("volume") ? first == 5001 : first < 5001)
    let part = try TestMix.render(later, from: first, blocks: [777])
    #expect(part[0].dropFirst(5001 - first) == whole[0].dropFirst(5001))
  }

  @Test func `an effect changes its span and nothing else`() throws {
    let text = """
      {"version": 1, "audio": {"main":
        {"effects": [{"effect": "gain", "gain": 0.5, "start": 1, "duration": 0.5}]}}}
      """
    let plan = try TestMix.plan(text, input: Time(seconds: 2))
    let result = try TestMix.render(plan, TestSupply([ones]))
    #expect(result[0][7000] == 1 && result[0][10_000] == 0.5 && result[0][13_000] == 1)
    let changed = try #require(result.changed.first)
    #expect(result.changed.count == 1 && changed.lowerBound > 7400 && changed.upperBound < 12_600)
    #expect(changed.contains(8000) && changed.contains(11_999))
  }

  @Test func `a stop is silent, with a fade on both sides`() throws {
    let text = """
      {"version": 1, "clips": [
        {"source": "a", "out": 2, "freeze": {"at": 1, "duration": 1}}, {"source": "b"}]}
      """
    let plan = try TestMix.plan(text, lengths: [Time(seconds: 2), Time(seconds: 1)])
    let samples = try TestMix.render(plan, TestSupply([ones, ones]))[0]
    #expect(samples.count == 32_000 && samples[..<7976].allSatisfy { $0 == 1 })
    #expect(samples[7999] < 0.01 && samples[8000..<16_001].allSatisfy { $0 == 0 })
    #expect(samples[16_024..<23_976].allSatisfy { $0 == 1 })
  }

  @Test func `a loudness is measured before it is brought to the target`() throws {
    let text = """
      {"version": 1, "audio": {"effects": [{"effect": "normalize"}],
        "tracks": [{"source": "a", "start": 1, "volume": 0.1,
          "effects": [{"effect": "gain", "gain": 2}, {"effect": "normalize", "target": -20}]}]}}
      """
    let plan = try TestMix.plan(text, tracks: [Time(seconds: 1)], input: Time(seconds: 3))
    let supply = { TestSupply([self.feed(), self.feed(.mono)]) }
    let format = AudioFormat(rate: 8000, layout: .stereo)
    let keys = [
      Mix.Measurement(bus: .track(0), effect: 1), Mix.Measurement(bus: .master, effect: 0),
    ]
    #expect(try Mix(plan, format: format, supply: supply()).needsMeasuring == keys)

    let pass = try Mix(plan, format: format, supply: supply(), measuring: keys[0])
    #expect(pass.format.layout == .mono)
    let heard = try TestMix.render(pass, from: 8000)
    // What comes before the effect: the gain, and not the volume of the bus.
    #expect(heard.count == 8000 && heard[0][100] == noise(0, 100) * 0.1 * 2)

    var measured = [keys[0]: MeasuredLoudness(integrated: -26.0206, truePeak: -10)]
    let second = try Mix(
      plan, format: format, supply: supply(), measured: measured, measuring: keys[1])
    let sum = try TestMix.render(second)
    let track = noise(0, 4000) * 0.1 * 2 * 2 * 0.1 * Float(0.5.squareRoot())
    #expect(sum.count == 24_000)
    #expect(abs(sum[1][12_000] - noise(1, 12_000) * 0.1 - track) < 1e-5)
    measured[keys[1]] = MeasuredLoudness(integrated: -20, truePeak: -30)
    let mix = try Mix(plan, format: format, supply: supply(), measured: measured)
    let whole = try TestMix.render(mix)
    #expect(mix.needsMeasuring.isEmpty)
    // From -20 to -14 LUFS: by 6 dB.
    #expect(abs(whole[1][12_000] / sum[1][12_000] - 1.99526) < 1e-3)
  }

  /// A mix of one track of one channel.
  private func single(_ keys: String) throws -> SoundPlan {
    try TestMix.plan(
      #"{"version": 1, "audio": {"tracks": [{"source": "a", \#(keys)}]}}"#,
      tracks: [Time(seconds: 1)], hasInput: false)
  }

  private func render(_ keys: String, _ layout: ChannelLayout = .stereo) throws -> TestMix.Result {
    try TestMix.render(try single(keys), TestSupply([feed(.mono)]), layout: layout)
  }

  @Test func `a room around one channel fills both of the mix`() throws {
    let room = #""effects": [{"effect": "reverb", "wet": 0.5, "predelay": 0.1}]"#
    let (mix, plain) = (try render(room), try render(#""volume": 1"#))
    let wet = (0..<2).map { channel in
      (4000..<8000).map { mix[channel][$0] - plain[channel][$0] }
    }
    for sample in 0..<800 {
      #expect(abs(mix[0][sample] - plain[0][sample]) < 1e-7 && mix[0][sample] == mix[1][sample])
    }
    let levels = wet.map { Sound.level($0) }
    let product = zip(wet[0], wet[1]).reduce(0.0) { $0 + Double($1.0) * Double($1.1) } / 4000
    #expect(levels[0] > 0.005 && abs(product) < 0.2 * levels[0] * levels[1])
    // As much of it as there is in one channel.
    let one = try render(room, .mono)
    let alone = Sound.level((4000..<8000).map { one[0][$0] - noise(0, $0) * 0.1 })
    let power = (levels[0] * levels[0] + levels[1] * levels[1]) / (alone * alone)
    #expect(abs(Sound.decibels(power)) / 2 < 1, "\(power)")
    let left = try render(room + #", "pan": -1"#)
    #expect(left[0][100] == noise(0, 100) * 0.1 && left[1].allSatisfy { abs($0) < 1e-7 })
    let narrow = try render(room.replacing("0.1}", with: #"0.1, "width": 0}"#))
    #expect(narrow[0] == narrow[1])
  }

  @Test(arguments: [0x3F, 0x63F, 0x2D63F] as [UInt32])
  func `a room around one channel is all around the centre of a larger mix`(_ mask: UInt32) throws {
    let layout = ChannelLayout(mask: mask, count: mask.nonzeroBitCount)
    let room = #""effects": [{"effect": "reverb", "wet": 0.5, "predelay": 0.1}]"#
    let (mix, plain) = (try render(room, layout), try render(#""volume": 1"#, layout))
    for channel in 0..<layout.count {
      #expect((0..<800).allSatisfy { mix[channel][$0] == plain[channel][$0] })
      let level = Sound.level((4000..<8000).map { mix[channel][$0] - plain[channel][$0] })
      #expect(channel == 3 ? level == 0 : level > 0.001, "\(channel): \(level)")
    }
    #expect(plain[2][100] == noise(0, 100) * 0.1 && plain[0][100] == 0)
    // A panned one is between left and right.
    let left = try render(room + #", "pan": -1"#, layout)
    #expect(left[0][100] == noise(0, 100) * 0.1 && left[2].allSatisfy { $0 == 0 })
    let echo = #"{"effect": "delay", "time": 0.1, "pingPong": true}"#
    let echoes = try render(#""effects": [\#(echo)]"#, layout)
    #expect((0..<layout.count).filter { echoes[$0][900] != plain[$0][900] } == [0])
    let tremolo = #""effects": [{"effect": "tremolo", "phase": 180}]"#
    #expect(try render(tremolo, layout)[0].allSatisfy { $0 == 0 })
  }

  @Test func `effects beside a room hear one channel as loud as it is`() throws {
    let compressor = #"{"effect": "compressor", "threshold": "-40dB", "ratio": 20}"#
    let echo = #"{"effect": "delay", "pingPong": true, "wet": 0}"#
    let both = try render(#""effects": [\#(echo), \#(compressor)]"#)
    let alone = try render(#""effects": [\#(compressor)]"#)
    #expect((0..<8000).allSatisfy { abs(both[1][$0] - alone[1][$0]) < 1e-7 })
    let plan = try single(#""effects": [\#(echo), {"effect": "normalize"}]"#)
    let pass = try Mix(
      plan, format: AudioFormat(rate: 8000, layout: .stereo), supply: TestSupply([feed(.mono)]),
      measuring: Mix.Measurement(bus: .track(0), effect: 1))
    #expect(pass.format.layout == .stereo)
    var meter = pass.makeMeter()
    let heard = try TestMix.render(pass).channels
    #expect(heard[0][100] == noise(0, 100) * 0.1 && heard[1] == heard[0])
    meter.add(AudioBlock(heard))
    var mono = LoudnessMeter(format: AudioFormat(rate: 8000, layout: .mono))
    mono.add(AudioBlock([(0..<8000).map { noise(0, $0) * 0.1 }]))
    #expect(abs(meter.integrated - mono.integrated) < 1e-3, "\(meter.integrated)")
  }

  @Test func `layouts are brought into that of the output`() throws {
    let text =
      #"{"version": 1, "audio": {"tracks": [{"source": "a"}, {"source": "b", "pan": -1}]}}"#
    let plan = try TestMix.plan(
      text, tracks: [Time(seconds: 1), Time(seconds: 1)], input: Time(seconds: 1))
    let surround = TestSupply.Feed(layout: ChannelLayout(mask: 0x3F, count: 6)) { channel, _ in
      Float(channel + 1)
    }
    let mono = TestSupply.Feed(layout: .mono) { _, _ in 100 }
    let result = try TestMix.render(plan, TestSupply([surround, mono, mono]))
    let half = Float(0.5.squareRoot())
    #expect(abs(result[0][4000] - (1 + half * 3 + half * 5 + 100 * half + 100)) < 1e-3)
    #expect(abs(result[1][4000] - (2 + half * 3 + half * 6 + 100 * half)) < 1e-3)
  }

  @Test func `sources without sound are silent`() throws {
    let text = """
      {"version": 1, "clips": [{"source": {"color": "red"}, "duration": 1}, {"source": "b"}],
        "audio": {"tracks": [{"source": "c"}]}}
      """
    let plan = try TestMix.plan(text, lengths: [nil, Time(seconds: 1)], tracks: [Time(seconds: 1)])
    let silent = TestSupply.Feed(layout: nil) { _, _ in 1 }
    let supply = TestSupply([silent, feed(.mono), silent])
    let result = try TestMix.render(plan, supply, layout: .mono)
    #expect(result.count == 16_000 && result[0][..<8000].allSatisfy { $0 == 0 })
    #expect(result[0][9000] == noise(0, 1000) * 0.1)
    #expect(supply.positions[0] == nil && supply.positions[2] == nil)
  }

  @Test func `tracks that are not heard are not read`() throws {
    let tracks = (0..<200).map { #"{"source": "\#($0)", "start": \#($0), "duration": 0.01}"# }
    let text = #"{"version": 1, "audio": {"tracks": [\#(tracks.joined(separator: ","))]}}"#
    let plan = try TestMix.plan(
      text, tracks: Array(repeating: Time(seconds: 1), count: 200), input: Time(seconds: 2))
    let supply = TestSupply(Array(repeating: ones, count: 201))
    let result = try TestMix.render(plan, supply)
    #expect(supply.positions.keys.sorted() == [0, 1, 2])
    #expect(supply.positions[1] == 80 && result.changed == [0..<80, 8000..<8080])
  }
}
