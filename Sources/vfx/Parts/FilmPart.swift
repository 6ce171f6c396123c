import Bytes
import Timeline

/// What a part of a film says of itself in its file's `comment`.
struct FilmPart: Hashable {
  /// Which of how many, from 1.
  struct Number: Hashable, Sendable {
    /// The most parts of a film: so many names fit a command line.
    static let most = 2000

    let index: Int
    let count: Int
  }

  let number: Number
  /// The time of its first frame.
  let start: Time
  let frames: Int
  let rate: FrameRate
  /// The digest of all that makes the film what it is, in 32 hexadecimal digits; all its parts have
  /// the same.
  let film: String

  /// The time after its last frame.
  var end: Time { start + Time(frame: frames, rate: rate) }
}

extension FilmPart.Number {
  /// Reads `3/8`; nil for anything else.
  init?(_ text: some StringProtocol) {
    let words = text.split(separator: "/", omittingEmptySubsequences: false)
    guard words.count == 2, let index = Int(words[0]), let count = Int(words[1]),
      (1...Self.most).contains(count), (1...count).contains(index), text.first != "+"
    else { return nil }
    self.init(index: index, count: count)
  }

  /// As it is read.
  var text: String { "\(index)/\(count)" }
}

extension FilmPart {
  private static let heading = "vfx part "

  /// The text that stands in the file.
  var comment: String {
    "\(Self.heading)\(number.text) start \(start.value.numerator)/\(start.value.denominator) "
      + "frames \(frames) rate \(rate.numerator)/\(rate.denominator) film \(film)"
  }

  /// Reads such a text; nil for any other.
  init?(comment: String) {
    guard comment.hasPrefix(Self.heading) else { return nil }
    let words = comment.dropFirst(Self.heading.count).split(
      separator: " ", omittingEmptySubsequences: false)
    guard words.count == 9, words[1] == "start", words[3] == "frames", words[5] == "rate",
      words[7] == "film", let number = Number(words[0]), let frames = Int(words[4]), frames > 0,
      let (numerator, denominator) = Self.fraction(words[2]), denominator > 0,
      let start = Time(numerator, denominator), abs(start.seconds) <= Time.limit.seconds,
      let (upper, lower) = Self.fraction(words[6]), let rate = FrameRate(upper, lower)
    else { return nil }
    let isDigest =
      words[8].utf8.count == 32
      && words[8].utf8.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
    guard isDigest, frames <= 1 << 40 else { return nil }
    self.init(
      number: number, start: start, frames: frames, rate: rate, film: String(words[8]))
  }

  private static func fraction(_ text: Substring) -> (Int, Int)? {
    let words = text.split(separator: "/", omittingEmptySubsequences: false)
    guard words.count == 2, let upper = Int(words[0]), let lower = Int(words[1]) else { return nil }
    return (upper, lower)
  }
}
