/// How far samples move when colours do: loops of numbers one by one, over so few rows that the
/// compiler makes whole vectors of them.
///
/// Lines of Y, Cb and Cr become how far they move. A colour that a change has led beyond black or
/// white is cut there, but where it lay beyond before.
extension RGBCoding {
  /// A channel of R'G'B' as a sum of parts of samples and of 1.
  struct Sum: BitwiseCopyable {
    var y: Float
    var u: Float
    var v: Float
    var one: Float

    @inline(__always)
    func callAsFunction(_ y: Float, _ u: Float, _ v: Float) -> Float {
      self.y * y + self.u * u + (self.v * v + one)
    }
  }

  typealias Sums = (red: Sum, green: Sum, blue: Sum)

  /// R'G'B' of samples.
  var decoding: Sums {
    let (luma, chroma) = (1 / lumaSpan, 1 / chromaSpan)
    let start = -black * luma
    func sum(_ u: Float, _ v: Float) -> Sum {
      Sum(y: luma, u: u * chroma, v: v * chroma, one: start - grey * chroma * (u + v))
    }
    return (sum(0, redOfV), sum(greenOfU, greenOfV), sum(blueOfU, 0))
  }

  /// What an affine change makes of samples.
  func sums(after change: MatrixRows) -> Sums {
    let before = decoding
    func sum(_ row: SIMD4<Float>) -> Sum {
      func part(_ part: KeyPath<Sum, Float>) -> Float {
        row.x * before.red[keyPath: part] + row.y * before.green[keyPath: part]
          + row.z * before.blue[keyPath: part]
      }
      return Sum(y: part(\.y), u: part(\.u), v: part(\.v), one: part(\.one) + row.w)
    }
    return (sum(change.red), sum(change.green), sum(change.blue))
  }

  /// How far a channel moves.
  @inline(__always)
  private static func cut(_ after: Float, _ before: Float) -> Float {
    // The least of `before` and 0 and the greatest of `before` and 1, without choices: of more than
    // two in a row the compiler makes branches.
    let low = 0.5 * (before - before.magnitude)
    let beyond = before - 1
    let high = 1 + 0.5 * (beyond + beyond.magnitude)
    // What is not a number is cut to the lower end.
    let cut = low < after ? after : low
    return (cut > high ? high : cut) - before
  }

  /// Moves samples whose colours an affine change moves.
  ///
  /// - Parameter roles: those that are wanted; the others are left as they are.
  func move(
    _ lines: SampleLines, count: Int, _ roles: (luma: Bool, chroma: Bool), by sums: Sums
  ) {
    if roles.luma, roles.chroma { return moveAll(lines, count, sums) }
    if roles.luma { return moveLuma(lines, count, sums) }
    moveChroma(lines, count, sums)
  }

  private func moveLuma(_ lines: SampleLines, _ count: Int, _ after: Sums) {
    let ((y, u, v), before, luma) = (lines, decoding, lumaWeights)
    for x in 0..<count {
      let (sy, su, sv) = (y[x], u[x], v[x])
      let red = Self.cut(after.red(sy, su, sv), before.red(sy, 0, sv))
      let green = Self.cut(after.green(sy, su, sv), before.green(sy, su, sv))
      let blue = Self.cut(after.blue(sy, su, sv), before.blue(sy, su, 0))
      y[x] = red * luma.red + green * luma.green + blue * luma.blue
    }
  }

  private func moveChroma(_ lines: SampleLines, _ count: Int, _ after: Sums) {
    let ((y, u, v), before) = (lines, decoding)
    let (blueParts, redParts) = (blueWeights, redWeights)
    for x in 0..<count {
      let (sy, su, sv) = (y[x], u[x], v[x])
      let red = Self.cut(after.red(sy, su, sv), before.red(sy, 0, sv))
      let green = Self.cut(after.green(sy, su, sv), before.green(sy, su, sv))
      let blue = Self.cut(after.blue(sy, su, sv), before.blue(sy, su, 0))
      u[x] = red * blueParts.red + green * blueParts.green + blue * blueParts.blue
      v[x] = red * redParts.red + green * redParts.green + blue * redParts.blue
    }
  }

  private func moveAll(_ lines: SampleLines, _ count: Int, _ after: Sums) {
    let ((y, u, v), before) = (lines, decoding)
    let (luma, blueParts, redParts) = (lumaWeights, blueWeights, redWeights)
    for x in 0..<count {
      let (sy, su, sv) = (y[x], u[x], v[x])
      let red = Self.cut(after.red(sy, su, sv), before.red(sy, 0, sv))
      let green = Self.cut(after.green(sy, su, sv), before.green(sy, su, sv))
      let blue = Self.cut(after.blue(sy, su, sv), before.blue(sy, su, 0))
      y[x] = red * luma.red + green * luma.green + blue * luma.blue
      u[x] = red * blueParts.red + green * blueParts.green + blue * blueParts.blue
      v[x] = red * redParts.red + green * redParts.green + blue * redParts.blue
    }
  }
}

extension RGBCoding {
  /// Moves samples whose colours become those of a row, which is used up.
  func move(_ lines: SampleLines, count: Int, _ roles: (luma: Bool, chroma: Bool), to row: RGBRow) {
    let before = decoding
    cutRed(row.red, lines.y, lines.v, count, before.red)
    cutGreen(row.green, lines, count, before.green)
    cutBlue(row.blue, lines.y, lines.u, count, before.blue)
    weigh(row, roles, to: lines)
  }

  /// Moves samples whose colours become those of a row, which lie between black and white.
  func move(
    _ lines: SampleLines, _ roles: (luma: Bool, chroma: Bool), toBounded row: RGBRow
  ) {
    if roles.luma { Self.move(lines.y, to: row, lumaWeights, around: black) }
    if roles.chroma {
      Self.move(lines.u, to: row, blueWeights, around: grey)
      Self.move(lines.v, to: row, redWeights, around: grey)
    }
  }

  private static func move(_ line: Line, to row: RGBRow, _ weights: Weights, around zero: Float) {
    let (red, green, blue) = (row.red, row.green, row.blue)
    for x in 0..<row.count {
      let sum = red[x] * weights.red + green[x] * weights.green
      line[x] = (sum + blue[x] * weights.blue) + (zero - line[x])
    }
  }

  /// Moves samples whose colours move as far as those of a row say, which is used up.
  func move(_ lines: SampleLines, count: Int, _ roles: (luma: Bool, chroma: Bool), by row: RGBRow) {
    let before = decoding
    shiftRed(row.red, lines.y, lines.v, count, before.red)
    shiftGreen(row.green, lines, count, before.green)
    shiftBlue(row.blue, lines.y, lines.u, count, before.blue)
    weigh(row, roles, to: lines)
  }

  private func weigh(_ row: RGBRow, _ roles: (luma: Bool, chroma: Bool), to lines: SampleLines) {
    if roles.luma { luma(of: row, lines.y) }
    if roles.chroma {
      blue(of: row, lines.u)
      red(of: row, lines.v)
    }
  }

  private typealias Line = UnsafeMutablePointer<Float>

  private func cutRed(_ row: Line, _ y: Line, _ v: Line, _ count: Int, _ sum: Sum) {
    for x in 0..<count { row[x] = Self.cut(row[x], sum(y[x], 0, v[x])) }
  }

  private func cutGreen(_ row: Line, _ lines: SampleLines, _ count: Int, _ sum: Sum) {
    let (y, u, v) = lines
    for x in 0..<count { row[x] = Self.cut(row[x], sum(y[x], u[x], v[x])) }
  }

  private func cutBlue(_ row: Line, _ y: Line, _ u: Line, _ count: Int, _ sum: Sum) {
    for x in 0..<count { row[x] = Self.cut(row[x], sum(y[x], u[x], 0)) }
  }

  private func shiftRed(_ row: Line, _ y: Line, _ v: Line, _ count: Int, _ sum: Sum) {
    for x in 0..<count {
      let before = sum(y[x], 0, v[x])
      row[x] = Self.cut(before + row[x], before)
    }
  }

  private func shiftGreen(_ row: Line, _ lines: SampleLines, _ count: Int, _ sum: Sum) {
    let (y, u, v) = lines
    for x in 0..<count {
      let before = sum(y[x], u[x], v[x])
      row[x] = Self.cut(before + row[x], before)
    }
  }

  private func shiftBlue(_ row: Line, _ y: Line, _ u: Line, _ count: Int, _ sum: Sum) {
    for x in 0..<count {
      let before = sum(y[x], u[x], 0)
      row[x] = Self.cut(before + row[x], before)
    }
  }
}

/// A sample of at most `peak` that lies so far from another, in the low bits.
@inline(__always)
private func moved(_ source: Float, _ move: Float, _ peak: Float) -> UInt32 {
  let sum = source + move
  let low = sum > 0 ? sum : 0
  // Adding 2^23 leaves the nearest whole number there.
  return ((low < peak ? low : peak) + 8_388_608).bitPattern
}

extension UInt8 {
  static func move(
    _ source: UnsafeMutablePointer<UInt8>, by line: UnsafeMutablePointer<Float>, peak: Float,
    count: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    if source != target { target.update(from: source, count: count) }
    for x in 0..<count {
      target[x] = UInt8(truncatingIfNeeded: moved(Float(target[x]), line[x], peak))
    }
  }
}

extension UInt16 {
  static func move(
    _ source: UnsafeMutablePointer<UInt16>, by line: UnsafeMutablePointer<Float>, peak: Float,
    count: Int, to target: UnsafeMutablePointer<UInt16>
  ) {
    if source != target { target.update(from: source, count: count) }
    for x in 0..<count {
      target[x] = UInt16(truncatingIfNeeded: moved(Float(target[x]), line[x], peak))
    }
  }
}
