import Timeline

/// Sounds for pictures of sounds, whatever file they name: a minute of the same numbers on every
/// machine.
package enum MadeUpSounds {
  /// What was measured of them, for all pictures of a timeline.
  package static func tables(
    for uses: [SoundPictureUse]
  ) -> [SoundPictureQuery: SoundTable] {
    var tables: [SoundPictureQuery: SoundTable] = [:]
    for use in uses {
      switch use.query.form {
      case .spectrum(let count, _, _, _, _): tables[use.query] = spectrum(count)
      case .waveform(let count, let window): tables[use.query] = waveform(window / Double(count))
      }
    }
    return tables
  }

  /// Bands that rise from -50 dB at the first to 0 dB at the last, and are less loud by 10 dB half
  /// a second later, in turns.
  private static func spectrum(_ count: Int) -> SoundTable {
    let values = (0..<3600).flatMap { row in
      (0..<count).map { column in
        let level = -50 + 50 * column / max(count - 1, 1) - (row / 30 % 2) * 10
        return Int16(level * 256)
      }
    }
    return SoundTable(values: values, width: count, step: 1.0 / 60, peak: 0)
  }

  /// A triangle four times a second that swells for two seconds, again and again.
  private static func waveform(_ step: Double) -> SoundTable {
    let count = Int(60 / step)
    let values = (0..<count).flatMap { row in
      let time = Double(row) * step
      let swell = 16_000 * ((time / 2).truncatingRemainder(dividingBy: 1))
      let phase = (time * 4).truncatingRemainder(dividingBy: 1)
      let wave = phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase
      return [Int16(swell * min(wave, 0)), Int16(swell * wave)]
    }
    return SoundTable(values: values, width: 2, step: step, peak: 16_000)
  }
}
