import Foundation
import Testing

/// Runs a checker of another project over a generated text, where it is installed.
enum ShellTool {
  static func path(of name: String) -> String? {
    ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func has(_ name: String) -> Bool { path(of: name) != nil }

  /// Gives the exit status and all that `name` says about `text`, which it reads from a file.
  static func run(_ name: String, _ arguments: [String], on text: String) throws -> (Int32, String)
  {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("options-\(UUID().uuidString)")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path(of: name)))
    process.arguments = arguments + [file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
