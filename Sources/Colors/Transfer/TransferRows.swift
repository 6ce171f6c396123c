import Bytes

extension TransferCurve {
  /// The signals of a row of lights, in place, as ``encode(_:)`` has them, within 2 * 10^-5.
  package func encode(_ row: UnsafeMutablePointer<Float>, count: Int) {
    TransferRows(row, count).encode(shape)
  }

  /// The lights of a row of signals, in place, as ``decode(_:)`` has them; signals of the two are
  /// within 2 * 10^-5.
  package func decode(_ row: UnsafeMutablePointer<Float>, count: Int) {
    TransferRows(row, count).decode(shape)
  }
}

/// A row that transfer curves change; what is no number becomes some number.
///
/// Each curve has a loop of its own over single numbers, of which the compiler makes vectors as
/// wide as the processor's registers.
private struct TransferRows {
  private let row: UnsafeMutablePointer<Float>
  private let count: Int

  init(_ row: UnsafeMutablePointer<Float>, _ count: Int) { (self.row, self.count) = (row, count) }

  @inline(__always)
  private func change(_ curve: (Float) -> Float) {
    for x in 0..<count { row[x] = curve(row[x]) }
  }

  func encode(_ shape: TransferShape) {
    switch shape {
    case .linear: break
    case .power(let gamma):
      let power = Float(1 / gamma)
      change { $0.mirrored { $0.raised(to: power) } }
    case .toePower(let curve): encode(curve)
    case .perceptual: encodePerceptual()
    case .hybrid: encodeHybrid()
    case .logarithm(let curve): encode(LogarithmRow(curve))
    case .cubic: encodeCubic()
    case .square: encodeSquare()
    }
  }

  func decode(_ shape: TransferShape) {
    switch shape {
    case .linear: break
    case .power(let gamma):
      let power = Float(gamma)
      change { $0.mirrored { $0.raised(to: power) } }
    case .toePower(let curve): decode(curve)
    case .perceptual: change { Self.perceptualLight($0) }
    case .hybrid: decodeHybrid()
    case .logarithm(let curve): decode(LogarithmRow(curve))
    case .cubic: decodeCubic()
    case .square: decodeSquare()
    }
  }

  // MARK: Powers

  private func encode(_ curve: ToePower) {
    let (scale, power, slope) = (Float(curve.scale), Float(1 / curve.gamma), Float(curve.slope))
    let cut = Float(curve.cut)
    change {
      $0.mirrored { light in
        let bent = scale * light.raised(to: power) - (scale - 1)
        return cut < light ? bent : light * slope
      }
    }
  }

  private func decode(_ curve: ToePower) {
    let (scale, power, slope) = (Float(curve.scale), Float(curve.gamma), Float(1 / curve.slope))
    let cut = Float(curve.slope * curve.cut)
    change {
      $0.mirrored { signal in
        let bent = ((signal + (scale - 1)) / scale).raised(to: power)
        return cut < signal ? bent : signal * slope
      }
    }
  }

  // MARK: Logarithms

  private func encode(_ curve: LogarithmRow) {
    guard let center = curve.center else { return change { curve.upperSignal($0) } }
    change { light in
      let signal = curve.upperSignal(light < 0 ? -light : light)
      return light < 0 ? 2 * center - signal : signal
    }
  }

  private func decode(_ curve: LogarithmRow) {
    guard let center = curve.center else { return change { curve.upperLight($0) } }
    change { signal in
      let light = curve.upperLight(signal < center ? 2 * center - signal : signal)
      return signal < center ? -light : light
    }
  }

  // MARK: Others

  private func encodePerceptual() {
    typealias Curve = PerceptualCurve
    let (m1, m2) = (Float(Curve.m1), Float(Curve.m2))
    let (c1, c3) = (Float(Curve.c1 - 1), Float(Curve.c3))
    change { light in
      let power = light.power(m1)
      // As c1 and c2 are 1 and c3 less the same number, what the quotient lacks to 1 keeps its
      // digits.
      let missing = (c1 * (1 - power) / (1 + c3 * power)).atLeast(c1)
      return Float.exponential2(missing.logarithm2OfNext * m2)
    }
  }

  /// The fourth power of a quotient of polynomials in the signal's root: within 3 * 10^-6 of a
  /// signal, and 10^-5 of light from 1 cd/m² on, up to a signal of 1.5, beyond which no light grows.
  ///
  /// They were fitted to ``PerceptualCurve`` from a signal of 1/4000 on, with errors weighed as
  /// signals here, as those of a display, and as light. The two powers take three times as long.
  @inline(__always)
  private static func perceptualLight(_ signal: Float) -> Float {
    let low = signal.atLeast(0)
    let root = (low < 1.5 ? low : 1.5).squareRoot()
    // From the middle of the range on, the terms are no larger than their sums.
    let x = root - 0.625
    var above = x * 0.077_406_45 - 0.551_622_2
    above = above * x - 0.339_726_03
    above = above * x + 0.598_581_63
    above = (above * x + 0.372_129_8) * root
    var below = x * -1.805_962_2 + 3.310_963
    below = below * x + 1.522_004_9
    below = below * x - 3.663_580_2
    below = below * x - 0.255_703_1
    below = below * x + 1
    let quotient = above / below
    let square = quotient * quotient
    return square * square
  }

  /// The numbers of HLG, for logarithms to the base 2.
  private static var hybrid: (a: Double, b: Float, c: Float) {
    (HybridCurve.a / Maths.log2(2.718281828459045), Float(HybridCurve.b), Float(HybridCurve.c))
  }

  private func encodeHybrid() {
    let (b, c) = (Self.hybrid.b, Self.hybrid.c)
    let a = Float(Self.hybrid.a)
    change {
      let light = $0.atLeast(0)
      let upper = a * (12 * light - b).logarithm2 + c
      // A root of what is clearly 0 and more is one instruction.
      let root = (3 * light).atLeast(0).squareRoot()
      return 1 / 12 < light ? upper : root
    }
  }

  private func decodeHybrid() {
    let (b, c) = (Self.hybrid.b, Self.hybrid.c)
    let steepness = Float(1 / Self.hybrid.a)
    change {
      let signal = $0.atLeast(0)
      let upper = (Float.exponential2((signal - c) * steepness) + b) * (1 / 12)
      return 0.5 < signal ? upper : signal * signal * (1 / 3)
    }
  }

  private func encodeCubic() {
    typealias Curve = CubicLogCurve
    let (size, lift, cut) = (Float(Curve.root), Float(Curve.lift), Float(Curve.cut))
    let (factor, shift) = (Float(Curve.factor * Maths.log(2)), Float(Curve.shift))
    change { light in
      let root = size * (light + lift).mirrored { $0.power(1 / 3) }
      let bent = factor * light.logarithm2 + shift
      return light < cut ? root : bent
    }
  }

  private func decodeCubic() {
    typealias Curve = CubicLogCurve
    let (factor, shift) = (Float(1 / (Curve.factor * Maths.log(2))), Float(Curve.shift))
    let (root, lift, cut) = (Float(1 / Curve.root), Float(Curve.lift), Float(Curve.cutSignal))
    change { signal in
      let bent = Float.exponential2((signal - shift) * factor)
      let size = signal * root
      return signal < cut ? size * size * size - lift : bent
    }
  }

  private func encodeSquare() {
    typealias Curve = SquareLogCurve
    let (factor, bias, shift) = (Float(Curve.factor), Float(Curve.bias), Float(Curve.shift))
    let (scale, least, cut) = (Float(Curve.scale), Float(Curve.least), Float(Curve.cut))
    change { light in
      let bent = factor * (light + bias).logarithm2 + shift
      let above = (light - least).atLeast(0)
      return light < cut ? scale * above * above : bent
    }
  }

  private func decodeSquare() {
    typealias Curve = SquareLogCurve
    let (factor, bias, shift) = (Float(1 / Curve.factor), Float(Curve.bias), Float(Curve.shift))
    let (scale, least, cut) = (Float(1 / Curve.scale), Float(Curve.least), Float(Curve.cutSignal))
    change { signal in
      let bent = Float.exponential2((signal - shift) * factor) - bias
      let root = (signal * scale).atLeast(0).squareRoot() + least
      return signal < cut ? root : bent
    }
  }
}

/// A logarithm with a line below it, in single precision.
private struct LogarithmRow {
  private let factor: Float
  private let steepness: Float
  private let gain: Float
  private let spread: Float
  private let bias: Float
  private let shift: Float
  private let cut: Float
  private let cutSignal: Float
  private let line: (slope: Float, start: Float, spread: Float)
  let center: Float?

  init(_ curve: LogarithmCurve) {
    (factor, steepness) = (Float(curve.factor), Float(1 / curve.factor))
    (gain, spread) = (Float(curve.gain), Float(1 / curve.gain))
    (bias, shift) = (Float(curve.bias), Float(curve.shift))
    (cut, cutSignal) = (Float(curve.cut), Float(curve.cutSignal))
    line = (Float(curve.line.slope), Float(curve.line.start), Float(1 / curve.line.slope))
    center = curve.center.map { Float($0) }
  }

  @inline(__always)
  func upperSignal(_ light: Float) -> Float {
    let bent = factor * (gain * light + bias).logarithm2 + shift
    return light < cut ? line.slope * light + line.start : bent
  }

  @inline(__always)
  func upperLight(_ signal: Float) -> Float {
    let bent = (Float.exponential2((signal - shift) * steepness) - bias) * spread
    return signal < cutSignal ? (signal - line.start) * line.spread : bent
  }
}

extension Float {
  /// At least so much; so much where it is no number.
  @inline(__always)
  fileprivate func atLeast(_ least: Float) -> Float { least < self ? self : least }

  /// A curve of what is not negative, with its other half.
  @inline(__always)
  fileprivate func mirrored(_ curve: (Float) -> Float) -> Float {
    let size = curve(magnitude).bitPattern
    return Float(bitPattern: size ^ bitPattern & 0x8000_0000)
  }
}
