import Bytes
import Timeline

extension FadeCurve {
  /// The gain when `share` of the fade from silence has passed, 0 to 1.
  ///
  /// The curves are those of ffmpeg's `afade` (libavfilter/af_afade.c of version 5.1); a fade to
  /// silence runs through them backwards.
  func gain(_ share: Double) -> Double {
    let x = min(max(share, 0), 1)
    switch self {
    case .tri: return x
    case .qsin: return Maths.sin(x * .pi / 2)
    case .iqsin: return Maths.asin(x) * 2 / .pi
    case .hsin: return (1 - Maths.cos(x * .pi)) / 2
    case .ihsin: return Maths.acos(1 - 2 * x) / .pi
    case .esin: return 1 - Maths.cos(.pi / 4 * (Self.cube(2 * x - 1) + 1))
    case .exp: return Maths.exp(-Self.hundredDecibels * (1 - x))
    case .log: return x == 0 ? 0 : min(max(1 + Maths.log(x) / Self.hundredDecibels, 0), 1)
    case .par: return 1 - (1 - x).squareRoot()
    case .ipar: return 1 - (1 - x) * (1 - x)
    case .qua: return x * x
    case .cub: return Self.cube(x)
    case .squ: return x.squareRoot()
    case .cbr: return Maths.cbrt(x)
    case .dese: return x <= 0.5 ? Maths.cbrt(2 * x) / 2 : 1 - Maths.cbrt(2 * (1 - x)) / 2
    case .desi: return x <= 0.5 ? Self.cube(2 * x) / 2 : 1 - Self.cube(2 * (1 - x)) / 2
    case .losi: return Self.logistic(x)
    case .sinc: return Self.sinc(1 - x)
    case .isinc: return 1 - Self.sinc(x)
    case .nofade: return 1
    }
  }

  /// ln(10^5): the exponential curve begins 100 dB below its end, and the logarithmic one there.
  private static let hundredDecibels = 11.512925464970228

  private static func cube(_ x: Double) -> Double { x * x * x }

  private static func sinc(_ x: Double) -> Double {
    x <= 0 ? 1 : Maths.sin(.pi * x) / (.pi * x)
  }

  /// A logistic curve, stretched so that it goes from 0 to 1.
  private static func logistic(_ x: Double) -> Double {
    let steepness = 1 / (1 - 0.787) - 1
    func sigmoid(_ y: Double) -> Double { 1 / (1 + Maths.exp(-y)) }
    let (low, high) = (sigmoid(-steepness), sigmoid(steepness))
    return (sigmoid((x - 0.5) * 2 * steepness) - low) / (high - low)
  }
}

extension EnvelopeSource {
  /// A fade over some samples: from silence, or to it.
  ///
  /// Sample k of n of a fade from silence has the gain of k/n, and one of a fade to silence that of
  /// (n - k)/n, as with `afade`.
  init(fade curve: FadeCurve, over range: Range<Int>, isOut: Bool) {
    let count = Double(range.count)
    let shape: EnvelopePiece.Shape =
      curve == .tri
      ? .line(
        base: isOut ? range.upperBound : range.lowerBound, value: 0,
        slope: (isOut ? -1 : 1) / count) : .curve
    self.init(over: range, before: isOut ? 1 : 0, after: isOut ? 0 : 1, shape: shape) { sample in
      let passed = isOut ? range.upperBound &- sample : sample &- range.lowerBound
      return curve.gain(Double(passed) / count)
    }
  }

  /// One side of the transition of one sound into another over some samples.
  init(
    crossfade: SoundTransition, ease: Easing, over range: Range<Int>, isOut: Bool
  ) {
    let (before, after) = isOut ? (1.0, 0.0) : (0.0, 1.0)
    let count = Double(range.count)
    let isLine = crossfade == .equalGain && ease.isLinear
    let shape: EnvelopePiece.Shape =
      isLine
      ? .line(base: range.lowerBound, value: before, slope: (after - before) / count)
      : ease.isRough ? .rough : .curve
    self.init(over: range, before: before, after: after, shape: shape) { sample in
      let progress = min(max(ease(Double(sample &- range.lowerBound) / count), 0), 1)
      if crossfade == .equalGain { return isOut ? 1 - progress : progress }
      return isOut ? Maths.cos(progress * .pi / 2) : Maths.sin(progress * .pi / 2)
    }
  }
}
