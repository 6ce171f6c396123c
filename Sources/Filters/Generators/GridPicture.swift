import Geometry
import Timeline

/// Lines across and down.
struct GridPicture: PatternPicture {
  static let cell = Parameter<Length>(
    "cell", default: Length(pixels: 80), unit: "px",
    "The distance from one vertical line to the next; a percentage is of the canvas's shorter "
      + "side.")
  static let cellHeight = Parameter<Length>(
    "cellHeight", default: Length(pixels: 80), unit: "px", defaultText: "that of `cell`",
    "The distance from one horizontal line to the next; a percentage is of the canvas's shorter "
      + "side.")
  static let thickness = Parameter<Length>(
    "thickness", default: Length(pixels: 2), unit: "px", "How wide a line is.")
  static let background = Parameter<Color>(
    "background", default: .transparent, "The colour of what lies between the lines.")
  static let angle = Parameter<Angle>(
    "angle", default: .zero, unit: "degrees",
    "How far the grid is turned about the box's centre, clockwise.")
  static let offset = Parameter<Point>(
    "offset", default: .zero, unit: "px",
    "How far the grid is moved, before it is turned; percentages are of the canvas's shorter side, "
      + "as those of `cell` are.")

  static let declaration = Declaration(
    name: "grid",
    summary: "Lines across and down, as large as the canvas unless `size` says otherwise.",
    discussion: """
      The first lines are centred on the left and the top edge of the box. Nothing is seen between \
      them unless `background` has a colour. Lines count by how much of a sample they cover, so \
      they may be thinner than a sample, and move smoothly.
      """,
    example: #"""
      { "type": "grid", "cell": "10%", "thickness": 2, "color": "rgb(255 255 255 / 60%)" }
      """#,
    parameters: [
      cell, cellHeight, thickness, PatternColors.color, background, angle, offset,
      PatternColors.softness,
    ])

  private let cells: PatternCells
  private let thickness: Animated<Length>
  private let colors: PatternColors
  private let side: Double

  init(_ arguments: Arguments, coding: ColorCoding, side: Double) {
    cells = PatternCells(
      arguments, width: Self.cell, height: Self.cellHeight, angle: Self.angle,
      offset: Self.offset, side: side)
    thickness = arguments[Self.thickness]
    colors = PatternColors(arguments, coding, background: Self.background)
    self.side = side
  }

  static func isOpaque(_ arguments: Arguments, at time: Time) -> Bool {
    PatternColors.areOpaque(arguments, background: background, at: time)
  }

  var isStill: Bool {
    cells.isStill && thickness.constantValue != nil && colors.isStill
  }

  func rows(_ raster: BoxRaster, at time: Time) -> ValueRows<CrossedBands> {
    let thickness = max(thickness.pixels(at: time, side), 0)
    return ValueRows(
      width: raster.width, height: raster.height,
      source: cells.bands(raster, at: time, .either) { ($0, thickness, -thickness / 2) },
      colors: colors.values(at: time))
  }
}
