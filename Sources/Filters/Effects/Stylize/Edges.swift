import Timeline
import Y4M

/// Draws the edges of the picture.
struct Edges: Effect {
  static let method = Setting<EdgeMethod>("method", default: .sobel, "How edges are found.")
  static let strength = Parameter<Double>(
    "strength", default: 1, in: 0...100,
    "A factor on the steepness of edges; at 1 a step from black to white is a full line.")
  static let smooth = Parameter<Length>(
    "smooth", default: Length(pixels: 1.4), in: 0...Edges.widest, unit: "px",
    "The standard deviation of the blur before `canny`, which takes away small detail; a percentage "
      + "is of the canvas's shorter side.")
  static let low = Parameter<Double>(
    "low", default: 0.04, in: 0...4,
    "The slope from which on `canny` draws lines that are connected to steeper ones.")
  static let high = Parameter<Double>(
    "high", default: 0.1, in: 0...4, "The slope from which on `canny` draws a line in any case.")
  static let color = Parameter<Color>(
    "color", default: .white, "The colour of lines; a transparent one shows the picture in them.")
  static let background = Parameter<Color>(
    "background", default: .black,
    "The colour between lines; a transparent one shows the picture there.")
  static let invert = Setting<Bool>(
    "invert", default: false, "Whether `color` and `background` change places.")

  /// The widest blur in pixels.
  private static let widest = 100.0

  static let declaration = Declaration(
    name: "edges",
    summary: "Draws the edges of the picture.",
    discussion: """
      Where luma is steep, there is a line: of the slopes across and down, each over two pixels, \
      the length is taken (`sobel`, `scharr` and `prewitt` weigh three neighbours by 1 2 1, 3 10 3 \
      and 1 1 1), or the size of the second derivative (`laplacian`). `canny` smooths the picture, \
      draws lines of one pixel along the crests of `sobel`, and keeps those that are steeper than \
      `high` somewhere and steeper than `low` everywhere, which needs the whole picture. \
      `"color": "transparent"` draws lines in the colours of the picture, \
      `"background": "transparent"` lines on the picture.
      """,
    example: #"""
      { "type": "effect", "effect": "edges", "strength": 2, "invert": true }
      """#,
    parameters: [method, strength, color, background, invert, smooth, low, high])

  static let names = EffectNames(
    synonyms: ["edge", "find-edges", "outlines", "sobel", "edge-detect", "contour", "canny"],
    elsewhere: [
      "Core Image CIEdges and CILineOverlay", "ffmpeg sobel, scharr, prewitt and edgedetect",
      "MLT charcoal", "After Effects Find Edges", "GPUImage SobelEdgeDetection",
    ])

  private let method: EdgeMethod
  private let strength: Animated<Double>
  private let smooth: Animated<Length>
  private let low: Animated<Double>
  private let high: Animated<Double>
  private let color: Animated<Color>
  private let background: Animated<Color>
  private let invert: Bool
  private let fields: PixelFormat

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    fields = LumaField.format(of: setting.format)
    method = arguments[Self.method]
    strength = arguments[Self.strength]
    smooth = arguments[Self.smooth]
    low = arguments[Self.low]
    high = arguments[Self.high]
    color = arguments[Self.color]
    background = arguments[Self.background]
    invert = arguments[Self.invert]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    method == .canny ? nil : EffectJob.fieldMargin + 1
  }

  func apply(_ job: EffectJob, at time: Time) {
    let strength = Float(strength.value(at: time, within: 0...100))
    let colors = (color.value(at: time), background.value(at: time))
    let (full, empty) = invert ? (colors.1, colors.0) : colors
    job.withField(fields) { lines in
      if method == .canny {
        trace(job, strength, to: lines, at: time)
      } else {
        measure(job, strength, to: lines)
      }
      job.run(FieldPainting(job, lines, full: full, empty: empty))
    }
  }

  /// Writes slopes.
  private func measure(_ job: EffectJob, _ strength: Float, to lines: LumaField) {
    job.withLuma(fields, job.fieldBox(1)) { luma in
      let part = job.fieldBox()
      job.eachBand(of: part, least: 32) { rows, scratch in
        let columns = part.x..<part.maxX
        let gradient = FieldGradient(luma, method, columns, scratch)
        let line = scratch.take(Float.self, columns.count)
        for y in rows {
          gradient.read(y, to: line)
          for x in 0..<columns.count { line[x] *= strength * 65535 }
          lines.write(line, y, columns)
        }
      }
    }
  }

  /// Writes lines of one pixel.
  private func trace(
    _ job: EffectJob, _ strength: Float, to lines: LumaField, at time: Time
  ) {
    let canvas = Box(x: 0, y: 0, width: job.width, height: job.height)
    let sigma = smooth.pixels(at: time, job.width, job.height, upTo: Self.widest)
    let low = Float(low.value(at: time, within: 0...4))
    let high = Float(high.value(at: time, within: 0...4))
    job.withLuma(fields, canvas) { luma in
      func draw(_ field: LumaField, to target: LumaField) {
        // Where nothing counts as steep, no slope is high enough.
        CannyLines(field: field, low: low / strength, high: max(low, high) / strength)
          .draw(to: target, job)
      }
      if sigma <= 0 { return draw(luma, to: lines) }
      job.withField(fields) { smoothed in
        job.blur(luma, to: smoothed, sigma: sigma, canvas)
        draw(smoothed, to: lines)
      }
    }
  }
}
