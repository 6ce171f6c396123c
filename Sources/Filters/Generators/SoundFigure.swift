import Bytes
import Fonts
import Geometry
import Shapes
import Timeline

/// How a sound is drawn: bars or a line, and their colours.
final class SoundFigure: Sendable {
  /// What is drawn.
  enum Kind: String, Choice {
    case bars
    case line
    case mirrored
    case circle
  }

  /// How the colours of a gradient run.
  enum Direction: String, Choice {
    case level
    case across
  }

  static let gap = Parameter<Double>(
    "gap", default: 0.35, in: 0...0.95,
    "The gap between two bars, as a share of the distance from one to the next.")
  static let rounding = Parameter<Double>(
    "rounding", default: 0, in: 0...1, "How round the ends of bars are; 1 is half a circle.")
  static let least = Parameter<Length>(
    "least", default: Length(pixels: 2), in: Limits(0...10_000), unit: "px",
    "How long a bar is at least; a percentage is of the canvas's shorter side.")
  static let thickness = Parameter<Length>(
    "thickness", default: Length(pixels: 3), in: Limits(0...10_000), unit: "px",
    "How wide the line is; a percentage is of the canvas's shorter side.")
  static let radius = Parameter<Double>(
    "radius", default: 0.5, in: 0...0.99,
    "Where the bars of a circle begin: 0 is its middle, 1 the nearest edge of the box.")
  static let color = Parameter<Color>("color", default: .white, "The colour of bars and lines.")
  static let stops = Setting<GradientStops?>(
    "stops", default: nil, defaultText: "`color` alone",
    "The colours of a gradient that bars and lines have instead of `color`."
  )
  static let direction = Setting<Direction>(
    "direction", default: .level,
    "Whether `stops` run with the level, from where bars begin, or `across` from left to right.")
  static let background = Parameter<Color>(
    "background", default: .transparent, "The colour behind them.")

  static let parameters: [any ParameterDescription] = [
    gap, rounding, least, thickness, radius, color, stops, direction, background,
  ]

  /// What is shown in one column, from -1 to 1: levels lie between 0 and their value.
  struct Column {
    var low = 0.0
    var high = 0.0

    var level: Double { min(max(-low, high, 0), 1) }
  }

  let kind: Kind
  private let gap: Animated<Double>
  private let rounding: Animated<Double>
  private let least: Animated<Length>
  private let thickness: Animated<Length>
  private let radius: Animated<Double>
  private let color: Animated<Color>
  private let background: Animated<Color>
  private let ramp: GradientRamp?
  private let direction: Direction
  private let coding: ColorCoding
  private let side: Double
  private let spare = Mutex<[ShapeRasterizer]>([])

  init(_ kind: Kind, _ arguments: Arguments, _ setting: LayerSetting) {
    self.kind = kind
    gap = arguments[Self.gap]
    rounding = arguments[Self.rounding]
    least = arguments[Self.least]
    thickness = arguments[Self.thickness]
    radius = arguments[Self.radius]
    color = arguments[Self.color]
    background = arguments[Self.background]
    direction = arguments[Self.direction]
    coding = setting.coding
    let coding = setting.coding
    ramp = arguments[Self.stops].map { stops in
      GradientRamp(stops.stops.map { ($0.position, $0.color) }, coding: coding)
    }
    side = Double(min(setting.canvas.width, setting.canvas.height))
  }

  /// The picture of some columns.
  ///
  /// - Parameters:
  ///   - columns: from left to right.
  ///   - count: how many fill the box.
  ///   - shift: how much of the first lies left of the box.
  ///   - isSigned: whether a line swings around the middle, or stands on the bottom.
  func rows(
    _ columns: [Column], count: Int, shift: Double = 0, isSigned: Bool, _ raster: BoxRaster,
    at time: Time
  ) -> FigureRows {
    let drawing = Drawing(
      columns: columns, pitch: raster.box.x / Double(max(count, 1)), shift: shift, box: raster.box,
      gap: BandWave.bounded(gap.value(at: time), 0, 0.95),
      rounding: BandWave.bounded(rounding.value(at: time), 0, 1),
      least: max(least.pixels(at: time, side), 0),
      radius: BandWave.bounded(radius.value(at: time), 0, 0.99))
    let map = Affine.scale(
      Double(raster.width) / max(raster.box.x, 1e-9),
      Double(raster.height) / max(raster.box.y, 1e-9))
    let clip = PixelBox(x: 0, y: 0, width: raster.width, height: raster.height)
    var rasterizer = spare.withLock { $0.popLast() } ?? ShapeRasterizer()
    let cover: Coverage
    if kind == .line {
      let width = max(thickness.pixels(at: time, side), 0)
      cover = rasterizer.coverage(
        ofStroke: StrokeStyle(width: width, cap: .round, join: .round),
        along: drawing.line(isSigned: isSigned), of: ShapePath(), through: map, in: clip)
    } else {
      cover = rasterizer.coverage(of: drawing.bars(kind), through: map, in: clip)
    }
    spare.withLock { $0.append(rasterizer) }
    return FigureRows(
      width: raster.width, height: raster.height, cover: cover,
      paint: paint(drawing, map, isSigned: isSigned, at: time),
      background: PremultipliedColor(background.value(at: time), coding: coding))
  }

  private func paint(
    _ drawing: Drawing, _ map: Affine, isSigned: Bool, at time: Time
  ) -> FigureRows.Paint {
    guard let ramp else {
      return .color(PremultipliedColor(color.value(at: time), coding: coding))
    }
    guard direction == .level else { return .ramp(ramp, .across) }
    switch kind {
    case .bars: return .ramp(ramp, .up)
    case .line: return .ramp(ramp, isSigned ? .apart : .up)
    case .mirrored: return .ramp(ramp, .apart)
    case .circle:
      let scale = min(map.a, map.d)
      return .ramp(
        ramp, .outwards(from: Float(drawing.inner * scale), to: Float(drawing.outer * scale)))
    }
  }

  /// Forgets what was kept.
  func release() { spare.withLock { $0 = [] } }
}

/// The path of a figure, in the units of its box.
private struct Drawing {
  let columns: [SoundFigure.Column]
  /// From one column to the next.
  let pitch: Double
  let shift: Double
  let box: Vector
  let gap: Double
  let rounding: Double
  let least: Double
  let radius: Double

  /// Where the bars of a circle end, and where they begin.
  var outer: Double { min(box.x, box.y) / 2 }
  var inner: Double { outer * radius }

  func bars(_ kind: SoundFigure.Kind) -> ShapePath {
    var path = ShapePath()
    for (index, column) in columns.enumerated() {
      let contours =
        kind == .circle ? spoke(index, column.level) : bar(index, column.level, kind == .mirrored)
      path.contours += contours.contours
    }
    return path
  }

  private func bar(_ index: Int, _ level: Double, _ isMirrored: Bool) -> ShapePath {
    let width = pitch * (1 - gap)
    let left = (Double(index) - shift) * pitch + (pitch - width) / 2
    let length = min(max(level * box.y, least), box.y)
    let top = isMirrored ? (box.y - length) / 2 : box.y - length
    let round = rounding * width / 2
    return .rectangle(
      Bounds(minX: left, minY: top, maxX: left + width, maxY: top + length),
      radii: .init(SIMD4(round, round, isMirrored ? round : 0, isMirrored ? round : 0)))
  }

  private func spoke(_ index: Int, _ level: Double) -> ShapePath {
    let count = Double(max(columns.count, 1))
    let width = max(2 * .pi * max(inner, outer * 0.02) / count * (1 - gap), 1e-3)
    let length = min(max(level * (outer - inner), least), outer)
    let round = rounding * width / 2
    let bar = ShapePath.rectangle(
      Bounds(minX: -width / 2, minY: -inner - length, maxX: width / 2, maxY: -inner),
      radii: .init(round))
    let turn = Affine.rotation(degrees: 360 * Double(index) / count)
    return bar.mapped(by: .translation(box.x / 2, box.y / 2).after(turn))
  }

  func line(isSigned: Bool) -> ShapePath {
    var points: [Vector] = []
    for (index, column) in columns.enumerated() {
      let x = (Double(index) + 0.5 - shift) * pitch
      guard isSigned else {
        points.append(Vector(x, box.y * (1 - column.level)))
        continue
      }
      let (low, high) = (
        box.y / 2 * (1 - min(max(column.low, -1), 1)),
        box.y / 2 * (1 - min(max(column.high, -1), 1))
      )
      guard low - high > 1 else {
        points.append(Vector(x, (low + high) / 2))
        continue
      }
      // The end that is nearer to where the line comes from is first.
      let last = points.last?.y ?? low
      let isFalling = (last - high).magnitude < (last - low).magnitude
      points.append(Vector(x, isFalling ? high : low))
      points.append(Vector(x, isFalling ? low : high))
    }
    guard let first = points.first, points.count > 1 else { return ShapePath() }
    let segments = isSigned ? points.dropFirst().map { .line($0) } : Self.curve(points)
    return ShapePath([.init(start: first, segments, isClosed: false)])
  }

  /// A curve through points that are evenly apart, which rises and falls with them alone
  /// (F. N. Fritsch and J. Butland 1984).
  private static func curve(_ points: [Vector]) -> [Outline.Segment] {
    let slopes = points.indices.map { index -> Double in
      guard index > 0, index + 1 < points.count else { return 0 }
      let before = points[index].y - points[index - 1].y
      let after = points[index + 1].y - points[index].y
      return before * after > 0 ? 2 * before * after / (before + after) : 0
    }
    return points.indices.dropFirst().map { index in
      let (from, to) = (points[index - 1], points[index])
      let third = (to.x - from.x) / 3
      return .cubic(
        Vector(from.x + third, from.y + slopes[index - 1] / 3),
        Vector(to.x - third, to.y - slopes[index] / 3), to)
    }
  }
}
