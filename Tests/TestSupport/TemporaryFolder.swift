import Foundation
import Pipes

/// A folder that a test has to itself, gone when it ends.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "vfx-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a name in the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  /// What is in the folder, in no order.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
  }

  /// Writes a program for /bin/sh and gives its path.
  @discardableResult
  package func script(_ name: String, _ lines: String) throws -> String {
    let text = "#!/bin/sh\n" + lines + "\n"
    // A file that was open for writing here could still be so in a child that another test starts
    // at the same moment, and such a program cannot be run.
    let writer = try ChildProcess(
      "/bin/sh", ["-c", #"printf %s "$1" > "$0"; chmod 755 "$0""#, file(name), text])
    guard try writer.finish().isSuccess else { throw CocoaError(.fileWriteUnknown) }
    return file(name)
  }
}
