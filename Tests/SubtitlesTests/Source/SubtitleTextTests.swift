import Testing

@testable import Subtitles

@Suite struct SubtitleTextTests {
  private let phrase = "Größe – 大 😀"

  @Test func `a byte order mark decides on the encoding`() throws {
    let units = Array(phrase.utf16)
    let little: [UInt8] =
      [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let eight: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(phrase.utf8)
    for (data, encoding) in [
      (little, SubtitleEncoding.utf16LittleEndian), (big, .utf16BigEndian), (eight, .utf8),
    ] {
      let text = try SubtitleText(data, encoding: .windows1252)
      #expect(text.bytes == Array(phrase.utf8))
      #expect(text.encoding == encoding)
      #expect(text.warnings.isEmpty)
    }
  }

  @Test func `UTF-16 without a mark is known by its zeros`() throws {
    let units = Array("1\n00:00:01,000 --> 00:00:02,000\n大きい".utf16)
    let little = units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    #expect(try SubtitleText(little).encoding == .utf16LittleEndian)
    #expect(try SubtitleText(big).encoding == .utf16BigEndian)
    #expect(try SubtitleText(big).bytes == SubtitleText(little).bytes)
  }

  @Test func `what is no UTF-8 is taken for Windows-1252`() throws {
    let text = try SubtitleText([0x93, 0x47, 0x72, 0xF6, 0xDF, 0x65, 0x94, 0x80])
    #expect(text.encoding == .windows1252)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "“Größe”€")
    #expect(text.warnings.map(\.range) == [0..<2])
    #expect(text.warnings.contains { $0.message.contains("iconv -f ENCODING -t UTF-8") })
    let named = try SubtitleText([0x93, 0x47], encoding: .windows1252)
    #expect(named.warnings.isEmpty)
  }

  @Test func `one fault makes no other encoding of UTF-8`() throws {
    let text = try SubtitleText(Array("Äöü".utf8) + [0xC3] + Array("ß é à".utf8))
    #expect(text.encoding == .utf8)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "Äöü\u{FFFD}ß é à")
    #expect(text.warnings.map(\.range) == [6..<9])
    // WebVTT is UTF-8, however much of it is not.
    let track = try SubtitleText(Array("WEBVTT\n\n".utf8) + [0xE4, 0xF6])
    #expect(track.encoding == .utf8 && track.warnings.count == 1)
  }

  @Test func `an option takes the place of a guess`() throws {
    let text = try SubtitleText(Array("é".utf8), encoding: .windows1252)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "Ã©")
    let broken = try SubtitleText([0x61, 0xFF, 0x62], encoding: .utf8)
    #expect(String(decoding: broken.bytes, as: UTF8.self) == "a\u{FFFD}b")
    #expect(broken.warnings.map(\.range) == [1..<4])
  }

  /// What Python's codecs make of the words.
  @Test(
    arguments: [
      ("Łódź", "windows-1250", [0xA3, 0xF3, 0x64, 0x9F]),
      ("Привет", "windows-1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]),
      ("Γειά", "windows-1253", [0xC3, 0xE5, 0xE9, 0xDC]),
      ("Ğış", "windows-1254", [0xD0, 0xFD, 0xFE]),
      ("שלום", "windows-1255", [0xF9, 0xEC, 0xE5, 0xED]),
      ("مرحبا", "windows-1256", [0xE3, 0xD1, 0xCD, 0xC8, 0xC7]),
      ("Šļą", "windows-1257", [0xD0, 0xEF, 0xE0]),
      ("đơư", "windows-1258", [0xF0, 0xF5, 0xFD]),
      ("ไทย", "windows-874", [0xE4, 0xB7, 0xC2]),
      ("Привет", "koi8-r", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4]),
    ] as [(String, String, [UInt8])])
  func `a byte is the letter that its encoding says`(
    _ word: String, _ name: String, _ bytes: [UInt8]
  ) throws {
    let encoding = try #require(SubtitleEncoding(named: name))
    let text = try SubtitleText(bytes, encoding: encoding)
    #expect(String(decoding: text.bytes, as: UTF8.self) == word)
    #expect(text.warnings.isEmpty)
    #expect(encoding.upperHalf?.count == 128)
  }

  @Test func `a NUL becomes a replacement character with a warning`() throws {
    let text = try SubtitleText([0x61, 0, 0x62])
    #expect(String(decoding: text.bytes, as: UTF8.self) == "a\u{FFFD}b")
    #expect(text.warnings.count == 1)
  }

  @Test func `half a unit and lone surrogates do not trap`() throws {
    #expect(try SubtitleText([0xFF, 0xFE, 0x41]).warnings.count == 1)
    #expect(try SubtitleText([0xFF, 0xFE, 0x00, 0xD8]).bytes == [0xEF, 0xBF, 0xBD])
    #expect(try SubtitleText([0xFF, 0xFE]).bytes.isEmpty)
  }

  @Test func `lines end at CR, LF and both`() {
    var cursor = LineCursor(Array("a\rb\nc\r\nd\n\re\r\n\r\n".utf8))
    var lines: [String] = []
    while let line = cursor.next() { lines.append(cursor.bytes.string(line)) }
    #expect(lines == ["a", "b", "c", "d", "", "e", ""])
  }

  @Test func `names of encodings are those that people write`() {
    #expect(SubtitleEncoding(named: "UTF8") == .utf8)
    #expect(SubtitleEncoding.names.allSatisfy { SubtitleEncoding(named: $0) != nil })
    #expect(SubtitleEncoding.allCases.allSatisfy { SubtitleEncoding.names.contains($0.rawValue) })
    #expect(SubtitleEncoding(named: "Latin1") == .windows1252)
    #expect(SubtitleEncoding(named: "CP1251") == .windows1251)
    #expect(SubtitleEncoding(named: "Shift_JIS") == .shiftJIS)
    #expect(SubtitleEncoding(named: "GB2312") == .gb18030)
    #expect(SubtitleEncoding(named: "CP949") == .eucKR)
    #expect(SubtitleEncoding(named: "ISO-2022-JP") == .iso2022JP)
    #expect(SubtitleEncoding(named: "iso-2022-kr") == nil)
    #expect(SubtitleEncoding(named: "cp437") == nil)
  }
}
