import Timeline
import Y4M

/// Draws the picture with a pencil.
struct Sketch: Effect {
  static let radius = Parameter<Length>(
    "radius", default: Length(pixels: 6), in: 0...Sketch.widest, unit: "px",
    "The standard deviation of the blur: how wide strokes are; a percentage is of the canvas's "
      + "shorter side.")
  static let strength = Parameter<Double>(
    "strength", default: 1, in: 0...10, "How dark strokes are.")
  static let color = Setting<Bool>(
    "color", default: false, "Whether pencils have the picture's colours.")

  /// The widest blur in pixels.
  private static let widest = 200.0
  /// What keeps flat black as light as paper.
  private static let least: Float = 0.01

  static let declaration = Declaration(
    name: "sketch",
    summary: "Draws the picture with a pencil.",
    discussion: """
      The picture is dodged by its own blurred inverse, as in a darkroom: luma Y over its blur B \
      becomes `D = (Y + 0.01) / (B + 0.01)`, at most 1, so that what is plain is paper and what is \
      darker than its surroundings is drawn; `strength` makes of that `1 - strength (1 - D)`. With \
      `color` chroma stays.
      """,
    example: #"""
      { "type": "effect", "effect": "sketch", "radius": 8, "strength": 1.5 }
      """#,
    parameters: [radius, strength, color])

  static let names = EffectNames(
    synonyms: ["pencil", "drawing", "charcoal", "dodge"],
    elsewhere: ["OpenCV pencilSketch", "MLT charcoal", "GPUImage Sketch", "Photoshop Color Dodge"])

  private let radius: Animated<Length>
  private let strength: Animated<Double>
  private let color: Bool
  private let fields: PixelFormat

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    fields = LumaField.format(of: setting.format)
    radius = arguments[Self.radius]
    strength = arguments[Self.strength]
    color = arguments[Self.color]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    let sigma = radius.pixels(at: time, width, height, upTo: Self.widest)
    return EffectJob.fieldMargin + EffectJob.blurMargin(sigma: sigma)
  }

  func apply(_ job: EffectJob, at time: Time) {
    let sigma = radius.pixels(at: time, job.width, job.height, upTo: Self.widest)
    let strength = Float(strength.value(at: time, within: 0...10))
    let (part, around) = (job.fieldBox(), job.fieldBox(EffectJob.blurMargin(sigma: sigma)))
    job.withLuma(fields, around) { luma in
      job.withField(fields) { paper in
        job.blur(luma, to: paper, sigma: sigma, part)
        withOpacities(job, sigma: sigma, around, part) { sharp, soft in
          draw(job, (luma, sharp), (paper, soft), strength, part)
        }
        var painting = FieldPainting(job, paper, full: .white, empty: .black)
        painting.keepsChroma = color
        job.run(painting)
      }
    }
  }

  /// Lends how opaque pixels are, and the blur of that; nil where frames are not premultiplied.
  private func withOpacities(
    _ job: EffectJob, sigma: Double, _ around: Box, _ part: Box,
    _ body: (LumaField?, LumaField?) -> Void
  ) {
    job.withOpacity(fields, around) { sharp in
      guard let sharp else { return body(nil, nil) }
      job.withField(fields) { soft in
        job.blur(sharp, to: soft, sigma: sigma, part)
        body(sharp, soft)
      }
    }
  }

  /// Writes how light the paper is in place of the blur.
  private func draw(
    _ job: EffectJob, _ luma: (field: LumaField, opacity: LumaField?),
    _ paper: (field: LumaField, opacity: LumaField?), _ strength: Float, _ part: Box
  ) {
    job.eachBand(of: part, least: 32) { rows, scratch in
      let columns = part.x..<part.maxX
      let sharp = scratch.take(Float.self, columns.count)
      let soft = scratch.take(Float.self, columns.count)
      let shares = scratch.take(Float.self, columns.count)
      for y in rows {
        for (side, line) in [(luma, sharp), (paper, soft)] {
          side.field.read(y, columns, to: line)
          guard let opacity = side.opacity else { continue }
          opacity.read(y, columns, to: shares)
          Self.straighten(line, shares, count: columns.count)
        }
        Self.dodge(sharp, by: soft, strength, count: columns.count)
        paper.field.write(sharp, y, columns)
      }
    }
  }

  /// Makes luma over black that of the colour itself.
  private static func straighten(
    _ line: UnsafeMutablePointer<Float>, _ opacity: UnsafeMutablePointer<Float>, count: Int
  ) {
    for x in 0..<count {
      line[x] = (line[x] - LumaField.black) * (65535 / max(opacity[x], 1)) + LumaField.black
    }
  }

  private static func dodge(
    _ sharp: UnsafeMutablePointer<Float>, by soft: UnsafeMutablePointer<Float>, _ strength: Float,
    count: Int
  ) {
    let shift = least * LumaField.span - LumaField.black
    let least = least * LumaField.span
    for x in 0..<count {
      let share = max(sharp[x] + shift, 0) / max(soft[x] + shift, least)
      sharp[x] = (1 - strength * (1 - min(share, 1))) * 65535
    }
  }
}
