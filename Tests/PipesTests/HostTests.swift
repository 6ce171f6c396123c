import Testing

@testable import Pipes

@Suite struct HostTests {
  @Test func `the machine is described`() throws {
    #expect(Host.processorCount >= 1)
    #expect(Host.peakMemory > 1 << 20)
    #expect(Host.processorTime > 0)
    #expect(Host.environment("PATH")?.isEmpty == false)
    #expect(Host.environment("NO_SUCH_VARIABLE_HERE") == nil)
    #expect(try #require(Host.executablePath).hasPrefix("/"))
    let (reading, writing) = try FileDescriptor.pipe()
    #expect(Host.terminalWidth(reading) == nil)
    try reading.close()
    try writing.close()
  }

  @Test func `the command line is what the system handed over`() throws {
    let arguments = try #require(try Host.arguments())
    #expect(arguments == Array(CommandLine.arguments.dropFirst()))
    #if os(Linux)
      let count = try #require(Syscall.allowedProcessorCount())
      let status = String(
        decoding: try Files.load("/proc/thread-self/status", limit: 1 << 16), as: UTF8.self)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") })
      let digits = line.dropFirst(13).compactMap(\.hexDigitValue)
      #expect(count == digits.reduce(0) { $0 + $1.nonzeroBitCount })
      #expect(Syscall.startedPath() == Host.executablePath)
    #endif
  }

  @Test func `the clock does not go back`() {
    let times = (0..<1000).map { _ in Host.monotonicTime }
    #expect(times == times.sorted())
  }
}
