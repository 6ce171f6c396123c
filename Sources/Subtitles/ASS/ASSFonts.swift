import Bytes

/// A font that an ASS script brings along.
package struct ASSFont: Hashable, Sendable {
  /// What its file was called.
  package var name: String
  /// The file.
  package var bytes: [UInt8]
}

/// Reads the section `[Fonts]`: names of files, and behind each its bytes as printable signs, which
/// carry six bits each.
struct ASSFontReader {
  private(set) var fonts: [ASSFont] = []
  private var name: String?
  private var signs: [UInt8] = []
  /// More fonts than any script has.
  private static let most = 1024

  mutating func read(_ line: Range<Int>, _ bytes: [UInt8]) {
    var scanner = Scanner(bytes, line)
    if scanner.take(ignoringCase: "fontname:") {
      finish()
      name = bytes.string(bytes.trimmed(scanner.rest))
    } else if name != nil {
      signs += bytes[line]
    }
  }

  /// Ends the font that was read last.
  mutating func finish() {
    if let name, fonts.count < Self.most, signs.count % 4 != 1 {
      fonts.append(ASSFont(name: name, bytes: Self.decoded(signs)))
    }
    name = nil
    signs = []
  }

  /// Whether a line in brackets is of the data, whose signs are no small letters.
  static func isData(_ line: Range<Int>, _ bytes: [UInt8]) -> Bool {
    !bytes[line].contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  private static func decoded(_ signs: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(signs.count / 4 * 3 + 2)
    for start in stride(from: 0, to: signs.count, by: 4) {
      let group = signs[start..<min(start + 4, signs.count)]
      var value: UInt32 = 0
      for (index, sign) in group.enumerated() {
        value |= UInt32((sign &- 33) & 63) << UInt32(18 - 6 * index)
      }
      for index in 0..<group.count - 1 {
        bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(16 - 8 * index)))
      }
    }
    return bytes
  }
}
