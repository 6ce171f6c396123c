import Bytes
import Timeline

extension BoxTrack {
  /// Reads a file of boxes: JSON, where it begins with a bracket, else CSV.
  init(parsing source: SourceText) throws(TrackError) {
    let bytes = source.bytes
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) { start += 1 }
    guard start < bytes.count else {
      throw TrackError(message: "the file is empty", offset: 0)
    }
    if bytes[start] == UInt8(ascii: "[") || bytes[start] == UInt8(ascii: "{") {
      self = try Self.json(source)
    } else {
      var table = TrackTable(bytes)
      self = try table.track()
    }
  }
}

/// A table of boxes as CSV (RFC 4180), or parted by semicolons or tabs.
///
/// The first line names the columns, in any order, or is a box: then they are time, x, y, width,
/// height and perhaps id. Columns of other names are passed over, as are empty lines and those that
/// begin with `#`.
private struct TrackTable {
  private typealias Field = (text: String, offset: Int)

  private let bytes: [UInt8]
  private var position: Int
  private var separator = UInt8(ascii: ",")
  /// The place of each field in a line; nil where there is none.
  private var columns: [Int?] = [0, 1, 2, 3, 4, nil]
  private var fields: [Field] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func track() throws(TrackError) -> BoxTrack {
    var builder = BoxTrackBuilder()
    var isFirst = true
    while skipEmptyLines() {
      let start = position
      if isFirst { findSeparator() }
      try takeLine()
      if isFirst {
        isFirst = false
        if try takeHeader(at: start) { continue }
      }
      let (time, box) = try values(at: start)
      try builder.add(id, at: time, box, offset: start)
    }
    return try builder.track()
  }

  private var id: String {
    guard let column = columns[TrackField.id.rawValue], column < fields.count else { return "" }
    return fields[column].text
  }

  private func values(at start: Int) throws(TrackError) -> (Double, SIMD4<Float>) {
    func value(_ field: TrackField) throws(TrackError) -> Double {
      guard let column = columns[field.rawValue], column < fields.count else {
        throw TrackError(message: "the line has no \(field.names[0])", offset: start)
      }
      let (text, offset) = fields[column]
      if text.isEmpty {
        throw TrackError(message: "the line has no \(field.names[0])", offset: offset)
      }
      return try field.value(text, at: offset)
    }
    let time = try value(.time)
    let (x, y) = (try value(.x), try value(.y))
    let (width, height) = (try value(.width), try value(.height))
    return (time, SIMD4<Float>(SIMD4(x, y, width, height)))
  }

  /// Takes the names of columns; gives false where the first line holds a box.
  private mutating func takeHeader(at start: Int) throws(TrackError) -> Bool {
    let first = fields[0].text.utf8.first ?? 0x2C
    if first.isDigit || [0x2B, 0x2D, 0x2E].contains(first) {
      if fields.count > 5 { columns[TrackField.id.rawValue] = 5 }
      return false
    }
    columns = Array(repeating: nil, count: TrackField.allCases.count)
    for (index, (text, offset)) in fields.enumerated() {
      guard let field = TrackField(name: text.lowercased()) else { continue }
      guard columns[field.rawValue] == nil else {
        throw TrackError(message: "there is a second column of \(field.names[0])", offset: offset)
      }
      columns[field.rawValue] = index
    }
    for field in TrackField.allCases where field != .id && columns[field.rawValue] == nil {
      throw TrackError(message: "there is no column '\(field.names[0])'", offset: start)
    }
    return true
  }

  // MARK: - Lines

  /// Passes lines without a box; false at the end.
  private mutating func skipEmptyLines() -> Bool {
    while position < bytes.count {
      var end = position
      while end < bytes.count, [0x20, 0x09, 0x0D].contains(bytes[end]) { end += 1 }
      guard end < bytes.count else { break }
      if bytes[end] == UInt8(ascii: "#") {
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      } else if bytes[end] != 0x0A {
        return true
      }
      position = end + 1
    }
    return false
  }

  /// Takes the first line's commas, or else its semicolons or tabs, for what parts fields.
  private mutating func findSeparator() {
    let line = bytes[position...].prefix { $0 != 0x0A }
    let choices = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
    separator = choices.first { line.contains($0) } ?? UInt8(ascii: ",")
  }

  /// Reads the fields of a line, and goes past its end.
  private mutating func takeLine() throws(TrackError) {
    fields.removeAll(keepingCapacity: true)
    while true {
      skipBlanks()
      let offset = position
      let isQuoted = position < bytes.count && bytes[position] == UInt8(ascii: "\"")
      let text = isQuoted ? try takeQuoted() : takePlain()
      guard fields.count < 1000 else {
        throw TrackError(message: "the line has more than 1000 fields", offset: offset)
      }
      fields.append((text, offset))
      skipBlanks()
      guard position < bytes.count, bytes[position] != 0x0A else { break }
      guard bytes[position] == separator else {
        throw TrackError(message: "text follows a closing quote", offset: position)
      }
      position += 1
    }
    position += 1
  }

  private mutating func skipBlanks() {
    while position < bytes.count, [0x20, 0x09, 0x0D].contains(bytes[position]),
      bytes[position] != separator
    {
      position += 1
    }
  }

  private mutating func takePlain() -> String {
    let start = position
    while position < bytes.count, bytes[position] != separator, bytes[position] != 0x0A {
      position += 1
    }
    var text = bytes[start..<position]
    while let last = text.last, [0x20, 0x09, 0x0D].contains(last) { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  /// A field in quotes, within which two of them stand for one.
  private mutating func takeQuoted() throws(TrackError) -> String {
    let start = position
    var text: [UInt8] = []
    position += 1
    while position < bytes.count, bytes[position] != 0x0A {
      if bytes[position] == UInt8(ascii: "\"") {
        position += 1
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
          return String(decoding: text, as: UTF8.self)
        }
      }
      text.append(bytes[position])
      position += 1
    }
    throw TrackError(message: "the quote is not closed on its line", offset: start)
  }
}
