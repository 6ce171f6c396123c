import Testing

@testable import Subtitles

/// Letters of East Asian encodings; the bytes are those of the Encoding Standard's indexes.
@Suite struct EastAsianTextTests {
  @Test(
    arguments: [
      (
        "shift_jis", "字幕のテスト―①髙ｱ",
        [
          0x8E, 0x9A, 0x96, 0x8B, 0x82, 0xCC, 0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x81, 0x5C,
          0x87, 0x40, 0xEE, 0xE0, 0xB1,
        ]
      ),
      (
        "euc-jp", "字幕のテスト～龥",
        [
          0xBB, 0xFA, 0xCB, 0xEB, 0xA4, 0xCE, 0xA5, 0xC6, 0xA5, 0xB9, 0xA5, 0xC8, 0x8F, 0xA2,
          0xB7, 0x8F, 0xED, 0xE3,
        ]
      ),
      (
        "iso-2022-jp", "字幕―ab¥ｱ①丂",
        [
          0x1B, 0x24, 0x42, 0x3B, 0x7A, 0x4B, 0x6B, 0x21, 0x3D, 0x1B, 0x28, 0x42, 0x61, 0x62,
          0x1B, 0x28, 0x4A, 0x5C, 0x1B, 0x28, 0x49, 0x31, 0x1B, 0x24, 0x40, 0x2D, 0x21,
          0x1B, 0x24, 0x28, 0x44, 0x30, 0x21, 0x1B, 0x28, 0x42,
        ]
      ),
      (
        "gbk", "字幕测试：臺灣镕€",
        [
          0xD7, 0xD6, 0xC4, 0xBB, 0xB2, 0xE2, 0xCA, 0xD4, 0xA3, 0xBA, 0xC5, 0x5F, 0x9E, 0xB3,
          0xE9, 0x46, 0x80,
        ]
      ),
      (
        "gb18030", "字幕𠀀ḿ",
        [
          0xD7, 0xD6, 0xC4, 0xBB, 0x95, 0x32, 0x82, 0x36, 0xA8, 0xBC,
        ]
      ),
      (
        "big5", "字幕測試咗𠝹鿋",
        [
          0xA6, 0x72, 0xB9, 0xF5, 0xB4, 0xFA, 0xB8, 0xD5, 0x9D, 0xF7, 0x9B, 0xD0, 0x87, 0xDF,
        ]
      ),
      (
        "euc-kr", "자막 시험 뷁",
        [
          0xC0, 0xDA, 0xB8, 0xB7, 0x20, 0xBD, 0xC3, 0xC7, 0xE8, 0x20, 0x94, 0xEE,
        ]
      ),
    ] as [(String, String, [UInt8])])
  func `texts are read`(_ name: String, _ text: String, _ bytes: [UInt8]) throws {
    let encoding = try #require(SubtitleEncoding(named: name))
    let read = try SubtitleText(bytes + Array(" ok\n".utf8), encoding: encoding)
    #expect(String(decoding: read.bytes, as: UTF8.self) == text + " ok\n")
    // Whatever is cut or out of place takes no ASCII with it.
    for count in 0...bytes.count {
      for start in [0, 1, 3] where start <= count {
        let part = Array(bytes[start..<count]) + Array("\n1\n".utf8)
        #expect(
          try SubtitleText(part, encoding: encoding).bytes.suffix(3) == Array("\n1\n".utf8)[...])
      }
    }
  }

  /// How many letters each pair of bytes gives, and the sum of their code points modulo 2^32.
  private func sums(_ encoding: EastAsianEncoding) -> (letters: Int, sum: UInt32) {
    var (letters, sum) = (0, UInt32(0))
    for first in 0x80...0xFF as ClosedRange<UInt8> {
      for second in 0x80...0xFF as ClosedRange<UInt8> {
        let text = String(
          decoding: EastAsianText([first, second], as: encoding).bytes, as: UTF8.self)
        guard text.unicodeScalars.count == 1, let letter = text.unicodeScalars.first,
          letter != "\u{FFFD}"
        else { continue }
        letters += 1
        sum &+= letter.value &* UInt32(first) &+ UInt32(second)
      }
    }
    return (letters, sum)
  }

  /// Of the indexes of the Encoding Standard, without private use, and for Big5 without 91 letters
  /// that Python lacks, of which most stand elsewhere, too.
  @Test(
    arguments: [
      (.shiftJIS, 5066, 0x3F213611),
      (.eucJP, 7399, 0x885BEBC0),
      (.gb18030, 14405, 0xCF89A5F2),
      (.big5, 10959, 0x542B078F),
      (.eucKR, 13442, 0xDB6ABE38),
    ] as [(EastAsianEncoding, Int, UInt32)])
  func `all pairs are those of the standard`(
    _ encoding: EastAsianEncoding, _ letters: Int, _ sum: UInt32
  ) {
    let found = sums(encoding)
    #expect(found.letters == letters && found.sum == sum, "\(found)")
  }

  @Test func `three bytes of EUC are the supplement of Japan`() {
    // As above, of the index of JIS X 0212.
    var (letters, sum) = (0, UInt32(0))
    for row in 0xA0...0xFF as ClosedRange<UInt8> {
      for cell in 0xA0...0xFF as ClosedRange<UInt8> {
        let text = String(
          decoding: EastAsianText([0x8F, row, cell], as: .eucJP).bytes, as: UTF8.self)
        guard text.unicodeScalars.count == 1, let letter = text.unicodeScalars.first,
          letter != "\u{FFFD}"
        else { continue }
        letters += 1
        sum &+= letter.value &* UInt32(row) &+ UInt32(cell)
      }
    }
    #expect(letters == 6067 && sum == 0xA596_0F6F)
  }

  @Test func `escapes of ISO-2022-JP tell it, and hold up to the end of a line`() throws {
    let text = "1\n00:00:01,000 --> 00:00:02,000\n\u{1B}$B;zKk\n\n2\n"
    let read = try SubtitleText(Array(text.utf8))
    #expect(read.encoding == .iso2022JP && read.warnings.isEmpty)
    #expect(
      String(decoding: read.bytes, as: UTF8.self)
        == "1\n00:00:01,000 --> 00:00:02,000\n字幕\n\n2\n")
    // An escape that is none of its own, letters beyond 0x7F.
    #expect(try SubtitleText(Array("a\u{1B}[1mb".utf8)).encoding == .utf8)
    #expect(try SubtitleText(Array("é\u{1B}$B;z".utf8)).encoding == .utf8)
  }

  @Test(arguments: [
    ([0x81, 0x20], "\u{FFFD} "), ([0x81, 0xFF], "\u{FFFD}"), ([0xFF, 0x41], "\u{FFFD}A"),
    ([0x81, 0x30, 0x81], "\u{FFFD}0\u{FFFD}"), ([0x81, 0x30, 0x81, 0x30], "\u{80}"),
    ([0x84, 0x31, 0xA4, 0x37], "\u{FFFD}"), ([0x90, 0x30, 0x81, 0x30], "\u{10000}"),
    ([0xE3, 0x32, 0x9A, 0x35], "\u{10FFFF}"), ([0xE3, 0x32, 0x9A, 0x36], "\u{FFFD}"),
  ])
  func `GB 18030 has letters of four bytes`(_ bytes: [UInt8], _ text: String) {
    #expect(String(decoding: EastAsianText(bytes[...], as: .gb18030).bytes, as: UTF8.self) == text)
  }
}
