import Bytes

/// A moment of a track's music: `"beat:4"`, `"bar:2"`, `"beat:4.5@music"`.
struct BeatMoment: Hashable {
  /// What is counted.
  enum Unit: String, CaseIterable {
    case beat
    case bar
  }

  let unit: Unit
  /// From 1; fractions are between two of them.
  let number: Double
  /// The track's name; nil where the timeline has only one.
  let track: String?

  /// Nil for what is written in another way.
  ///
  /// - Throws: where what follows the colon is no number.
  init?(parsing text: String) throws(ValueError) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      let unit = Unit(rawValue: String(text[..<colon]))
    else { return nil }
    let rest = text[text.index(after: colon)...]
    let at = rest.utf8.firstIndex(of: UInt8(ascii: "@"))
    let digits = String(rest[..<(at ?? rest.endIndex)])
    track = at.map { String(rest[rest.index(after: $0)...]) }
    guard let (decimal, tail) = TextScanner.quantity(digits), tail.isEmpty,
      let number = decimal.double, abs(number) <= 1e6, track != ""
    else {
      throw .malformed(
        "a \(unit) is such as \"\(unit):4\", or \"\(unit):4@music\" of the track 'music'")
    }
    (self.unit, self.number) = (unit, number)
  }
}

/// Where the beats and bars of a track are on the timeline.
package final class BeatGrid: Sendable {
  private let beats: [Double]
  private let bars: [Double]

  /// The times of beats, and of those that begin bars, in rising seconds.
  package init(beats: [Double], bars: [Double]) { (self.beats, self.bars) = (beats, bars) }

  /// When a moment is; nil where the music has no two of what is counted.
  ///
  /// Before the first and after the last, they go on at the pace that they have there.
  func time(of moment: BeatMoment) -> Time? {
    let times = moment.unit == .beat ? beats : bars
    guard times.count > 1 else { return nil }
    let place = moment.number - 1
    let index = Int(min(max(place.rounded(.down), 0), Double(times.count - 2)))
    let seconds = times[index] + (times[index + 1] - times[index]) * (place - Double(index))
    guard seconds.magnitude < 1e9 else { return nil }
    return Time(Int((seconds * 1e6).rounded()), 1_000_000)
  }
}

extension BeatGrid: Hashable {
  /// Whether both are one.
  package static func == (left: BeatGrid, right: BeatGrid) -> Bool { left === right }
  /// Hashes which it is.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A track whose beats a timeline names.
package struct BeatUse: Sendable {
  /// The track's name; nil for the only one.
  package let track: String?
  /// The bytes of the first time that names it.
  package let place: Range<Int>
}
