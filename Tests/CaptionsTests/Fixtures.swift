import Bytes
import Foundation
import TestFiles

@testable import Captions

/// The files in `Tests/Fixtures/captions`, and short ways to read a text.
enum CaptionFixtures {
  static let folder = Checkout.fixture("captions")

  static func bytes(_ path: String) throws -> [UInt8] {
    try Checkout.bytes("captions/\(path)")
  }

  static func transcript(_ path: String) throws -> Transcript { try Transcript(try bytes(path)) }

  /// Every file that has a table of its words beside it.
  static let paths: [String] = {
    let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (all ?? []).filter { $0.contains(".json") && !$0.hasSuffix(".tsv") }.sorted()
  }()

  /// A line of a table: times in thousandths, nil where the file gives none.
  struct Row {
    let start: Int?
    let end: Int?
    let text: String
    let speaker: String
  }

  static func table(_ path: String) throws -> [Row] {
    let text = String(decoding: try bytes(path + ".expected.tsv"), as: UTF8.self)
    return text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      func time(_ field: Substring) -> Int? { Double(field).map { Int(($0 * 1000).rounded()) } }
      return Row(
        start: time(fields[0]), end: time(fields[1]),
        text: fields[2].trimmingCharacters(in: .whitespaces),
        speaker: fields.count > 3 ? String(fields[3]) : "")
    }
  }
}

func words(_ text: String) throws -> [CaptionWord] { try Transcript(Array(text.utf8)).words }

extension Rational {
  /// In thousandths, rounded.
  var ms: Int { Int((double * 1000).rounded()) }
}

extension CaptionWord {
  /// `word 100-250`, with `+` before what is attached.
  var shown: String { "\(isAttached ? "+" : "")\(text) \(start.ms)-\(end.ms)" }
}

/// Words of 100 ms each, one every 150 ms; `|` is a silence of a second.
func spoken(_ text: String) -> [CaptionWord] {
  var words: [CaptionWord] = []
  var time = 0
  for word in text.split(separator: " ") {
    if word == "|" {
      time += 1000
      continue
    }
    words.append(
      CaptionWord(
        String(word), start: Rational(reducing: Int128(time), over: 1000),
        end: Rational(reducing: Int128(time + 100), over: 1000)))
    time += 150
  }
  return words
}
