import AudioFilters
import Timeline
import WAV

/// Hears one sound from its start to its end, for all values that follow it and all pictures of it.
struct SoundEars {
  /// What values follow.
  private(set) var courses: [SoundQuery: SoundCourse] = [:]
  /// What pictures show.
  private(set) var tables: [SoundPictureQuery: SoundTable] = [:]

  private let uses: [SoundUse]
  private let pictures: [SoundPictureUse]
  private let playing: SoundPlaying
  /// The bytes that all of it may take.
  private let allowed: Int
  private var levels: [BandLevels] = []
  private var charts: [Chart] = []

  /// Seconds from level to level: less than a frame of any film.
  private static let step = 0.005
  /// The most numbers that are kept for one picture: 256 MiB.
  private static let mostValues = 1 << 27

  private enum Chart {
    case spectra(BandSpectra)
    case extremes(SampleExtremes)

    var count: Int {
      switch self {
      case .spectra(let spectra): spectra.values.count
      case .extremes(let extremes): extremes.values.count
      }
    }
  }

  /// - Parameters:
  ///   - playing: when the sound is heard.
  ///   - allowed: the bytes that all of it may take; more is a fault.
  init(
    _ uses: [SoundUse], _ pictures: [SoundPictureUse], _ playing: SoundPlaying, allowed: Int
  ) {
    (self.uses, self.pictures, self.playing) = (uses, pictures, playing)
    self.allowed = allowed
  }

  /// What was heard takes so many bytes.
  var bytes: Int {
    levels.reduce(0) { $0 + $1.values.count * MemoryLayout<Float>.stride }
      + charts.reduce(0) { $0 + $1.count * MemoryLayout<Int16>.stride }
  }

  /// Begins with a sound of this format.
  mutating func start(_ format: AudioFormat) {
    levels = uses.map { use in
      var settings = BandLevels.Settings()
      (settings.band, settings.step) = (use.query.band, Self.step)
      (settings.attack, settings.release) = (use.query.attack, use.query.release)
      return BandLevels(format: format, settings)
    }
    charts = pictures.map { picture in
      switch picture.query.form {
      case .spectrum(let count, let band, let attack, let release, let tilt):
        .spectra(
          BandSpectra(
            format: format, count: count, in: band, attack: attack, release: release, tilt: tilt))
      case .waveform(let count, let window):
        .extremes(SampleExtremes(format: format, stretch: stretch(count, window)))
      }
    }
  }

  /// Seconds of the sound in one of the stretches of a waveform.
  private func stretch(_ count: Int, _ window: Double) -> Double {
    window / Double(max(count, 1)) * playing.speed
  }

  /// Hears the next samples.
  mutating func add(_ block: AudioBlock) throws {
    for index in levels.indices { levels[index].add(block) }
    for index in charts.indices {
      switch charts[index] {
      case .spectra(var spectra):
        charts[index] = .extremes(Self.none)
        spectra.add(block)
        charts[index] = .spectra(spectra)
      case .extremes(var extremes):
        charts[index] = .extremes(Self.none)
        extremes.add(block)
        charts[index] = .extremes(extremes)
      }
      guard charts[index].count <= Self.mostValues else {
        throw Fault(
          "the sound is so long that showing it takes more than 256 MiB; give a smaller 'count'"
            + (pictures[index].isWaveform ? ", or a longer 'window'" : ""),
          at: pictures[index].place)
      }
    }
    if bytes > allowed, let place = uses.first?.place ?? pictures.first?.place {
      throw Fault(
        "what is kept of this sound takes more memory than --memory allows", at: place)
    }
  }

  /// Stands in while another is changed.
  private static let none = SampleExtremes(
    format: AudioFormat(rate: 48_000, layout: .mono), stretch: 1)

  /// Takes the sound as complete, and makes courses and pictures of what was heard.
  mutating func finish() {
    for (index, use) in uses.enumerated() {
      levels[index].finish()
      courses[use.query] = SoundCourse(
        levels: levels[index].normalized, step: Self.step, playing: playing)
    }
    for (picture, chart) in zip(pictures, charts) {
      let query = picture.query
      switch (chart, query.form) {
      case (.spectra(var spectra), .spectrum(let count, _, _, _, _)):
        spectra.finish()
        tables[query] = SoundTable(
          values: spectra.values, width: count, step: 1 / Double(BandSpectra.rate),
          peak: spectra.peak, playing: playing)
      case (.extremes(var extremes), .waveform(let count, let window)):
        extremes.finish()
        tables[query] = SoundTable(
          values: extremes.values, width: 2, step: stretch(count, window), peak: extremes.peak,
          playing: playing)
      default: break
      }
    }
  }
}

extension SoundPictureUse {
  fileprivate var isWaveform: Bool { if case .waveform = query.form { true } else { false } }
}
