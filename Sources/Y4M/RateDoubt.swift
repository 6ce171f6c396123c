import Bytes

/// Why the rate in a header is probably a mistake.
package enum RateDoubt: Hashable, Sendable {
  /// It says `F0:0`, or nothing.
  case missing
  /// More than ``mostFrames`` frames a second, as programs write that lose the denominator.
  case tooFast(FrameRate)
  /// Less than one frame a second.
  case tooSlow(FrameRate)

  /// The highest rate without a warning.
  package static let mostFrames = 1000

  /// The rate that is probably intended, as `--fps` takes it.
  ///
  /// 24000 is most likely 24000/1001 without its denominator.
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
  /// The doubt about ``rate``; nil if there is none.
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
      "says less than one frame a second (F\(rate)), which is probably a mistake"
    }
  }
}
