/// Reports that a text is not UTF-8.
enum UTF8Check {
  /// False if the text is in another encoding, so that reading it as JSON makes no sense.
  static func check(_ source: SourceText, reportingTo diagnostics: inout Diagnostics) -> Bool {
    let bytes = source.bytes
    let brace = UInt8(ascii: "{")
    // A mark of UTF-32 may begin as one of UTF-16 does.
    let wide: [[UInt8]] = [
      [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF], [brace, 0, 0, 0], [0, 0, 0, brace],
    ]
    if wide.contains(where: { bytes.starts(with: $0) }) {
      diagnostics.error("the text is UTF-32", at: 0..<1, hint: "save it as UTF-8")
      return false
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || bytes.starts(with: [0, brace]) || bytes.starts(with: [brace, 0])
    {
      diagnostics.error("the text is UTF-16", at: 0..<1, hint: "save it as UTF-8")
      return false
    }
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      let length = sequenceLength(bytes, at: index)
      guard length > 0 else {
        let hex = String(bytes[index], radix: 16, uppercase: true)
        diagnostics.error(
          "the byte 0x\(hex) is not UTF-8", at: index..<index + 1, hint: "save the text as UTF-8")
        return false
      }
      index += length
    }
    return true
  }

  /// The length of the well-formed sequence at `index`, else 0 (Unicode 15, table 3-7).
  private static func sequenceLength(_ bytes: [UInt8], at index: Int) -> Int {
    let lead = bytes[index]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return 0
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return 0 }
    for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
