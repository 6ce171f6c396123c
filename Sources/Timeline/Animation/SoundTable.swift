/// What a picture shows of a sound.
package enum SoundForm: Hashable, Sendable {
  /// How loud bands are, a 60th of a second apart.
  ///
  /// `count` bands lie in `band`, in Hz, all as wide in octaves; `attack` and `release` are the
  /// seconds in which a level follows by 63 % of what is left; `tilt` is what each octave above
  /// 1000 Hz adds, in dB.
  case spectrum(
    count: Int, band: FrequencyRange, attack: Double, release: Double, tilt: Double)
  /// The lowest and the highest sample of each of `count` stretches of `window` seconds.
  case waveform(count: Int, window: Double)
}

/// What of a sound a picture shows.
package struct SoundPictureQuery: Hashable, Sendable {
  /// The name of a track, or the path of a file; nil for the timeline's own mix.
  package let source: String?
  /// What is shown of it.
  package let form: SoundForm
  /// Where the source is looked for.
  package let scope: SoundScope

  /// A question about a sound.
  package init(source: String?, form: SoundForm, scope: SoundScope = .film) {
    (self.source, self.form, self.scope) = (source, form, scope)
  }
}

/// A sound that a picture shows, as a timeline names it.
package struct SoundPictureUse: Sendable {
  /// What is shown.
  package let query: SoundPictureQuery
  /// The bytes of the first `source` in the timeline that names it, or of the picture's kind.
  package let place: Range<Int>
}

/// What was measured of a sound, row by row.
package final class SoundTable: Sendable {
  /// Numbers in a row.
  package let width: Int
  /// Seconds of the sound from row to row.
  package let step: Double
  /// Row by row.
  package let values: [Int16]
  /// The greatest magnitude of a waveform; the greatest level of a spectrum.
  package let peak: Int16
  /// Which time of the sound is heard when.
  package let playing: SoundPlaying

  /// Numbers as they were measured.
  ///
  /// - Parameters:
  ///   - width: at least 1.
  ///   - step: more than 0.
  package init(
    values: [Int16], width: Int, step: Double, peak: Int16, playing: SoundPlaying = SoundPlaying()
  ) {
    (self.values, self.width, self.step) = (values, max(width, 1), step)
    (self.peak, self.playing) = (peak, playing)
  }

  /// How many rows there are.
  package var count: Int { values.count / width }

  /// A number; nil before the first row and after the last.
  package func value(row: Int, column: Int) -> Int16? {
    guard row >= 0, row < count, column >= 0, column < width else { return nil }
    return values[row * width + column]
  }

  /// How many rows lie before a time of the timeline, with fractions; nil while nothing is heard.
  package func place(at seconds: Double) -> Double? {
    guard let time = playing.source(at: seconds) else { return nil }
    let place = time / step
    return place.isFinite && place.magnitude < 1e12 ? place : nil
  }
}

extension SoundTable: Hashable {
  /// Whether both are one.
  package static func == (left: SoundTable, right: SoundTable) -> Bool { left === right }
  /// Hashes which it is.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
