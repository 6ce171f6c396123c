import Geometry
import Timeline

/// Stripes side by side.
struct StripesPicture: PatternPicture {
  static let width = Parameter<Length>(
    "width", default: Length(pixels: 80), unit: "px",
    "How wide a stripe is; a percentage is of the canvas's shorter side.")
  static let gap = Parameter<Length>(
    "gap", default: Length(pixels: 80), unit: "px", defaultText: "that of `width`",
    "The width of the gap between two stripes; a percentage is of the canvas's shorter side.")
  static let angle = Parameter<Angle>(
    "angle", default: .zero, unit: "degrees",
    "How far the stripes, which stand upright, are turned about the box's centre, clockwise.")
  static let offset = Parameter<Length>(
    "offset", default: .zero, unit: "px",
    "How far the stripes are moved sideways, at right angles to their length; animated, they "
      + "scroll.")

  static let declaration = Declaration(
    name: "stripes",
    summary: "Stripes side by side, as large as the canvas unless `size` says otherwise.",
    discussion: """
      Upright stripes begin at the left edge of the box. Edges count by how much of a sample they \
      cover, so stripes move smoothly.
      """,
    example: #"""
      { "type": "stripes", "width": 24, "angle": 45, "color": "#fc0", "background": "#222",
        "offset": { "from": 0, "to": 48, "duration": 1, "repeat": "forever" }, "size": ["100%", 60] }
      """#,
    parameters: [
      width, gap, PatternColors.color, PatternColors.background, angle, offset,
      PatternColors.softness,
    ])

  private let width: Animated<Length>
  private let gap: Animated<Length>
  private let angle: Animated<Angle>
  private let offset: Animated<Length>
  private let softness: Animated<Double>
  private let colors: PatternColors
  private let side: Double

  init(_ arguments: Arguments, coding: ColorCoding, side: Double) {
    width = arguments[Self.width]
    gap = arguments[arguments.isGiven(Self.gap) ? Self.gap : Self.width]
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
    width.constantValue != nil && gap.constantValue != nil && angle.constantValue != nil
      && offset.constantValue != nil && softness.constantValue != nil && colors.isStill
  }

  func rows(_ raster: BoxRaster, at time: Time) -> ValueRows<BandWave> {
    let width = max(width.pixels(at: time, side), 0)
    let gap = max(gap.pixels(at: time, side), 0)
    let wave = BandWave(
      raster, degrees: angle.value(at: time).degrees, period: width + gap, band: width,
      offset: offset.pixels(at: time, side), softness: softness.value(at: time))
    return ValueRows(
      width: raster.width, height: raster.height, source: wave,
      colors: colors.values(at: time))
  }
}
