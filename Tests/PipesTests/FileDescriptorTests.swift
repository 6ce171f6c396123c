import Foundation
import TestNumbers
import TestSupport
import Testing

@testable import Pipes

@Suite struct FileDescriptorTests {
  init() { Signals.ignoreBrokenPipes() }

  static func noise(_ count: Int, seed: Int = 1) -> [UInt8] {
    var numbers = SeededNumbers(seed)
    return (0..<count).map { _ in UInt8(numbers.below(256)) }
  }

  /// Reads to the end, in pieces of at most `piece`.
  static func drain(_ file: FileDescriptor, piece: Int = 4096) throws -> [UInt8] {
    var source = ByteSource(file)
    var all: [UInt8] = []
    while true {
      let bytes = try source.readBytes(piece)
      all += bytes
      if bytes.count < piece { return all }
    }
  }

  @Test(arguments: [0, 1, 4095, 65_536, 65_537, 1_000_003])
  func `what goes into a pipe comes out`(_ count: Int) throws {
    let (reading, writing) = try FileDescriptor.pipe()
    let bytes = Self.noise(count)
    let writer = try Thread(name: "writer") {
      try? writing.writeFully(bytes)
      try? writing.close()
    }
    #expect(try Self.drain(reading, piece: 10_007) == bytes)
    writer.join()
    try reading.close()
  }

  @Test(arguments: [0, 6, 70_000])
  func `two pieces are written as one`(_ first: Int) throws {
    let (reading, writing) = try FileDescriptor.pipe()
    let bytes = Self.noise(first + 300_000)
    let writer = try Thread(name: "writer") {
      bytes.withUnsafeBytes { all in
        try? writing.writeFully(
          .init(rebasing: all[..<first]), .init(rebasing: all[first...]))
      }
      try? writing.close()
    }
    #expect(try Self.drain(reading) == bytes)
    writer.join()
    try reading.close()
  }

  /// A pipe that another program made non-blocking gives EAGAIN on both sides.
  @Test func `a pipe that does not block is waited for`() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    for end in [reading, writing] {
      #expect(fcntl(end.number, F_SETFL, fcntl(end.number, F_GETFL) | O_NONBLOCK) == 0)
    }
    let bytes = Self.noise(500_000)
    let writer = try Thread(name: "writer") {
      let start = Host.monotonicTime
      while Host.monotonicTime - start < 5_000_000 {}
      try? writing.writeFully(bytes)
      try? writing.close()
    }
    #expect(try Self.drain(reading) == bytes)
    writer.join()
    try reading.close()
  }

  @Test func `a file tells where the next write goes`() throws {
    let folder = try TemporaryFolder()
    let file = try FileDescriptor(opening: folder.file("a"), for: .creating)
    #expect(file.writePosition == 0)
    try file.writeFully([1, 2, 3])
    #expect(file.writePosition == 3)
    try file.close()
    // What is only appended to cannot be changed.
    let number = open(folder.file("a"), O_WRONLY | O_APPEND)
    let appended = FileDescriptor(number, name: "a")
    #expect(number >= 0 && appended.writePosition == nil)
    try appended.close()
    let (reading, writing) = try FileDescriptor.pipe()
    #expect(writing.writePosition == nil)
    try reading.close()
    try writing.close()
  }

  @Test func `a reader that has gone is told apart`() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    try reading.close()
    #expect(throws: PipeError.readerHasGone) { try writing.writeFully([1, 2, 3]) }
    try writing.close()
  }

  #if os(Linux)
    @Test func `a full device is an error`() throws {
      let full = try FileDescriptor(opening: "/dev/full", for: .creating)
      let error = #expect(throws: PipeError.self) { try full.writeFully([1]) }
      #expect(error == .failed(.write, name: "/dev/full", code: ENOSPC))
      #expect(error?.description == "cannot write /dev/full: No space left on device")
      try full.close()
    }

    @Test func `a pipe can be enlarged once`() throws {
      let (reading, writing) = try FileDescriptor.pipe()
      let size = try #require(writing.enlargePipe(to: 1 << 18))
      #expect(size >= 1 << 16)
      #expect(reading.enlargePipe(to: 1 << 18) == nil)
      try reading.close()
      try writing.close()
    }
  #endif

  @Test func `a closed descriptor is reported`() throws {
    let closed = FileDescriptor(9999, name: "nothing")
    #expect(closed.kind == .closed)
    var byte: UInt8 = 0
    #expect(throws: PipeError.failed(.read, name: "nothing", code: Syscall.badDescriptor)) {
      try withUnsafeMutableBytes(of: &byte) { _ = try closed.read(into: $0) }
    }
    #expect(throws: PipeError.failed(.close, name: "nothing", code: Syscall.badDescriptor)) {
      try closed.close()
    }
  }

  @Test func `kinds are told apart`() throws {
    let folder = try TemporaryFolder()
    try Files.write([1, 2, 3], to: folder.file("a"))
    let file = try FileDescriptor(opening: folder.file("a"))
    #expect(file.kind == .regular)
    #expect(file.size == 3)
    #expect(!file.isTerminal)
    try file.close()
    let directory = try FileDescriptor(opening: folder.path)
    #expect(directory.kind == .directory)
    #expect(directory.size == nil)
    try directory.close()
    let (reading, writing) = try FileDescriptor.pipe()
    #expect(reading.kind == .pipe)
    try reading.close()
    try writing.close()
  }

  @Test func `bytes are read from any place of a file`() throws {
    let folder = try TemporaryFolder()
    let bytes = Self.noise(1000)
    try Files.write(bytes, to: folder.file("a"))
    let file = try FileDescriptor(opening: folder.file("a"))
    for (offset, expected) in [(0, 100), (950, 50), (1000, 0), (5000, 0)] {
      var part = [UInt8](repeating: 0, count: 100)
      let count = try part.withUnsafeMutableBytes { try file.readFully(into: $0, at: offset) }
      #expect(count == expected)
      #expect(part.prefix(count) == bytes.dropFirst(offset).prefix(count))
    }
    try file.close()
  }

  @Test func `memory gives the same bytes in any step`() throws {
    let bytes = Self.noise(1000)
    for step in [1, 7, 999, 1000, .max] {
      var source = ByteSource(bytes, step: step)
      #expect(try source.readBytes(400) + source.readBytes(700) == bytes)
      #expect(try source.readBytes(10).isEmpty)
    }
  }

  @Test func `a line is read and nothing after it`() throws {
    var source = ByteSource(Array("one\n\nlong line\nend".utf8))
    #expect(try source.readLine(limit: 10) == Array("one\n".utf8))
    #expect(try source.readLine(limit: 10) == Array("\n".utf8))
    #expect(try source.readLine(limit: 4) == Array("long".utf8))
    #expect(try source.readBytes(6) == Array(" line\n".utf8))
    #expect(try source.readLine(limit: 10) == Array("end".utf8))
    #expect(try source.readLine(limit: 10).isEmpty)
  }
}
