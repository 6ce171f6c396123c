import Foundation
import Testing

@testable import Pipes

@Suite(.timeLimit(.minutes(10))) struct ChildGuardTests {
  /// What the guard's list holds after these lines.
  private func list(after lines: [String]) throws -> String {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    // Numbers are printed in place of being killed.
    let script = ChildGuard.script.replacingOccurrences(
      of: "kill -s KILL -- \"-$number\"", with: "echo $number")
    #expect(script != ChildGuard.script)
    shell.arguments = ["-c", script]
    let (input, output) = (Pipe(), Pipe())
    (shell.standardInput, shell.standardOutput) = (input, output)
    try shell.run()
    try input.fileHandleForWriting.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    try input.fileHandleForWriting.close()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }

  @Test func `children that have ended are let go of, and no others`() throws {
    let lines = ["+ 10", "+ 11", "+ 110", "- 11", "+ 12", "- 10", "- 1"]
    #expect(try list(after: lines) == "110\n12\n")
  }

  /// Each of these doubled the list once.
  @Test func `children that never announced themselves cost nothing`() throws {
    #expect(try list(after: ["+ 5"] + (100..<400).map { "- \($0)" }) == "5\n")
  }
}
