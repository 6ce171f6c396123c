import Foundation
import TestSupport
import Testing

@testable import Pipes

@Suite struct ChildProcessTests {
  /// Whether there is such a process.
  private func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 }

  /// Starts a line of shell.
  private func shell(
    _ line: String, interrupt: Interrupt? = nil, patience: Int? = nil
  ) throws -> ChildProcess {
    try ChildProcess("/bin/sh", ["-c", line], interrupt: interrupt, patience: patience)
  }

  private func text(_ child: ChildProcess) throws -> String {
    var source = ByteSource(child)
    return String(decoding: try source.readBytes(1 << 16), as: UTF8.self)
  }

  private var openDescriptors: Int {
    (0..<256).count { FileDescriptor($0, name: "").kind != .closed }
  }

  @Test func `output comes through and the exit code after it`() throws {
    let child = try shell("printf hello; exit 3")
    #expect(try text(child) == "hello")
    #expect(try child.finish() == .exited(3))
    #expect(try !child.finish().isSuccess)
    #expect(try shell("exit 0").finish().isSuccess)
  }

  @Test func `arguments are passed as they are`() throws {
    let words = ["a b", "$HOME", "\"'`;|", "", "ä\n-"]
    let child = try ChildProcess("/bin/sh", ["-c", #"printf '<%s>' "$@""#, "sh"] + words)
    #expect(try text(child) == words.map { "<\($0)>" }.joined())
  }

  @Test func `a child has no input, and none of our descriptors`() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    let file = try TemporaryFile()
    let ours = [reading.number, writing.number].map(String.init)
    let child = try shell(
      "cat; for n in \(ours.joined(separator: " ")); do readlink /dev/fd/$n; done")
    #expect(try !text(child).contains("pipe"))
    try reading.close()
    try writing.close()
    withExtendedLifetime(file) {}
  }

  @Test func `the last words are kept, and not all of them`() throws {
    let child = try shell(
      "i=0; while [ $i -lt 4000 ]; do echo line $i >&2; i=$((i+1)); done; echo x")
    #expect(try text(child) == "x\n")
    _ = try child.finish()
    #expect(child.complaints.hasSuffix("line 3998\nline 3999\n"))
    #expect(child.complaints.utf8.count == ChildProcess.keptErrors)
  }

  @Test func `a child that is killed says by what`() throws {
    let child = try shell("kill -9 $$")
    #expect(try text(child) == "")
    #expect(try child.finish() == .killed(signal: 9))
  }

  @Test func `a child whose file may grow no more is reported as that`() throws {
    let child = try shell("ulimit -c 0; kill -XFSZ $$")
    #expect(try text(child) == "")
    #expect(try "\(child.finish())" == "was ended because its file reached the allowed size")
  }

  @Test func `a child that a broken pipe should end is ended by it`() throws {
    Signals.ignoreBrokenPipes()
    let child = try shell("trap '' TERM; while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyy; done")
    var byte: UInt8 = 0
    _ = try withUnsafeMutableBytes(of: &byte) { try child.read(into: $0) }
    #expect(try child.finish() == .killed(signal: 13))
  }

  @Test func `a child that goes on is stopped, and those that it started`() throws {
    let start = Host.monotonicTime
    let child = try shell("trap '' TERM; sleep 60 & wait; sleep 60")
    #expect(try child.finish(within: 0) == .stopped || child.finish().isSuccess == false)
    child.terminate()
    #expect(Host.monotonicTime - start < 5_000_000_000)
  }

  @Test func `a child that writes nothing can be interrupted`() throws {
    let interrupt = try Interrupt()
    let child = try shell("sleep 60", interrupt: interrupt)
    let raiser = try Thread(name: "raiser") {
      let start = Host.monotonicTime
      while Host.monotonicTime - start < 20_000_000 {}
      interrupt.stop(by: .terminate)
    }
    defer { raiser.join() }
    #expect(throws: PipeError.stopped(.terminate)) { try text(child) }
  }

  @Test func `a child that gives nothing for too long is ended`() throws {
    let child = try shell("echo a; sleep 60", patience: 1)
    let process = child.process
    #expect(throws: PipeError.silent(name: "/bin/sh", seconds: 1)) { try text(child) }
    #expect(!isAlive(process))
  }

  @Test func `a child that is slow and gives something is not`() throws {
    let child = try shell("for n in 1 2 3; do sleep 0.7; echo $n; done", patience: 2)
    #expect(try text(child) == "1\n2\n3\n")
    #expect(try child.finish().isSuccess)
  }

  @Test func `nothing is left of a child`() throws {
    let process: Int32
    do {
      let child = try shell("sleep 60")
      process = child.process
      #expect(isAlive(process))
    }
    #expect(!isAlive(process))
    let before = openDescriptors
    for _ in 0..<20 { _ = try shell("echo a; echo b >&2") }
    // Other tests open and close descriptors at the same time.
    #expect(openDescriptors < before + 30)
  }

  @Test func `a program that cannot be started is an error`() throws {
    #expect(throws: PipeError.self) { try ChildProcess("/nonexistent/program", []) }
    #expect(throws: PipeError.self) { try ChildProcess("/", []) }
  }

  @Test func `programs are found in PATH`() throws {
    #expect(Programs.find("sh")?.hasSuffix("/sh") == true)
    #expect(Programs.find("/bin/sh") == "/bin/sh")
    for name in ["", "/", "no-such-program-at-all", "/etc/passwd"] {
      #expect(Programs.find(name) == nil)
    }
  }

  @Test(arguments: [
    ("no-such-program-at-all", "was not found on the search path"),
    ("./no-such-program-at-all", "was not found"),
    ("/etc/passwd", "is there, but cannot be executed"),
    ("/", "is a directory, not a program"),
    (".", "is a directory, not a program"),
    ("/dev/null", "is a device, not a program"),
  ])
  func `what is no program is told from what is not there`(_ name: String, _ absence: String) {
    #expect(Programs.absence(of: name) == absence)
  }
}

@Suite struct TemporaryFileTests {
  @Test func `bytes stay where they were put`() throws {
    let folder = try TemporaryFolder()
    let file = try TemporaryFile(in: folder.path)
    try [UInt8](repeating: 7, count: 10).withUnsafeBytes { try file.write($0, at: 1000) }
    var bytes = [UInt8](repeating: 1, count: 12)
    let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 998) }
    #expect(count == 12)
    #expect(bytes == [0, 0] + [UInt8](repeating: 7, count: 10))
    #expect(try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 1009) } == 1)
  }

  @Test func `it has no name`() throws {
    let folder = try TemporaryFolder()
    let file = try TemporaryFile(in: folder.path)
    #expect(try folder.names().isEmpty)
    #expect(file.folder == folder.path)
  }

  @Test func `a folder that is not there is an error`() {
    #expect(throws: PipeError.self) { try TemporaryFile(in: "/nonexistent/folder") }
  }
}
