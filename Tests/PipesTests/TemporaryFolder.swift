import Foundation

/// A folder that a test has to itself, gone when it ends.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "pipes-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }
}

extension TemporaryFolder {
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path) }
}
