import Timeline
import Y4M

/// Draws the picture as a cartoon: flat shades within dark outlines.
struct Cartoon: Effect {
  static let levels = Parameter<Double>(
    "levels", default: 10, in: 2...256, "How many shades luma has above black.")
  static let threshold = Parameter<Double>(
    "threshold", default: 0.1, in: 0...4,
    "How steep the smoothed picture is where outlines begin; 4 and more draws none.")
  static let smooth = Parameter<Length>(
    "smooth", default: Length(pixels: 2), in: 0...Cartoon.widest, unit: "px",
    "The standard deviation of the blur that takes away small detail; a percentage is of the "
      + "canvas's shorter side.")
  static let edgeColor = Parameter<Color>(
    "edgeColor", default: .black, "The colour of outlines; a transparent one draws none.")

  /// The widest blur in pixels.
  private static let widest = 100.0

  static let declaration = Declaration(
    name: "cartoon",
    summary: "Draws the picture as a cartoon: flat shades within dark outlines.",
    discussion: """
      The picture is smoothed; its luma is rounded to multiples of `1 / levels`, with a quarter of \
      a step between two shades, so that they do not flicker; and where its slope, 1 at a step \
      from black to white over two pixels, passes `threshold`, it is outlined, from nothing at 3/4 \
      of the threshold to all at 5/4.
      """,
    example: #"""
      { "type": "effect", "effect": "cartoon", "levels": 6, "threshold": 0.15 }
      """#,
    parameters: [levels, threshold, smooth, edgeColor])

  static let names = EffectNames(
    synonyms: ["toon", "comic", "comics", "cel-shading", "anime"],
    elsewhere: [
      "Core Image CIComicEffect", "frei0r cartoon", "After Effects Cartoon",
      "GPUImage SmoothToon",
    ])

  private let levels: Animated<Double>
  private let threshold: Animated<Double>
  private let smooth: Animated<Length>
  private let edgeColor: Animated<Color>
  private let fields: PixelFormat
  private let fine: PixelFormat

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    fields = LumaField.format(of: setting.format)
    fine = EffectJob.fineFormat(of: setting.format)
    levels = arguments[Self.levels]
    threshold = arguments[Self.threshold]
    smooth = arguments[Self.smooth]
    edgeColor = arguments[Self.edgeColor]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    let sigma = smooth.pixels(at: time, width, height, upTo: Self.widest)
    return EffectJob.fieldMargin + 1 + EffectJob.pictureBlurMargin(sigma: sigma)
  }

  func apply(_ job: EffectJob, at time: Time) {
    let sigma = smooth.pixels(at: time, job.width, job.height, upTo: Self.widest)
    let threshold = Float(threshold.value(at: time, within: 0...4))
    let levels = Float(levels.value(at: time, within: 2...256))
    let color = edgeColor.value(at: time)
    job.withBlurred(sigma: sigma, job.fieldBox(1), fine) { inner in
      let part = inner.fieldBox()
      inner.withLuma(fields, inner.fieldBox(1)) { luma in
        inner.withField(fields) { lines in
          inner.eachBand(of: part, least: 32) { rows, scratch in
            let columns = part.x..<part.maxX
            let gradient = FieldGradient(luma, .sobel, columns, scratch)
            let line = scratch.take(Float.self, columns.count)
            for y in rows {
              gradient.read(y, to: line)
              Self.outline(line, threshold, count: columns.count)
              lines.write(line, y, columns)
            }
          }
          inner.run(CartoonShades(levels: levels, coding: job.coding))
          let flat = EffectJob(
            source: inner.target, target: inner.target, box: job.box,
            includesAlpha: job.includesAlpha, coding: job.coding, workspace: job.workspace)
          flat.run(FieldPainting(flat, lines, full: color, empty: .transparent))
        }
      }
    }
  }

  /// Makes covers of slopes.
  private static func outline(
    _ line: UnsafeMutablePointer<Float>, _ threshold: Float, count: Int
  ) {
    if threshold >= 4 { return line.update(repeating: 0, count: count) }
    let start = 0.75 * threshold
    let scale = 1 / max(0.5 * threshold, 0.001)
    for x in 0..<count {
      let part = min(max((line[x] - start) * scale, 0), 1)
      line[x] = part * part * (3 - 2 * part) * 65535
    }
  }
}

/// The kernel: rounds luma to shades.
private struct CartoonShades: PlaneKernel {
  let levels: Float
  let coding: ColorCoding

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let count = box.width
    let opaque = scratch.take(Float.self, count)
    opaque.update(repeating: 1, count: count)
    let straight = scratch.take(Float.self, count)
    straight.update(repeating: 1, count: count)
    let alpha = planes.first { $0.source.role == .alpha }
    for plane in planes {
      let (source, target) = (plane.source, plane.target)
      for y in box.y..<box.maxY {
        let (from, to) = (source.row(y) + box.x, target.row(y) + box.x)
        guard source.role == .luma else {
          to.update(from: from, count: count)
          continue
        }
        if let alpha {
          let row = alpha.source.row(y) + box.x
          for x in 0..<count {
            opaque[x] = Float(row[x]) / Float(source.peak)
            straight[x] = row[x] > 0 ? Float(source.peak) / Float(row[x]) : 0
          }
        }
        shade(from, to, (opaque, straight), peak: source.peak, count: count)
      }
    }
  }

  private func shade<S: Sample>(
    _ from: UnsafePointer<S>, _ to: UnsafeMutablePointer<S>,
    _ alpha: (opaque: UnsafeMutablePointer<Float>, straight: UnsafeMutablePointer<Float>),
    peak: Int, count: Int
  ) {
    let (opaque, straight) = alpha
    let coding = RGBCoding(coding, depth: peak.bitWidth - peak.leadingZeroBitCount)
    let (black, span) = (coding.black, coding.lumaSpan)
    let (step, steps, most) = (span / levels, levels / span, Float(peak))
    for x in 0..<count {
      let luma = Float(from[x]) * straight[x] - black
      // Half a shade lower, borders lie at whole numbers; adding 3 * 2^22 rounds.
      let place = luma * steps - 0.5
      let border = (place + 12_582_912) - 12_582_912
      let beyond = min(max((place - border) * 4, -0.5), 0.5)
      let value = ((border + 0.5 + beyond) * step + black) * opaque[x]
      to[x] = S(truncatingIfNeeded: (min(max(value, 0), most) + 8_388_608).bitPattern)
    }
  }
}
