import Bytes

/// Why the rate in a header is probably a mistake.
package enum RateDoubt: Hashable, Sendable {
  /// It says `F0:0`, or nothing.
  case missing
  /// More than ``mostFrames`` frames a second, as programs write that lose the denominator.
  case tooFast(FrameRate)
  /// The ticks of a clock, or an average, as of a film whose rate varies: when frames are shown is
  /// lost.
  case varying(FrameRate)
  /// Less than one frame a second.
  case tooSlow(FrameRate)

  /// The highest rate without a warning.
  package static let mostFrames = 1000

  /// Rates that programs write that lose the denominator, 1001.
  private static let cut = [24_000, 30_000, 48_000, 60_000, 120_000]

  /// Whether a rate is none at which films are made, but one that a film of a variable rate leaves.
  fileprivate static func isVarying(_ rate: FrameRate) -> Bool {
    if rate.denominator == 1 {
      // Clocks of containers.
      return rate.numerator % 1000 == 0 && rate.numerator <= 1_000_000
        && !cut.contains(rate.numerator)
    }
    guard rate.denominator > 4, rate.numerator > rate.denominator else { return false }
    let exact = Double(rate.numerator) / Double(rate.denominator)
    let whole = exact.rounded()
    // Such as 2997/100 for 30000/1001.
    return ![whole, whole * 1000 / 1001].contains { ($0 - exact).magnitude <= exact * 5e-4 }
  }

  /// The rate that is probably intended, as `--fps` takes it.
  ///
  /// 24000 is most likely 24000/1001 without its denominator.
  package var likely: String {
    if case .tooFast(let rate) = self, rate.denominator == 1,
      Self.cut.contains(rate.numerator)
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
    if RateDoubt.isVarying(rate) { return .varying(rate) }
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
    case .varying(let rate):
      "says F\(rate), as of a film whose rate varies: when its frames are shown is lost"
    case .tooSlow(let rate):
      "says less than one frame a second (F\(rate)), which is probably a mistake"
    }
  }
}
