import Geometry
import Timeline

/// Squares in two colours in turn.
struct CheckerboardPicture: PatternPicture {
  static let cell = Parameter<Length>(
    "cell", default: Length(pixels: 80), unit: "px",
    "The side of a square; a percentage is of the canvas's shorter side.")
  static let cellHeight = Parameter<Length>(
    "cellHeight", default: Length(pixels: 80), unit: "px", defaultText: "that of `cell`",
    "The height of a cell, where it is not to be square; a percentage is of the canvas's shorter "
      + "side.")
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

  private let cells: PatternCells
  private let colors: PatternColors

  init(_ arguments: Arguments, coding: ColorCoding, side: Double) {
    cells = PatternCells(
      arguments, width: Self.cell, height: Self.cellHeight, angle: Self.angle,
      offset: Self.offset, side: side)
    colors = PatternColors(arguments, coding)
  }

  static func isOpaque(_ arguments: Arguments, at time: Time) -> Bool {
    PatternColors.areOpaque(arguments, at: time)
  }

  var isStill: Bool { cells.isStill && colors.isStill }

  func rows(_ raster: BoxRaster, at time: Time) -> ValueRows<CrossedBands> {
    ValueRows(
      width: raster.width, height: raster.height,
      source: cells.bands(raster, at: time, .alternating) { ($0 * 2, $0, 0) },
      colors: colors.values(at: time))
  }
}
