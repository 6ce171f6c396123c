import Bytes
import AudioFilters
import Images
import Shell
import Timeline
import WAV

/// The picture of a sound: a lane for each channel, one for the loudness, and one for the gains
/// that a timeline gives.
struct WavePicture {
  /// The gain of a sound over time.
  struct Envelope {
    fileprivate var lane: SoundLevels.Lane
    /// The sample of the output at which the picture begins.
    fileprivate let start: Int
    fileprivate let rate: Int

    /// The factor of the amplitude at a time of the picture in seconds.
    fileprivate mutating func gain(_ time: Double) -> Double {
      lane.gain(at: start + Int(time * Double(rate)))
    }
  }

  let summary: WaveSummary
  let format: AudioFormat
  /// Short-term loudness in LUFS.
  private let loudness: LoudnessTrack
  private var envelopes: [Envelope] = []
  /// How many gains are not drawn.
  private var hiddenGains = 0
  var width = 1600
  var laneHeight = 160

  private static let left = 64
  private static let right = 16
  private static let top = 34
  private static let gap = 14
  private static let bottom = 34

  private static let background = ChartColor(0x10141C)
  private static let lane = ChartColor(0x181E2A)
  private static let grid = ChartColor(0x2A3344)
  private static let words = ChartColor(0xA8B3C7)
  private static let peaks = ChartColor(0x3F78C4)
  private static let levels = ChartColor(0x9CC8FF)
  private static let clipped = ChartColor(0xFF5252)
  private static let lufs = ChartColor(0xFFB454)
  private static let gains = [
    ChartColor(0x7BD88F), ChartColor(0xE78ACF), ChartColor(0xF2D45C), ChartColor(0x66D0D6),
    ChartColor(0xFF8F6B), ChartColor(0xB59CFF),
    ChartColor(0xE8EDF5), ChartColor(0x8FA3FF),
  ]

  private let letters = ChartLetters()

  init(summary: WaveSummary, format: AudioFormat, loudness: LoudnessTrack = LoudnessTrack()) {
    (self.summary, self.format, self.loudness) = (summary, format, loudness)
  }

  /// The most gains that are drawn: more lines than that cannot be distinguished.
  private static let mostGains = 48

  /// Draws gains of sounds, those of the first and what is last, that of the mix.
  mutating func add(_ lanes: [SoundLevels.Lane], start: Int) {
    hiddenGains = max(lanes.count - Self.mostGains, 0)
    envelopes = (lanes.prefix(Self.mostGains - 1) + lanes.dropFirst(Self.mostGains - 1).suffix(1))
      .map { Envelope(lane: $0, start: start, rate: format.rate) }
  }

  private var span: Range<Int> { Self.left..<max(width - Self.right, Self.left + 1) }
  private var duration: Double { Double(summary.length) / Double(format.rate) }

  /// The height of the whole picture.
  var height: Int {
    let lanes = format.channels + (loudness.values.isEmpty ? 0 : 1) + (envelopes.isEmpty ? 0 : 1)
    return Self.top + lanes * (laneHeight + Self.gap) + legend.height + Self.bottom
  }

  /// The names of the gains.
  private var legend: Legend {
    var names = envelopes.enumerated().map { ($1.lane.title, Self.gains[$0 % Self.gains.count]) }
    if hiddenGains > 0 { names.append(("and \(hiddenGains) more that are not drawn", Self.words)) }
    return Legend(names, width: span.count, letters)
  }

  /// Draws it.
  var picture: Picture {
    var drawing = Drawing(
      width: width, height: height, background: Self.background, letters: letters)
    drawTitle(&drawing)
    var y = Self.top
    for channel in 0..<format.channels {
      draw(channel, in: y..<y + laneHeight, &drawing)
      y += laneHeight + Self.gap
    }
    if !loudness.values.isEmpty {
      drawLoudness(in: y..<y + laneHeight, &drawing)
      y += laneHeight + Self.gap
    }
    if !envelopes.isEmpty {
      let legend = legend
      legend.draw(x: span.lowerBound, y: y - Self.gap / 2, &drawing)
      y += legend.height
      drawEnvelopes(in: y..<y + laneHeight, &drawing)
    }
    drawTimes(height, &drawing)
    return drawing.picture
  }

  /// How long it is and what it is made of, as far as there is room.
  private func drawTitle(_ drawing: inout Drawing) {
    let channels = counted(format.channels, "channel")
    var title = timestamp(Time(summary.length, format.rate) ?? .zero)
    for part in ["\(format.rate) Hz", channels] {
      let longer = title + "   " + part
      if letters.length(of: longer, size: 15) <= Double(span.count) { title = longer }
    }
    drawing.write(title, x: Self.left, y: 22, size: 15, Self.words)
  }

  // MARK: Lanes

  /// The part of the sound that pixel column `x` shows.
  private func share(_ x: Int) -> (start: Double, end: Double) {
    let count = Double(span.count)
    return (Double(x - span.lowerBound) / count, Double(x + 1 - span.lowerBound) / count)
  }

  private func draw(_ channel: Int, in rows: Range<Int>, _ drawing: inout Drawing) {
    drawing.fill(span, rows, Self.lane)
    let middle = Double(rows.lowerBound + rows.upperBound) / 2
    let half = Double(rows.count) / 2 - 1
    drawGrid(
      [(1.0, "0 dB"), (0.5, "-6"), (0, "-inf"), (-0.5, "-6"), (-1, "0 dB")].map { level, name in
        (Int(middle - level * half), name)
      }, &drawing)
    if format.channels > 1, let name = format.layout.name(of: channel) {
      drawing.write(name, x: 6, y: Int(middle) + 4, size: 11, Self.words)
    }
    for x in span {
      let (start, end) = share(x)
      let column = summary.column(channel, from: start, to: end)
      guard column.count > 0 else { continue }
      func y(_ value: Double) -> Double { middle - min(max(value, -1), 1) * half }
      let (low, high) = (Double(column.low), Double(column.high))
      // A line is seen even where the sound stands still.
      let top = min(y(high), middle - 0.5)
      drawing.column(x, from: top, to: max(y(low), top + 1), Self.peaks)
      let level = min(column.level, 1)
      drawing.column(x, from: y(level), to: y(-level), Self.levels)
      if high >= 1 { drawing.column(x, from: y(1) - 1, to: y(1) + 3, Self.clipped) }
      if low <= -1 { drawing.column(x, from: y(-1) - 3, to: y(-1) + 1, Self.clipped) }
    }
  }

  private func drawLoudness(in rows: Range<Int>, _ drawing: inout Drawing) {
    drawScale(in: rows, [0, -14, -23, -40, -60], title: "LUFS", &drawing)
    trace(in: rows, Self.lufs, &drawing) { start, end in
      loudness.level(from: start * duration, to: end * duration)
    }
  }

  private func drawEnvelopes(in rows: Range<Int>, _ drawing: inout Drawing) {
    drawScale(in: rows, [0, -6, -20, -40, -60], title: "dB", &drawing)
    for (number, envelope) in envelopes.enumerated() {
      var envelope = envelope
      let ink = Self.gains[number % Self.gains.count]
      trace(in: rows, ink, &drawing) { start, end in
        let level = decibels(envelope.gain((start + end) / 2 * duration))
        return level > -.infinity ? level : nil
      }
    }
  }

  /// The row of a level in decibels: 0 near the top, -60 at the bottom.
  private func row(_ level: Double, in rows: Range<Int>) -> Double {
    let share = min(max((level - 6) / -66, 0), 1)
    return Double(rows.lowerBound) + 1 + share * Double(rows.count - 2)
  }

  private func drawScale(
    in rows: Range<Int>, _ levels: [Double], title: String, _ drawing: inout Drawing
  ) {
    drawing.fill(span, rows, Self.lane)
    drawGrid(
      levels.map { level in
        (Int(row(level, in: rows)), level == 0 ? "0 \(title)" : "\(Int(level))")
      }, &drawing)
  }

  /// Draws lines across a lane, from the top down, and their names where there is room.
  private func drawGrid(_ lines: [(y: Int, name: String)], _ drawing: inout Drawing) {
    var last = Int.min
    for (y, name) in lines {
      drawing.fill(span, y..<y + 1, Self.grid)
      guard last == .min || y - last >= 12 else { continue }
      drawing.write(name, x: Self.left - 8, y: y + 4, size: 11, Self.words, align: .right)
      last = y
    }
  }

  /// Draws a line through what `level` gives in decibels for each part of the time: none where
  /// that is nothing, or silence, but for the ways there and back.
  private func trace(
    in rows: Range<Int>, _ ink: ChartColor, _ drawing: inout Drawing,
    _ level: (_ start: Double, _ end: Double) -> Double?
  ) {
    var last: Double?
    var wasSilent = true
    for x in span {
      let (start, end) = share(x)
      guard let value = level(start, end) else {
        (last, wasSilent) = (nil, true)
        continue
      }
      let isSilent = value.isNaN || value == -.infinity
      let y = row(isSilent ? -.infinity : value, in: rows)
      if !(isSilent && wasSilent) {
        let (low, high) = (min(y, last ?? y), max(y, last ?? y))
        drawing.column(x, from: low - 0.9, to: high + 0.9, ink)
      }
      (last, wasSilent) = (y, isSilent)
    }
  }

  // MARK: Times

  private func drawTimes(_ height: Int, _ drawing: inout Drawing) {
    guard duration > 0 else { return }
    let steps = [
      0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600,
    ]
    let step = steps.first { duration / $0 <= 16 } ?? (duration / 16 / 3600).rounded(.up) * 3600
    for index in 0...Int(duration / step) {
      let seconds = Double(index) * step
      let x = span.lowerBound + Int(seconds / duration * Double(span.count - 1))
      drawing.fill(
        x..<x + 1, height - Self.bottom - Self.gap..<height - Self.bottom - 6, Self.words)
      drawing.write(
        label(seconds, step), x: x, y: height - Self.bottom + 10, size: 12, Self.words,
        align: .center)
    }
  }

  /// `0:05`, or `5.25` where seconds are parted.
  private func label(_ seconds: Double, _ step: Double) -> String {
    if step < 1 { return fixed(seconds, step < 0.1 ? 2 : 1) }
    let whole = Int(seconds)
    let tail = (whole % 60).padded(to: 2)
    if whole < 3600 { return "\(whole / 60):\(tail)" }
    return "\(whole / 3600):\((whole / 60 % 60).padded(to: 2)):\(tail)"
  }
}
