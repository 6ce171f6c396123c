import Bytes
import Timeline

/// The samples of a sound around a moment.
struct WaveformPicture: BoxPicture {
  static let kind = Setting<SoundFigure.Kind>(
    "kind", default: .mirrored,
    "`bars` stand on the bottom, `mirrored` grow from the middle both ways, those of a `circle` "
      + "outwards; `line` is the wave itself.")
  static let count = Setting<Int>(
    "count", default: 64, in: Limits(1...1024), defaultText: "512 for a line, else 64",
    "How many bars there are, or how many points a line has.")
  static let window = Setting<Double>(
    "window", default: 3, in: 0.005...600, unit: "s", defaultText: "0.04 for a line, else 3",
    "How much time is shown; the current moment is in the middle.")
  static let gain = Parameter<Double>(
    "gain", default: 0, in: -60...60, unit: "dB", "How much all levels are raised.")
  static let source = SoundPictureParameter { arguments in
    .waveform(count: number(arguments), window: length(arguments))
  }

  private static func number(_ arguments: Arguments) -> Int {
    let isDense = arguments[kind] == .line && !arguments.isGiven(count)
    return isDense ? 512 : min(max(arguments[count], 1), 1024)
  }

  private static func length(_ arguments: Arguments) -> Double {
    let isShort = arguments[kind] == .line && !arguments.isGiven(window)
    return isShort ? 0.04 : min(max(arguments[window], 0.005), 600)
  }

  static let declaration = Declaration(
    name: "waveform",
    summary:
      "The waveform of a sound around the current moment, as bars, a line or a circle, as large as "
      + "the canvas unless `size` says otherwise.",
    discussion: """
      Each bar is the loudest sample of its stretch of time; bars move from right to left. The \
      loudest sample of the whole sound reaches the end of the box. The whole sound is read once \
      before anything is drawn.
      """,
    example: #"""
      { "type": "waveform", "source": "talk.mp3", "size": ["80%", 120], "position": ["50%", "80%"],
        "anchor": "center", "color": "#ffd200", "rounding": 1 }
      """#,
    parameters: [source, kind, count, window, gain] + SoundFigure.parameters)

  private let sound: ShownSound?
  private let count: Int
  private let window: Double
  private let gain: Animated<Double>
  private let figure: SoundFigure

  init(_ arguments: Arguments, _ setting: LayerSetting) {
    sound = arguments[Self.source]
    count = Self.number(arguments)
    window = Self.length(arguments)
    gain = arguments[Self.gain]
    figure = SoundFigure(arguments[Self.kind], arguments, setting)
  }

  var isStill: Bool { false }

  func rows(_ raster: BoxRaster, at time: Time) -> FigureRows {
    let seconds = (sound?.origin ?? .zero) + time
    let step = window / Double(count)
    // Columns lie at multiples of their length, so that they wander and do not change.
    let place = BandWave.bounded(seconds.seconds / step - Double(count) / 2, -1e12, 1e12)
    let first = (place + 1e-6).rounded(.down)
    let isTurning = figure.kind == .circle
    let factor = Maths.exp2(gain.value(at: time) / 6.020_599_913_279_624)
    let columns = (0..<(isTurning ? count : count + 1)).map { index in
      column(at: (first + Double(index) + 0.5) * step, factor)
    }
    return figure.rows(
      columns, count: count, shift: isTurning ? 0 : max(place - first, 0), isSigned: true, raster,
      at: time)
  }

  /// What lies around a time of the timeline.
  private func column(at seconds: Double, _ factor: Double) -> SoundFigure.Column {
    guard let table = sound?.table, table.width == 2, table.peak > 0,
      let place = table.place(at: seconds),
      let low = table.value(row: Int(place.rounded(.down)), column: 0),
      let high = table.value(row: Int(place.rounded(.down)), column: 1)
    else { return SoundFigure.Column() }
    let scale = factor / Double(table.peak)
    return SoundFigure.Column(low: Double(low) * scale, high: Double(high) * scale)
  }

  func release() { figure.release() }
}
