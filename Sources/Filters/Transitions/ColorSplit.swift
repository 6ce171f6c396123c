import Y4M

/// Draws red and blue apart from green, along rows, as a screen does that has lost its lock.
///
/// Red is read `shift` samples further left and blue as many further right; what that changes of
/// luma and chroma follows from the stream's matrix, and all of it is linear, so no sample is
/// turned into RGB.
struct ColorSplit {
  /// What red and blue weigh in luma.
  private let red: Float
  private let blue: Float
  /// Luma steps that a step of Cr adds to red, and one of Cb to blue.
  private let perRed: Float
  private let perBlue: Float
  /// Black luma and grey chroma, of an opaque sample.
  private let black: Float
  private let grey: Float

  init(_ coding: ColorCoding, depth: Int) {
    red = Float(coding.matrix.red)
    blue = Float(coding.matrix.blue)
    // ITU-R BT.709-6 3.4: 219 steps of luma and 224 of chroma, of 8 bits.
    let spans: Float = coding.range == .full ? 1 : 219.0 / 224
    perRed = 2 * (1 - red) * spans
    perBlue = 2 * (1 - blue) * spans
    black = coding.range == .full ? 0 : Float(16 << (depth - 8))
    grey = Float(1 << (depth - 1))
  }

  /// Writes all planes of `target` from `source`.
  ///
  /// - Parameters:
  ///   - isPremultiplied: whether the frames have alpha by which their colours are multiplied.
  ///   - shift: how far colours are drawn apart in the row of luma that is given, in luma samples;
  ///     a multiple of what a chroma sample stands for, and the same in all rows of one.
  func run(
    _ source: Frame, to target: Frame, isPremultiplied: Bool, _ workspace: Workspace,
    shift: (_ row: Int) -> Int
  ) {
    let format = source.format
    let chroma = format.roles.firstIndex(of: .blue).map { format.planes[$0] } ?? format.planes[0]
    let least = max(2 * Workspace.leastRows(width: format.width) >> chroma.shiftY, 8)
    workspace.split(0..<chroma.height, least: least) { rows, scratch in
      if format.depth == 8 {
        run(
          rows, SplitRows(source, target, chroma, isPremultiplied, scratch) { $0.samples8($1) },
          shift)
      } else {
        run(
          rows, SplitRows(source, target, chroma, isPremultiplied, scratch) { $0.samples16($1) },
          shift)
      }
    }
  }

  private func run<S: Sample>(_ rows: Range<Int>, _ lines: SplitRows<S>, _ shift: (Int) -> Int) {
    for row in rows {
      let first = row << lines.chroma.shiftY
      let distance = shift(first)
      if distance == 0 {
        lines.copy(row)
        continue
      }
      for y in first..<min(first + 1 << lines.chroma.shiftY, lines.luma.height) {
        lines.readLuma(y, self.black, self.grey, perRed, perBlue)
        splitLuma(lines, y, distance)
      }
      guard lines.hasChroma else { continue }
      lines.readChroma(row, self.black, self.grey, perRed, perBlue)
      splitChroma(lines, row, distance >> lines.chroma.shiftX)
    }
  }

  private func splitLuma<S: Sample>(_ lines: SplitRows<S>, _ y: Int, _ shift: Int) {
    let width = lines.luma.width
    lines.pad(width: width)
    let shift = min(max(shift, -lines.margin), lines.margin)
    let (reds, blues) = (lines.red, lines.blue)
    let (further, nearer) = (reds - shift, blues + shift)
    let (source, target) = (lines.row(0, y), lines.targetRow(0, y))
    let limits = lines.limits(y)
    for x in 0..<width {
      let change = red * (further[x] - reds[x]) + blue * (nearer[x] - blues[x])
      target[x] = rounded(Float(source[x]) + change, most: limits[x])
    }
    if let alpha = lines.alpha {
      lines.targetRow(alpha, y).update(from: lines.row(alpha, y), count: width)
    }
  }

  private func splitChroma<S: Sample>(_ lines: SplitRows<S>, _ y: Int, _ shift: Int) {
    let width = lines.chroma.width
    lines.pad(width: width)
    let shift = min(max(shift, -lines.margin), lines.margin)
    let (reds, blues) = (lines.red, lines.blue)
    let (further, nearer) = (reds - shift, blues + shift)
    let (u, v) = (lines.row(1, y), lines.row(2, y))
    let (targetU, targetV) = (lines.targetRow(1, y), lines.targetRow(2, y))
    let limits = lines.limits(y)
    let (toU, toV) = (1 / perBlue, 1 / perRed)
    for x in 0..<width {
      let (changeRed, changeBlue) = (further[x] - reds[x], nearer[x] - blues[x])
      let luma = red * changeRed + blue * changeBlue
      targetU[x] = rounded(Float(u[x]) + (changeBlue - luma) * toU, most: limits[x])
      targetV[x] = rounded(Float(v[x]) + (changeRed - luma) * toV, most: limits[x])
    }
  }

  @inline(__always)
  private func rounded<S: Sample>(_ value: Float, most: S) -> S {
    // The lowest bits of a float above 2^23 are those of the whole number next to it.
    S(truncatingIfNeeded: (min(max(value, 0), Float(most)) + 0x1p23).bitPattern)
  }
}

/// Rows of a frame, and of red and blue in luma steps.
private struct SplitRows<S: Sample> {
  /// The furthest that colours are drawn apart.
  let margin = 1024
  let luma: PlaneLayout
  /// The layout of chroma; luma's own where there is none.
  let chroma: PlaneLayout
  let hasChroma: Bool
  /// The plane of alpha.
  let alpha: Int?
  /// From the first sample of a row; ``margin`` more lie before and after it.
  let red: UnsafeMutablePointer<Float>
  let blue: UnsafeMutablePointer<Float>
  private let means: UnsafeMutablePointer<Float>
  private let whole: UnsafeMutablePointer<S>
  private let isPremultiplied: Bool
  private let planes:
    [(layout: PlaneLayout, source: UnsafeMutablePointer<S>, target: UnsafeMutablePointer<S>)]

  init(
    _ source: Frame, _ target: Frame, _ chroma: PlaneLayout, _ isPremultiplied: Bool,
    _ scratch: Scratch, _ samples: (Frame, PlaneLayout) -> UnsafeMutablePointer<S>
  ) {
    let format = source.format
    luma = format.planes[0]
    self.chroma = chroma
    hasChroma = format.roles.contains(.blue)
    alpha = format.roles.firstIndex(of: .alpha)
    self.isPremultiplied = isPremultiplied
    planes = format.planes.map { ($0, samples(source, $0), samples(target, $0)) }
    red = scratch.take(Float.self, luma.width + 2 * margin) + margin
    blue = scratch.take(Float.self, luma.width + 2 * margin) + margin
    means = scratch.take(Float.self, luma.width)
    whole = scratch.take(S.self, luma.width)
    whole.update(repeating: S(truncatingIfNeeded: format.peak), count: luma.width)
  }

  func row(_ plane: Int, _ y: Int) -> UnsafeMutablePointer<S> {
    planes[plane].source + y * planes[plane].layout.width
  }

  func targetRow(_ plane: Int, _ y: Int) -> UnsafeMutablePointer<S> {
    planes[plane].target + y * planes[plane].layout.width
  }

  /// The largest values of a row's samples.
  func limits(_ y: Int) -> UnsafeMutablePointer<S> {
    guard isPremultiplied, let alpha else { return whole }
    return row(alpha, y)
  }

  /// Copies a row of chroma, and the rows of luma that lie on it.
  func copy(_ y: Int) {
    for (index, plane) in planes.enumerated() {
      let isFine = plane.layout.shiftY < chroma.shiftY
      let rows =
        isFine ? y << chroma.shiftY..<min((y + 1) << chroma.shiftY, plane.layout.height) : y..<y + 1
      targetRow(index, rows.lowerBound).update(
        from: row(index, rows.lowerBound), count: rows.count * plane.layout.width)
    }
  }

  /// Fills ``red`` and ``blue`` at a row of luma; chroma is that of the nearest sample.
  func readLuma(_ y: Int, _ black: Float, _ grey: Float, _ perRed: Float, _ perBlue: Float) {
    let (samples, width) = (row(0, y), luma.width)
    guard hasChroma else {
      for x in 0..<width {
        red[x] = Float(samples[x])
        blue[x] = red[x]
      }
      return
    }
    let line = min(y >> chroma.shiftY, chroma.height - 1)
    let (u, v, shift) = (row(1, line), row(2, line), chroma.shiftX)
    if isPremultiplied, let alpha {
      read(samples, u, v, covers: row(alpha, y), black, grey, perRed, perBlue)
    } else if shift == 0 {
      for x in 0..<width {
        red[x] = Float(samples[x]) + Float(v[x]) * perRed
        blue[x] = Float(samples[x]) + Float(u[x]) * perBlue
      }
    } else {
      for x in 0..<width {
        red[x] = Float(samples[x]) + Float(v[x &>> shift]) * perRed
        blue[x] = Float(samples[x]) + Float(u[x &>> shift]) * perBlue
      }
    }
  }

  /// The same where colours are multiplied by alpha: what is clear has neither black nor grey in
  /// it.
  private func read(
    _ luma: UnsafeMutablePointer<S>, _ u: UnsafeMutablePointer<S>, _ v: UnsafeMutablePointer<S>,
    covers: UnsafeMutablePointer<S>, _ black: Float, _ grey: Float, _ perRed: Float,
    _ perBlue: Float
  ) {
    for x in 0..<self.luma.width {
      let cover = Float(covers[x]) * (1.0 / 65535)
      let light = Float(luma[x]) - cover * black
      red[x] = light + (Float(v[x]) - cover * grey) * perRed
      blue[x] = light + (Float(u[x]) - cover * grey) * perBlue
    }
  }

  /// Fills ``red`` and ``blue`` at a row of chroma, with the mean of luma.
  func readChroma(_ y: Int, _ black: Float, _ grey: Float, _ perRed: Float, _ perBlue: Float) {
    if chroma.shiftX == 0, chroma.shiftY == 0 {
      return readLuma(y, black, grey, perRed, perBlue)
    }
    let (columns, lines) = (1 << chroma.shiftX, 1 << chroma.shiftY)
    let share = 1 / Float(columns * lines)
    means.update(repeating: 0, count: chroma.width)
    for line in 0..<lines {
      let samples = row(0, min(y << chroma.shiftY + line, luma.height - 1))
      let inside = luma.width >> chroma.shiftX
      for column in 0..<columns {
        for x in 0..<inside { means[x] += Float(samples[x &<< chroma.shiftX &+ column]) }
        if inside < chroma.width { means[inside] += Float(samples[luma.width - 1]) }
      }
    }
    let (u, v) = (row(1, y), row(2, y))
    for x in 0..<chroma.width {
      red[x] = means[x] * share + Float(v[x]) * perRed
      blue[x] = means[x] * share + Float(u[x]) * perBlue
    }
  }

  /// Repeats the first and the last value of ``red`` and ``blue`` outwards.
  func pad(width: Int) {
    pad(red, width)
    pad(blue, width)
  }

  private func pad(_ line: UnsafeMutablePointer<Float>, _ width: Int) {
    (line - margin).update(repeating: line[0], count: margin)
    (line + width).update(repeating: line[width - 1], count: margin)
  }
}
