import Timeline
import Y4M

/// Blurs the picture as a lens out of focus does: every point of light becomes an image of its
/// aperture.
///
/// In linear light each sample becomes the mean of a disc or polygon around it, in which lights
/// count `1 + 50 highlights max(0, Y - threshold)`, with luma Y.
struct LensBlur: EdgedEffect {
  private static let largest = 200.0
  private static let sides = 0.0...9.0

  static let radius = Parameter<Length>(
    "radius", default: Length(pixels: 8), in: 0...largest, unit: "px",
    "The radius of the aperture; a percentage is of the canvas's shorter side, 0 changes nothing.")
  static let blades = Parameter<Double>(
    "blades", default: 0, in: sides,
    "How many corners the aperture has, 3 to 9, a whole number; below 3 it is a disc.")
  static let rotation = Parameter<Angle>(
    "rotation", default: Angle(degrees: 0), "How far the aperture is turned, clockwise.")
  static let highlights = Parameter<Double>(
    "highlights", default: 0, in: 0...1, "How much more bright lights count than the rest.")
  static let threshold = Parameter<Double>(
    "threshold", default: 0.8, in: 0...1, "The luma, 0 to 1, from which on lights count more.")

  static let declaration = Declaration(
    name: "lens-blur",
    summary: "Blurs the picture as a lens out of focus does, with bokeh.",
    discussion: """
      In linear light each sample becomes the mean of a disc, or of a polygon with `blades` \
      corners, the first of which points up. With `highlights`, a light of luma Y counts `1 + 50 \
      highlights * max(0, Y - threshold)`, so that small lights become bright discs. Wide \
      blurs, and in large pictures all of 6 pixels and more, are \
      made of a reduced picture. Alpha stays as it is.
      """,
    example: #"""
      { "type": "effect", "effect": "lens-blur", "radius": 14, "blades": 6, "highlights": 0.6 }
      """#,
    parameters: [radius, blades, rotation, highlights, threshold] + EffectEdges.parameters)

  static let names = EffectNames(
    synonyms: ["bokeh", "disc-blur", "defocus", "camera-blur"],
    elsewhere: [
      "Core Image CIBokehBlur, CIDiscBlur", "Photoshop Lens Blur",
      "After Effects Camera Lens Blur",
    ])

  static let identity: Arguments? = Arguments().setting(radius, to: Length(pixels: 0))

  private let radius: Animated<Length>
  private let blades: Animated<Double>
  private let rotation: Animated<Angle>
  private let highlights: Animated<Double>
  private let threshold: Animated<Double>

  let edges: EffectEdges

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    edges = EffectEdges(arguments)
    radius = arguments[Self.radius]
    blades = arguments[Self.blades]
    rotation = arguments[Self.rotation]
    highlights = arguments[Self.highlights]
    threshold = arguments[Self.threshold]
  }

  func spread(at time: Time, width: Int, height: Int) -> Int {
    let radius = radius.pixels(at: time, width, height, upTo: Self.largest)
    let factor = Self.factor(radius, width * height)
    return (Int((radius / Double(factor)).rounded(.up)) + 8) * factor + 8
  }

  func draw(_ job: EffectJob, at time: Time) {
    let radius = radius.pixels(at: time, job.width, job.height, upTo: Self.largest)
    guard radius > 0 else { return }
    let factor = Self.factor(radius, job.width * job.height)
    let aperture = Aperture(
      radius: Self.cells(radius, factor), blades: Int(blades.value(at: time, within: Self.sides)),
      degrees: rotation.value(at: time).degrees, job.scratch)
    let highlights = highlights.value(at: time, within: 0...1)
    let curve = LightCurve(job.coding.light.transfer.curve)
    func blurred(isWeight: Bool) -> LightGrid {
      let blur = LightBlur.none(job.scratch)
      let grid = LightGrid(
        job, job.box, factor: factor, margin: aperture.reach + 2, down: blur)
      let source = LensLight(
        gain: Float(50 * highlights), threshold: Float(threshold.value(at: time, within: 0...1)),
        curve: curve, luma: LumaWeights(job.coding.matrix), isWeight: isWeight)
      grid.fill(from: job, source, across: blur)
      let target = LightGrid(like: grid, job.scratch)
      aperture.blur(grid, to: target, job)
      return target
    }
    let isWeighed = highlights > 0 || job.includesAlpha
    let light = blurred(isWeight: false)
    if isWeighed { Self.divide(light, by: blurred(isWeight: true)) }
    let rule = LensRule(grid: light, curve: curve, isFine: job.source.format.depth > 12)
    Lighting(job: job, rule: rule).run()
  }

  /// Luma samples from cell to cell. Large pictures are reduced from small radii on: whole grids of
  /// their light would take 25 MB each at 1080p.
  private static func factor(_ radius: Double, _ area: Int) -> Int {
    let isLarge = area > 1 << 19
    if radius < (isLarge ? 2 : 6) { return 1 }
    return LightBlur.factor(sigma: radius / 4, area: area)
  }

  /// The radius in cells, less what leads to a reduced picture and from it blurs.
  private static func cells(_ radius: Double, _ factor: Int) -> Double {
    guard factor > 1 else { return radius }
    let size = Double(factor)
    let blur = (1 - 1 / (size * size)) / 6 + 0.25
    let cells = radius / size
    return max(cells * cells - 4 * blur, 0.25).squareRoot()
  }

  private static func divide(_ light: LightGrid, by weights: LightGrid) {
    for channel in 0..<3 {
      for y in light.rows {
        let (row, weight) = (light.row(channel, y), weights.row(channel, y))
        for x in 0..<light.columns.count { row[x] /= max(weight[x], 1e-6) }
      }
    }
  }
}

/// The light of a picture by its weight, or the weight alone.
private struct LensLight: LightSource {
  let gain: Float
  let threshold: Float
  let curve: LightCurve
  let luma: LumaWeights
  let isWeight: Bool
  var darkness: Float? { nil }

  func extract(_ colors: RGBRow, scratch: Scratch) {
    if gain == 0, !isWeight {
      for channel in 0..<3 { LensRule.decode(colors[channel], curve, colors.count) }
      return
    }
    let weights = scratch.take(Float.self, colors.count)
    let (red, green, blue) = (colors.red, colors.green, colors.blue)
    for x in 0..<colors.count { weights[x] = luma(red[x], green[x], blue[x]) }
    for x in 0..<colors.count { weights[x] = 1 + gain * min(max(weights[x] - threshold, 0), 1) }
    for channel in 0..<3 {
      let row = colors[channel]
      if isWeight {
        row.update(from: weights, count: colors.count)
        continue
      }
      LensRule.decode(row, curve, colors.count)
      for x in 0..<colors.count { row[x] *= weights[x] }
    }
  }
}

/// Puts the light of a grid in place of that of colours.
private struct LensRule: LightRule {
  let grid: LightGrid
  let curve: LightCurve
  /// Whether samples are so fine that what a signal is after it was light can be told from it.
  let isFine: Bool

  /// Puts light of 0 and above in place of signals.
  static func decode(_ row: UnsafeMutablePointer<Float>, _ curve: LightCurve, _ count: Int) {
    for x in 0..<count { row[x] = max(0, row[x]) }
    curve.decode(row, count: count)
  }

  func reader(_ columns: Range<Int>, _ sites: PlaneLayout, _ scratch: Scratch) -> LightReader {
    LightReader(grid, columns, sites, scratch)
  }

  func read(_ place: LitPlace, _ reader: LightReader, to light: RGBRow, scratch: Scratch) {
    let isExact = grid.factor == 1 && place.sites.shiftX == 0 && place.sites.shiftY == 0
    guard isExact else { return reader.read(place.y, to: light) }
    let start = place.columns.lowerBound - grid.columns.lowerBound
    for channel in 0..<3 {
      light[channel].update(from: grid.row(channel, place.y) + start, count: place.columns.count)
    }
  }

  func add(_ light: RGBRow, to colors: RGBRow, scratch: Scratch) {
    let before = scratch.take(Float.self, colors.count + 8)
    let after = scratch.take(Float.self, colors.count + 8)
    let count = colors.count
    for channel in 0..<3 {
      let row = colors[channel]
      after.update(from: light[channel], count: count)
      curve.encode(after, count: count)
      if isFine {
        before.update(from: row, count: count)
        Self.decode(before, curve, count)
        curve.encode(before, count: count)
        for x in 0..<count { row[x] += after[x] - before[x] }
      } else {
        for x in 0..<count { row[x] = after[x] + min(row[x], 0) }
      }
    }
  }
}
