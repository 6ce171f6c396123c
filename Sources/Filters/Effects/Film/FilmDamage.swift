import Timeline
import Y4M

/// Wears the picture out like an old strip of film.
struct FilmDamage: Effect {
  static let dust = Parameter<Double>(
    "dust", default: 10, in: 0...500, "About how many specks and hairs there are at a time.")
  static let scratches = Parameter<Double>(
    "scratches", default: 5, in: 0...200, "About how many lines run from top to bottom.")
  static let flicker = Parameter<Double>(
    "flicker", default: 0.1, in: 0...1, "How far the brightness changes, up and down.")
  static let weave = Parameter<Length>(
    "weave", default: Length(pixels: 1), in: 0...256, unit: "px",
    "How far the picture wanders; a percentage is of the canvas's shorter side.")
  static let jump = Parameter<Length>(
    "jump", default: .zero, in: 0...4096, unit: "px",
    "How far it jumps up or down now and then; a percentage is of the canvas's shorter side.")
  static let rate = Parameter<Double>(
    "rate", default: 18, in: 0...240,
    "How many pictures of the film there are a second; an animated rate is integrated over time.")
  static let seed = Setting<Int>("seed", default: 1, "Another number gives other damage.")

  static let declaration = Declaration(
    name: "film-damage",
    summary: "Wears the picture out like an old strip of film.",
    discussion: """
      Dust and hairs lie on one picture each, of which there are `rate` a second. Scratches last \
      for about a second and drift. `flicker` multiplies luma and chroma by up to so much more or \
      less than 1. The picture wanders in the gate by `weave`, and about every twelfth one jumps \
      by up to `jump`; where it has left the canvas, its edge repeats. Sizes of marks follow the \
      canvas. With `sepia` or `black-and-white` and `grain` it makes an old film.
      """,
    example: #"""
      { "type": "effect", "effect": "film-damage", "dust": 25, "scratches": 8, "jump": "4%" }
      """#,
    parameters: [dust, scratches, flicker, weave, jump, rate, seed])

  static let names = EffectNames(
    synonyms: ["old-film", "dust", "scratches", "gate-weave", "film-scratches"],
    elsewhere: ["MLT oldfilm", "MLT dust", "MLT lines", "frei0r gateweave", "CapCut old film"])

  static let identity: Arguments? = Arguments().setting(dust, to: 0).setting(scratches, to: 0)
    .setting(flicker, to: 0).setting(weave, to: .zero).setting(jump, to: .zero)

  private let dust: Animated<Double>
  private let scratches: Animated<Double>
  private let flicker: Animated<Double>
  private let weave: Animated<Length>
  private let jump: Animated<Length>
  private let rate: Animated<Double>
  private let hash: NoiseHash

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    dust = arguments[Self.dust]
    scratches = arguments[Self.scratches]
    flicker = arguments[Self.flicker]
    weave = arguments[Self.weave]
    jump = arguments[Self.jump]
    rate = arguments[Self.rate]
    hash = NoiseHash(seed: arguments[Self.seed])
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    let side = min(width, height)
    let weave = weave.value(at: time, of: side, within: 0...256)
    let jump = jump.value(at: time, of: side, within: 0...4096)
    return Int((weave + jump).rounded(.up)) + 8
  }

  func apply(_ job: EffectJob, at time: Time) {
    let side = min(job.width, job.height)
    let amounts = FilmWearAmounts(
      dust: dust.value(at: time, within: 0...500),
      scratches: scratches.value(at: time, within: 0...200),
      flicker: flicker.value(at: time, within: 0...1),
      weave: weave.value(at: time, of: side, within: 0...256),
      jump: jump.value(at: time, of: side, within: 0...4096))
    let wear = FilmWear(
      hash, step: rate.step(at: time), amounts, width: job.width, height: job.height, job.scratch)
    let coding = RGBCoding(job.coding, depth: job.source.format.depth)
    job.run(WearKernel(wear: wear, coding: coding))
  }
}

/// The kernel: moves the picture, changes its brightness, and then draws marks over it.
private struct WearKernel: PlaneKernel {
  let wear: FilmWear
  let coding: RGBCoding

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    let map = layout.map
    let alpha = planes.first { $0.source.role == .alpha }
    let lines = WearLines(columns: box.width, scratch)
    for y in box.y..<box.maxY {
      let place = Double(y) - wear.offset.y * map.d
      if let alpha {
        read(alpha.source, place, wear.offset.x * map.a, box, to: lines.cover, lines.spare)
        for x in 0..<box.width { lines.cover[x] /= 65535 }
      }
      let isMarked = mark(y, layout, box, lines)
      for plane in planes {
        let source = plane.source
        read(source, place, wear.offset.x * map.a, box, to: lines.picture, lines.spare)
        if source.role != .alpha {
          let (zero, span) =
            source.role == .luma ? (coding.black, coding.lumaSpan) : (coding.grey, Float(0))
          change(lines, zero, span, alpha != nil, isMarked, box.width)
        }
        write(
          lines.picture, to: plane.target.row(y) + box.x, peak: Float(source.peak),
          covers: alpha != nil && source.role != .alpha ? lines.cover : nil, box.width)
      }
    }
  }

  /// Reads a row of a plane between its samples.
  private func read<S: Sample>(
    _ plane: PlaneSource<S>, _ y: Double, _ offset: Double, _ box: Box,
    to target: UnsafeMutablePointer<Float>, _ spare: UnsafeMutablePointer<Float>
  ) {
    let upper = y.rounded(.down)
    let share = Float(y - upper)
    func row(_ index: Int) -> UnsafePointer<S> { plane.row(min(max(index, 0), plane.height - 1)) }
    let (one, two) = (row(Int(upper)), row(Int(upper) + 1))
    let left = (Double(box.x) - offset).rounded(.down)
    let (first, part) = (Int(left), Float(Double(box.x) - offset - left))
    // One column more than is written; beyond the plane its edge repeats.
    let count = box.width + 1
    let start = min(max(-first, 0), count)
    let end = min(max(plane.width - first, start), count)
    let (upperRow, lowerRow, rest) = (one + first, two + first, 1 - share)
    for x in start..<end {
      spare[x] = Float(upperRow[x]) * rest + Float(lowerRow[x]) * share
    }
    let edge = (Float(one[0]) * rest + Float(two[0]) * share)
    let last = plane.width - 1
    spare.update(repeating: edge, count: start)
    (spare + end).update(
      repeating: Float(one[last]) * rest + Float(two[last]) * share, count: count - end)
    for x in 0..<box.width { target[x] = spare[x] * (1 - part) + spare[x &+ 1] * part }
  }

  /// Makes a row brighter, and lays marks over it.
  private func change(
    _ lines: WearLines, _ zero: Float, _ span: Float, _ isPremultiplied: Bool, _ isMarked: Bool,
    _ count: Int
  ) {
    let (picture, cover, gain) = (lines.picture, lines.cover, wear.gain)
    if gain != 1 {
      // What becomes brighter than white is cut, but for what was.
      let most = zero + (span > 0 ? span : zero)
      if isPremultiplied {
        for x in 0..<count {
          let (zero, most) = (zero * cover[x], max(most * cover[x], picture[x]))
          picture[x] = min(zero + (picture[x] - zero) * gain, most)
        }
      } else {
        for x in 0..<count {
          let most = max(most, picture[x])
          picture[x] = min(zero + (picture[x] - zero) * gain, most)
        }
      }
    }
    guard isMarked else { return }
    let (dark, light) = (lines.dark, lines.light)
    for x in 0..<count {
      let all = isPremultiplied ? cover[x] : 1
      let shade = picture[x] + (all * zero - picture[x]) * dark[x]
      picture[x] = shade + (all * (zero + span) - shade) * light[x]
    }
  }

  private func write<S: Sample>(
    _ line: UnsafeMutablePointer<Float>, to target: UnsafeMutablePointer<S>, peak: Float,
    covers: UnsafeMutablePointer<Float>?, _ count: Int
  ) {
    if let covers {
      for x in 0..<count { line[x] = min(line[x], (covers[x] * 65535).rounded()) }
    }
    for x in 0..<count {
      // The lowest bits of a float above 2^23 are those of the whole number next to it.
      target[x] = S(truncatingIfNeeded: (min(max(line[x], 0), peak) + 0x1p23).bitPattern)
    }
  }
}

/// Rows that a kernel works on.
private struct WearLines {
  let picture: UnsafeMutablePointer<Float>
  let spare: UnsafeMutablePointer<Float>
  let cover: UnsafeMutablePointer<Float>
  /// How much marks hide, 0 to 1.
  let dark: UnsafeMutablePointer<Float>
  let light: UnsafeMutablePointer<Float>

  init(columns: Int, _ scratch: Scratch) {
    picture = scratch.take(Float.self, columns)
    spare = scratch.take(Float.self, columns + 1)
    cover = scratch.take(Float.self, columns)
    dark = scratch.take(Float.self, columns)
    light = scratch.take(Float.self, columns)
  }
}

extension WearKernel {
  /// Fills the shares of marks in a row; false where there are none.
  private func mark(_ y: Int, _ layout: PlaneLayout, _ box: Box, _ lines: WearLines) -> Bool {
    lines.dark.update(repeating: 0, count: box.width)
    lines.light.update(repeating: 0, count: box.width)
    let map = layout.map
    let place = Float((Double(y) + 0.5 - map.ty) / map.d)
    var isMarked = false
    // A sample of chroma stands for several pixels, which softens an edge.
    let soft = Float(max(1 / map.a, 1 / map.d))
    func draw(_ low: Float, _ high: Float, _ isWhite: Bool, _ share: (Float) -> Float) {
      let start = Int(((low - soft) * Float(map.a) + Float(map.tx)).rounded(.down)) - box.x
      let end = Int(((high + soft) * Float(map.a) + Float(map.tx)).rounded(.up)) - box.x
      let line = isWhite ? lines.light : lines.dark
      for x in max(start, 0)..<max(min(end + 1, box.width), max(start, 0)) {
        let across = (Float(x + box.x) + 0.5 - Float(map.tx)) / Float(map.a)
        line[x] = max(line[x], share(across))
        isMarked = true
      }
    }
    for speck in wear.specks {
      guard place >= speck.low.y - soft, place <= speck.high.y + soft else { continue }
      draw(speck.low.x, speck.high.x, speck.isWhite) { x in
        let away = speck.distance(SIMD2(x, place))
        return min(max((speck.radius - away) / soft + 0.5, 0), 1) * speck.strength
      }
    }
    let row = Double(place) / Double(max(wear.height, 1))
    for scratch in wear.scratches {
      // It comes and goes along its length, and with each picture of the film.
      let number = scratch.number
      let wave = wear.hash.wander(row * 7 + Double(wear.step) * 3, 1000 + number)
      let strength = scratch.strength * min(max(Float(wave) + 0.7, 0), 1)
      if strength == 0 { continue }
      let middle = scratch.x + scratch.lean * Float(row)
      let radius = scratch.radius
      draw(middle - radius, middle + radius, scratch.isWhite) { x in
        let (low, high) = (max(x - soft / 2, middle - radius), min(x + soft / 2, middle + radius))
        return min(max((high - low) / soft, 0), 1) * strength
      }
    }
    return isMarked
  }
}
