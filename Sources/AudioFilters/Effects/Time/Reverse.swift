import Timeline
import WAV

/// Plays the span backwards.
struct Reverse: AudioEffect {
  static let declaration = Declaration(
    name: "reverse",
    summary: "Plays the span backwards.",
    discussion: """
      The span is held in memory, so it has at most 1,728,000 samples of all channels: 18 seconds \
      of stereo at 48 kHz. A whole clip or track plays backwards by its own `reverse`, at any length.
      """,
    example: #"""
      { "effect": "reverse", "start": 12, "duration": 1.5 }
      """#,
    parameters: [])

  static let names = EffectNames(
    synonyms: ["areverse", "backwards"],
    elsewhere: ["ffmpeg areverse", "sox reverse"])

  /// The most samples of all channels: with as many of the sound as it was, under 14 MiB.
  private static let most = 1_728_000

  let latency: Int
  /// The span, channel after channel.
  private var samples: [Float]
  private let length: Int

  init(_ arguments: Arguments, _ setting: AudioEffectSetting) throws(AudioError) {
    guard let length = setting.length else {
      throw AudioError(.missingEnd(.reverse), at: setting.place)
    }
    let channels = setting.format.channels
    guard length <= Self.most / channels else {
      let tenths = Self.most / channels * 10 / setting.format.rate
      throw AudioError(.tooLong(.reverse(tenths: tenths)), at: setting.place)
    }
    self.length = length
    latency = max(length - 1, 0)
    samples = Array(repeating: 0, count: length * channels)
  }

  mutating func process(_ block: AudioBlock, at start: Int) {
    samples.withUnsafeMutableBufferPointer { held in
      for channel in 0..<block.channels {
        let samples = block[channel]
        let base = channel &* length
        for index in 0..<samples.count {
          let place = start &+ index
          if place < length { held[base &+ place] = samples[index] }
          // The last comes out first, as soon as it has come in.
          let mirrored = 2 &* length &- 2 &- place
          let isInside = mirrored >= 0 && mirrored < length && place >= length &- 1
          samples[index] = isInside ? held[base &+ mirrored] : 0
        }
      }
    }
  }
}
