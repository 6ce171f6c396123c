import Bytes
import Colors

/// A colour of sRGB, each part from 0 to 1, not multiplied by alpha.
struct SVGColor: Hashable, Sendable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha = 1.0

  static let black = SVGColor(red: 0, green: 0, blue: 0)

  /// The parts in one vector.
  var parts: SIMD4<Double> { SIMD4(red, green, blue, alpha) }

  /// Reads a colour of CSS: a name, `#rgb`, `rgb()` or `hsl()`; nil for what is none.
  init?(_ text: String) {
    let text = text.trimmed.lowercased()
    if let inside = Self.inside("light-dark", of: text) {
      // Pictures are seen as on paper.
      guard let light = StyleScanner.split(inside, at: ",").first else { return nil }
      self.init(light)
    } else if text.hasPrefix("#") {
      self.init(hex: text.dropFirst())
    } else if text == "transparent" {
      self.init(red: 0, green: 0, blue: 0, alpha: 0)
    } else if let number = ColorNames.value(of: text) {
      self.init(number)
    } else if let open = text.firstIndex(of: "("), text.last == ")" {
      let name = String(text[..<open]).trimmed
      let inside = String(text[text.index(after: open)...].dropLast())
      if let color = SpacedColor(name, inside) {
        self = color.color
      } else {
        self.init(function: name, inside)
      }
    } else {
      return nil
    }
  }

  init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// What stands in the brackets of a function; nil for others.
  private static func inside(_ name: String, of text: String) -> String? {
    guard text.hasPrefix(name + "("), text.last == ")", text.utf8.count < 256 else { return nil }
    return String(text.dropFirst(name.count + 1).dropLast())
  }

  private init(_ number: UInt32) {
    func part(_ shift: UInt32) -> Double { Double(number >> shift & 255) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0))
  }

  private init?(hex digits: Substring) {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    func part(_ shift: UInt32, _ most: UInt32) -> Double {
      Double(number >> shift & most) / Double(most)
    }
    switch digits.utf8.count {
    case 3: self.init(red: part(8, 15), green: part(4, 15), blue: part(0, 15))
    case 4:
      self.init(red: part(12, 15), green: part(8, 15), blue: part(4, 15), alpha: part(0, 15))
    case 6: self.init(number)
    case 8:
      self.init(red: part(24, 255), green: part(16, 255), blue: part(8, 255), alpha: part(0, 255))
    default: return nil
    }
  }

  private init?(function name: String, _ arguments: String) {
    var scanner = ValueScanner(arguments)
    var values: [(number: Double, unit: String)] = []
    scanner.skipBlanks()
    while let number = scanner.number(), values.count < 5 {
      let unit = scanner.take("%") ? "%" : scanner.unit()
      values.append((number, unit))
      scanner.skipSeparator()
      if scanner.take("/") { scanner.skipBlanks() }
    }
    guard scanner.isAtEnd, (3...4).contains(values.count) else { return nil }
    func share(_ index: Int, of whole: Double) -> Double {
      let (number, unit) = values[index]
      return min(max(unit == "%" ? number / 100 : number / whole, 0), 1)
    }
    let alpha = values.count > 3 ? share(3, of: 1) : 1
    switch name {
    case "rgb", "rgba":
      func part(_ index: Int) -> Double { (share(index, of: 255) * 255).rounded() / 255 }
      self.init(red: part(0), green: part(1), blue: part(2), alpha: alpha)
    case "hsl", "hsla":
      let turns: [String: Double] = ["": 360, "deg": 360, "grad": 400, "rad": 2 * .pi, "turn": 1]
      guard let whole = turns[values[0].unit] else { return nil }
      let hue = values[0].number / whole
      self.init(
        hue: (hue - hue.rounded(.down)) * 6, saturation: share(1, of: 100),
        lightness: share(2, of: 100), alpha: alpha)
    default: return nil
    }
  }

  /// A colour by CSS Color Module Level 4, section 7.1.
  ///
  /// - Parameter hue: from 0 to 6.
  private init(hue: Double, saturation: Double, lightness: Double, alpha: Double) {
    func part(_ shift: Double) -> Double {
      let place = (shift + hue * 2).truncatingRemainder(dividingBy: 12)
      let amount = saturation * min(lightness, 1 - lightness)
      return lightness - amount * max(-1, min(place - 3, 9 - place, 1))
    }
    self.init(red: part(0), green: part(8), blue: part(4), alpha: alpha)
  }
}
