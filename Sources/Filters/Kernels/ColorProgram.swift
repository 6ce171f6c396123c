/// A run of effects, ready to change rows: its matrices in single precision, its curves as tables.
struct ColorProgram: ColorChange, Sendable {
  private enum Piece: Sendable {
    case matrix(MatrixRows)
    case curves(CurveTable?, CurveTable?, CurveTable?)
    case luma(CurveTable, LumaWeights, LumaCurve.Following)
    case step(any ColorChange & Sendable)
    case mixed(ColorProgram, Float)
  }

  private let pieces: [Piece]
  let isSmooth: Bool
  let isBounded: Bool
  let cost: Int

  init(_ run: ColorRun) {
    var cost = 0
    var isSmooth = true
    pieces = run.allParts.map { part in
      switch part {
      case .matrix(let matrix):
        cost += 1
        return .matrix(MatrixRows(matrix))
      case .curves(let curves):
        cost += 4 * curves.count
        isSmooth = isSmooth && curves.isSmooth
        let red = curves.red.map { CurveTable($0) }
        let isGreenRed = curves.green == curves.red
        let isBlueRed = curves.blue == curves.red
        return .curves(
          red, isGreenRed ? red : curves.green.map { CurveTable($0) },
          isBlueRed ? red : curves.blue.map { CurveTable($0) })
      case .luma(let luma):
        cost += 4
        isSmooth = isSmooth && luma.curve.isSmooth
        return .luma(CurveTable(luma.curve), luma.weights, luma.following)
      case .step(let step):
        cost += step.change.cost
        isSmooth = isSmooth && step.change.isSmooth
        return .step(step.change)
      case .mixed(let run, let amount):
        let program = ColorProgram(run)
        cost += program.cost + 1
        isSmooth = isSmooth && program.isSmooth
        return .mixed(program, amount)
      }
    }
    self.cost = cost
    self.isSmooth = isSmooth
    // What the last part does decides.
    switch pieces.last {
    case .step(let change): isBounded = change.isBounded
    default: isBounded = false
    }
  }

  func apply(to colors: RGBRow, scratch: Scratch) {
    for piece in pieces {
      scratch.scope {
        switch piece {
        case .matrix(let matrix): matrix.apply(to: colors, scratch: scratch)
        case .curves(let red, let green, let blue):
          red?.apply(to: colors.red, count: colors.count, scratch: scratch)
          green?.apply(to: colors.green, count: colors.count, scratch: scratch)
          blue?.apply(to: colors.blue, count: colors.count, scratch: scratch)
        case .luma(let table, let weights, let following):
          apply(table, weights, following, to: colors, scratch)
        case .step(let change): change.apply(to: colors, scratch: scratch)
        case .mixed(let program, let amount): mix(program, amount, into: colors, scratch)
        }
      }
    }
  }

  /// Goes a part of the way to what a program makes of colours.
  private func mix(
    _ program: ColorProgram, _ amount: Float, into colors: RGBRow, _ scratch: Scratch
  ) {
    let after = RGBRow(count: colors.count, scratch)
    after.copy(from: colors)
    program.apply(to: after, scratch: scratch)
    Self.mix(colors.red, after.red, colors.count, amount)
    Self.mix(colors.green, after.green, colors.count, amount)
    Self.mix(colors.blue, after.blue, colors.count, amount)
  }

  private static func mix(
    _ row: UnsafeMutablePointer<Float>, _ other: UnsafeMutablePointer<Float>, _ count: Int,
    _ amount: Float
  ) {
    for x in 0..<count { row[x] += amount * (other[x] - row[x]) }
  }

  /// Changes luma by a curve, and the channels with it.
  private func apply(
    _ table: CurveTable, _ weights: LumaWeights, _ following: LumaCurve.Following,
    to colors: RGBRow, _ scratch: Scratch
  ) {
    let count = colors.count
    let (before, after) = (scratch.take(Float.self, count), scratch.take(Float.self, count))
    let (red, green, blue) = (colors.red, colors.green, colors.blue)
    switch following {
    case .difference:
      for x in 0..<count { before[x] = weights(red[x], green[x], blue[x]) }
    case .ratio:
      for x in 0..<count {
        before[x] = weights(max(red[x], 0), max(green[x], 0), max(blue[x], 0))
      }
    }
    after.update(from: before, count: count)
    table.apply(to: after, count: count, scratch: scratch)
    switch following {
    case .difference:
      for x in 0..<count {
        let change = after[x] - before[x]
        red[x] += change
        green[x] += change
        blue[x] += change
      }
    case .ratio:
      for x in 0..<count {
        let ratio = before[x] > 1e-6 ? after[x] / before[x] : 1
        red[x] = min(red[x], 0) + max(red[x], 0) * ratio
        green[x] = min(green[x], 0) + max(green[x], 0) * ratio
        blue[x] = min(blue[x], 0) + max(blue[x], 0) * ratio
      }
    }
  }
}

/// An affine change in single precision.
struct MatrixRows: ColorChange, BitwiseCopyable, Sendable {
  let red: SIMD4<Float>
  let green: SIMD4<Float>
  let blue: SIMD4<Float>

  init(_ matrix: ColorMatrix) {
    red = SIMD4<Float>(matrix.red)
    green = SIMD4<Float>(matrix.green)
    blue = SIMD4<Float>(matrix.blue)
  }

  func apply(to colors: RGBRow, scratch: Scratch) {
    let (rr, rg, rb, r1) = (red.x, red.y, red.z, red.w)
    let (gr, gg, gb, g1) = (green.x, green.y, green.z, green.w)
    let (br, bg, bb, b1) = (blue.x, blue.y, blue.z, blue.w)
    for x in 0..<colors.count {
      let (red, green, blue) = (colors.red[x], colors.green[x], colors.blue[x])
      colors.red[x] = rr * red + rg * green + rb * blue + r1
      colors.green[x] = gr * red + gg * green + gb * blue + g1
      colors.blue[x] = br * red + bg * green + bb * blue + b1
    }
  }
}
