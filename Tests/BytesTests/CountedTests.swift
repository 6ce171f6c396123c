import Testing

@testable import Bytes

@Suite struct CountedTests {
  @Test func `one has no plural`() {
    #expect([0, 1, 2].map { counted($0, "frame") } == ["0 frames", "1 frame", "2 frames"])
    #expect(counted(UInt64(1), "byte") == "1 byte")
    #expect(missingBytes(1) == "1 byte is missing")
    #expect(missingBytes(4270) == "4270 bytes are missing")
  }
}
