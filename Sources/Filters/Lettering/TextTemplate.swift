import Bytes
import Timeline

/// A text with places that change with the frame or come from the timeline's `vars`.
///
/// `${name}` is a place; `$${` stands for `${` itself, and every other `$` for itself.
struct TextTemplate: Hashable, Sendable {
  /// What stands between two ends of plain text.
  private enum Piece: Hashable {
    case text(String)
    /// The frame's number.
    case frame(NumberFormat)
    /// Minutes, seconds and milliseconds.
    case time
    /// Seconds, cut off.
    case seconds(NumberFormat)
    /// Hours, minutes, seconds and frames; nil drops numbers where the rate asks for it.
    case timecode(drops: Bool?)
    /// The seconds up to the layer's end, rounded up.
    case countdown(NumberFormat)
    /// Minutes, seconds and milliseconds up to the layer's end.
    case remaining
  }

  /// What a template shows of a moment.
  struct Moment: Hashable {
    /// The film's own time.
    let time: Time
    let rate: FrameRate
    /// When the layer ends; nil where it has no end.
    var end: Time?

    /// The time up to the layer's end, at least none.
    var left: Time { max((end ?? time) - time, .zero) }
  }

  private let pieces: [Piece]

  /// Text that is taken as it stands.
  init(verbatim text: String) { pieces = [.text(text)] }

  /// - Parameter variables: what names stand for.
  init(parsing text: String, variables: [String: String]) throws(TemplateFault) {
    var pieces: [Piece] = []
    var plain = ""
    let scalars = Array(text.unicodeScalars)
    var next = 0
    func starts(_ word: String, at place: Int) -> Bool {
      scalars[place...].starts(with: word.unicodeScalars)
    }
    while next < scalars.count {
      if starts("$${", at: next) {
        plain += "${"
        next += 3
      } else if starts("${", at: next) {
        guard let end = scalars[next...].firstIndex(of: "}") else {
          throw TemplateFault(
            message: "a template's '${' has no '}'; write '$${' to show it literally", scalar: next)
        }
        var name = String.UnicodeScalarView()
        name.append(contentsOf: scalars[(next + 2)..<end])
        switch try Self.piece(String(name), variables, at: next) {
        case .text(let text): plain += text
        case let piece:
          pieces += [.text(plain), piece]
          plain = ""
        }
        next = end + 1
      } else {
        plain.unicodeScalars.append(scalars[next])
        next += 1
      }
    }
    self.pieces = pieces + [.text(plain)]
  }

  private static func piece(
    _ text: String, _ variables: [String: String], at scalar: Int
  ) throws(TemplateFault) -> Piece {
    let colon = text.firstIndex(of: ":")
    let name = colon.map { String(text[..<$0]) } ?? text
    let detail = colon.map { String(text[text.index(after: $0)...]) }
    /// A count of places, or of digits, or else a pattern.
    func format(_ most: Int, isDigits: Bool = false) throws(TemplateFault) -> NumberFormat {
      let detail = detail ?? "0"
      if detail.utf8.count > 1, let format = NumberFormat(parsing: detail),
        isDigits ? format.places == 0 : format.places <= most
      {
        return format
      }
      guard let count = Int(detail), (0...most).contains(count) else {
        throw TemplateFault(
          message:
            "'\(name)' takes a count from 0 to \(most) after its colon, or a pattern such as "
            + "'\(isDigits ? "0,000" : "0.0")', not '\(detail)'",
          scalar: scalar)
      }
      return isDigits
        ? NumberFormat(digits: count, places: 0) : NumberFormat(digits: 1, places: count)
    }
    switch name {
    case "frame": return .frame(try format(12, isDigits: true))
    case "seconds": return .seconds(try format(6))
    case "time" where detail == nil: return .time
    case "countdown": return .countdown(try format(6))
    case "remaining" where detail == nil: return .remaining
    case "timecode":
      switch detail {
      case nil: return .timecode(drops: nil)
      case "drop": return .timecode(drops: true)
      case "non-drop": return .timecode(drops: false)
      default:
        throw TemplateFault(
          message: "'timecode' takes 'drop' or 'non-drop' after its colon", scalar: scalar)
      }
    default: break
    }
    do throws(ValueError) {
      if let value = try FormattedVariable.text(of: text, among: { variables[$0] }) {
        return .text(value)
      }
    } catch {
      throw TemplateFault(message: error.message, scalar: scalar)
    }
    let known = TemplateNames.builtIn + variables.keys.sorted()
    let hint =
      nearestName(to: text, in: known).map { "; did you mean '\($0)'?" }
      ?? "; give it one in 'vars' or with --set"
    throw TemplateFault(message: "the template's name '\(text)' has no text\(hint)", scalar: scalar)
  }

  /// Whether the text is the same at every frame.
  var isStill: Bool {
    pieces.allSatisfy { if case .text = $0 { true } else { false } }
  }

  /// The name of what counts up to the layer's end, if anything does.
  var nameOfEnd: String? {
    for piece in pieces {
      switch piece {
      case .countdown: return "countdown"
      case .remaining: return "remaining"
      case .text, .frame, .time, .seconds, .timecode: continue
      }
    }
    return nil
  }

  /// The scalars of its plain text.
  var length: Int {
    pieces.reduce(0) { sum, piece in
      if case .text(let text) = piece { return sum + text.unicodeScalars.count }
      return sum + 1
    }
  }

  /// The text at a moment.
  func text(at moment: Moment) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let plain): text += plain
      case .frame(let format):
        let number = moment.time.frameIndex(rate: moment.rate)
        text += format.text(of: Rational(number), rounding: .down)
      case .time: text += moment.time.description
      case .seconds(let format): text += format.text(of: moment.time.value, rounding: .down)
      case .timecode(let drops):
        text += Timecode.text(
          frame: moment.time.frameIndex(rate: moment.rate), rate: moment.rate, drops: drops)
      case .countdown(let format): text += format.text(of: moment.left.value, rounding: .up)
      case .remaining: text += moment.left.description
      }
    }
    return text
  }
}

/// Hours, minutes, seconds and frames: SMPTE ST 12-1.
enum Timecode {
  /// The timecode of a frame, such as `00:01:00;02`.
  ///
  /// - Parameter drops: whether numbers are left out so that it keeps step with the clock; nil
  ///   where 29.97 and 59.94 frames a second ask for it. Other rates never drop.
  static func text(frame: Int, rate: FrameRate, drops: Bool?) -> String {
    // The frames that a second counts: the nearest whole number.
    let count = max((rate.numerator + rate.denominator / 2) / rate.denominator, 1)
    let canDrop = rate.denominator == 1001 && count % 30 == 0 && count <= 120
    let isDropping = canDrop && (drops ?? true)
    // Numbers of frames that no clock shows are held where they can be counted.
    let shown = Int(clamping: min(frame.magnitude, 1 << 60))
    let number = isDropping ? dropped(shown, count) : shown
    let (seconds, frames) = number.quotientAndRemainder(dividingBy: count)
    let sign = frame < 0 ? "-" : ""
    let clock =
      "\((seconds / 3600).padded(to: 2)):\((seconds / 60 % 60).padded(to: 2)):\((seconds % 60).padded(to: 2))"
    return "\(sign)\(clock)\(isDropping ? ";" : ":")\(frames.padded(to: String(count - 1).count))"
  }

  /// The number that a frame bears: of each minute but every tenth, the first are left out.
  private static func dropped(_ frame: Int, _ count: Int) -> Int {
    let left = count / 15
    let minute = 60 * count - left
    let tenMinutes = 10 * minute + left
    let (tens, rest) = frame.quotientAndRemainder(dividingBy: tenMinutes)
    let minutes = rest < left ? 0 : (rest - left) / minute
    return frame + left * (9 * tens + minutes)
  }
}
