import Bytes

/// A table in the form of comma-separated values (RFC 4180): a row of names, and rows of values.
///
/// Lines end with LF, CR LF or CR; empty lines and a byte order mark are passed over.
struct CommaTable {
  struct Row {
    /// The line of the file on which it begins, from 1.
    let line: Int
    /// As many as there are names.
    let values: [String]
  }

  /// What is wrong, and in which line.
  struct Fault: Error {
    let line: Int
    let message: String
  }

  let names: [String]
  let rows: [Row]

  init(_ bytes: [UInt8]) throws(Fault) {
    var lines = try Self.records(bytes)
    guard let head = lines.first else {
      throw Fault(line: 1, message: "the table is empty; its first row names the columns")
    }
    lines.removeFirst()
    for (index, name) in head.values.enumerated() {
      guard !name.isEmpty else {
        throw Fault(line: head.line, message: "column \(index + 1) has no name")
      }
      guard head.values.firstIndex(of: name) == index else {
        throw Fault(line: head.line, message: "there are two columns '\(name)'")
      }
    }
    for row in lines where row.values.count != head.values.count {
      throw Fault(
        line: row.line,
        message:
          "the row has \(counted(row.values.count, "value")), and there are \(head.values.count) columns"
      )
    }
    (names, rows) = (head.values, lines)
  }

  private static func records(_ bytes: [UInt8]) throws(Fault) -> [Row] {
    var rows: [Row] = []
    var (values, value): ([String], [UInt8]) = ([], [])
    var (line, first) = (1, 1)
    var quoteLine: Int?
    var wasQuoted = false
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    func text(_ bytes: [UInt8]) throws(Fault) -> String {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw Fault(line: first, message: "the text is not UTF-8")
      }
      return text
    }
    func endRow() throws(Fault) {
      let isEmpty = values.isEmpty && value.isEmpty && !wasQuoted
      values.append(try text(value))
      if !isEmpty { rows.append(Row(line: first, values: values)) }
      (values, value, wasQuoted) = ([], [], false)
    }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      let next = index < bytes.count ? bytes[index] : nil
      switch byte {
      case UInt8(ascii: "\"") where quoteLine != nil && next == byte:
        value.append(byte)
        index += 1
      case UInt8(ascii: "\"") where quoteLine != nil: quoteLine = nil
      case UInt8(ascii: "\"") where value.isEmpty && !wasQuoted:
        (quoteLine, wasQuoted) = (line, true)
      case UInt8(ascii: ",") where quoteLine == nil:
        values.append(try text(value))
        (value, wasQuoted) = ([], false)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        let isPair = byte == UInt8(ascii: "\r") && next == UInt8(ascii: "\n")
        if isPair { index += 1 }
        line += 1
        if quoteLine != nil {
          value.append(UInt8(ascii: "\n"))
        } else {
          try endRow()
          first = line
        }
      default: value.append(byte)
      }
    }
    if let quoteLine { throw Fault(line: quoteLine, message: "the quotes are never closed") }
    try endRow()
    return rows
  }
}
