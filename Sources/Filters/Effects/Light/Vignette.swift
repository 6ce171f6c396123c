import Bytes
import Timeline
import Y4M

/// How a vignette grows towards the corners.
enum VignetteMode: String, Choice {
  /// Clear in the middle, and smooth to its full strength.
  case smooth
  /// As through a simple lens: cos^4 of the angle at which light comes in.
  case natural
}

/// Darkens the picture towards its corners, or brightens it.
///
/// At a distance d from the centre, which is 1 in the corners, the smooth one mixes
/// `amount * smoothstep(size - softness / 2, size + softness / 2, d)` of the colour into R'G'B';
/// the natural one leaves `cos(2/5 pi amount d)^4`, as ffmpeg's `vignette` does with that angle.
struct Vignette: Effect {
  static let amount = Parameter<Double>(
    "amount", default: 0.5, in: -1...1,
    "How dark it is at its darkest: 1 is all of the colour; below 0 it brightens, to twice as much."
  )
  static let size = Parameter<Double>(
    "size", default: 0.75, in: 0...2,
    "Where it has half of its strength: 0 is the centre, 1 the corners. Not for `natural`.")
  static let softness = Parameter<Double>(
    "softness", default: 0.75, in: 0...2,
    "How far it is from where it begins to where it is full, in the same measure. Not for `natural`."
  )
  static let roundness = Parameter<Double>(
    "roundness", default: 0, in: -1...1,
    "-1 is almost a rectangle, 0 an ellipse as wide as the picture, 1 a circle.")
  static let center = Parameter<Point>(
    "center", default: Point(x: Length(fraction: 0.5), y: Length(fraction: 0.5)),
    "The point that stays clearest.")
  static let color = Parameter<Color>(
    "color", default: .black,
    "What the corners fade to, as far as it is opaque; it has no effect where `amount` is below 0.")
  static let mode = Setting<VignetteMode>(
    "mode", default: .smooth,
    "`smooth` has `size` and `softness`; `natural` is that of a simple lens.")

  static let declaration = Declaration(
    name: "vignette",
    summary: "Darkens the picture towards its corners.",
    discussion: """
      At a distance d from `center`, which is 1 in the corners of the picture, `smooth` mixes \
      `amount * smoothstep(size - softness / 2, size + softness / 2, d)` of `color` into the \
      picture. `natural` leaves `cos(2/5 pi * amount * d)^4` of it: with a `roundness` of 1 that is \
      ffmpeg's `vignette`, whose angle of `PI/5` is an `amount` of 0.5. Below 0 an amount \
      brightens: R'G'B' is multiplied by up to `1 - amount`, or divided by the power. Black stays \
      black.
      """,
    example: #"""
      { "type": "effect", "effect": "vignette", "amount": 0.6, "softness": 0.9 }
      """#,
    parameters: [amount, size, softness, roundness, center, color, mode])

  static let names = EffectNames(
    synonyms: ["vignetting", "dark-corners", "edge-darkening"],
    elsewhere: [
      "Core Image CIVignette, CIVignetteEffect", "ffmpeg vignette", "MLT vignette",
      "GPUImage Vignette", "After Effects CC Vignette",
    ])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let amount: Animated<Double>
  private let size: Animated<Double>
  private let softness: Animated<Double>
  private let roundness: Animated<Double>
  private let center: Animated<Point>
  private let color: Animated<Color>
  private let mode: VignetteMode

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    amount = arguments[Self.amount]
    size = arguments[Self.size]
    softness = arguments[Self.softness]
    roundness = arguments[Self.roundness]
    center = arguments[Self.center]
    color = arguments[Self.color]
    mode = arguments[Self.mode]
  }

  /// Brightening reads chroma between its samples.
  func margin(at time: Time, width: Int, height: Int) -> Int? { 8 }

  func apply(_ job: EffectJob, at time: Time) {
    let amount = amount.value(at: time, within: -1...1)
    let color = color.value(at: time)
    let share = amount < 0 ? 1 : min(max(color.alpha, 0), 1)
    if amount == 0 || share == 0 { return }
    let shape = shape(job, amount, share, time)
    if amount > 0 {
      let fading = Fading(color, job.coding, depth: job.source.format.depth)
      job.run(Darkening(shape: shape, fading: fading))
    } else {
      Lighting(job: job, rule: Brightening(shape: shape)).run()
    }
  }

  /// The vignette at a time.
  private func shape(
    _ job: EffectJob, _ amount: Double, _ share: Double, _ time: Time
  ) -> VignetteShape {
    let size = size.value(at: time, within: 0...2)
    // At least a pixel, so that an edge is smooth.
    let pixel = 2 / Maths.hypot(Double(job.width), Double(job.height))
    let softness = max(softness.value(at: time, within: 0...2), min(pixel, 1))
    let mode = mode
    let center = center.value(at: time)
    func place(_ length: Length, _ side: Int) -> Double {
      // On a grid, so that it is the same everywhere; and held where numbers stay exact.
      let place = min(max(length.resolved(against: Double(side)), -1_000_000), 1_000_000)
      return (place * 256).rounded() / 256
    }
    return VignetteShape(
      center: SIMD2(place(center.x, job.width), place(center.y, job.height)),
      width: job.width, height: job.height, roundness: roundness.value(at: time), job.scratch
    ) { distance in
      guard mode == .natural else {
        let low = size - softness / 2
        return 1 - amount * share * Maths.smoothstep(distance, from: low, to: low + softness)
      }
      let cosine = Maths.cos(min(0.4 * .pi * amount.magnitude * distance, .pi / 2))
      let left = cosine * cosine * cosine * cosine
      return amount < 0 ? 1 / max(left, 1.0 / 16) : 1 - share * (1 - left)
    }
  }
}

/// Mixes a colour in.
private struct Darkening: PlaneKernel {
  let shape: VignetteShape
  let fading: Fading

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    let terms = shape.terms(of: box.x..<box.maxX, layout, scratch)
    let block = 64
    let keep = scratch.take(Float.self, block)
    let entries = scratch.take(Int32.self, block)
    for y in box.y..<box.maxY {
      let row = shape.term(ofRow: y, layout)
      var x = 0
      while x < box.width {
        let end = min(x &+ block, box.width)
        if !shape.isClear(terms, x..<end, row) {
          shape.read(terms + x, row, to: keep, entries: entries, count: end &- x)
          fading.mix(planes, y, box.x &+ x..<box.x &+ end, keep: keep)
        }
        x = end
      }
    }
  }
}

/// Multiplies R'G'B'.
private struct Brightening: LightRule {
  let shape: VignetteShape

  func read(_ place: LitPlace, _ reader: Void, to light: RGBRow, scratch: Scratch) {
    let terms = shape.terms(of: place.columns, place.sites, scratch)
    let row = shape.term(ofRow: place.y, place.sites)
    let entries = scratch.take(Int32.self, light.count)
    shape.read(terms, row, to: light.red, entries: entries, count: light.count)
    for x in 0..<light.count { light.red[x] -= 1 }
    light.green.update(from: light.red, count: light.count)
    light.blue.update(from: light.red, count: light.count)
  }

  func add(_ light: RGBRow, to colors: RGBRow, scratch: Scratch) {
    for channel in 0..<3 {
      let (gain, row) = (light[channel], colors[channel])
      for x in 0..<colors.count { row[x] += row[x] * gain[x] }
    }
  }
}
