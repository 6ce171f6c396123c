import Bytes

/// The kinds of formulas of transfer curves.
enum TransferShape {
  case linear
  /// Light is the signal to this power; below 0 too.
  case power(Double)
  case toePower(ToePower)
  /// SMPTE ST 2084; no light is less than 0.
  case perceptual
  /// ITU-R BT.2100 HLG; no light is less than 0.
  case hybrid
  case logarithm(LogarithmCurve)
  /// Nikon N-Log: a cube root below a logarithm.
  case cubic
  /// Apple Log: a parabola below a logarithm.
  case square

  func encode(_ light: Double) -> Double {
    switch self {
    case .linear: light
    case .power(let gamma): mirrored(light) { Maths.pow($0, 1 / gamma) }
    case .toePower(let curve): mirrored(light, curve.encode)
    case .perceptual: PerceptualCurve.encode(light)
    case .hybrid: HybridCurve.encode(light)
    case .logarithm(let curve): curve.encode(light)
    case .cubic: CubicLogCurve.encode(light)
    case .square: SquareLogCurve.encode(light)
    }
  }

  func decode(_ signal: Double) -> Double {
    switch self {
    case .linear: signal
    case .power(let gamma): mirrored(signal) { Maths.pow($0, gamma) }
    case .toePower(let curve): mirrored(signal, curve.decode)
    case .perceptual: PerceptualCurve.decode(signal)
    case .hybrid: HybridCurve.decode(signal)
    case .logarithm(let curve): curve.decode(signal)
    case .cubic: CubicLogCurve.decode(signal)
    case .square: SquareLogCurve.decode(signal)
    }
  }

  /// A curve of what is not negative, with its other half.
  private func mirrored(_ value: Double, _ curve: (Double) -> Double) -> Double {
    value < 0 ? -curve(-value) : curve(value)
  }
}

/// A power with a straight line near black.
struct ToePower {
  /// The light up to which the line goes.
  let cut: Double
  let slope: Double
  /// What the power is multiplied by; the rest above 1 is taken off.
  let scale: Double
  let gamma: Double

  func encode(_ light: Double) -> Double {
    light <= cut ? slope * light : scale * Maths.pow(light, 1 / gamma) - (scale - 1)
  }

  func decode(_ signal: Double) -> Double {
    signal <= slope * cut ? signal / slope : Maths.pow((signal + scale - 1) / scale, gamma)
  }
}

/// A logarithm to the base 2, `factor * log2(gain * light + bias) + shift`, with a line below it.
struct LogarithmCurve {
  let factor: Double
  let gain: Double
  let bias: Double
  let shift: Double
  /// The light from which on the logarithm is taken.
  let cut: Double
  /// The line's slope, and its signal of no light.
  let line: (slope: Double, start: Double)
  /// The signal of no light about which the curve is the same on both sides; nil where the line
  /// goes on.
  let center: Double?
  /// The signal from which on the logarithm is taken.
  let cutSignal: Double

  init(
    factor: Double, gain: Double, bias: Double, shift: Double, cut: Double,
    line: (slope: Double, start: Double), center: Double? = nil
  ) {
    self.factor = factor
    self.gain = gain
    self.bias = bias
    self.shift = shift
    self.cut = cut
    self.line = line
    self.center = center
    cutSignal = factor * Maths.log2(gain * cut + bias) + shift
  }

  /// A curve whose logarithm is one to the base 10.
  static func ten(
    _ factor: Double, _ gain: Double, _ bias: Double, _ shift: Double, cut: Double = 0,
    line: (Double, Double) = (1, 0), mirroredAt center: Double? = nil
  ) -> LogarithmCurve {
    LogarithmCurve(
      factor: factor / Maths.log2(10), gain: gain, bias: bias, shift: shift, cut: cut, line: line,
      center: center)
  }

  func encode(_ light: Double) -> Double {
    if let center, light < 0 { return 2 * center - upper(-light) }
    return upper(light)
  }

  private func upper(_ light: Double) -> Double {
    light >= cut
      ? factor * Maths.log2(gain * light + bias) + shift : line.slope * light + line.start
  }

  func decode(_ signal: Double) -> Double {
    if let center, signal < center { return -upperLight(2 * center - signal) }
    return upperLight(signal)
  }

  private func upperLight(_ signal: Double) -> Double {
    signal >= cutSignal
      ? (Maths.exp2((signal - shift) / factor) - bias) / gain : (signal - line.start) / line.slope
  }
}

/// SMPTE ST 2084, section 5: light 1 is 10,000 cd/m².
enum PerceptualCurve {
  static let m1 = 2610.0 / 16384
  static let m2 = 2523.0 / 4096 * 128
  static let c1 = 3424.0 / 4096
  static let c2 = 2413.0 / 4096 * 32
  static let c3 = 2392.0 / 4096 * 32

  static func encode(_ light: Double) -> Double {
    let power = Maths.pow(light < 0 ? 0 : light, m1)
    return Maths.pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  static func decode(_ signal: Double) -> Double {
    // From a signal of about 2 on there is no light any more.
    let power = Maths.pow(signal < 0 ? 0 : min(signal, 1.5), 1 / m2)
    let rest = power - c1
    return Maths.pow((rest < 0 ? 0 : rest) / (c2 - c3 * power), 1 / m1)
  }
}

/// ITU-R BT.2100-2, table 5: light 1 is the largest one of a scene.
enum HybridCurve {
  static let a = 0.17883277
  static let b = 1 - 4 * a
  static let c = 0.5 - a * Maths.log(4 * a)

  static func encode(_ light: Double) -> Double {
    if light <= 1.0 / 12 { return (3 * (light < 0 ? 0 : light)).squareRoot() }
    return a * Maths.log(12 * light - b) + c
  }

  static func decode(_ signal: Double) -> Double {
    if signal <= 0.5 { return signal < 0 ? 0 : signal * signal / 3 }
    return (Maths.exp((signal - c) / a) + b) / 12
  }
}

/// Nikon N-Log, 2018: a cube root below a logarithm.
enum CubicLogCurve {
  static let cut = 0.328
  static let (root, lift) = (650.0 / 1023, 0.0075)
  static let (factor, shift) = (150.0 / 1023, 619.0 / 1023)
  static let cutSignal = 452.0 / 1023

  static func encode(_ light: Double) -> Double {
    light < cut ? root * Maths.cbrt(light + lift) : factor * Maths.log(light) + shift
  }

  static func decode(_ signal: Double) -> Double {
    if signal >= cutSignal { return Maths.exp((signal - shift) / factor) }
    let size = signal / root
    return size * size * size - lift
  }
}

/// Apple Log, 2023: a parabola below a logarithm, and nothing below that.
enum SquareLogCurve {
  static let (least, cut) = (-0.05641088, 0.01)
  static let scale = 47.28711236
  static let (bias, factor, shift) = (0.00964052, 0.08550479, 0.69336945)
  static let cutSignal = scale * (cut - least) * (cut - least)

  static func encode(_ light: Double) -> Double {
    if light >= cut { return factor * Maths.log2(light + bias) + shift }
    return light < least ? 0 : scale * (light - least) * (light - least)
  }

  static func decode(_ signal: Double) -> Double {
    if signal >= cutSignal { return Maths.exp2((signal - shift) / factor) - bias }
    return signal < 0 ? least : (signal / scale).squareRoot() + least
  }
}
