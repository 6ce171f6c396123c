import Geometry
import Timeline

/// Squares in two colours in turn.
struct CheckerboardPicture: PatternPicture {
  static let cell = Parameter<Length>(
    "cell", default: Length(pixels: 80), unit: "px",
    "The side of a square; a percentage is of the canvas's shorter side.")
  static let cellHeight = Parameter<Length>(
    "cellHeight", default: Length(pixels: 80), unit: "px", defaultText: "that of `cell`",
    "The height of a square that is none.")
  static let angle = Parameter<Angle>(
    "angle", default: .zero, unit: "degrees",
    "How far the pattern is turned about the box's centre, clockwise.")
  static let offset = Parameter<Point>(
    "offset", default: .zero, unit: "px",
    "How far the pattern is moved, before it is turned; percentages are of the canvas's shorter "
      + "side, as those of `cell` are.")

  static let declaration = Declaration(
    name: "checkerboard",
    summary: "Squares in two colours in turn, as large as the canvas unless `size` says otherwise.",
    discussion: """
      The square at the top left has `color`. Edges between samples are mixed exactly, so the \
      pattern moves smoothly, and one that is finer than the samples is an even mixture.
      """,
    example: #"""
      { "type": "checkerboard", "cell": "10%", "color": "#ddd", "background": "white",
        "offset": { "from": [0, 0], "to": ["20%", "20%"], "duration": 4 } }
      """#,
    parameters: [
      cell, cellHeight, PatternColors.color, PatternColors.background, angle, offset,
      PatternColors.softness,
    ])

  private let cell: (width: Animated<Length>, height: Animated<Length>)
  private let angle: Animated<Angle>
  private let offset: Animated<Point>
  private let softness: Animated<Double>
  private let colors: PatternColors
  private let side: Double

  init(_ arguments: Arguments, coding: ColorCoding, side: Double) {
    let height = arguments.isGiven(Self.cellHeight) ? Self.cellHeight : Self.cell
    cell = (arguments[Self.cell], arguments[height])
    angle = arguments[Self.angle]
    offset = arguments[Self.offset]
    softness = arguments[PatternColors.softness]
    colors = PatternColors(arguments, coding)
    self.side = side
  }

  static func isOpaque(_ arguments: Arguments, at time: Time) -> Bool {
    PatternColors.areOpaque(arguments, at: time)
  }

  var isStill: Bool {
    cell.width.constantValue != nil && cell.height.constantValue != nil
      && angle.constantValue != nil && offset.constantValue != nil
      && softness.constantValue != nil && colors.isStill
  }

  func rows(_ raster: BoxRaster, at time: Time) -> ValueRows<CrossedBands> {
    let degrees = angle.value(at: time).degrees
    let (width, height) = (cell.width.pixels(at: time, side), cell.height.pixels(at: time, side))
    let softness = softness.value(at: time)
    let move = offset.value(at: time)
    func bands(_ length: Double, isAcross: Bool, _ move: Double) -> BandWave {
      BandWave(
        raster, degrees: degrees, isAcross: isAcross, period: 2 * max(length, 0.01),
        band: max(length, 0.01),
        offset: move, softness: softness)
    }
    return ValueRows(
      width: raster.width, height: raster.height,
      source: CrossedBands(
        across: bands(width, isAcross: false, move.x.resolved(against: side)),
        down: bands(height, isAcross: true, move.y.resolved(against: side)), mixing: .alternating),
      colors: colors.values(at: time))
  }
}
