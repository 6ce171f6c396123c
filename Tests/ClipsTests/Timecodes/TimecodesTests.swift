import Bytes
import Foundation
import TestFiles
import TestSupport
import Testing

@testable import Clips

/// Files of timecodes of other programs, with mkvmerge as the judge.
@Suite struct TimecodesTests {
  static let folder = Checkout.fixture("timecodes")

  private static func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
  }

  static let tables: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".expected.tsv") }.sorted()
  }()

  @Test func `all tables are found`() { #expect(Self.tables.count == 11) }

  @Test(arguments: tables)
  func `frames stand where mkvmerge puts them`(_ table: String) throws {
    let name = table.replacingOccurrences(of: ".expected.tsv", with: "")
    let timecodes = try Timecodes(parsing: Array(try Self.text(name).utf8))
    let rows = try Self.text(table).split(separator: "\n").dropFirst()
      .map { $0.split(separator: "\t").map(String.init) }
    for row in rows {
      let frame = try #require(Int(row[0]))
      let milliseconds = try #require(timecodes.time(of: frame)).double * 1000
      if row.count > 2 {
        #expect(abs(milliseconds - (try #require(Double(row[2])))) < 1e-5, "frame \(frame)")
      }
      // Of ranges that overlap, mkvmerge counts all frames of both.
      if name == "made-v1-overlap.txt" { continue }
      #expect(abs(milliseconds - (try #require(Double(row[1])))) <= 1, "frame \(frame)")
    }
    #expect(rows.count > 3)
  }

  @Test func `what is no number is refused with its line`() throws {
    let broken = [
      ("made-v2-not-rising.txt", 4, "the time lies before"),
      ("videotimestamps-8.txt", 3, "a number of milliseconds"),
    ]
    for (name, line, message) in broken {
      let bytes = Array(try Self.text(name).utf8)
      let fault = #expect(throws: Timecodes.Fault.self) { try Timecodes(parsing: bytes) }
      #expect(fault?.line == line, "\(name)")
      #expect(fault?.message.contains(message) == true, "\(name)")
    }
  }

  @Test(arguments: [
    ("", 1), ("0\n40\n", 1), ("# timecode format v3\nassume 25\n", 1),
    ("# timecode format v2\n\n", 1),
    ("# timecode format v2\n0\n-40\n", 3), ("# timecode format v2\n0\n1e3\n", 3),
    ("# timecode format v2\n0\n9999999999999999999999999\n", 3),
    ("# timecode format v1\n0,1,2\n", 2),
    ("# timecode format v1\nassume 0\n", 2), ("# timecode format v1\nassume 25\n5,4,25\n", 3),
    ("# timecode format v1\nassume 25\n0,4\n", 3),
    ("# timecode format v1\nassume 25\n0,99999999999999999999,25\n", 3),
  ])
  func `a fault has its line`(_ text: String, _ line: Int) {
    let fault = #expect(throws: Timecodes.Fault.self) { try Timecodes(parsing: Array(text.utf8)) }
    #expect(fault?.line == line)
  }

  @Test func `format 1 goes on for ever, and the others end`() throws {
    let even = try Timecodes(parsing: Array("# timecode format v1\nAssume 24\n10,19,48\n".utf8))
    #expect(even.count == nil)
    #expect(even.time(of: 10) == Rational(reducing: 10, over: 24))
    #expect(even.time(of: 20) == Rational(reducing: 15, over: 24))
    #expect(even.time(of: 44) == Rational(reducing: 39, over: 24))
    let last = Int.max
    let endless = try Timecodes(
      parsing: Array("# timecode format v1\nassume 25\n0,\(last),50\n".utf8))
    #expect(endless.time(of: 100) == Rational(2))
    let two = try Timecodes(parsing: Array("# timestamp format v2\n0\n40.5\n".utf8))
    #expect(two.count == 2 && two.time(of: 1) == Rational(reducing: 81, over: 2000))
    #expect(two.time(of: 2) == nil)
  }
}
