import Timeline
import Y4M

/// Turns the edges of the picture into glowing tubes.
struct Neon: Effect {
  static let color = Parameter<Color>(
    "color", default: .transparent, defaultText: "those of the picture",
    "The colour of lines; a transparent one shows the picture's colours, as bright as can be.")
  static let threshold = Parameter<Double>(
    "threshold", default: 0.2, in: 0...4,
    "How steep the picture is, 1 at a step from black to white over two pixels, where lines are "
      + "half as bright.")
  static let glow = Parameter<Length>(
    "glow", default: Length(pixels: 8), in: 0...LightBlur.largestSigma, unit: "px",
    "The standard deviation of the glow; a percentage is of the canvas's shorter side.")
  static let intensity = Parameter<Double>(
    "intensity", default: 1, in: 0...8,
    "How bright the glow is; at 1 half as bright as its line, beside a line that is alone.")
  static let background = Parameter<Double>(
    "background", default: 0, in: 0...1, "How much of the picture's brightness is kept.")

  static let declaration = Declaration(
    name: "neon",
    summary: "Turns the edges of the picture into glowing tubes.",
    discussion: """
      Where the slope of luma (that of `edges` by `sobel`) passes from half of `threshold` to one \
      and a half of it, a line grows from nothing to all. Lines have the colour of the picture, \
      divided by the greatest of R', G' and B' (0.1 at least), or `color`. They lie over the \
      picture times `background`. Their gaussian b, times `intensity * 1.25 * glow` in pixels, \
      gives a light `g = b / (1 + b)`, and a colour c becomes `c + g (1 - c)`.
      """,
    example: #"""
      { "type": "effect", "effect": "neon", "threshold": 0.15, "glow": "1.5%", "background": 0.2 }
      """#,
    parameters: [color, threshold, glow, intensity, background])

  static let names = EffectNames(
    synonyms: ["edge-glow", "glowing-edges", "neon-edges", "tron"],
    elsewhere: [
      "frei0r edgeglow", "Photoshop Glowing Edges", "GIMP Neon", "CapCut Neon and Edge Glow",
    ])

  private let color: Animated<Color>
  private let threshold: Animated<Double>
  private let glow: Animated<Length>
  private let intensity: Animated<Double>
  private let background: Animated<Double>
  private let fields: PixelFormat

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    fields = LumaField.format(of: setting.format)
    color = arguments[Self.color]
    threshold = arguments[Self.threshold]
    glow = arguments[Self.glow]
    intensity = arguments[Self.intensity]
    background = arguments[Self.background]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    let glow = LightBlur.margin(glow.sigma(at: time, width, height), width, height)
    return glow + EffectJob.colorMargin + EffectJob.fieldMargin + 1
  }

  func apply(_ job: EffectJob, at time: Time) {
    let sigma = glow.sigma(at: time, job.width, job.height)
    let intensity = Float(intensity.value(at: time, within: 0...8))
    let background = Float(background.value(at: time, within: 0...1))
    let threshold = Float(threshold.value(at: time, within: 0...4))
    let color = RowColor(color.value(at: time), job.coding)
    let canvas = Box(x: 0, y: 0, width: job.width, height: job.height)
    let part = job.box.grown(by: LightBlur.margin(sigma, job.width, job.height))
      .intersection(canvas)
    job.workspace.withFrame(job.source.format) { tubes in
      if job.source.format.roles.contains(.alpha) { tubes.copy(from: job.source, within: part) }
      let drawing = job.from(job.source, to: tubes, part)
      drawing.withLines(fields, threshold) { lines in
        Lighting(job: drawing, rule: Tubes(lines: lines, color: color, ground: 0)).run()
        let lit = job.from(tubes, to: job.target, job.box)
        let grid = LightGrid(lit, sigma: sigma, TubeLight(luma: LumaWeights(job.coding.matrix)))
        if background > 0 {
          Lighting(job: drawing, rule: Tubes(lines: lines, color: color, ground: background)).run()
        }
        // Where nothing glows, nothing more is written.
        job.target.copy(from: tubes, within: job.box)
        // The gaussian of a straight line of two pixels has a height of 2 / (sigma sqrt(2 pi)).
        let gain = intensity * Float(1.253314137 * sigma)
        Lighting(job: lit, rule: NeonGlow(grid: grid, gain: gain)).run()
      }
    }
  }
}

extension EffectJob {
  /// The same work on other frames, or on another part.
  fileprivate func from(_ source: Frame, to target: Frame, _ box: Box) -> EffectJob {
    EffectJob(
      source: source, target: target, box: box, includesAlpha: includesAlpha, coding: coding,
      workspace: workspace)
  }

  /// Lends a field that is full where the picture is steep, for the length of `body`.
  fileprivate func withLines(
    _ format: PixelFormat, _ threshold: Float, _ body: (LumaField) -> Void
  ) {
    let part = fieldBox()
    withField(format) { lines in
      withLuma(format, fieldBox(1)) { luma in
        eachBand(of: part, least: 32) { rows, scratch in
          let columns = part.x..<part.maxX
          let gradient = FieldGradient(luma, .sobel, columns, scratch)
          let line = scratch.take(Float.self, columns.count)
          let scale = 1 / max(threshold, 0.001)
          for y in rows {
            gradient.read(y, to: line)
            for x in 0..<columns.count {
              let share = min(max(line[x] * scale - 0.5, 0), 1)
              line[x] = share * share * (3 - 2 * share) * 65535
            }
            lines.write(line, y, columns)
          }
        }
      }
      body(lines)
    }
  }
}

/// Draws lines over the darkened picture.
private struct Tubes: LightRule {
  /// The least brightness that is raised to the greatest.
  static let least: Float = 0.1

  let lines: LumaField
  let color: RowColor
  /// What the picture is multiplied by.
  let ground: Float

  func reader(
    _ columns: Range<Int>, _ sites: PlaneLayout, _ scratch: Scratch
  ) -> SiteRows<UInt16> {
    SiteRows(lines.samples, lines.layout, at: sites, peak: 65535, scratch)
  }

  /// Writes how much of a place a line covers as red; the rest says that every place is drawn.
  func read(_ place: LitPlace, _ reader: SiteRows<UInt16>, to light: RGBRow, scratch: Scratch) {
    reader.read(place.y, place.columns, to: light.red)
    for x in 0..<light.count { light.red[x] *= 1.0 / 65535 }
    light.green.update(repeating: 1, count: light.count)
    light.blue.update(repeating: 1, count: light.count)
  }

  func add(_ light: RGBRow, to colors: RGBRow, scratch: Scratch) {
    let raise = scratch.take(Float.self, colors.count)
    let (red, green, blue) = (colors.red, colors.green, colors.blue)
    let rest = 1 - color.opacity
    for x in 0..<colors.count {
      let most = max(max(red[x], green[x]), blue[x])
      raise[x] = rest / max(most, Self.least)
    }
    draw(red, color.red, light.red, raise, colors.count)
    draw(green, color.green, light.red, raise, colors.count)
    draw(blue, color.blue, light.red, raise, colors.count)
  }

  private func draw(
    _ row: UnsafeMutablePointer<Float>, _ color: Float, _ cover: UnsafeMutablePointer<Float>,
    _ raise: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let (ink, ground) = (color * self.color.opacity, ground)
    for x in 0..<count {
      let (below, line) = (row[x] * ground, max(row[x], 0) * raise[x] + ink)
      row[x] = below + cover[x] * (line - below)
    }
  }
}

/// The colours of lines, where they are not black.
private struct TubeLight: LightSource {
  let luma: LumaWeights

  // Half a code of 8 bits, and a little less.
  private static let least: Float = 1.0 / 512
  var darkness: Float? { Self.least - 1.0 / 8192 }

  func extract(_ colors: RGBRow, scratch: Scratch) {
    let shares = scratch.take(Float.self, colors.count)
    for x in 0..<colors.count {
      let light = luma(colors.red[x], colors.green[x], colors.blue[x])
      shares[x] = light < Self.least ? 0 : 1
    }
    for channel in 0..<3 {
      let row = colors[channel]
      for x in 0..<colors.count { row[x] = max(row[x], 0) * shares[x] }
    }
  }
}

/// Adds the glow of lines to what is drawn.
private struct NeonGlow: LightRule {
  let grid: LightGrid
  let gain: Float

  func reader(_ columns: Range<Int>, _ sites: PlaneLayout, _ scratch: Scratch) -> LightReader {
    LightReader(grid, columns, sites, scratch)
  }

  func read(_ place: LitPlace, _ reader: LightReader, to light: RGBRow, scratch: Scratch) {
    reader.read(place.y, to: light)
  }

  func add(_ light: RGBRow, to colors: RGBRow, scratch: Scratch) {
    for channel in 0..<3 {
      let (light, row) = (light[channel], colors[channel])
      for x in 0..<colors.count {
        let glow = light[x] * gain
        row[x] += glow / (1 + glow) * max(1 - row[x], 0)
      }
    }
  }
}
