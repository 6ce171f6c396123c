/// Encodings of XML that older programs write, made UTF-8.
enum XMLEncoding {
  /// The bytes as UTF-8, with as many lines, and with a declaration that says nothing else; those of
  /// other encodings as they are.
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    if let units = units(bytes) {
      return undeclared(Array(String(decoding: units, as: UTF16.self).utf8))
    }
    guard let name = name(bytes) else { return bytes }
    switch name {
    case "iso-8859-1", "iso8859-1", "latin1", "us-ascii", "ascii", "windows-1252", "cp1252":
      return undeclared(latin(bytes))
    case "iso-8859-15": return undeclared(latin(bytes, replacing: latin9))
    default: return bytes
    }
  }

  /// Whether bytes are those of UTF-16.
  static func isWide(_ bytes: [UInt8]) -> Bool { units(Array(bytes.prefix(4))) != nil }

  /// The units of UTF-16, which a mark begins; nil for others.
  private static func units(_ bytes: [UInt8]) -> [UInt16]? {
    guard bytes.count > 3 else { return nil }
    let (low, high): (Int, Int)
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE), (0x3C, 0): (low, high) = (0, 1)
    case (0xFE, 0xFF), (0, 0x3C): (low, high) = (1, 0)
    default: return nil
    }
    let start = bytes[0] == 0x3C || bytes[0] == 0 ? 0 : 2
    return stride(from: start, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
    }
  }

  /// Where the declaration at the start says an encoding.
  private static func place(_ bytes: [UInt8]) -> Range<Int>? {
    guard bytes.starts(with: "<?xml".utf8), let end = bytes.prefix(256).firstIndex(of: 0x3E)
    else { return nil }
    let head = Array("encoding".utf8)
    guard
      let start = (5..<end).first(where: { bytes[$0..<end].starts(with: head) }),
      let open = (start..<end).first(where: { bytes[$0] == 0x22 || bytes[$0] == 0x27 }),
      let close = (open + 1..<end).first(where: { bytes[$0] == bytes[open] })
    else { return nil }
    return start..<close + 1
  }

  private static func name(_ bytes: [UInt8]) -> String? {
    place(bytes).map { range in
      let quoted = bytes[range].drop { $0 != 0x22 && $0 != 0x27 }
      return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self).lowercased()
    }
  }

  /// The file without its word on its encoding, in whose place blanks stand.
  private static func undeclared(_ bytes: [UInt8]) -> [UInt8] {
    guard let range = place(bytes) else { return bytes }
    var bytes = bytes
    for index in range { bytes[index] = 0x20 }
    return bytes
  }

  /// What windows-1252 has from 0x80 on in the place of controls, which nobody writes.
  private static let windows: [UInt8: Unicode.Scalar] = [
    0x80: "€", 0x82: "‚", 0x83: "ƒ", 0x84: "„", 0x85: "…", 0x86: "†", 0x87: "‡", 0x88: "ˆ",
    0x89: "‰", 0x8A: "Š", 0x8B: "‹", 0x8C: "Œ", 0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“",
    0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—", 0x98: "˜", 0x99: "™", 0x9A: "š", 0x9B: "›",
    0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
  ]
  private static let latin9: [UInt8: Unicode.Scalar] = [
    0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",
  ]

  private static func latin(
    _ bytes: [UInt8], replacing others: [UInt8: Unicode.Scalar] = windows
  ) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        text.append(byte)
      } else {
        text += String(Character(others[byte] ?? Unicode.Scalar(byte))).utf8
      }
    }
    return text
  }
}
