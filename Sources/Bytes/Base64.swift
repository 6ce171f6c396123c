/// Bytes as letters, RFC 4648 sections 4 and 5.
package enum Base64 {
  /// The bytes of a `data:` address with base64 (RFC 2397); nil for other texts, and where a letter
  /// is none of base64.
  ///
  /// As in browsers, letters may be written as `%2B`, blanks and breaks of lines count for nothing,
  /// and the signs that fill up the end may be missing.
  package static func data(ofURI text: String) -> [UInt8]? {
    let text = text.utf8
    guard text.starts(with: "data:".utf8), let comma = text.firstIndex(of: 0x2C),
      text[..<comma].suffix(7).elementsEqual(";base64".utf8)
    else { return nil }
    return bytes(text[text.index(after: comma)...])
  }

  private static func bytes(_ letters: Substring.UTF8View) -> [UInt8]? {
    var (bytes, bits, count) = ([UInt8](), UInt32(0), 0)
    var (place, isOver) = (letters.startIndex, false)
    while place < letters.endIndex {
      guard let letter = letter(letters, &place) else { return nil }
      if isBlank(letter) { continue }
      if letter == 0x3D {
        isOver = true
        continue
      }
      guard !isOver, let value = value(letter) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  /// The next letter, which may be written as a percent sign and two digits of base 16; nil where
  /// these are missing.
  private static func letter(
    _ letters: Substring.UTF8View, _ place: inout Substring.UTF8View.Index
  ) -> UInt8? {
    let first = letters[place]
    place = letters.index(after: place)
    guard first == 0x25 else { return first }
    var code: UInt8 = 0
    for _ in 0..<2 {
      guard place < letters.endIndex,
        let digit = Character(Unicode.Scalar(letters[place])).hexDigitValue
      else { return nil }
      code = code << 4 | UInt8(digit)
      place = letters.index(after: place)
    }
    return code
  }

  /// A blank of ASCII: tab, line feed, form feed, carriage return or space.
  private static func isBlank(_ letter: UInt8) -> Bool {
    switch letter {
    case 0x09, 0x0A, 0x0C, 0x0D, 0x20: true
    default: false
    }
  }

  private static func value(_ letter: UInt8) -> UInt32? {
    switch letter {
    case 0x41...0x5A: UInt32(letter) - 0x41
    case 0x61...0x7A: UInt32(letter) - 0x61 + 26
    case 0x30...0x39: UInt32(letter) - 0x30 + 52
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: nil
    }
  }
}
