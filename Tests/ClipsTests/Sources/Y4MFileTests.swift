import Bytes
import Pipes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Clips

@Suite struct Y4MFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ bytes: [UInt8]) throws -> String {
    let path = folder.file("a.y4m")
    try Files.write(bytes, to: path)
    return path
  }

  private func expectFrames(_ file: Y4MFile, line: (Int) -> String = { _ in "" }) throws {
    let reader = try Y4MFileReader(file)
    let frame = Frame(file.header.format)
    for number in [3, 0, 9, 9, 1, 8, 2, 7, 4, 6, 5] {
      let parameters = try reader.read(number, into: frame)
      #expect(NumberedStream.number(frame) == number)
      #expect(String(decoding: parameters, as: UTF8.self) == line(number))
    }
  }

  @Test func `frames are read in any order`() throws {
    let file = try Y4MFile(path: write(NumberedStream.bytes(frames: 10)))
    #expect(file.frameCount == 10)
    #expect(file.length(canvasRate: try #require(FrameRate(25, 1))) == Time(seconds: 1))
    try expectFrames(file)
  }

  @Test(arguments: [0, 1, 5, 9])
  func `lines of unequal length are found`(odd: Int) throws {
    let line = { $0 == odd ? " Ip XA=1" : "" }
    let file = try Y4MFile(path: write(NumberedStream.bytes(frames: 10, line: line)))
    #expect(file.frameCount == 10)
    try expectFrames(file, line: line)
  }

  @Test func `lines that are all longer are found`() throws {
    let file = try Y4MFile(path: write(NumberedStream.bytes(frames: 10) { " X\($0 % 3)" }))
    try expectFrames(file) { " X\($0 % 3)" }
  }

  @Test func `a file without frames has none`() throws {
    #expect(try Y4MFile(path: write(NumberedStream.bytes(frames: 0))).frameCount == 0)
  }

  @Test(arguments: [1, 5, 6, 7, 63, 69])
  func `a last frame that is cut short is an error with its place`(cut: Int) throws {
    let path = try write(NumberedStream.bytes(frames: 3).dropLast(cut))
    let error = #expect(throws: StreamError.self) { try Y4MFile(path: path) }
    #expect(error == .truncated(frame: 2, missing: cut))
  }

  @Test func `junk between frames is an error with its place`() throws {
    var bytes = NumberedStream.bytes(frames: 5)
    let place = NumberedStream.header.utf8.count + 3 * 70
    bytes.insert(contentsOf: Array("junk".utf8), at: place)
    let path = try write(bytes)
    #expect(
      throws: StreamError.malformed(frame: 3, offset: UInt64(place), found: Array("junkFR".utf8))
    ) { try Y4MFile(path: path) }
  }

  @Test func `junk that no sample of lines shows is found when it is read`() throws {
    var bytes = NumberedStream.bytes(frames: 9)
    let place = NumberedStream.header.utf8.count + 2 * 70
    bytes[place] = 0x58
    let file = try Y4MFile(path: write(bytes))
    let reader = try Y4MFileReader(file)
    let frame = Frame(file.header.format)
    _ = try reader.read(3, into: frame)
    #expect(
      throws: StreamError.malformed(frame: 2, offset: UInt64(place), found: Array("XRAME\n".utf8))
    ) { try reader.read(2, into: frame) }
  }

  @Test func `a file that shrinks while it is read is an error`() throws {
    let path = try write(NumberedStream.bytes(frames: 5))
    let reader = try Y4MFileReader(Y4MFile(path: path))
    _ = try write(NumberedStream.bytes(frames: 3))
    let frame = Frame(try Y4MFile(path: path).header.format)
    #expect(throws: StreamError.truncated(frame: 4, missing: 70)) {
      try reader.read(4, into: frame)
    }
  }

  @Test func `what is no stream is an error`() throws {
    #expect(throws: StreamError.empty) { try Y4MFile(path: write([])) }
    #expect(throws: StreamError.self) { try Y4MFile(path: write(Array("RIFF".utf8))) }
    #expect(throws: StreamError.self) { try Y4MFile(path: folder.path) }
  }
}
