import Bytes

extension TransferCurve {
  /// The signals of a row of lights, in place, as ``encode(_:)`` has them, within 2 * 10^-5.
  package func encode(_ row: UnsafeMutablePointer<Float>, count: Int) {
    let lanes = TransferLanes(shape)
    change(row, count) { lanes.encode($0) }
  }

  /// The lights of a row of signals, in place, as ``decode(_:)`` has them; signals of the two are
  /// within 2 * 10^-5.
  package func decode(_ row: UnsafeMutablePointer<Float>, count: Int) {
    if case .perceptual = shape { return PerceptualTable.decode(row, count) }
    let lanes = TransferLanes(shape)
    change(row, count) { lanes.decode($0) }
  }

  /// Changes a row eight numbers at a time.
  @inline(__always)
  fileprivate func change(
    _ row: UnsafeMutablePointer<Float>, _ count: Int, _ curve: (Maths.Lanes) -> Maths.Lanes
  ) {
    var x = 0
    while x < count & ~7 {
      (row + x).store(curve(row.lanes(x)))
      x &+= 8
    }
    if x == count { return }
    var values = Maths.Lanes()
    for lane in 0..<(count - x) { values[lane] = row[x + lane] }
    values = curve(values)
    for lane in 0..<(count - x) { row[x + lane] = values[lane] }
  }
}

/// The light of PQ as a table: its two powers take several times as long.
private enum PerceptualTable {
  private static let steps = 8192

  /// Up to a signal of 1.5, beyond which no light grows.
  private static let table: LineTable = {
    var values = (0...(steps * 3 / 2)).map { Float($0) / Float(steps) }
    let lanes = TransferLanes(.perceptual)
    values.withUnsafeMutableBufferPointer { row in
      guard let start = row.baseAddress else { return }
      TransferCurve.pq.change(start, row.count) { lanes.decode($0) }
    }
    return LineTable(values)
  }()

  static func decode(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    for x in 0..<count { row[x] *= Float(steps) }
    table.read(row, count: count)
  }
}

/// A transfer curve for eight numbers at a time; what is no number becomes some number.
private struct TransferLanes {
  typealias V = Maths.Lanes

  let shape: TransferShape

  init(_ shape: TransferShape) { self.shape = shape }

  @inline(__always)
  func encode(_ light: V) -> V {
    switch shape {
    case .linear: return light
    case .power(let gamma): return mirrored(light) { $0.raised(to: Float(1 / gamma)) }
    case .toePower(let curve):
      return mirrored(light) { light in
        let (scale, power) = (Float(curve.scale), Float(1 / curve.gamma))
        let bent = scale * light.raised(to: power) - (scale - 1)
        return (light * Float(curve.slope)).replaced(
          by: bent, where: light, isAbove: Float(curve.cut))
      }
    case .perceptual: return perceptualSignal(most(light, 0))
    case .hybrid:
      let light = most(light, 0)
      let (a, b, c) = (HybridCurve.a / Maths.log2(2.718281828459045), HybridCurve.b, HybridCurve.c)
      let upper = Float(a) * Maths.log2(12 * light - Float(b)) + Float(c)
      return (3 * light).squareRoot().replaced(by: upper, where: light, isAbove: 1 / 12)
    case .logarithm(let curve): return encode(light, curve)
    case .cubic: return cubicSignal(light)
    case .square: return squareSignal(light)
    }
  }

  @inline(__always)
  func decode(_ signal: V) -> V {
    switch shape {
    case .linear: return signal
    case .power(let gamma): return mirrored(signal) { $0.raised(to: Float(gamma)) }
    case .toePower(let curve):
      return mirrored(signal) { signal in
        let scale = Float(curve.scale)
        let bent = ((signal + (scale - 1)) / scale).raised(to: Float(curve.gamma))
        let line = signal * Float(1 / curve.slope)
        return line.replaced(by: bent, where: signal, isAbove: Float(curve.slope * curve.cut))
      }
    case .perceptual: return perceptualLight(signal)
    case .hybrid:
      let signal = most(signal, 0)
      let (a, b, c) = (HybridCurve.a / Maths.log2(2.718281828459045), HybridCurve.b, HybridCurve.c)
      let upper = (Maths.exp2((signal - Float(c)) * Float(1 / a)) + Float(b)) * (1 / 12)
      return (signal * signal * (1 / 3)).replaced(by: upper, where: signal, isAbove: 0.5)
    case .logarithm(let curve): return decode(signal, curve)
    case .cubic: return cubicLight(signal)
    case .square: return squareLight(signal)
    }
  }

  @inline(__always)
  private func most(_ value: V, _ least: Float) -> V {
    V(repeating: least).atLeast(value)
  }

  @inline(__always)
  private func mirrored(_ value: V, _ curve: (V) -> V) -> V {
    let bits = unsafeBitCast(value, to: SIMD8<UInt32>.self)
    let size = unsafeBitCast(bits & 0x7FFF_FFFF, to: V.self)
    let result = unsafeBitCast(curve(size), to: SIMD8<UInt32>.self)
    return unsafeBitCast(result ^ bits & 0x8000_0000, to: V.self)
  }

  // MARK: Logarithms

  @inline(__always)
  private func encode(_ light: V, _ curve: LogarithmCurve) -> V {
    guard let center = curve.center else { return upper(light, curve) }
    let size = light.replaced(by: -light, where: light, isBelow: 0)
    let signal = upper(size, curve)
    return signal.replaced(by: Float(2 * center) - signal, where: light, isBelow: 0)
  }

  @inline(__always)
  private func upper(_ light: V, _ curve: LogarithmCurve) -> V {
    let bent =
      Float(curve.factor) * Maths.log2(Float(curve.gain) * light + Float(curve.bias))
      + Float(curve.shift)
    let line = Float(curve.line.slope) * light + Float(curve.line.start)
    return bent.replaced(by: line, where: light, isBelow: Float(curve.cut))
  }

  @inline(__always)
  private func decode(_ signal: V, _ curve: LogarithmCurve) -> V {
    guard let center = curve.center else { return upperLight(signal, curve) }
    let (other, middle) = (Float(2 * center) - signal, Float(center))
    let light = upperLight(signal.replaced(by: other, where: signal, isBelow: middle), curve)
    return light.replaced(by: -light, where: signal, isBelow: middle)
  }

  @inline(__always)
  private func upperLight(_ signal: V, _ curve: LogarithmCurve) -> V {
    let power = Maths.exp2((signal - Float(curve.shift)) * Float(1 / curve.factor))
    let bent = (power - Float(curve.bias)) * Float(1 / curve.gain)
    let line = (signal - Float(curve.line.start)) * Float(1 / curve.line.slope)
    return bent.replaced(by: line, where: signal, isBelow: Float(curve.cutSignal))
  }

  // MARK: Others

  @inline(__always)
  private func perceptualSignal(_ light: V) -> V {
    typealias Curve = PerceptualCurve
    let power = Maths.power(light, Float(Curve.m1))
    // As c1 and c2 are 1 and c3 less the same number, what the quotient lacks to 1 keeps its
    // digits.
    let missing = Float(Curve.c1 - 1) * (1 - power) / (1 + Float(Curve.c3) * power)
    let held = most(missing, Float(Curve.c1 - 1))
    return Maths.exp2(Maths.log2(onePlus: held) * Float(Curve.m2))
  }

  @inline(__always)
  private func perceptualLight(_ signal: V) -> V {
    typealias Curve = PerceptualCurve
    let held = V(repeating: 1.5).atMost(signal)
    let power = Maths.power(held, Float(1 / Curve.m2))
    let quotient =
      most(power - Float(Curve.c1), 0) / (Float(Curve.c2) - Float(Curve.c3) * power)
    return Maths.power(quotient, Float(1 / Curve.m1))
  }

  @inline(__always)
  private func cubicSignal(_ light: V) -> V {
    typealias Curve = CubicLogCurve
    let root = Float(Curve.root) * mirrored(light + Float(Curve.lift)) { Maths.power($0, 1 / 3) }
    let bent = Float(Curve.factor * Maths.log(2)) * Maths.log2(light) + Float(Curve.shift)
    return bent.replaced(by: root, where: light, isBelow: Float(Curve.cut))
  }

  @inline(__always)
  private func cubicLight(_ signal: V) -> V {
    typealias Curve = CubicLogCurve
    let factor = Float(1 / (Curve.factor * Maths.log(2)))
    let bent = Maths.exp2((signal - Float(Curve.shift)) * factor)
    let size = signal * Float(1 / Curve.root)
    let cube = size * size * size - Float(Curve.lift)
    return bent.replaced(by: cube, where: signal, isBelow: Float(Curve.cutSignal))
  }

  @inline(__always)
  private func squareSignal(_ light: V) -> V {
    typealias Curve = SquareLogCurve
    let bent =
      Float(Curve.factor) * Maths.log2(light + Float(Curve.bias)) + Float(Curve.shift)
    let above = most(light - Float(Curve.least), 0)
    let square = Float(Curve.scale) * above * above
    return bent.replaced(by: square, where: light, isBelow: Float(Curve.cut))
  }

  @inline(__always)
  private func squareLight(_ signal: V) -> V {
    typealias Curve = SquareLogCurve
    let factor = Float(1 / Curve.factor)
    let bent = Maths.exp2((signal - Float(Curve.shift)) * factor) - Float(Curve.bias)
    let root =
      (most(signal, 0) * Float(1 / Curve.scale)).squareRoot() + Float(Curve.least)
    return bent.replaced(by: root, where: signal, isBelow: Float(Curve.cutSignal))
  }
}
