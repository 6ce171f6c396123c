import AudioFilters
import Sounds
import Timeline
import WAV

/// The rate and the channels of a mix, and why it has them.
package struct MixFormat {
  /// The lowest rate that is chosen for what is heard: no music sounds worse for it.
  static let leastRate = 44_100
  /// How many samples are made at a time.
  static let blockLength = 4096
  /// The rate of a mix in which nothing is heard.
  static let usualRate = 48_000

  /// Where the rate comes from.
  enum Reason: Hashable {
    /// The timeline says it.
    case given
    /// Standard input is the main sound, whose samples are to leave as they come.
    case input
    /// No sound that is heard has a higher one than this, of which messages say whose it is.
    case highest(String)
    /// Whatever is heard has a lower one.
    case least
    /// Nothing is heard.
    case silence
  }

  /// A sound that is heard.
  private struct Sound {
    let title: String
    let format: AudioFormat
    let place: Range<Int>
    var isPanned = false
  }

  /// The rate and the channels.
  package let format: AudioFormat
  let reason: Reason
  private let sounds: [Sound]

  /// - Parameter input: standard input, where it is read.
  init(_ parts: SoundScene.Parts, input: InputSound?) {
    let soundtrack = parts.document.soundtrack
    sounds = Self.sounds(of: parts)
    let own = parts.playsInputAlone ? input?.format : nil
    let highest = sounds.max { $0.format.rate < $1.format.rate }
    let rate: Int
    if let given = soundtrack.rate {
      (rate, reason) = (given, .given)
    } else if parts.playsInputAlone {
      (rate, reason) = (own?.rate ?? highest?.format.rate ?? Self.usualRate, .input)
    } else if let highest, highest.format.rate >= Self.leastRate {
      // Of several the first.
      let first = sounds.first { $0.format.rate == highest.format.rate } ?? highest
      (rate, reason) = (highest.format.rate, .highest(first.title))
    } else {
      (rate, reason) = sounds.isEmpty ? (Self.usualRate, .silence) : (Self.leastRate, .least)
    }
    let layout = own?.layout ?? Self.layout(of: sounds, soundtrack)
    format = AudioFormat(
      rate: rate,
      layout: soundtrack.channels.map { $0 == layout.count ? layout : ChannelLayout(count: $0) }
        ?? layout)
    if own != nil { warn(soundtrack) }
    warnOfPans(soundtrack)
  }

  /// The channels of the sound that has most, so that none is lost: of several the first. What is
  /// panned needs a left and a right.
  private static func layout(of sounds: [Sound], _ soundtrack: Soundtrack) -> ChannelLayout {
    guard let first = sounds.first else { return .stereo }
    let widest = sounds.reduce(first.format.layout) {
      $0.count < $1.format.channels ? $1.format.layout : $0
    }
    let isPanned =
      sounds.contains(where: \.isPanned) || soundtrack.main.isPanned || soundtrack.master.isPanned
    return widest.count == 1 && isPanned ? .stereo : widest
  }

  /// The clips and tracks that are heard.
  private static func sounds(of parts: SoundScene.Parts) -> [Sound] {
    let (document, footage, soundtrack) = (parts.document, parts.footage, parts.document.soundtrack)
    var sounds: [Sound] = []
    for (number, (clip, item)) in zip(document.clips, footage.clips).enumerated() {
      guard let format = item?.source.format, !soundtrack.main.isMuted, !clip.sound.isMuted else {
        continue
      }
      sounds.append(
        Sound(title: SoundPlan.title(of: clip, number), format: format, place: clip.media.place))
    }
    for (number, (track, item)) in zip(soundtrack.tracks, footage.tracks).enumerated() {
      guard let format = item?.source.format, !track.bus.isMuted else { continue }
      // What begins when the pictures are over is not heard.
      if let end = parts.edit?.end, !document.clips.isEmpty, track.range.start >= end { continue }
      sounds.append(
        Sound(
          title: SoundPlan.title(of: track, number), format: format, place: track.media.place,
          isPanned: track.bus.isPanned))
    }
    return sounds
  }

  /// Warnings of sounds that lose what standard input, as the main sound, has no room for.
  private(set) var warnings: [Fault] = []

  private mutating func warn(_ soundtrack: Soundtrack) {
    if reason == .input, format.rate < Self.leastRate,
      let sound = sounds.first(where: { $0.format.rate > format.rate })
    {
      warnings.append(
        Fault(
          "\(sound.title) has \(sound.format.rate) samples a second, but the mix has the "
            + "\(format.rate) of standard input; set another with 'rate' in 'audio'",
          at: sound.place))
    }
    if soundtrack.channels == nil, format.channels == 1,
      let sound = sounds.first(where: { $0.format.channels > 1 })
    {
      warnings.append(
        Fault(
          "\(sound.title) has \(sound.format.channels) channels, but the mix has one, like "
            + "standard input; set another number with 'channels' in 'audio'", at: sound.place))
    }
  }

  /// Warns of what is panned where there is no left and right.
  private mutating func warnOfPans(_ soundtrack: Soundtrack) {
    guard format.channels == 1 else { return }
    let buses =
      [soundtrack.master] + (soundtrack.hasMain ? [soundtrack.main] : [])
      + soundtrack.tracks.map(\.bus)
    guard let bus = buses.first(where: { $0.isPanned && !$0.isMuted }) else { return }
    let reason = soundtrack.channels == nil ? "like standard input" : "as 'channels' says"
    warnings.append(
      Fault(
        "'pan' does nothing, because the mix has one channel, \(reason); "
          + "write \"channels\": 2 in 'audio'", at: bus.place))
  }

  /// The rate and whose it is, for people.
  package var rateText: String {
    switch reason {
    case .given: "\(format.rate) Hz, as 'rate' says"
    case .input: "the rate of standard input"
    case .highest(let title): "\(format.rate) Hz, the highest rate, which is that of \(title)"
    case .least: "\(format.rate) Hz, because no sound has more"
    case .silence: "\(format.rate) Hz"
    }
  }
}

extension SoundBus {
  fileprivate var isPanned: Bool { pan.constantValue != 0 }
}

extension SoundScene.Parts {
  /// Whether standard input is the main sound as it comes.
  var playsInputAlone: Bool { document.clips.isEmpty && document.soundtrack.hasMain }
}
