import Foundation

/// The project's own files that tests read.
package enum Checkout {
  /// The project's folder.
  package static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A file or a folder below `Tests/Fixtures`.
  package static func fixture(_ path: String) -> URL {
    folder.appendingPathComponent("Tests/Fixtures").appendingPathComponent(path)
  }

  /// The bytes of a file below `Tests/Fixtures`.
  package static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: fixture(path)))
  }
}
