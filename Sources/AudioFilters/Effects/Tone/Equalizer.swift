import Timeline
import WAV

/// Boosts and cuts parts of the spectrum.
struct Equalizer: AudioEffect {
  static let shape = Setting<BiquadShape>(
    "type", default: .peaking,
    "What the band does: `peaking`, `lowshelf` and `highshelf` boost or cut by `gain`; `lowpass`, "
      + "`highpass` and `bandpass` keep one side or the middle; `notch` removes the middle; "
      + "`allpass` turns phases alone.")
  static let frequency = Parameter<Double>(
    "frequency", default: 1000, in: 1...384_000, unit: "Hz", required: true,
    "The middle of the band, or the edge of a shelf or a pass; less than half the rate.")
  static let gain = Parameter<Gain>(
    "gain", default: Gain(decibels: 0), in: Limits(0.001...1000),
    "How much the band is boosted or cut.")
  static let q = Parameter<Double>(
    "q", default: 0.5.squareRoot(), in: 0.05...100, defaultText: "0.7071",
    "How narrow the band or how steep the edge is: the frequency divided by the bandwidth.")
  static let bands = ParameterGroups(
    "bands", [shape, frequency, gain, q], "The bands, which work one after another.")

  static let declaration = Declaration(
    name: "eq",
    summary: "Boosts and cuts parts of the spectrum.",
    discussion: """
      Each band is a filter of the second order after Robert Bristow-Johnson's Audio EQ Cookbook, \
      as in browsers. `frequency`, `gain` and `q` may move: the filter then changes with every \
      sample.
      """,
    example: #"""
      { "effect": "eq", "bands": [
        { "type": "highpass", "frequency": 80 },
        { "frequency": 2500, "gain": "4dB", "q": 1.2 },
        { "type": "highshelf", "frequency": 9000, "gain": { "from": "0dB", "to": "-9dB" } } ] }
      """#,
    parameters: [bands])

  static let names = EffectNames(
    synonyms: [
      "equalizer", "equaliser", "anequalizer", "superequalizer", "firequalizer", "biquad",
      "highpass", "lowpass", "bandpass", "bandreject", "notch", "highshelf", "lowshelf", "bass",
      "treble", "allpass",
    ],
    elsewhere: [
      "ffmpeg equalizer, highpass, lowpass, bass, treble, allpass",
      "sox equalizer, highpass, lowpass, bass, treble, allpass", "Web Audio BiquadFilterNode",
    ])

  /// Filters are computed every so many samples.
  private static let cell = 64

  private var bands: [Band]

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    var bands: [Band] = []
    for band in arguments[Self.bands] { bands.append(try Band(band, setting)) }
    self.bands = bands
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    for index in bands.indices {
      Cells.forEach(Self.cell, from: start, count: block.count) { part, cell in
        bands[index].process(block, part, from: start &+ part.lowerBound &- cell, cell: cell)
      }
    }
  }

  /// One band and what it remembers of each channel.
  private struct Band {
    let shape: BiquadShape
    var frequency: Envelope
    var gain: Envelope
    var q: Envelope
    let rate: Double
    private let isMoving: Bool
    private var states: [BiquadState]
    /// The filters at both ends of the cell that begins at `cell`.
    private var cell = 0
    private var filters: (Biquad, Biquad)

    init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
      let rate = setting.format.rate
      shape = arguments[Equalizer.shape]
      let frequency = arguments[Equalizer.frequency]
      try Frequencies.check(frequency, "frequency", setting)
      self.frequency = Envelope(
        frequency, rate: rate, in: 1...max(Frequencies.highest(rate: rate), 1))
      gain = Envelope(arguments[Equalizer.gain], rate: rate, in: 0.001...1000)
      q = Envelope(arguments[Equalizer.q], rate: rate, in: 0.05...100)
      self.rate = Double(rate)
      states = Array(repeating: BiquadState(), count: setting.format.channels)
      isMoving = [self.frequency, gain, q].contains { $0.constant == nil }
      filters = (Biquad(), Biquad())
      filters = (filter(at: 0), filter(at: Equalizer.cell))
    }

    private func filter(at sample: Int) -> Biquad {
      Biquad(
        shape, frequency: frequency.value(at: sample) / rate, q: q.value(at: sample),
        gain: gain.value(at: sample))
    }

    /// Filters a part of a block that begins `offset` samples after its cell.
    mutating func process(_ block: AudioBlock, _ part: Range<Int>, from offset: Int, cell: Int) {
      if isMoving, self.cell != cell {
        let first = self.cell &+ Equalizer.cell == cell ? filters.1 : filter(at: cell)
        filters = (first, filter(at: cell &+ Equalizer.cell))
        self.cell = cell
      }
      for channel in 0..<block.channels {
        let samples = UnsafeMutableBufferPointer(rebasing: block[channel][part])
        if filters.0 == filters.1 {
          states[channel].run(samples, filters.0)
        } else {
          states[channel].run(
            samples, from: filters.0, to: filters.1, start: offset, length: Equalizer.cell)
        }
        if offset &+ part.count == Equalizer.cell { states[channel].settle() }
      }
    }
  }
}
