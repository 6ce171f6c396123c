/// The texts of a font: the table `name`.
struct NameTable: Sendable {
  /// More names than any font has.
  private static let mostNames = 4096

  private let table: FontTable?

  init(_ table: FontTable?) { self.table = table }

  /// The text of a number, in English where the font has it; nil when there is none.
  func text(_ number: Int) -> String? {
    guard let table, let count = table.u16(2), let storage = table.u16(4) else { return nil }
    var best: (rank: Int, text: String)?
    for index in 0..<min(count, Self.mostNames) {
      let place = 6 + 12 * index
      guard let platform = table.u16(place), let encoding = table.u16(place + 2),
        let language = table.u16(place + 4), let name = table.u16(place + 6),
        let length = table.u16(place + 8), let offset = table.u16(place + 10)
      else { break }
      guard name == number,
        let rank = Self.rank(platform: platform, encoding: encoding, language: language),
        rank < best?.rank ?? .max, let bytes = table.sub(storage + offset, count: length)
      else { continue }
      let text = Self.decoded(bytes, platform: platform)
      if !text.isEmpty { best = (rank, text) }
    }
    return best?.text
  }

  /// All texts of a number, in every language that can be read, each once; in no order.
  func texts(_ number: Int) -> Set<String> {
    guard let table, let count = table.u16(2), let storage = table.u16(4) else { return [] }
    var texts: Set<String> = []
    for index in 0..<min(count, Self.mostNames) {
      let place = 6 + 12 * index
      guard let platform = table.u16(place), let encoding = table.u16(place + 2),
        let name = table.u16(place + 6), let length = table.u16(place + 8),
        let offset = table.u16(place + 10)
      else { break }
      guard name == number, Self.rank(platform: platform, encoding: encoding, language: 0) != nil,
        let bytes = table.sub(storage + offset, count: length)
      else { continue }
      texts.insert(Self.decoded(bytes, platform: platform))
    }
    return texts
  }

  /// How much a record is wanted, the lowest number most; nil when its text can't be read.
  private static func rank(platform: Int, encoding: Int, language: Int) -> Int? {
    switch platform {
    case 3 where [0, 1, 10].contains(encoding):
      // Language 0x409 is American English; the low ten bits 9 are any English.
      language == 0x409 ? 0 : language & 0x3FF == 9 ? 1 : 4
    case 0: 2
    case 1 where encoding == 0: language == 0 ? 3 : 5
    default: nil
    }
  }

  /// The text of a record of a platform.
  static func decoded(_ bytes: FontTable, platform: Int) -> String {
    platform == 1 ? macRoman(bytes) : utf16(bytes)
  }

  private static func utf16(_ bytes: FontTable) -> String {
    let units = (0..<bytes.count / 2).map { UInt16(truncatingIfNeeded: bytes.u16(2 * $0) ?? 0) }
    return clean(String(decoding: units, as: UTF16.self))
  }

  private static func macRoman(_ bytes: FontTable) -> String {
    var scalars = String.UnicodeScalarView()
    for index in 0..<bytes.count {
      scalars.append(MacEncoding.roman.scalar(of: UInt8(truncatingIfNeeded: bytes.u8(index) ?? 0)))
    }
    return clean(String(scalars))
  }

  /// The text without characters that control a terminal, so that it can be printed.
  private static func clean(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return String(String.UnicodeScalarView(kept))
  }
}
