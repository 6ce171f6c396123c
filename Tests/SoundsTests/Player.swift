import Bytes
import Clips
import Pipes
import Timeline
import WAV

@testable import AudioFilters
@testable import Sounds

/// Plays feeds as the mix does, block by block.
enum Player {
  /// A clip's feed, or a track's where it has a crossfade, from time `begin` on.
  static func feed(
    _ media: MediaUse, length: Time? = nil, begin: Time = .zero, rate: Int = 48_000,
    preservesPitch: Bool = false, crossfade: Time = .zero, hasEnd: Bool = true
  ) -> SoundPlan.Feed {
    let retiming = Retiming(media, length: length)
    let end = hasEnd ? retiming.duration.map { begin + $0 } : nil
    return SoundPlan.Feed(
      origin: .track(0), title: "track 1", media: media, retiming: retiming, begin: begin,
      start: SoundPlan.sample(of: begin, rate: rate),
      end: end.map { SoundPlan.sample(of: $0, rate: rate) }, preservesPitch: preservesPitch,
      loopCrossfade: crossfade)
  }

  /// All samples of a feed's first channel, and how many of them were said to be there.
  static func play(
    _ player: FeedPlayer, from start: Int = 0, count: Int, block size: Int = 1000,
    channel: Int = 0, channels: Int = 1
  ) throws -> (samples: [Float], count: Int) {
    var samples: [Float] = []
    var there = 0
    let block = AudioBlock(channels: channels, capacity: size)
    while samples.count < count {
      block.count = min(size, count - samples.count)
      there += try player.read(at: start + samples.count, into: block)
      samples += Array(block[channel])
    }
    return (samples, there)
  }

  static func play(
    _ feed: SoundPlan.Feed, _ samples: any Samples, sourceRate: Int = 48_000, rate: Int = 48_000,
    from start: Int = 0, count: Int, block size: Int = 1000
  ) throws -> (samples: [Float], count: Int) {
    let player = FeedPlayer(feed, rate: rate, sourceRate: sourceRate) {
      () throws(SoundError.Fault) in samples
    }
    return try play(player, from: start, count: count, block: size, channels: samples.channels)
  }

  /// The numbers of the samples that were heard; nil is silence.
  static func numbers(_ samples: [Float]) -> [Int?] { samples.map { $0 == 0 ? nil : Int($0) - 1 } }
}

/// A use of a source, as timelines ask for it.
func use(
  _ source: MediaSource = .stdin, in start: Time = .zero, out end: Time? = nil,
  duration: Time? = nil, speed: Animated<Double> = Animated(1), isReversed: Bool = false,
  loop: Int? = 1, isPingPong: Bool = false, freeze: Freeze? = nil, place: Range<Int> = 0..<0
) -> MediaUse {
  MediaUse(
    source: source, start: start, end: end, duration: duration, speed: speed,
    isReversed: isReversed, loop: loop, isPingPong: isPingPong, freeze: freeze, place: place)
}

func time(_ upper: Int, _ lower: Int = 1) -> Time { Time(upper, lower) ?? .zero }

extension SoundSource {
  /// How long it lasts in a film of 25 frames a second.
  var clipLength: Time? { FrameRate(25, 1).flatMap { length(canvasRate: $0) } }
}
