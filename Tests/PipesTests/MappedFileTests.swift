import Foundation
import Testing

@testable import Pipes

@Suite struct MappedFileTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("vfx-mapped-\(UUID().uuidString)").path

  @Test func `a mapping has the bytes of the file, also once it is removed`() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try Files.write(bytes, to: path)
    let file = try MappedFile(path, limit: 100_000)
    try FileManager.default.removeItem(atPath: path)
    #expect(file.bytes.elementsEqual(bytes))
  }

  @Test func `an empty file has no bytes`() throws {
    try Files.write([], to: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try MappedFile(path, limit: 1).bytes.isEmpty)
  }

  @Test func `what is missing, no file or too large is an error`() throws {
    #expect(throws: PipeError.self) { try MappedFile(path, limit: 10) }
    #expect(throws: PipeError.self) { try MappedFile("/", limit: 10) }
    #expect(throws: PipeError.self) { try MappedFile("/dev/null", limit: 10) }
    try Files.write([1, 2, 3], to: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: PipeError.self) { try MappedFile(path, limit: 2) }
  }

  @Test func `memory that is zeroed is aligned, and zero`() {
    let memory = ZeroedMemory(byteCount: 1 << 21)
    #expect(Int(bitPattern: memory.bytes.baseAddress) % 64 == 0)
    #expect(memory.bytes.count == 1 << 21 && memory.bytes.allSatisfy { $0 == 0 })
  }
}
