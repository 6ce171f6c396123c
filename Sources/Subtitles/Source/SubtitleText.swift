/// The letters of a subtitle file as UTF-8, however the file had them.
///
/// All places in a file are byte offsets in ``bytes``.
package struct SubtitleText: Sendable {
  /// The longest file that is read; a script with its fonts inside may have tens of megabytes.
  package static let mostBytes = 1 << 26

  /// Valid UTF-8 without a byte order mark and without NUL, which becomes U+FFFD.
  package let bytes: [UInt8]
  /// How the file wrote its letters.
  package let encoding: SubtitleEncoding
  /// What did not go into the text as it was.
  let warnings: [SubtitleWarning]

  /// Reads the bytes of a file.
  ///
  /// A byte order mark decides on the encoding; then `encoding`; then what the bytes look like:
  /// UTF-16 by its zeros, ISO-2022-JP by its escapes, UTF-8 if they are valid but for a few, as WebVTT always is, Windows-1252
  /// otherwise, with a warning. What is invalid becomes U+FFFD. Throws when the file is longer than
  /// ``mostBytes``.
  package init(_ data: [UInt8], encoding wanted: SubtitleEncoding? = nil) throws(SubtitleError) {
    guard data.count <= Self.mostBytes else {
      throw SubtitleError(
        "the file is longer than \(Self.mostBytes >> 20) MiB", kind: .unsupported)
    }
    let mark = SubtitleEncoding.marked(data)
    let body = data.dropFirst(mark?.length ?? 0)
    var text: [UInt8]
    if let known = mark?.encoding ?? wanted ?? SubtitleEncoding.guessedUTF16(data) {
      encoding = known
      text = Self.decoded(body, known)
    } else if EscapedJapanese.isLikely(body) {
      encoding = .iso2022JP
      text = Self.decoded(body, .iso2022JP)
    } else if String(validating: body, as: UTF8.self) != nil {
      encoding = .utf8
      text = Array(body)
    } else if body.starts(with: "WEBVTT".utf8) || Self.isNearlyUTF8(body) {
      encoding = .utf8
      text = Self.decoded(body, .utf8)
    } else {
      encoding = .windows1252
      text = Self.decoded(body, .windows1252)
    }
    var warnings: [SubtitleWarning] = []
    if encoding == .utf16LittleEndian || encoding == .utf16BigEndian, body.count % 2 != 0 {
      warnings.append(
        SubtitleWarning(
          .encoding, "half a character at the end of the text is left out",
          at: text.count..<text.count))
    }
    if encoding == .utf8, let place = Self.firstDifference(body, text) {
      warnings.append(
        SubtitleWarning(
          .encoding, "bytes that are not UTF-8 become U+FFFD; the file may have another encoding",
          at: place..<place + 3))
    }
    if encoding == .windows1252, mark == nil, wanted == nil,
      let place = body.firstIndex(where: { $0 > 127 })
    {
      let start = place - body.startIndex
      warnings.append(
        SubtitleWarning(
          .encoding,
          "the file is not UTF-8, and is read as Windows-1252; if its letters are others, 'encoding' "
            + "says which, such as windows-1251 or gbk, or 'iconv -f ENCODING -t UTF-8' makes it UTF-8",
          at: start..<start + 2))
    }
    if let place = text.firstIndex(of: 0) {
      warnings.append(
        SubtitleWarning(.encoding, "a NUL becomes U+FFFD", at: place..<place + 3))
      text = Self.withoutNUL(text)
    }
    bytes = text
    self.warnings = warnings
  }

  /// Whether letters of several bytes are UTF-8 but for few: one that was cut, or one of another
  /// file.
  private static func isNearlyUTF8(_ body: ArraySlice<UInt8>) -> Bool {
    // Each fault becomes one U+FFFD, which no file has but for faults that it was written with.
    var (letters, faults) = (0, 0)
    for scalar in String(decoding: body, as: UTF8.self).unicodeScalars where scalar.value > 127 {
      if scalar == "\u{FFFD}" { faults += 1 } else { letters += 1 }
    }
    return letters > 4 * faults
  }

  private static func decoded(_ body: ArraySlice<UInt8>, _ encoding: SubtitleEncoding) -> [UInt8] {
    if let upperHalf = encoding.upperHalf { return decoded(body, upperHalf) }
    if let eastAsian = encoding.eastAsian { return EastAsianText(body, as: eastAsian).bytes }
    switch encoding {
    case .iso2022JP: return EscapedJapanese(body).bytes
    case .utf16LittleEndian, .utf16BigEndian:
      let low = encoding == .utf16LittleEndian ? 0 : 1
      var units: [UInt16] = []
      units.reserveCapacity(body.count / 2)
      for index in stride(from: body.startIndex, to: body.endIndex - 1, by: 2) {
        units.append(UInt16(body[index + low]) | UInt16(body[index + 1 - low]) << 8)
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    default: return Array(String(decoding: body, as: UTF8.self).utf8)
    }
  }

  private static func decoded(_ body: ArraySlice<UInt8>, _ upperHalf: [UInt16]) -> [UInt8] {
    let letters = upperHalf.map { unit in
      Array(Unicode.Scalar(unit).flatMap(UTF8.encode) ?? UTF8.encodedReplacementCharacter)
    }
    var result: [UInt8] = []
    result.reserveCapacity(body.count + body.count / 2)
    for byte in body {
      if byte < 0x80 {
        result.append(byte)
      } else {
        result += letters[Int(byte) - 0x80]
      }
    }
    return result
  }

  private static func firstDifference(_ body: ArraySlice<UInt8>, _ text: [UInt8]) -> Int? {
    guard body.count != text.count || !body.elementsEqual(text) else { return nil }
    return zip(body, text).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(body.count, text.count)
  }

  private static func withoutNUL(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count + 64)
    for byte in text {
      if byte == 0 {
        result.append(contentsOf: [0xEF, 0xBF, 0xBD])
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
