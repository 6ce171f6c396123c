import Timeline
import Y4M

/// The matrix by which colours are dithered.
enum DitherMethod: String, Choice {
  case bayer2
  case bayer4
  case bayer8

  /// How often the matrix of one number is doubled.
  var order: Int {
    switch self {
    case .bayer2: 1
    case .bayer4: 2
    case .bayer8: 3
    }
  }
}

/// Reduces the picture to a few colours, and imitates the others by patterns of dots.
struct OrderedDither: Effect {
  static let palette = Setting<GradientStops>(
    "palette", default: GradientStops(even: [.black, .white]), defaultText: "those of `levels`",
    "The colours that are left, 2 to 64.")
  static let levels = Parameter<Double>(
    "levels", default: 2, in: 2...256, "How many steps each of red, green and blue has.")
  static let method = Setting<DitherMethod>(
    "method", default: .bayer4, "The pattern: of 2x2, 4x4 or 8x8 thresholds.")
  static let size = Parameter<Length>(
    "size", default: Length(pixels: 1), in: 0...OrderedDither.coarsest, unit: "px",
    "The side of the pattern's dots, in whole pixels, 1 at the least; a percentage is of the "
      + "canvas's shorter side.")

  private static let coarsest = 256.0
  private static let mostColors = 64

  static let declaration = Declaration(
    name: "dither",
    summary: "Reduces the picture to a few colours, and imitates the others by patterns of dots.",
    discussion: """
      A Bayer matrix gives each place a threshold t between 0 and 1. With `levels` L, each of red, \
      green and blue becomes `floor((L - 1) c + t) / (L - 1)`. With a `palette`, the colour \
      nearest to `c + s (t - 1/2)` is taken, in R'G'B', where s is how far, on the average, a \
      colour of the palette is from the nearest other, over the square root of 3: of black and \
      white that is 1. `pixelate` before it, with the same size and `origin` `corner`, gives the \
      look of old games. Where chroma is halved, each of its samples is the mean of its pixels' dots.
      """,
    example: ##"""
      { "type": "effect", "effect": "dither", "method": "bayer8",
        "palette": ["#0f380f", "#306230", "#8bac0f", "#9bbc0f"] }
      """##,
    parameters: [palette, levels, method, size])

  static let names = EffectNames(
    synonyms: ["ordered-dither", "bayer", "palette", "retro", "gameboy", "indexed"],
    elsewhere: ["Core Image CIDither", "ffmpeg paletteuse", "frei0r dither", "Pillow quantize"])

  private let colors: [SIMD3<Float>]?
  private let spread: Float
  private let levels: Animated<Double>
  private let method: DitherMethod
  private let size: Animated<Length>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    let colors = arguments[Self.palette].stops.prefix(Self.mostColors).map {
      let color = RowColor($0.color, setting.coding)
      return SIMD3(color.red, color.green, color.blue)
    }
    self.colors = arguments.isGiven(Self.palette) ? colors : nil
    spread = Self.spread(of: colors)
    levels = arguments[Self.levels]
    method = arguments[Self.method]
    size = arguments[Self.size]
  }

  /// How far colours are from the nearest other, on the average, along the greys.
  private static func spread(of colors: [SIMD3<Float>]) -> Float {
    var sum: Float = 0
    for (index, color) in colors.enumerated() {
      var least = Float.infinity
      for (other, second) in colors.enumerated() where other != index {
        let gap = color - second
        least = min(least, (gap * gap).sum())
      }
      sum += (least / 3).squareRoot()
    }
    return sum / Float(max(colors.count, 1))
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? { EffectJob.colorMargin }

  func apply(_ job: EffectJob, at time: Time) {
    let levels = levels.value(at: time, within: 2...256).rounded()
    let size = size.pixels(at: time, job.width, job.height, upTo: Self.coarsest).rounded()
    let rule = DitherRule(
      colors: colors, spread: spread, levels: Float(levels), order: method.order,
      size: max(Int(size), 1))
    Keying(job: job, rule: rule, showsAlpha: false).run()
  }
}

/// Dithers rows of colours.
private struct DitherRule: KeyRule {
  let colors: [SIMD3<Float>]?
  let spread: Float
  let levels: Float
  let order: Int
  let size: Int

  func key(
    _ row: RGBRow, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace, scratch: Scratch
  ) {
    shares.update(repeating: 1, count: row.count)
    let sites = place.sites
    let (across, down) = (dots(in: 1 << sites.shiftX), dots(in: 1 << sites.shiftY))
    let (x, y) = (place.columns.lowerBound << sites.shiftX, place.y << sites.shiftY)
    row.average(across, down, scratch) { colors, column, line in
      dither(colors, x + column, y + line, 1 << sites.shiftX, scratch)
    }
  }

  /// How many places a sample as wide as some pixels is dithered at: of samples that lie within one
  /// dot each, one will do.
  private func dots(in pixels: Int) -> Int { size.isMultiple(of: pixels) ? 1 : pixels }

  /// Dithers colours, the first of which lies at a pixel and the others so many pixels apart.
  private func dither(
    _ row: RGBRow, _ left: Int, _ y: Int, _ apart: Int, _ scratch: Scratch
  ) {
    let count = row.count
    let thresholds = scratch.take(Float.self, count)
    let period = min(size << order, count)
    for i in 0..<period { thresholds[i] = threshold((left + i * apart) / size, y / size) }
    var done = period
    while done < count {
      let more = min(done, count - done)
      (thresholds + done).update(from: thresholds, count: more)
      done += more
    }
    if let colors { return choose(colors, row, thresholds, scratch) }
    let (steps, step) = (levels - 1, 1 / (levels - 1))
    for line in row.channels {
      for x in 0..<count {
        // The nearest to a half less is the whole number below; 3 * 2^22 rounds.
        let value = line[x] * steps + thresholds[x] - 0.5
        line[x] = min(max((value + 12_582_912) - 12_582_912, 0), steps) * step
      }
    }
  }

  /// The threshold of a dot, in the middle of its part of 0 to 1.
  private func threshold(_ x: Int, _ y: Int) -> Float {
    var value = 0
    for bit in 0..<order {
      // The finest checker counts most.
      let (a, b) = ((x >> bit) & 1, (y >> bit) & 1)
      value = value << 2 | (a ^ b) << 1 | b
    }
    return (Float(value) + 0.5) / Float(1 << (2 * order))
  }

  /// Puts the nearest of some colours in the place of each.
  private func choose(
    _ colors: [SIMD3<Float>], _ row: RGBRow, _ thresholds: UnsafeMutablePointer<Float>,
    _ scratch: Scratch
  ) {
    let count = row.count
    let best = scratch.take(Float.self, count)
    best.update(repeating: .infinity, count: count)
    let found = scratch.take(Int32.self, count)
    found.update(repeating: 0, count: count)
    let (red, green, blue, spread) = (row.red, row.green, row.blue, spread)
    for x in 0..<count {
      let shift = spread * (thresholds[x] - 0.5)
      red[x] += shift
      green[x] += shift
      blue[x] += shift
    }
    for (index, color) in colors.enumerated() {
      Self.compare(row, color, Int32(truncatingIfNeeded: index), best, found)
    }
    colors.withUnsafeBufferPointer { colors in
      for x in 0..<count {
        let color = colors[Int(found[x])]
        red[x] = color.x
        green[x] = color.y
        blue[x] = color.z
      }
    }
  }

  /// Writes the number of a colour wherever it is nearer than those before it.
  private static func compare(
    _ row: RGBRow, _ color: SIMD3<Float>, _ index: Int32, _ best: UnsafeMutablePointer<Float>,
    _ found: UnsafeMutablePointer<Int32>
  ) {
    let (reds, greens, blues) = (row.red, row.green, row.blue)
    let (red, green, blue) = (color.x, color.y, color.z)
    for x in 0..<row.count {
      let (dr, dg, db) = (reds[x] - red, greens[x] - green, blues[x] - blue)
      let distance = dr * dr + dg * dg + db * db
      let (before, number) = (best[x], found[x])
      best[x] = distance < before ? distance : before
      found[x] = distance < before ? index : number
    }
  }
}
