import Bytes
import Geometry
import Timeline
import Y4M

/// What a halftone screen is made of.
enum ScreenShape: String, Choice {
  case dot
  case line
  /// Rings around the middle of the canvas.
  case circle
  /// Dots of cyan, magenta, yellow and black ink.
  case cmyk
}

/// Prints the picture with a halftone screen.
struct Halftone: Effect {
  static let shape = Setting<ScreenShape>(
    "shape", default: .dot, "What the screen is made of; cmyk prints in colours.")
  static let size = Parameter<Length>(
    "size", default: Length(pixels: 6), in: 0...Halftone.coarsest, unit: "px",
    "How far apart dots or lines are, 2 px or more; a percentage is of the canvas's shorter side.")
  static let angle = Parameter<Angle>(
    "angle", default: Angle(degrees: 45), "The turn of the screen, clockwise.")
  static let sharpness = Parameter<Double>(
    "sharpness", default: 0.7, in: 0...1,
    "How sharp borders are: at 1 one pixel wide, at 0 half as wide as dots are apart.")
  static let color = Parameter<Color>(
    "color", default: .black, "The ink; a transparent one has the picture's colours.")
  static let background = Parameter<Color>(
    "background", default: .white, "The paper; a transparent one shows the picture.")

  private static let coarsest = 1000.0

  static let declaration = Declaration(
    name: "halftone",
    summary: "Prints the picture with a halftone screen.",
    discussion: """
      Every place is covered by ink where its darkness, 1 - Y, passes a screen of dots, lines or \
      rings, so that ink takes as much of the area as the picture is dark, where `sharpness` is \
      0.7 or more: softer borders reach into one another. What is printed is smoothed first by a \
      gaussian of a quarter of `size`. With `cmyk` each of cyan, magenta, yellow and black has a \
      screen of its own, at -30, 30, -45 and 0 degrees to `angle` (15, 75, 0 and 45 of a press), \
      black is the least of the other three, and `color` has no effect.
      """,
    example: #"""
      { "type": "effect", "effect": "halftone", "size": 8, "color": "navy", "background": "ivory" }
      """#,
    parameters: [shape, size, angle, sharpness, color, background])

  static let names = EffectNames(
    synonyms: ["newspaper", "print", "dots", "screen", "half-tone", "cmyk"],
    elsewhere: [
      "Core Image CIDotScreen, CILineScreen, CICircularScreen and CICMYKHalftone",
      "frei0r colorhalftone", "GPUImage Halftone", "Photoshop Color Halftone",
    ])

  private let shape: ScreenShape
  private let size: Animated<Length>
  private let angle: Animated<Angle>
  private let sharpness: Animated<Double>
  private let color: Animated<Color>
  private let background: Animated<Color>
  private let fine: PixelFormat

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    fine = EffectJob.fineFormat(of: setting.format)
    shape = arguments[Self.shape]
    size = arguments[Self.size]
    angle = arguments[Self.angle]
    sharpness = arguments[Self.sharpness]
    color = arguments[Self.color]
    background = arguments[Self.background]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    EffectJob.colorMargin
      + EffectJob.pictureBlurMargin(sigma: size(at: time, width, height) / 4)
  }

  private func size(at time: Time, _ width: Int, _ height: Int) -> Double {
    max(size.pixels(at: time, width, height, upTo: Self.coarsest), 2)
  }

  func apply(_ job: EffectJob, at time: Time) {
    let size = size(at: time, job.width, job.height)
    let rule = ScreenRule(
      shape: shape, size: size, turn: angle.value(at: time).degrees,
      softness: (1 - sharpness.value(at: time, within: 0...1)) * size / 2,
      center: Vector(Double(job.width) / 2, Double(job.height) / 2),
      ink: RowColor(color.value(at: time), job.coding),
      paper: RowColor(background.value(at: time), job.coding),
      luma: LumaWeights(job.coding.matrix))
    job.withBlurred(sigma: size / 4, job.fieldBox(), fine) {
      Keying(job: $0, rule: rule, showsAlpha: false).run()
    }
  }
}

/// A screen over rows of colours.
private struct ScreenRule: KeyRule {
  let shape: ScreenShape
  let size: Double
  let turn: Double
  let softness: Double
  let center: Vector
  let ink: RowColor
  let paper: RowColor
  let luma: LumaWeights

  func key(
    _ colors: RGBRow, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace, scratch: Scratch
  ) {
    shares.update(repeating: 1, count: colors.count)
    let map = place.sites.map
    let (across, down) = places(in: place.sites)
    let left = (0.5 - map.tx) / map.a - center.x
    let top = (Double(place.y) + 0.5 - map.ty) / map.d - center.y
    let border = max(1 / map.a / Double(across), 1 / map.d / Double(down))
    colors.average(across, down, scratch) { colors, column, line in
      let row = ScreenRow(
        x: left + Double(column) - Double(across - 1) / 2,
        y: top + Double(line) - Double(down - 1) / 2, first: place.columns.lowerBound,
        step: 1 / map.a, size: size, softness: max(softness, border))
      cover(colors, row, scratch)
    }
  }

  /// How many places of a sample the screen is looked at: of its pixels, where what is printed has
  /// colours.
  private func places(in sites: PlaneLayout) -> (across: Int, down: Int) {
    if shape != .cmyk, ink.isGrey, paper.isGrey { return (1, 1) }
    return (1 << sites.shiftX, 1 << sites.shiftY)
  }

  private func cover(_ colors: RGBRow, _ row: ScreenRow, _ scratch: Scratch) {
    let count = colors.count
    let dark = scratch.take(Float.self, count)
    if shape == .cmyk { return separate(colors, row, dark, scratch) }
    let (red, green, blue) = (colors.red, colors.green, colors.blue)
    for x in 0..<count { dark[x] = 1 - luma(red[x], green[x], blue[x]) }
    switch shape {
    case .dot, .cmyk: row.dots(turn, dark, count: count)
    case .line: row.lines(turn, dark, count: count)
    case .circle: row.rings(dark, count: count)
    }
    paper.paint(colors, where: dark, ink)
  }

  /// Prints with four inks.
  private func separate(
    _ colors: RGBRow, _ row: ScreenRow, _ dark: UnsafeMutablePointer<Float>, _ scratch: Scratch
  ) {
    let count = colors.count
    let (red, green, blue) = (colors.red, colors.green, colors.blue)
    let black = scratch.take(Float.self, count)
    for x in 0..<count {
      black[x] = min(max(1 - max(max(red[x], green[x]), blue[x]), 0), 1)
    }
    let picture = RGBRow(count: count, scratch)
    picture.copy(from: colors)
    func ink(
      _ channel: UnsafeMutablePointer<Float>, _ original: UnsafeMutablePointer<Float>,
      _ angle: Double
    ) {
      // What is left of the light where black is printed; without light there is black alone.
      for x in 0..<count {
        dark[x] = 1 - min(max(original[x], 0), 1) / max(1 - black[x], 1e-6)
      }
      row.dots(turn + angle, dark, count: count)
      for x in 0..<count { channel[x] = 1 - dark[x] }
    }
    ink(red, picture.red, -30)
    ink(green, picture.green, 30)
    ink(blue, picture.blue, -45)
    row.dots(turn, black, count: count)
    let opacity = paper.opacity
    func print(
      _ channel: UnsafeMutablePointer<Float>, _ original: UnsafeMutablePointer<Float>,
      _ white: Float
    ) {
      for x in 0..<count {
        let ground = original[x] + opacity * (white - original[x])
        channel[x] = channel[x] * (1 - black[x]) * ground
      }
    }
    print(red, picture.red, paper.red)
    print(green, picture.green, paper.green)
    print(blue, picture.blue, paper.blue)
  }
}

extension RowColor {
  /// Whether nothing is seen through this colour, and it has no hue.
  fileprivate var isGrey: Bool { opacity == 1 && red == green && green == blue }
}
