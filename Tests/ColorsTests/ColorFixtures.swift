import Foundation

/// The tables in `Tests/Fixtures/colors`.
enum ColorFixtures {
  /// The rows of a table behind its heading.
  static func rows(_ name: String) throws -> [[String]] {
    var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    while folder.lastPathComponent != "Tests", folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
    }
    let text = try String(
      contentsOf: folder.appendingPathComponent("Fixtures/colors/" + name), encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t").map(String.init)
    }
  }
}
