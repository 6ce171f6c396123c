/// What keyboards, word processors and web pages leave in JSON that looks right and is not.
extension JSONScanner {
  /// How many bytes of a blank that JSON does not have stand at `index`; nil where none does.
  ///
  /// These are no-break spaces, the spaces of U+2000 to U+200B, joiners, separators of lines, the
  /// ideographic space, and byte order marks that are not at the beginning.
  func foreignBlank(at index: Int) -> Int? {
    func byte(_ offset: Int) -> UInt8 {
      index + offset < bytes.count ? bytes[index + offset] : 0
    }
    switch (byte(0), byte(1), byte(2)) {
    case (0xC2, 0xA0, _): return 2
    case (0xE2, 0x80, 0x80...0x8B), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
      (0xE2, 0x81, 0x9F...0xA0), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
      return 3
    default: return nil
    }
  }

  /// Reports a run of blanks that JSON does not have and passes over it; false if there is none.
  /// JSON5 has them.
  mutating func skipForeignBlanks() -> Bool {
    let start = position
    while let count = foreignBlank(at: position) { position += count }
    guard position > start else { return false }
    if dialect != .json5, let scalar = text(start..<position).unicodeScalars.first {
      diagnostics.error(
        "\(Self.name(of: scalar)) is not allowed here", at: start..<position,
        hint: "a blank is a space, a tab or a line's end")
    }
    return true
  }

  /// Takes a string in typographic quotes, reports it, and gives what it holds; nil if none starts
  /// here.
  mutating func takeCurlyString() -> (text: String, range: Range<Int>)? {
    guard let byte = next, byte >= 0xC2 else { return nil }
    let marks: Set<Unicode.Scalar> = ["“", "”", "„", "‟", "«", "»", "‘", "’", "‚", "＂"]
    let line = bytes[position...].prefix { $0 != 0x0A && $0 != 0x0D }
    let scalars = String(decoding: line, as: UTF8.self).unicodeScalars
    guard let first = scalars.first, marks.contains(first) else { return nil }
    let start = position
    let inside = scalars.dropFirst().prefix { !marks.contains($0) && $0 != "\"" }
    position += String(first).utf8.count + String(inside).utf8.count
    if inside.endIndex < scalars.endIndex {
      position += String(scalars[inside.endIndex]).utf8.count
    }
    let text = String(inside)
    diagnostics.error(
      "'\(first)' does not make a string", at: start..<position,
      hint: "write \(JSONText.quote(text).clipped)")
    return (text, start..<position)
  }

  /// Where a string ends that was broken by a quotation mark before this place: behind the next such
  /// mark that something of JSON follows, or else at the end of the line.
  var endOfBrokenString: Int {
    var index = position
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
      let byte = bytes[index]
      index += byte == UInt8(ascii: "\\") ? 2 : 1
      guard byte == UInt8(ascii: "\"") else { continue }
      let rest = bytes[index...].drop { $0 == 0x20 || $0 == 0x09 }
      guard let next = rest.first else { return index }
      if ",:]}\n\r".utf8.contains(next) { return index }
    }
    return min(index, bytes.count)
  }

  /// Whether a colon comes next behind the quotation mark that ends at `index`.
  func isBeforeColon(_ index: Int) -> Bool {
    index > 0 && bytes[index - 1] == UInt8(ascii: "\"")
      && bytes[index...].first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: ":")
  }
}

extension String {
  /// The word without single quotes round it.
  var trimmingQuotes: String {
    var word = self[...]
    while word.first == "'" { word = word.dropFirst() }
    while word.last == "'" { word = word.dropLast() }
    return String(word)
  }

  /// The same with the letters, digits and signs of ASCII in the place of their wide forms; nil if
  /// it has none of these.
  var withoutWideForms: String? {
    var result = String.UnicodeScalarView()
    var isChanged = false
    for scalar in unicodeScalars {
      if (0xFF01...0xFF5E).contains(scalar.value), let plain = Unicode.Scalar(scalar.value - 0xFEE0)
      {
        result.append(plain)
        isChanged = true
      } else {
        result.append(scalar)
      }
    }
    return isChanged ? String(result) : nil
  }

  /// The text with its middle left out where it is long.
  fileprivate var clipped: String { count <= 60 ? self : String(prefix(40)) + "…\"" }
}
