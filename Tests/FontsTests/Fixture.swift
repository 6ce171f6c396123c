import Foundation
import TestFiles

/// Files of Tests/Fixtures/fonts.
enum Fixture {
  static let folder = Checkout.fixture("fonts")

  static func bytes(_ name: String) throws -> [UInt8] {
    try Checkout.bytes("fonts/\(name)")
  }

  static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// The names of the files that end so, sorted.
  static func names(ending endings: String..., in part: String = "") -> [String] {
    let names =
      (try? FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent(part).path)) ?? []
    return names.filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
      .map { part.isEmpty ? $0 : "\(part)/\($0)" }
  }
}
