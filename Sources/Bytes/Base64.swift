/// Bytes as letters, RFC 4648 section 4.
package enum Base64 {
  /// The bytes of a `data:` address with base64; nil for other texts.
  package static func data(ofURI text: String) -> [UInt8]? {
    let text = text.utf8
    guard text.starts(with: "data:".utf8), let comma = text.firstIndex(of: 0x2C),
      text[..<comma].suffix(7).elementsEqual(";base64".utf8)
    else { return nil }
    return bytes(text[text.index(after: comma)...])
  }

  private static func bytes(_ letters: Substring.UTF8View) -> [UInt8] {
    var (bytes, bits, count) = ([UInt8](), UInt32(0), 0)
    for letter in letters {
      guard let value = value(letter) else { continue }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
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
