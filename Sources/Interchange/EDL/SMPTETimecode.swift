import Bytes
import Timeline

/// A count of frames as hours, minutes, seconds and frames.
///
/// At 29.97 and 59.94 frames a second a timecode may drop numbers, no frames, to keep step with the
/// clock: SMPTE ST 12-1, section 5.2.2.
package struct SMPTETimecode: Hashable, Sendable {
  /// The four numbers as they are written.
  let parts: [Int]
  /// Whether numbers are dropped, as a semicolon before the frames says.
  let isDrop: Bool

  /// Reads `01:00:04:05` or `01:00:04;05`; nil for anything else.
  package init?(_ text: some StringProtocol) {
    var (parts, digits, isDrop) = ([Int](), [UInt8](), false)
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39: digits.append(byte - 0x30)
      case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "."), UInt8(ascii: ","):
        guard parts.count < 3, (1...3).contains(digits.count) else { return nil }
        parts.append(digits.reduce(0) { $0 * 10 + Int($1) })
        digits = []
        isDrop = byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",")
      default: return nil
      }
    }
    guard parts.count == 3, (1...3).contains(digits.count) else { return nil }
    self.parts = parts + [digits.reduce(0) { $0 * 10 + Int($1) }]
    self.isDrop = isDrop
    guard parts[1] < 60, parts[2] < 60 else { return nil }
  }

  /// The number of the frame within its second.
  var frame: Int { parts[3] }

  /// The frames since 00:00:00:00 where so many are counted in a second.
  func count(base: Int, isDrop: Bool) -> Int {
    let minutes = parts[0] * 60 + parts[1]
    let whole = (minutes * 60 + parts[2]) * base + parts[3]
    guard isDrop, base % 30 == 0 else { return whole }
    return whole - 2 * (base / 30) * (minutes - minutes / 10)
  }

  /// The timecode of a frame, from 0 up.
  package static func text(of count: Int, base: Int, isDrop: Bool) -> String {
    var count = max(count, 0)
    if isDrop, base % 30 == 0 {
      let dropped = 2 * (base / 30)
      let (ten, minute) = (base * 600 - 9 * dropped, base * 60 - dropped)
      let (tens, rest) = count.quotientAndRemainder(dividingBy: ten)
      count += 9 * dropped * tens
      if rest >= base * 60 { count += dropped * ((rest - base * 60) / minute + 1) }
    }
    let (seconds, frame) = count.quotientAndRemainder(dividingBy: base)
    let numbers = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60]
    return numbers.map { $0.padded(to: 2) }.joined(separator: ":") + (isDrop ? ";" : ":")
      + frame.padded(to: 2)
  }
}

extension FrameRate {
  /// How many frames a timecode counts in a second: 30 at 29.97.
  var timecodeBase: Int { max((numerator + denominator / 2) / denominator, 1) }

  /// The rate that programs mean by a decimal number: 29.97 and 23.976 are 30000/1001 and
  /// 24000/1001.
  package init?(decimal value: Double) {
    guard value.isFinite, value > 0.001, value < 1_000_000 else { return nil }
    let whole = value.rounded()
    if abs(value - whole) < 0.0005 {
      self.init(Int(whole), 1)
      return
    }
    let up = value.rounded(.up)
    if abs(value - up * 1000 / 1001) < 0.003 * max(up / 30, 1) {
      self.init(Int(up) * 1000, 1001)
      return
    }
    let fraction = Rational(approximating: value)
    guard let numerator = Int(exactly: fraction.numerator),
      let denominator = Int(exactly: fraction.denominator)
    else { return nil }
    self.init(numerator, denominator)
  }

  /// Whether it has more frames in a second.
  func isFaster(than other: FrameRate) -> Bool {
    Int128(numerator) * Int128(other.denominator) > Int128(other.numerator) * Int128(denominator)
  }

  /// The rate as people say it: `25`, `29.97`.
  var shortText: String {
    if denominator == 1 { return "\(numerator)" }
    let thousandths = (Double(numerator) / Double(denominator) * 1000).rounded() / 1000
    return JSONText.spelling(thousandths)
  }

  /// The seconds that so many frames take.
  func seconds(_ frames: Rational) -> Rational {
    frames * Rational(reducing: Int128(denominator), over: Int128(numerator))
  }

  /// The seconds that so many frames take.
  func seconds(_ frames: Int) -> Rational { seconds(Rational(frames)) }
}
