import Bytes

/// What of a sound a value follows.
package struct SoundQuery: Hashable, Sendable {
  /// The name of a track, or the path of a file.
  package let source: String
  /// The lowest and the highest frequency that count, in Hz.
  package let band: ClosedRange<Double>
  /// Seconds in which the value rises by 63 % of what is left; 0 is at once.
  package let attack: Double
  /// Seconds in which it falls by as much.
  package let release: Double
  /// Where the source is looked for.
  package let scope: SoundScope

  /// All frequencies, fast up and slower down, unless stated otherwise.
  package init(
    source: String, band: ClosedRange<Double> = 0...24_000, attack: Double = 0.01,
    release: Double = 0.2, scope: SoundScope = .film
  ) {
    self.scope = scope
    (self.source, self.band) = (source, band)
    (self.attack, self.release) = (attack, release)
  }
}

/// A sound that values follow, as a timeline names it.
package struct SoundUse: Sendable {
  /// What is followed.
  package let query: SoundQuery
  /// The bytes of the first value of `sound` in the timeline that names it.
  package let place: Range<Int>
}

/// How loud a sound is from time to time, from 0 to 1, on the timeline.
package final class SoundCourse: Sendable {
  private let levels: [Float]
  private let step: Double
  let playing: SoundPlaying

  /// Levels as they were measured.
  ///
  /// - Parameters:
  ///   - levels: of 0 to 1, each that of the middle of its step.
  ///   - step: seconds of the sound from level to level, more than 0.
  ///   - playing: which time of the sound is heard when.
  package init(levels: [Float], step: Double, playing: SoundPlaying) {
    (self.levels, self.step, self.playing) = (levels, step, playing)
  }

  /// The level at a time of the timeline, on the line between two that were measured; 0 while the
  /// sound is not heard.
  package func level(at time: Time) -> Double {
    guard let seconds = playing.source(at: time.seconds) else { return 0 }
    let place = seconds / step - 0.5
    guard let first = levels.first, let last = levels.last, place.isFinite else { return 0 }
    guard place > 0 else { return Double(first) }
    guard place < Double(levels.count - 1) else {
      return place < Double(levels.count) ? Double(last) : 0
    }
    let index = Int(place)
    let share = place - Double(index)
    return Double(levels[index]) * (1 - share) + Double(levels[index + 1]) * share
  }
}

extension SoundCourse: Hashable {
  /// Whether both are one.
  package static func == (left: SoundCourse, right: SoundCourse) -> Bool { left === right }
  /// Hashes which it is.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Which time of a sound is heard at which time of the timeline, in seconds.
package struct SoundPlaying: Hashable, Sendable {
  /// When it begins on the timeline.
  package var start = 0.0
  /// When it ends there; infinite for never.
  package var end = Double.infinity
  /// Where it begins in the sound.
  package var offset = 0.0
  /// Seconds of the sound in a second; more than 0.
  package var speed = 1.0
  /// Seconds of the sound after which it is played again; infinite for never.
  package var period = Double.infinity
  /// Whether it is a track or the mix, whose times are the film's; a file begins with the timeline
  /// in which it is named.
  package var isTrack = false

  /// From the start of the timeline, as it is.
  package init() {}

  /// The time in the sound; nil while it is not heard.
  package func source(at time: Double) -> Double? {
    guard time >= start, time < end else { return nil }
    let played = (time - start) * speed
    guard period.isFinite, period > 0 else { return offset + played }
    return offset + (played - period * (played / period).rounded(.down))
  }
}
