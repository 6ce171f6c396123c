import Bytes
import Colors

/// A colour as subtitle files have them: 8 bits a channel, not premultiplied.
package struct SubtitleColor: Hashable, Sendable {
  /// 0 to 255, with sRGB's transfer function.
  package var red: UInt8
  /// 0 to 255, as red is.
  package var green: UInt8
  /// 0 to 255, as red is.
  package var blue: UInt8
  /// 255 hides what is behind.
  package var opacity: UInt8

  /// Opaque white.
  package static let white = SubtitleColor(255, 255, 255)
  /// Opaque black.
  package static let black = SubtitleColor(0, 0, 0)

  /// An opaque colour, unless stated otherwise.
  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, opacity: UInt8 = 255) {
    (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
  }

  /// A colour as 0xRRGGBB.
  init(rgb: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: rgb >> 16), UInt8(truncatingIfNeeded: rgb >> 8),
      UInt8(truncatingIfNeeded: rgb))
  }

  /// A colour as HTML and CSS write it: `#rgb`, `#rrggbb`, `#rrggbbaa`, `rrggbb`, a name,
  /// `rgb(…)`, `rgba(…)`, `hsl(…)`, `hsla(…)` or `hwb(…)`; nil for anything else.
  init?(html text: String) {
    let word = text.lowercased()
    if ["rgb", "hsl", "hwb"].contains(where: word.hasPrefix) {
      self.init(function: word)
      return
    }
    let digits = Array(word.hasPrefix("#") ? word.dropFirst().utf8 : word.utf8[...])
    let values = digits.compactMap(\.hexValue)
    if values.count == digits.count, digits.count == 6 || word.hasPrefix("#") {
      switch values.count {
      case 3, 4:
        let channels = values.map { UInt8(truncatingIfNeeded: $0 * 17) }
        self.init(
          channels[0], channels[1], channels[2], opacity: values.count == 4 ? channels[3] : 255)
        return
      case 6, 8:
        let channels = stride(from: 0, to: values.count, by: 2).map {
          UInt8(truncatingIfNeeded: values[$0] * 16 + values[$0 + 1])
        }
        self.init(
          channels[0], channels[1], channels[2], opacity: values.count == 8 ? channels[3] : 255)
        return
      default: return nil
      }
    }
    if word == "transparent" {
      self.init(0, 0, 0, opacity: 0)
      return
    }
    guard let rgb = ColorNames.value(of: word) else { return nil }
    self.init(rgb: rgb)
  }

  /// A number of a function, and what stands behind it.
  private typealias Part = (value: Double, unit: String)

  private init?(function word: String) {
    var scanner = Scanner(word)
    let name = scanner.string(scanner.take(while: \.isLetter))
    guard ["rgb", "rgba", "hsl", "hsla", "hwb"].contains(name), scanner.take(UInt8(ascii: "("))
    else {
      return nil
    }
    var parts: [Part] = []
    while parts.count < 4 {
      scanner.take { $0.isBlank || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "/") }
      guard let value = scanner.decimal() else { break }
      let unit = scanner.take { $0.isLetter || $0 == UInt8(ascii: "%") }
      parts.append((value, scanner.string(unit)))
    }
    guard parts.count >= 3 else { return nil }
    if name.hasPrefix("hsl") {
      guard let hue = Self.degrees(parts[0]) else { return nil }
      self.init(hue: hue, saturation: parts[1].value / 100, lightness: parts[2].value / 100)
    } else if name == "hwb" {
      guard let hue = Self.degrees(parts[0]) else { return nil }
      self.init(hue: hue, white: parts[1].value / 100, black: parts[2].value / 100)
    } else {
      let channels = parts[..<3].map { Self.byte($0.unit == "%" ? $0.value / 100 : $0.value / 255) }
      self.init(channels[0], channels[1], channels[2])
    }
    if parts.count == 4 {
      opacity = Self.byte(parts[3].unit == "%" ? parts[3].value / 100 : parts[3].value)
    }
  }

  private static func degrees(_ part: Part) -> Double? {
    let turns: [String: Double] = ["": 360, "deg": 360, "grad": 400, "rad": 2 * .pi, "turn": 1]
    return turns[part.unit].map { part.value / $0 * 360 }
  }

  private static func byte(_ share: Double) -> UInt8 { UInt8(min(max(share, 0), 1) * 255 + 0.5) }

  /// A colour by its hue in degrees, and shares of saturation and lightness (CSS Color 4, 7.1).
  private init(hue: Double, saturation: Double, lightness: Double) {
    let (saturation, lightness) = (min(max(saturation, 0), 1), min(max(lightness, 0), 1))
    let reach = saturation * min(lightness, 1 - lightness)
    func part(_ offset: Double) -> UInt8 {
      let turned = offset + hue / 30
      let within = turned - 12 * (turned / 12).rounded(.down)
      return Self.byte(lightness - reach * max(-1, min(within - 3, 9 - within, 1)))
    }
    self.init(part(0), part(8), part(4))
  }

  /// A colour by its hue in degrees, and shares of white and black in it (CSS Color 4, 8.1).
  private init(hue: Double, white: Double, black: Double) {
    let (white, black) = (max(white, 0), max(black, 0))
    let sum = max(white + black, 1)
    let pure = SubtitleColor(hue: hue, saturation: 1, lightness: 0.5)
    func part(_ channel: UInt8) -> UInt8 {
      Self.byte(Double(channel) / 255 * (1 - (white + black) / sum) + white / sum)
    }
    self.init(part(pure.red), part(pure.green), part(pure.blue))
  }
}

extension Scanner {
  /// A decimal number with an optional sign and fraction, held within a billion; nil where none is
  /// next, and then nothing is passed over.
  mutating func decimal() -> Double? {
    let start = position
    let isNegative = peek == UInt8(ascii: "-")
    if isNegative || peek == UInt8(ascii: "+") { advance() }
    let whole = digits()
    var value = Double(whole?.value ?? 0)
    var hasFraction = false
    if peek == UInt8(ascii: "."), let next = peek(1), next.isDigit {
      advance()
      var unit = 0.1
      for byte in bytes[take { $0.isDigit }].prefix(12) {
        value += unit * Double(byte - 0x30)
        unit /= 10
      }
      hasFraction = true
    } else if whole != nil {
      _ = take(UInt8(ascii: "."))
    }
    guard whole != nil || hasFraction else {
      move(to: start)
      return nil
    }
    return isNegative ? -value : value
  }
}
