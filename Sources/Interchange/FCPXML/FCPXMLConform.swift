import Bytes
import Markup

extension FCPXMLReader {
  /// The seconds of its own time that an element plays in each of the timeline's: above or below
  /// one where Final Cut Pro plays its frames at a rate near theirs.
  ///
  /// Which rates it conforms is in Apple's reference of `conform-rate`; that 23.98 frames are
  /// played as 24 in timelines of about 30, 50 and 60, in the times of its exports.
  mutating func conformed(_ element: MarkupElement) -> Rational {
    guard let conform = element.first("conform-rate"), conform.attributes["scaleEnabled"] != "0"
    else { return .one }
    guard element.first("timeMap") == nil else {
      log.warn("'conform-rate' beside a 'timeMap' is not carried over", at: conform.place)
      return .one
    }
    let name = conform.attributes["srcFrameRate"] ?? ""
    guard let source = Self.rates[name], let timeline = rate,
      let speed = Self.speed(of: source, in: timeline)
    else {
      log.warn("'conform-rate' from \(name.quotedText) is not carried over", at: conform.place)
      return .one
    }
    return speed
  }

  /// The rates that `srcFrameRate` may name.
  private static let rates: [String: Rational] = [
    "23.98": Rational(reducing: 24_000, over: 1_001), "24": Rational(24), "25": Rational(25),
    "29.97": Rational(reducing: 30_000, over: 1_001), "30": Rational(30),
    "47.95": Rational(reducing: 48_000, over: 1_001), "48": Rational(48), "50": Rational(50),
    "59.94": Rational(reducing: 60_000, over: 1_001), "60": Rational(60),
  ]

  /// The speed that brings a rate to the timeline's, to its half or to its double; nil for rates
  /// that are not near one of these.
  private static func speed(of source: Rational, in timeline: Rational) -> Rational? {
    guard let ratio = timeline.divided(by: source) else { return nil }
    let half = Rational(reducing: 1, over: 2)
    let near = [ratio, ratio * half, ratio * Rational(2)].first {
      $0 >= Rational(reducing: 95, over: 100) && $0 <= Rational(reducing: 105, over: 100)
    }
    if source == rates["23.98"], timeline > Rational(26), near != .one {
      return Rational(reducing: 1_001, over: 1_000)
    }
    return near
  }
}
