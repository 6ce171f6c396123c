import Bytes

/// Why the rate that a header says is hardly the film's.
package enum RateDoubt: Hashable, Sendable {
  /// It says `F0:0`, or nothing.
  case missing
  /// More than ``mostFrames`` frames a second, as programs write that lose the denominator.
  case tooFast(FrameRate)
  /// Less than one frame a second.
  case tooSlow(FrameRate)

  /// The most frames a second of which nothing is said.
  package static let mostFrames = 1000

  /// A rate that may be the one that is meant, as `--fps` takes it.
  ///
  /// 24000 is more likely to be 24000/1001 with half of it lost than anything else.
  package var likely: String {
    if case .tooFast(let rate) = self, rate.denominator == 1,
      [24_000, 30_000, 48_000, 60_000, 120_000].contains(rate.numerator)
    {
      return "\(rate.numerator)/1001"
    }
    return "25"
  }
}

extension StreamHeader {
  /// What is odd about ``rate``; nil where nothing is.
  package var rateDoubt: RateDoubt? {
    guard let rate else { return .missing }
    if rate.numerator > RateDoubt.mostFrames * rate.denominator { return .tooFast(rate) }
    return rate.numerator < rate.denominator ? .tooSlow(rate) : nil
  }
}

extension RateDoubt: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing: "does not say its frame rate (F0:0)"
    case .tooFast(let rate):
      "says \(rate.numerator / rate.denominator) frames a second (F\(rate)), which is probably a "
        + "mistake"
    case .tooSlow(let rate):
      "says less than one frame a second (F\(rate)), which is probably a "
        + "mistake"
    }
  }
}
