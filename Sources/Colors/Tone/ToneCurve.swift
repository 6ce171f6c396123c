import Bytes

/// A way to bring light into a smaller range.
package enum ToneCurve: String, CaseIterable, Hashable, Sendable {
  /// The electrical-electrical transfer function of ITU-R BT.2390-10, 5.4.1.
  case bt2390
  /// A spline of two parts around a pivot, as libplacebo has it.
  case spline
  /// Hable's filmic curve, as ffmpeg and libplacebo have it.
  case hable
  /// Reinhard's curve up to a peak, with a contrast of one half.
  case reinhard
  /// As it is up to three tenths of the target, then a hyperbola.
  case mobius
  /// All that is too bright becomes white.
  case clip
}

/// What becomes of light where the source is brighter than the target.
///
/// Where the source is not brighter, light stays as it is, but that blacks are lifted where the
/// curve does so.
package struct ToneMapping: Sendable {
  private let shape: ToneShape
  private let source: ClosedRange<Double>
  private let target: ClosedRange<Double>

  /// A curve from one range of light to another, both in cd/m² from 0 to 10,000.
  package init(
    _ curve: ToneCurve, from source: ClosedRange<Double>, to target: ClosedRange<Double>
  ) {
    let source = Self.held(source)
    let target = Self.held(target)
    self.source = source
    self.target = target
    shape =
      switch curve {
      case .bt2390: .knee(ToneKnee(source, target))
      case .spline: .spline(ToneSpline(source, target))
      case .hable: .scaled { Self.hable($0) / Self.hable($1) }
      case .reinhard: .scaled { $0 / ($0 + 1) * ($1 + 1) / $1 }
      case .mobius: .scaled(Self.mobius)
      case .clip: .clip
      }
  }

  /// Ranges that are wide enough to be divided by.
  private static func held(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    let low = min(max(range.lowerBound, 0), 9000)
    return low...max(min(range.upperBound, 10000), low + 1)
  }

  /// What becomes of light in cd/m².
  package func value(_ light: Double) -> Double {
    let held = light > source.lowerBound ? min(light, source.upperBound) : source.lowerBound
    switch shape {
    case .knee(let knee):
      // The report's lift of blacks lifts white a little too.
      let light = PerceptualLight.light(knee.value(PerceptualLight.signal(held)))
      return min(light, target.upperBound)
    case .spline(let spline):
      guard source.upperBound > target.upperBound else { return within(held) }
      return PerceptualLight.light(spline.value(PerceptualLight.signal(held)))
    case .scaled(let curve):
      guard source.upperBound > target.upperBound else { return within(held) }
      let peak = source.upperBound / target.upperBound
      return within(curve(held / target.upperBound, peak) * target.upperBound)
    case .clip: return within(held)
    }
  }

  private func within(_ light: Double) -> Double {
    min(max(light, target.lowerBound), target.upperBound)
  }

  private static func hable(_ x: Double) -> Double {
    let (a, b, c, d, e, f) = (0.15, 0.5, 0.1, 0.2, 0.02, 0.3)
    return (x * (a * x + c * b) + d * e) / (x * (a * x + b) + d * f) - e / f
  }

  private static func mobius(_ x: Double, _ peak: Double) -> Double {
    let j = 0.3
    if x <= j { return x }
    let a = -j * j * (peak - 1) / (j * j - 2 * j + peak)
    let b = (j * j - 2 * j * peak + peak) / max(peak - 1, 1e-6)
    return (b * b + 2 * b * j + j * j) / (b - a) * (x + a) / (x + b)
  }
}

/// The kinds of formulas of tone curves.
private enum ToneShape: Sendable {
  /// In the scale of ST 2084.
  case knee(ToneKnee)
  /// The same.
  case spline(ToneSpline)
  /// In light over the target's white, with the source's white as the second number.
  case scaled(@Sendable (Double, Double) -> Double)
  case clip
}

/// Light in cd/m² and the signal of ST 2084.
enum PerceptualLight {
  static func signal(_ light: Double) -> Double { PerceptualCurve.encode(light / 10000) }
  static func light(_ signal: Double) -> Double { PerceptualCurve.decode(signal) * 10000 }
}

/// BT.2390: level up to a knee, then a spline to the target's white; blacks are lifted.
private struct ToneKnee: Sendable {
  private let low: Double
  private let span: Double
  /// The target's black and white, in the source's range.
  private let black: Double
  private let white: Double

  init(_ source: ClosedRange<Double>, _ target: ClosedRange<Double>) {
    let low = PerceptualLight.signal(source.lowerBound)
    let span = PerceptualLight.signal(source.upperBound) - low
    self.low = low
    self.span = span
    black = max((PerceptualLight.signal(target.lowerBound) - low) / span, 0)
    white = min((PerceptualLight.signal(target.upperBound) - low) / span, 1)
  }

  func value(_ signal: Double) -> Double {
    var e = (signal - low) / span
    let knee = 1.5 * white - 0.5
    if e > knee, knee < 1 {
      let t = (e - knee) / (1 - knee)
      let (t2, t3) = (t * t, t * t * t)
      e = (2 * t3 - 3 * t2 + 1) * knee
      e += (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * white
    }
    let rest = (1 - e) * (1 - e)
    return (e + black * rest * rest) * span + low
  }
}

/// libplacebo's spline with its defaults: a parabola below the pivot, a cubic above it.
private struct ToneSpline: Sendable {
  private let pivot: (source: Double, target: Double)
  private let slope: Double
  private let lower: Double
  private let upper: (cube: Double, square: Double)

  private static let (leastKnee, mostKnee, knee, adaptation) = (0.1, 0.8, 0.4, 0.4)
  private static let (tuning, offset, contrast) = (1.5, 0.2, 0.5)

  init(_ source: ClosedRange<Double>, _ target: ClosedRange<Double>) {
    let (low, high) = (
      PerceptualLight.signal(source.lowerBound), PerceptualLight.signal(source.upperBound)
    )
    let (black, white) = (
      PerceptualLight.signal(target.lowerBound), PerceptualLight.signal(target.upperBound)
    )
    // Half way between the same light and the same share of the range.
    let from = low + (high - low) * Self.knee
    let share = black + (white - black) * Self.knee
    let wanted = from + (share - from) * Self.adaptation
    let bounds = (
      black + (white - black) * Self.leastKnee, black + (white - black) * Self.mostKnee
    )
    let to = min(max(wanted, bounds.0), bounds.1)
    pivot = (from, to)
    let ratio = min(max(Self.tuning * (high / white - 1), Self.offset), 1 + Self.offset)
    let slope = Maths.pow((to - black) / (from - low), (1 - Self.contrast) * ratio)
    self.slope = slope
    let (left, right) = (low - from, high - from)
    lower = (black - to - slope * left) / (left * left)
    let rest = slope * right - (white - to)
    upper = (rest / (2 * right * right * right), -3 * rest / (2 * right * right))
  }

  func value(_ signal: Double) -> Double {
    let x = signal - pivot.source
    let rise = x > 0 ? (upper.cube * x + upper.square) * x + slope : lower * x + slope
    return rise * x + pivot.target
  }
}
