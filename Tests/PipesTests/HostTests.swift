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

  @Test func `the clock does not go back`() {
    let times = (0..<1000).map { _ in Host.monotonicTime }
    #expect(times == times.sorted())
  }
}
