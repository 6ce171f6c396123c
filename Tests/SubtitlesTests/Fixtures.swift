import Bytes
import Foundation
import TestFiles

@testable import Subtitles

/// The files in `Tests/Fixtures/subs`, and short ways to read a text.
enum Fixtures {
  static let folder = Checkout.fixture("subs")

  static func bytes(_ path: String) throws -> [UInt8] {
    try Checkout.bytes("subs/\(path)")
  }

  static func file(_ path: String) throws -> SubtitleFile {
    try SubtitleFile(try bytes(path), kind: SubtitleKind(path: path))
  }

  /// Every file that is meant to be read.
  static func paths() -> [String] {
    (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
      .filter { SubtitleKind(path: $0) != nil }.sorted()
  }
}

func read(_ text: String, _ kind: SubtitleKind? = nil) throws -> SubtitleFile {
  try SubtitleFile(Array(text.utf8), kind: kind)
}

/// A time in thousandths.
func ms(_ value: Int) -> Rational { Rational(reducing: Int128(value), over: 1000) }

extension SubtitleCue {
  /// The times in thousandths.
  var milliseconds: [Int] { [start, end].map { Int(($0 * Rational(1000)).floor) } }
}

extension SubtitleFile {
  func messages(_ kind: SubtitleWarning.Kind) -> [String] {
    warnings.filter { $0.kind == kind }.map(\.message)
  }
}
