import Bytes
import Y4M

/// The kernel: multiplies R'G'B' by how bright a tube is at each place.
///
/// Colours are those of ``RGBCoding`` with chroma at luma's places and luma at chroma's, and only
/// what multiplying changes is added to samples.
struct TubeKernel: PlaneKernel {
  let source: Frame
  let glow: TubeGlow
  let coding: ColorCoding

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    let format = source.format
    func rows(_ plane: Int) -> SiteRows<S> {
      SiteRows(
        source.samples(format.planes[plane]), format.planes[plane], at: layout,
        peak: format.peak, scratch)
    }
    let luma = rows(0)
    let blue = format.roles.firstIndex(of: .blue).map { rows($0) }
    let red = format.roles.firstIndex(of: .red).map { rows($0) }
    let alpha = planes.first { $0.source.role == .alpha }
    let numbers = RGBCoding(coding, depth: format.depth)
    let lines = TubeLines(count: box.width, glow, box.x, layout, scratch)
    let columns = box.x..<box.maxX
    for y in box.y..<box.maxY {
      luma.read(y, columns, to: lines.y)
      if let blue, let red {
        blue.read(y, columns, to: lines.u)
        red.read(y, columns, to: lines.v)
      } else {
        lines.u.update(repeating: numbers.grey, count: box.width)
        lines.v.update(repeating: numbers.grey, count: box.width)
      }
      if let alpha {
        let cover = alpha.source.row(y) + box.x
        for x in 0..<box.width {
          // Colours over black are what multiplied ones are.
          let clear = 1 - Float(cover[x]) / 65535
          lines.y[x] += clear * numbers.black
          lines.u[x] += clear * numbers.grey
          lines.v[x] += clear * numbers.grey
        }
      }
      numbers.decode(lines.y, (lines.u, lines.v), to: lines.colors)
      lines.shine(y, glow, coding.matrix)
      for plane in planes {
        switch plane.source.role {
        case .luma: numbers.luma(of: lines.colors, lines.y)
        case .blue: numbers.blue(of: lines.colors, lines.y)
        case .red: numbers.red(of: lines.colors, lines.y)
        case .alpha:
          (plane.target.row(y) + box.x).update(
            from: plane.source.row(y) + box.x, count: box.width)
          continue
        }
        S.move(
          UnsafeMutablePointer(mutating: plane.source.row(y) + box.x), by: lines.y,
          peak: Float(format.peak), count: box.width, to: plane.target.row(y) + box.x)
      }
    }
  }
}

/// Rows that the kernel works on.
private struct TubeLines {
  let y: UnsafeMutablePointer<Float>
  let u: UnsafeMutablePointer<Float>
  let v: UnsafeMutablePointer<Float>
  let colors: RGBRow
  /// How bright it is between lines, 0 to 1, and what of the tube is seen.
  private let dark: UnsafeMutablePointer<Float>
  private let seen: UnsafeMutablePointer<Float>
  /// How bright the mask leaves red, green and blue, of even and odd rows of triads.
  private let masks: UnsafeMutablePointer<Float>
  private let first: Float
  private let pixelsX: Float
  private let layout: PlaneLayout
  private let amount: Float

  init(count: Int, _ glow: TubeGlow, _ x: Int, _ layout: PlaneLayout, _ scratch: Scratch) {
    y = scratch.take(Float.self, count)
    u = scratch.take(Float.self, count)
    v = scratch.take(Float.self, count)
    colors = RGBRow(count: count, scratch)
    dark = scratch.take(Float.self, count)
    seen = scratch.take(Float.self, count)
    self.layout = layout
    let map = layout.map
    pixelsX = Float(1 / map.a)
    first = Float((Double(x) + 0.5 - map.tx) / map.a)
    amount = Float(TubeGlow.rest(Double(glow.lines) / Double(glow.tube.reach.height) / map.d))
    masks = scratch.take(Float.self, 6 * count)
    guard glow.mask != .none else { return }
    for row in 0..<2 {
      for channel in 0..<3 {
        glow.fill(
          masks + (3 * row + channel) * count, x..<x + count, channel: channel, isSetOff: row == 1,
          pixels: 1 / map.a, origin: (0.5 - map.tx) / map.a)
      }
    }
  }

  /// Puts what a row of colours changes by in their place.
  func shine(_ row: Int, _ glow: TubeGlow, _ matrix: Matrix) {
    let map = layout.map
    let place = Float((Double(row) + 0.5 - map.ty) / map.d)
    let (half, bulge) = (glow.tube.half, glow.tube.bulge)
    let v = (place - half.y) / half.y
    bend(v: v, half, bulge, lines: glow.lines)
    dim(glow, (Float(matrix.red), Float(matrix.blue)))
    var gains = (seen, seen, seen)
    if glow.mask != .none {
      let triad = Int((Double(place) / glow.pitch).rounded(.down))
      let line = masks + (glow.mask == .shadow ? (triad & 1) * 3 * colors.count : 0)
      gains = (line, line + colors.count, line + 2 * colors.count)
    }
    multiply(colors.red, gains.0)
    multiply(colors.green, gains.1)
    multiply(colors.blue, gains.2)
  }

  /// Fills ``dark`` and ``seen`` for a row.
  private func bend(v: Float, _ half: SIMD2<Float>, _ bulge: Float, lines: Float) {
    let (dark, seen, amount) = (dark, seen, amount)
    let (first, step, perHalf) = (first - half.x, pixelsX, 1 / half.x)
    let across = 1 + bulge * v * v
    for x in 0..<colors.count {
      let u = (first + step * Float(Int32(truncatingIfNeeded: x))) * perHalf
      let down = v * (1 + bulge * u * u)
      let wave = (down + 1) * 0.5 * lines
      // The nearest whole number; then the series of the cosine of the rest, in turns.
      let rest = wave - ((wave + 0x1.8p23) - 0x1.8p23)
      let t = rest * rest
      let high = 60.244_641 + t * (-26.426_257 + t * 7.903_536)
      let cosine = 1 + t * (-19.739_209 + t * (64.939_394 + t * (-85.456_817 + t * high)))
      dark[x] = 0.5 + 0.5 * amount * cosine
      let insideX = min(max((1 - (u * across).magnitude) * half.x + 0.5, 0), 1)
      let insideY = min(max((1 - down.magnitude) * half.y + 0.5, 0), 1)
      seen[x] = bulge > 0 ? insideX * insideY : 1
    }
  }

  /// Turns ``seen`` into how bright colours stay.
  private func dim(_ glow: TubeGlow, _ weights: (red: Float, blue: Float)) {
    let (dark, seen, count) = (dark, seen, colors.count)
    let (red, green, blue) = (colors.red, colors.green, colors.blue)
    let (strength, bloom) = (glow.strength, glow.bloom)
    let ofGreen = 1 - weights.red - weights.blue
    for x in 0..<count {
      let light = red[x] * weights.red + green[x] * ofGreen + blue[x] * weights.blue
      let luma = min(max(light, 0), 1)
      seen[x] *= 1 - strength * (1 - bloom * luma) * dark[x]
    }
  }

  /// The change that multiplying by lines and mask makes.
  private func multiply(
    _ color: UnsafeMutablePointer<Float>, _ mask: UnsafeMutablePointer<Float>
  ) {
    let seen = seen
    if mask == seen {
      for x in 0..<colors.count { color[x] *= seen[x] - 1 }
    } else {
      for x in 0..<colors.count { color[x] *= seen[x] * mask[x] - 1 }
    }
  }
}
