import Bytes
import Timeline

/// How loud the bands of a sound are.
struct SpectrumPicture: BoxPicture {
  static let kind = Setting<SoundFigure.Kind>(
    "kind", default: .bars,
    "`bars` stand on the bottom, `mirrored` grow from the middle both ways, those of a `circle` "
      + "outwards; `line` joins their ends.")
  static let count = Setting<Int>(
    "count", default: 64, in: Limits(1...512), "How many bands there are.")
  static let band = Setting<FrequencyRange>(
    "band", default: FrequencyRange(40, 16_000), unit: "Hz",
    "The lowest and the highest frequency shown; all bands span the same number of octaves.")
  static let attack = Setting<Double>(
    "attack", default: 0.01, in: 0...60, unit: "s",
    "The time in which a band rises by 63 % of the way to its new level.")
  static let release = Setting<Double>(
    "release", default: 0.15, in: 0...60, unit: "s",
    "The time in which a band falls by 63 % of the way to its new level.")
  static let tilt = Setting<Double>(
    "tilt", default: 3, in: -12...12, unit: "dB",
    "How much each octave above 1000 Hz is raised, and each below lowered: with 3 dB music looks "
      + "even.")
  static let range = Parameter<Double>(
    "range", default: 50, in: 1...120, unit: "dB",
    "How far below the loudest moment bands disappear.")
  static let gain = Parameter<Double>(
    "gain", default: 0, in: -60...60, unit: "dB", "How much all levels are raised.")
  static let source = SoundPictureParameter { arguments in
    .spectrum(
      count: min(max(arguments[count], 1), 512), band: arguments[band], attack: arguments[attack],
      release: arguments[release], tilt: arguments[tilt])
  }

  static let declaration = Declaration(
    name: "spectrum",
    summary:
      "How loud the bands of a sound are, as bars, a line or a circle, as large as the canvas "
      + "unless `size` says otherwise.",
    discussion: """
      The loudest moment of any band reaches the end of the box. Levels are in dB, measured 60 \
      times a second over windows of about 85 ms. The whole sound is read once before anything is \
      drawn; 256 MiB hold 64 bands of nearly ten hours.
      """,
    example: #"""
      { "type": "spectrum", "source": "music.mp3", "size": ["80%", "30%"], "position": ["50%", "95%"],
        "anchor": "bottom", "stops": ["#2af598", "#009efd"], "rounding": 1 }
      """#,
    parameters: [source, kind, count, band, attack, release, tilt, range, gain]
      + SoundFigure.parameters)

  private let sound: ShownSound?
  private let count: Int
  private let range: Animated<Double>
  private let gain: Animated<Double>
  private let figure: SoundFigure

  init(_ arguments: Arguments, _ setting: LayerSetting) {
    sound = arguments[Self.source]
    count = min(max(arguments[Self.count], 1), 512)
    range = arguments[Self.range]
    gain = arguments[Self.gain]
    figure = SoundFigure(arguments[Self.kind], arguments, setting)
  }

  var isStill: Bool { false }

  func rows(_ raster: BoxRaster, at time: Time) -> FigureRows {
    let range = max(range.value(at: time), 1)
    let gain = gain.value(at: time)
    let columns = levels(at: time).map { level in
      SoundFigure.Column(high: min(max(1 + (level + gain) / range, 0), 1))
    }
    return figure.rows(columns, count: count, isSigned: false, raster, at: time)
  }

  /// In dB of the loudest; on the line between two rows.
  private func levels(at time: Time) -> [Double] {
    let silent = -1000.0
    guard let sound, sound.table.width == count, sound.table.peak > .min,
      let place = sound.table.place(at: (sound.origin + time).seconds)
    else { return Array(repeating: silent, count: count) }
    let table = sound.table
    // A frame's time lies on a row, and not a rounding beside it.
    let nearest = place.rounded()
    let low = Int((place - nearest).magnitude < 1e-6 ? nearest : place.rounded(.down))
    let share = max(place - Double(low), 0)
    func level(_ row: Int, _ column: Int) -> Double {
      guard let value = table.value(row: row, column: column), value > .min else { return silent }
      return (Double(value) - Double(table.peak)) / 256
    }
    return (0..<count).map { column in
      let here = level(low, column)
      guard share > 1e-6 else { return here }
      let next = level(low + 1, column)
      // Out of silence a level comes at once.
      guard here > silent, next > silent else { return share < 0.5 ? here : next }
      return here + (next - here) * share
    }
  }

  func release() { figure.release() }
}
