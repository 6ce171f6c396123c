import Foundation
import TestFiles
import Testing

@testable import Timeline

/// The files of JSONTestSuite (Fixtures/json/SOURCE.txt).
@Suite struct JSONTestSuiteTests {
  static let folder = Checkout.fixture("json")

  /// Files that RFC 8259 refuses for nothing but a comment or a trailing comma, which we take.
  static let taken: Set<String> = [
    "n_array_extra_comma.json",
    "n_array_number_and_comma.json",
    "n_object_trailing_comma.json",
    "n_object_trailing_comment.json",
    "n_object_trailing_comment_slash_open.json",
    "n_structure_object_with_comment.json",
  ]

  /// Files that RFC 8259 takes and we refuse: a key may stand in an object only once.
  static let refused: Set<String> = [
    "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  ]

  static func files(_ folder: String) throws -> [(name: String, bytes: [UInt8])] {
    let url = Self.folder.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))
      .filter { $0.hasSuffix(".json") }
      .sorted().map { ($0, [UInt8](try Data(contentsOf: url.appending(path: $0)))) }
  }

  static func faults(_ bytes: [UInt8]) -> [Diagnostic] {
    var diagnostics = Diagnostics()
    let parsed = JSONParser.parse(
      SourceText(name: "t.json", bytes: bytes), reportingTo: &diagnostics)
    #expect(parsed != nil || diagnostics.hasErrors, "a text without a value needs a message")
    return diagnostics.sorted
  }

  @Test func `every valid file parses and every broken one has a fault`() throws {
    var counts: [Character: Int] = [:]
    for (name, bytes) in try Self.files("JSONTestSuite") {
      let faults = Self.faults(bytes)
      let kind = try #require(name.first)
      counts[kind, default: 0] += 1
      for fault in faults { #expect(fault.range.upperBound <= max(1, bytes.count + 1)) }
      switch kind {
      case "y" where Self.refused.contains(name):
        #expect(faults.allSatisfy { $0.message.hasSuffix("is given twice") } && !faults.isEmpty)
      case "y": #expect(faults.isEmpty, "\(name): \(faults)")
      case "n": #expect(faults.isEmpty == Self.taken.contains(name), "\(name): \(faults)")
      default: break
      }
    }
    #expect(counts == ["y": 95, "n": 188, "i": 35])
  }

  @Test func `the transform files give a value or a fault`() throws {
    let files = try Self.files("JSONTestSuite-transform")
    #expect(!files.isEmpty)
    for (_, bytes) in files { _ = Self.faults(bytes) }
  }

  /// A fault costs no time beyond the text's length, and its message renders.
  @Test func `every fault of the suite can be shown`() throws {
    for (name, bytes) in try Self.files("JSONTestSuite") where bytes.count < 2000 {
      let source = SourceText(name: name, bytes: bytes)
      var diagnostics = Diagnostics()
      _ = JSONParser.parse(source, reportingTo: &diagnostics)
      let text = DiagnosticText(source).text(of: diagnostics)
      #expect(text.isEmpty == diagnostics.isEmpty)
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
    }
  }
}
