import Bytes

extension TransferCurve {
  /// The signals of a row of lights, in place, as ``encode(_:)`` has them, within 10^-5.
  package func encode(_ row: UnsafeMutablePointer<Float>, count: Int) {
    let lanes = TransferLanes(shape)
    change(row, count) { lanes.encode($0) }
  }

  /// The lights of a row of signals, in place, as ``decode(_:)`` has them; signals of the two are
  /// within 10^-5.
  package func decode(_ row: UnsafeMutablePointer<Float>, count: Int) {
    let lanes = TransferLanes(shape)
    change(row, count) { lanes.decode($0) }
  }

  @inline(__always)
  private func change(
    _ row: UnsafeMutablePointer<Float>, _ count: Int, _ curve: (Maths.Lanes) -> Maths.Lanes
  ) {
    var x = 0
    while x < count {
      let part = min(count - x, 8)
      var values = Maths.Lanes()
      for lane in 0..<part { values[lane] = row[x + lane] }
      values = curve(values)
      for lane in 0..<part { row[x + lane] = values[lane] }
      x += part
    }
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
    case .power(let gamma): return mirrored(light) { Maths.power($0, Float(1 / gamma)) }
    case .toePower(let curve):
      return mirrored(light) { light in
        let (scale, power) = (Float(curve.scale), Float(1 / curve.gamma))
        let bent = scale * Maths.power(light, power) - (scale - 1)
        return bent.replacing(with: light * Float(curve.slope), where: light .<= Float(curve.cut))
      }
    case .perceptual: return perceptualSignal(most(light, 0))
    case .hybrid:
      let light = most(light, 0)
      let (a, b, c) = (HybridCurve.a / Maths.log2(2.718281828459045), HybridCurve.b, HybridCurve.c)
      let upper = Float(a) * Maths.log2(12 * light - Float(b)) + Float(c)
      return upper.replacing(with: (3 * light).squareRoot(), where: light .<= 1 / 12)
    case .logarithm(let curve): return encode(light, curve)
    case .cubic: return cubicSignal(light)
    case .square: return squareSignal(light)
    }
  }

  @inline(__always)
  func decode(_ signal: V) -> V {
    switch shape {
    case .linear: return signal
    case .power(let gamma): return mirrored(signal) { Maths.power($0, Float(gamma)) }
    case .toePower(let curve):
      return mirrored(signal) { signal in
        let scale = Float(curve.scale)
        let bent = Maths.power((signal + (scale - 1)) / scale, Float(curve.gamma))
        let line = signal * Float(1 / curve.slope)
        return bent.replacing(with: line, where: signal .<= Float(curve.slope * curve.cut))
      }
    case .perceptual: return perceptualLight(signal)
    case .hybrid:
      let signal = most(signal, 0)
      let (a, b, c) = (HybridCurve.a / Maths.log2(2.718281828459045), HybridCurve.b, HybridCurve.c)
      let upper = (Maths.exp2((signal - Float(c)) * Float(1 / a)) + Float(b)) * (1 / 12)
      return upper.replacing(with: signal * signal * (1 / 3), where: signal .<= 0.5)
    case .logarithm(let curve): return decode(signal, curve)
    case .cubic: return cubicLight(signal)
    case .square: return squareLight(signal)
    }
  }

  @inline(__always)
  private func most(_ value: V, _ least: Float) -> V {
    V(repeating: least).replacing(with: value, where: value .> least)
  }

  @inline(__always)
  private func mirrored(_ value: V, _ curve: (V) -> V) -> V {
    let result = curve(value.replacing(with: -value, where: value .< 0))
    return result.replacing(with: -result, where: value .< 0)
  }

  // MARK: Logarithms

  @inline(__always)
  private func encode(_ light: V, _ curve: LogarithmCurve) -> V {
    guard let center = curve.center else { return upper(light, curve) }
    let size = light.replacing(with: -light, where: light .< 0)
    let signal = upper(size, curve)
    return signal.replacing(with: Float(2 * center) - signal, where: light .< 0)
  }

  @inline(__always)
  private func upper(_ light: V, _ curve: LogarithmCurve) -> V {
    let bent =
      Float(curve.factor) * Maths.log2(Float(curve.gain) * light + Float(curve.bias))
      + Float(curve.shift)
    let line = Float(curve.line.slope) * light + Float(curve.line.start)
    return bent.replacing(with: line, where: light .< Float(curve.cut))
  }

  @inline(__always)
  private func decode(_ signal: V, _ curve: LogarithmCurve) -> V {
    guard let center = curve.center else { return upperLight(signal, curve) }
    let isLower = signal .< Float(center)
    let light = upperLight(
      signal.replacing(with: Float(2 * center) - signal, where: isLower), curve)
    return light.replacing(with: -light, where: isLower)
  }

  @inline(__always)
  private func upperLight(_ signal: V, _ curve: LogarithmCurve) -> V {
    let power = Maths.exp2((signal - Float(curve.shift)) * Float(1 / curve.factor))
    let bent = (power - Float(curve.bias)) * Float(1 / curve.gain)
    let line = (signal - Float(curve.line.start)) * Float(1 / curve.line.slope)
    return bent.replacing(with: line, where: signal .< Float(curve.cutSignal))
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
    let held = V(repeating: 1.5).replacing(with: signal, where: signal .< 1.5)
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
    return bent.replacing(with: root, where: light .< Float(Curve.cut))
  }

  @inline(__always)
  private func cubicLight(_ signal: V) -> V {
    typealias Curve = CubicLogCurve
    let factor = Float(1 / (Curve.factor * Maths.log(2)))
    let bent = Maths.exp2((signal - Float(Curve.shift)) * factor)
    let size = signal * Float(1 / Curve.root)
    let cube = size * size * size - Float(Curve.lift)
    return bent.replacing(with: cube, where: signal .< Float(Curve.cutSignal))
  }

  @inline(__always)
  private func squareSignal(_ light: V) -> V {
    typealias Curve = SquareLogCurve
    let bent =
      Float(Curve.factor) * Maths.log2(light + Float(Curve.bias)) + Float(Curve.shift)
    let above = most(light - Float(Curve.least), 0)
    let square = Float(Curve.scale) * above * above
    return bent.replacing(with: square, where: light .< Float(Curve.cut))
  }

  @inline(__always)
  private func squareLight(_ signal: V) -> V {
    typealias Curve = SquareLogCurve
    let factor = Float(1 / Curve.factor)
    let bent = Maths.exp2((signal - Float(Curve.shift)) * factor) - Float(Curve.bias)
    let root =
      (most(signal, 0) * Float(1 / Curve.scale)).squareRoot() + Float(Curve.least)
    return bent.replacing(with: root, where: signal .< Float(Curve.cutSignal))
  }
}
