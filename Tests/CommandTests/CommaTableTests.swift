import Testing

@testable import vfx

/// Tables of comma-separated values, by RFC 4180.
@Suite struct CommaTableTests {
  private func rows(_ text: String) throws -> [[String]] {
    let table = try CommaTable(Array(text.utf8))
    return [table.names] + table.rows.map(\.values)
  }

  @Test(arguments: [
    ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
    ("a,b\r\n1,2", [["a", "b"], ["1", "2"]]),
    ("a,b\r1,2\r", [["a", "b"], ["1", "2"]]),
    ("\u{FEFF}a\nx\n", [["a"], ["x"]]),
    ("a,b\n\"x, \"\"y\"\"\nz\",\n", [["a", "b"], ["x, \"y\"\nz", ""]]),
    ("a\n\n\"\"\nb\n\n", [["a"], [""], ["b"]]),
    ("a,b\n,\n", [["a", "b"], ["", ""]]),
    ("a\nx\"y\n", [["a"], ["x\"y"]]),
  ])
  func `values are taken apart`(_ text: String, _ expected: [[String]]) throws {
    #expect(try rows(text) == expected)
  }

  @Test func `rows know their lines`() throws {
    let table = try CommaTable(Array("a\n\"1\n2\"\n\nb\n".utf8))
    #expect(table.rows.map(\.line) == [2, 5])
  }

  @Test(arguments: [
    ("", 1, "the table is empty; its first row names the columns"),
    ("a,a\n", 1, "there are two columns 'a'"), ("\na,\n", 2, "column 2 has no name"),
    ("a,b\n1,2\n3\n", 3, "the row has 1 value, and there are 2 columns"),
    ("a\n\"b\nc\n", 2, "the quotes are never closed"),
  ])
  func `faults have their lines`(_ text: String, _ line: Int, _ message: String) {
    do {
      _ = try CommaTable(Array(text.utf8))
      Issue.record("nothing is wrong")
    } catch {
      #expect(error.line == line && error.message == message)
    }
  }

  @Test func `what is not UTF-8 is refused`() {
    #expect(throws: CommaTable.Fault.self) { try CommaTable([0x61, 0x0A, 0xFF, 0x0A]) }
  }
}
