/// How a file writes letters as bytes.
package enum SubtitleEncoding: String, CaseIterable, Hashable, Sendable {
  case utf8 = "utf-8"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  /// What "ANSI" means on most machines that write it; a superset of Latin-1's printable part.
  case windows1252 = "windows-1252"
  case windows874 = "windows-874"
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1253 = "windows-1253"
  case windows1254 = "windows-1254"
  case windows1255 = "windows-1255"
  case windows1256 = "windows-1256"
  case windows1257 = "windows-1257"
  case windows1258 = "windows-1258"
  case koi8R = "koi8-r"
  /// As Windows has it, with the letters of NEC and IBM.
  case shiftJIS = "shift_jis"
  case eucJP = "euc-jp"
  /// Of seven bits, with escapes.
  case iso2022JP = "iso-2022-jp"
  /// A superset of GBK and of GB 2312.
  case gb18030
  /// With Hong Kong's letters.
  case big5
  /// As Windows has it, with all syllables.
  case eucKR = "euc-kr"

  /// The names that people are shown.
  package static let names = [
    "utf-8", "utf-16", "utf-16le", "utf-16be", "windows-1250", "windows-1251", "windows-1252",
    "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258",
    "windows-874", "koi8-r", "shift_jis", "euc-jp", "iso-2022-jp", "gb18030", "gbk", "big5",
    "euc-kr",
  ]

  /// The encoding that a name stands for; case does not count.
  ///
  /// The names are those of the Encoding Standard that people write; nil for others.
  package init?(named name: String) {
    switch name.lowercased() {
    case "utf-8", "utf8": self = .utf8
    case "utf-16", "utf16", "utf-16le", "utf16le": self = .utf16LittleEndian
    case "utf-16be", "utf16be": self = .utf16BigEndian
    case "latin1", "latin-1", "iso-8859-1": self = .windows1252
    case "shift-jis", "sjis", "windows-31j", "cp932": self = .shiftJIS
    case "gbk", "gb2312", "euc-cn", "cp936": self = .gb18030
    case "big5-hkscs", "cp950": self = .big5
    case "uhc", "cp949": self = .eucKR
    case let name where name.hasPrefix("cp"):
      guard let page = Self(rawValue: "windows-" + name.dropFirst(2)) else { return nil }
      self = page
    case let name:
      guard let encoding = Self(rawValue: name) else { return nil }
      self = encoding
    }
  }

  /// What bytes from 0x80 on stand for where every letter is a byte; nil for other encodings.
  var upperHalf: [UInt16]? {
    switch self {
    case .utf8, .utf16LittleEndian, .utf16BigEndian: nil
    case .shiftJIS, .eucJP, .iso2022JP, .gb18030, .big5, .eucKR: nil
    case .windows1252: (0x80...0xFF).map { UInt16(Windows1252.codePoint($0)) }
    case .windows874: CodePage.windows874
    case .windows1250: CodePage.windows1250
    case .windows1251: CodePage.windows1251
    case .windows1253: CodePage.windows1253
    case .windows1254: CodePage.windows1254
    case .windows1255: CodePage.windows1255
    case .windows1256: CodePage.windows1256
    case .windows1257: CodePage.windows1257
    case .windows1258: CodePage.windows1258
    case .koi8R: CodePage.koi8R
    }
  }

  /// How letters of one to four bytes are read; nil for other encodings.
  var eastAsian: EastAsianEncoding? {
    switch self {
    case .shiftJIS: .shiftJIS
    case .eucJP: .eucJP
    case .gb18030: .gb18030
    case .big5: .big5
    case .eucKR: .eucKR
    default: nil
    }
  }

  /// The encoding that a byte order mark names, and the mark's length.
  static func marked(_ data: [UInt8]) -> (encoding: Self, length: Int)? {
    if data.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if data.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if data.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    return nil
  }

  /// Which half of the byte pairs is zero; nil when the text is not plainly UTF-16.
  ///
  /// Digits, blanks, arrows and line ends of any subtitle file are ASCII, so that even in Chinese
  /// files many pairs have a zero byte, always on the same side.
  static func guessedUTF16(_ data: [UInt8]) -> Self? {
    let pairs = min(data.count, 4096) / 2
    guard pairs >= 4 else { return nil }
    var (even, odd) = (0, 0)
    for index in 0..<pairs {
      if data[2 * index] == 0 { even += 1 }
      if data[2 * index + 1] == 0 { odd += 1 }
    }
    if odd * 5 >= pairs, even * 20 <= odd { return .utf16LittleEndian }
    if even * 5 >= pairs, odd * 20 <= even { return .utf16BigEndian }
    return nil
  }
}

/// The upper half of Windows-1252.
enum Windows1252 {
  /// What bytes 0x80 to 0x9F stand for; the five unused ones are control characters, as the
  /// Encoding Standard has them.
  private static let special: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
  ]

  /// The code point of a byte.
  static func codePoint(_ byte: UInt8) -> UInt32 {
    (0x80..<0xA0).contains(byte) ? special[Int(byte) - 0x80] : UInt32(byte)
  }
}
