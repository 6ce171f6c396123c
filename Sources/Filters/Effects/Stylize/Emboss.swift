import Bytes
import Geometry
import Timeline
import Y4M

/// Makes a relief of the picture, lit from one side.
struct Emboss: Effect {
  static let angle = Parameter<Angle>(
    "angle", default: Angle(degrees: 135),
    "Where light falls to, clockwise: 0 is up, 90 right, 135 the lower right.")
  static let height = Parameter<Length>(
    "height", default: Length(pixels: 1), in: 0...Emboss.highest, unit: "px",
    "How thick the relief is; a percentage is of the canvas's shorter side.")
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...10, "How strong light and shadow are.")
  static let color = Setting<Bool>(
    "color", default: false, "Whether the picture keeps its colours.")

  /// The greatest height in pixels.
  private static let highest = 200.0

  static let declaration = Declaration(
    name: "emboss",
    summary: "Makes a relief of the picture, lit from one side.",
    discussion: """
      Luma becomes `1/2 + amount (Y(p + h d) - Y(p - h d))` at a place p, with the direction d of \
      `angle` and the `height` h: what rises towards the light is bright, and what is plain is grey.
      """,
    example: #"""
      { "type": "effect", "effect": "emboss", "height": 2, "amount": 1.5 }
      """#,
    parameters: [angle, height, amount, color])

  static let names = EffectNames(
    synonyms: ["relief", "bump"],
    elsewhere: ["frei0r emboss", "After Effects Emboss", "Photoshop Emboss", "GPUImage Emboss"])

  private let angle: Animated<Angle>
  private let height: Animated<Length>
  private let amount: Animated<Double>
  private let color: Bool
  private let fields: PixelFormat

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    fields = LumaField.format(of: setting.format)
    angle = arguments[Self.angle]
    height = arguments[Self.height]
    amount = arguments[Self.amount]
    color = arguments[Self.color]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    Int(self.height(at: time, width, height)) + 2 + EffectJob.fieldMargin
  }

  private func height(at time: Time, _ width: Int, _ height: Int) -> Double {
    let value = self.height.value(at: time).resolved(against: Double(min(width, height)))
    return min(max(value, 0), Self.highest)
  }

  func apply(_ job: EffectJob, at time: Time) {
    let height = height(at: time, job.width, job.height)
    let turn = angle.value(at: time).degrees * .pi / 180
    // In 1/256 of a pixel.
    let (dx, dy) = (
      (Maths.sin(turn) * height * 256).rounded(), (-Maths.cos(turn) * height * 256).rounded()
    )
    let amount = Float(amount.value(at: time, within: 0...10)) * 65535 / LumaField.span
    let reach = Int(height) + 2
    job.withLuma(fields, job.fieldBox(reach)) { luma in
      job.withField(fields) { relief in
        let part = job.fieldBox()
        job.eachBand(of: part, least: 32) { rows, scratch in
          let columns = part.x..<part.maxX
          let ahead = ShiftedField(luma, x: Int(dx), y: Int(dy), columns, scratch)
          let behind = ShiftedField(luma, x: -Int(dx), y: -Int(dy), columns, scratch)
          let line = scratch.take(Float.self, columns.count)
          for y in rows {
            let (bright, dark) = (ahead.read(y), behind.read(y))
            for x in 0..<columns.count { line[x] = 32767.5 + amount * (bright[x] - dark[x]) }
            relief.write(line, y, columns)
          }
        }
        var painting = FieldPainting(job, relief, full: .white, empty: .black)
        painting.keepsChroma = color
        job.run(painting)
      }
    }
  }
}

/// A field that is read beside its places, interpolated between four pixels.
private struct ShiftedField {
  let field: LumaField
  let columns: Range<Int>
  /// Whole pixels, and what is left of them.
  private let x: Int
  private let y: Int
  private let shareX: Float
  private let shareY: Float
  private let upper: UnsafeMutablePointer<Float>
  private let lower: UnsafeMutablePointer<Float>

  /// - Parameter x: how far to the right, and `y`: how far down, in 1/256 of a pixel.
  init(_ field: LumaField, x: Int, y: Int, _ columns: Range<Int>, _ scratch: Scratch) {
    (self.field, self.columns) = (field, columns)
    (self.x, self.y) = (x >> 8, y >> 8)
    (shareX, shareY) = (Float(x & 255) / 256, Float(y & 255) / 256)
    upper = scratch.take(Float.self, columns.count + 1)
    lower = scratch.take(Float.self, columns.count + 1)
  }

  /// What lies beside row `y`, until the next one is read.
  func read(_ row: Int) -> UnsafeMutablePointer<Float> {
    let places = columns.lowerBound + x..<columns.upperBound + x + 1
    field.read(row + y, places, to: upper)
    field.read(row + y + 1, places, to: lower)
    let (shareX, shareY) = (shareX, shareY)
    let (upper, lower) = (upper, lower)
    for x in 0...columns.count { upper[x] += shareY * (lower[x] - upper[x]) }
    for x in 0..<columns.count { lower[x] = upper[x] + shareX * (upper[x &+ 1] - upper[x]) }
    return lower
  }
}
