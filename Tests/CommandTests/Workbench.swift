import Foundation
import TestSupport
import Testing

/// A folder of its own for one test, in which the real program runs on real pipes.
///
/// `bash` finds the program as `vfx`.
final class Workbench {
  let folder: URL
  private let temporary: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = URL(fileURLWithPath: temporary.path, isDirectory: true)
  }

  /// What a program left behind.
  struct Outcome {
    let status: Int32
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The program: the one that VFX names, with `afx` beside it, else the one built with the tests.
  static let program: URL = {
    if let path = ProcessInfo.processInfo.environment["VFX"], !path.isEmpty {
      return URL(fileURLWithPath: path)
    }
    // The bundle is a folder on Apple systems and a file elsewhere.
    var place = Bundle(for: Workbench.self).bundleURL
    let arguments = ProcessInfo.processInfo.arguments
    let isBundle = { (path: String) in path.contains(".xctest") }
    if let path = arguments.first(where: isBundle), !place.path.contains(".xctest") {
      place = URL(fileURLWithPath: path)
    }
    while place.path.count > 1 {
      place.deleteLastPathComponent()
      let candidate = place.appendingPathComponent("vfx")
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        return candidate
      }
    }
    return place
  }()

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func contents(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent(name))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try contents(name), as: UTF8.self)
  }

  /// Writes a file of the folder: a timeline, where no other name is given.
  func write(_ text: String, to name: String = "t.json") throws {
    try write(text.utf8, to: name)
  }

  func write(_ bytes: some Sequence<UInt8>, to name: String = "t.json") throws {
    try Data(bytes).write(to: folder.appendingPathComponent(name))
  }

  /// A process that is set up to run `vfx` here, but not started.
  func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    return process
  }

  /// Runs `vfx` with these arguments and bytes on its standard input.
  func vfx(_ arguments: String..., input: Data = Data()) throws -> Outcome {
    try write(input, to: "stdin")
    let process = process(arguments)
    process.standardInput = try FileHandle(
      forReadingFrom: folder.appendingPathComponent("stdin"))
    return try outcome(of: process)
  }

  /// Runs a script in bash, with the program's folder in front of the path.
  func bash(_ script: String) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bash", "-c", script]
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    let programs = Self.program.deletingLastPathComponent().path
    environment["PATH"] = programs + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    return try outcome(of: process)
  }

  /// Starts `process`, and waits for its end; files take what it writes, so that nothing blocks.
  func outcome(of process: Process) throws -> Outcome {
    let run = UUID().uuidString
    let output = folder.appendingPathComponent("stdout-\(run)")
    let errors = folder.appendingPathComponent("stderr-\(run)")
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try Data(contentsOf: output),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}

/// Programs of other projects that some tests need.
enum Tool {
  static let isCI = ProcessInfo.processInfo.environment["CI"] == "true"

  static func isInstalled(_ name: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// Whether tests with ffmpeg run: where it is, and in CI, where they fail without it.
  static let hasFFmpeg = isCI || (isInstalled("ffmpeg") && isInstalled("ffprobe"))
}
