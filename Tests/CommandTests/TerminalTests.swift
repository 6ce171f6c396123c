import Foundation
import TestSupport
import Testing

/// What happens where a person sits at an end of the pipe.
@Suite(.timeLimit(.minutes(20))) struct TerminalTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  /// The two ends of a terminal that nobody sees.
  private func terminal() throws -> (person: FileHandle, program: FileHandle) {
    let person = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(person >= 0)
    #if canImport(Darwin)
      try #require(grantpt(person) == 0 && unlockpt(person) == 0)
      let name = String(cString: try #require(ptsname(person)))
    #else
      // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>; the C module leaves out unlockpt(3).
      var lock: Int32 = 0
      var number: UInt32 = 0
      try #require(ioctl(person, 0x4004_5431, &lock) == 0)
      try #require(ioctl(person, 0x8004_5430, &number) == 0)
      let name = "/dev/pts/\(number)"
    #endif
    let program = open(name, O_RDWR | O_NOCTTY)
    try #require(program >= 0)
    return (FileHandle(fileDescriptor: person), FileHandle(fileDescriptor: program))
  }

  @Test(arguments: [
    ([], "ffmpeg -i in.mp4 -f yuv4mpegpipe - | vfx -t t.json | ffmpeg -i - out.mp4"),
    (["hash"], "vfx hash FILE"),
  ])
  func `a terminal for input is refused with the pipe to type`(
    _ arguments: [String], _ pipe: String
  ) throws {
    let (person, program) = try terminal()
    defer { try? person.close() }
    let process = bench.process(arguments)
    process.standardInput = program
    let outcome = try bench.outcome(of: process)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "vfx: standard input is a terminal, but must be a Y4M stream; type: \(pipe)\n")
  }

  @Test func `a timeline of tracks waits for no terminal`() throws {
    let (person, program) = try terminal()
    defer { try? person.close() }
    try bench.write(SoundFiles.saw(seconds: 0.5), to: "a.wav")
    let text = #"{ "version": 1, "audio": { "tracks": [{ "source": "a.wav" }] } }"#
    try bench.write(text)
    let process = bench.process(["-t", "t.json"])
    process.executableURL = Workbench.program.deletingLastPathComponent()
      .appendingPathComponent("afx")
    process.standardInput = program
    let outcome = try bench.outcome(of: process)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(SoundFiles.facts(outcome.output).frames == 24_000)
  }

  @Test func `a terminal for output is refused with the pipe to type`() throws {
    let (person, program) = try terminal()
    defer { try? person.close() }
    let process = bench.process(["testsrc"])
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = program
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    let message = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    #expect(message.hasPrefix("vfx: standard output is a terminal"))
    #expect(message.hasSuffix("type: vfx testsrc | ffplay -\n"))
  }

  @Test func `a terminal for messages shows progress and leaves a clean line`() throws {
    let (person, program) = try terminal()
    let process = bench.process(["testsrc", "-s", "320x240", "-n", "20000"])
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = program
    try process.run()
    let seen = try text(of: person, by: [process])
    process.waitUntilExit()
    try program.close()
    #expect(process.terminationStatus == 0)
    #expect(seen.hasPrefix("\rframe "))
    #expect(seen.contains("frame 20000  0:13:19.960"))
    #expect(seen.contains("100 %  ETA 0:00\u{1B}[K\r\n"))
  }

  /// What programs write to a terminal until they have ended.
  ///
  /// The program's end must stay open until then: what the last to close it has written may be
  /// lost.
  private func text(of person: FileHandle, by processes: [Process]) throws -> String {
    var seen = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let haveEnded = processes.allSatisfy { !$0.isRunning }
      var waiting = pollfd(fd: person.fileDescriptor, events: Int16(POLLIN), revents: 0)
      // A signal of another test ends a wait early, and a read too.
      guard poll(&waiting, 1, haveEnded ? 0 : 50) > 0 else {
        if haveEnded { return seen }
        continue
      }
      let count = read(person.fileDescriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      try #require(count > 0)
      seen += String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  @Test func `of two programs at a terminal one shows its progress, and then the other`() throws {
    let (person, program) = try terminal()
    // At these rates, a frame's number and time tell who wrote them.
    let processes = ["25", "100"].map {
      bench.process(["testsrc", "-s", "320x240", "-n", "40000", "-r", $0])
    }
    for process in processes {
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = program
      try process.run()
    }
    let seen = try text(of: person, by: processes)
    for process in processes { process.waitUntilExit() }
    try program.close()
    let writers = seen.split(separator: "\r").compactMap { line -> Bool? in
      let words = line.split(separator: " ")
      guard words.count > 2, words[0] == "frame", let frame = Double(words[1]) else { return nil }
      // The first frame is at no time at any rate; a busy system may show it alone.
      guard frame > 1 else { return nil }
      let parts = words[2].split(separator: ":").compactMap { Double($0) }
      return (frame - 1) / parts.reduce(0) { $0 * 60 + $1 } > 60
    }
    #expect(writers.count > 2)
    #expect(zip(writers, writers.dropFirst()).count { $0 != $1 } <= 1, "\(seen)")
  }
}
