import Pipes
import Testing

@testable import Y4M

@Suite struct FrameReaderTests {
  @Test(arguments: [1, 2, 5, 7, 26, 1000])
  func `reads of any size give the same frames`(_ step: Int) {
    let outcome = Stream.outcome(Stream.bytes(), step: step)
    #expect(outcome.frames == (0..<3).map { Stream.samples($0) })
    #expect(outcome.parameters == ["", "", ""])
    #expect(outcome.error == nil)
  }

  @Test func `a stream without frames is whole`() {
    let outcome = Stream.outcome(Stream.bytes(frames: 0))
    #expect(outcome == Stream.Outcome())
  }

  @Test func `parameters are kept for the writer`() {
    for (line, parameters) in [
      ("FRAME Ixyz\n", " Ixyz"), ("FRAME \n", " "), ("FRAME\r\n", "\r"),
      ("FRAME Ipp XQ=\(String(repeating: "a", count: 4000))\n", nil as String?),
    ] {
      let outcome = Stream.outcome(Stream.bytes(line: line))
      #expect(outcome.error == nil)
      #expect(outcome.frames.count == 3)
      #expect(outcome.parameters[2] == parameters ?? String(line.dropFirst(5).dropLast()))
    }
  }

  @Test func `parameters of one frame are not those of the next`() {
    let bytes =
      Array(Stream.header.utf8) + Array("FRAME Ib\n".utf8) + Stream.samples(0)
      + Array("FRAME\n".utf8) + Stream.samples(1)
    #expect(Stream.outcome(bytes).parameters == [" Ib", ""])
  }

  @Test func `nothing after the last frame is read`() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    try writing.writeFully(Stream.bytes(frames: 1) + Array("FRAME\nrest".utf8))
    try writing.close()
    var reader = try FrameReader(reading)
    #expect(reader.offset == UInt64(Stream.header.utf8.count))
    let frame = Frame(reader.header.format)
    #expect(try reader.read(into: frame))
    var rest = ByteSource(reading)
    #expect(try rest.readBytes(100) == Array("FRAME\nrest".utf8))
    try reading.close()
  }

  /// Every length at which a stream can end, with each of the three policies.
  @Test(arguments: Truncation.allCases)
  func `every prefix is judged`(_ truncation: Truncation) {
    let whole = Stream.bytes(line: "FRAME Iq\n")
    let header = Stream.header.utf8.count
    let line = 9
    for length in 0..<whole.count {
      let outcome = Stream.outcome(Array(whole[..<length]), truncation: truncation)
      if length < header {
        #expect(outcome.error == (length == 0 ? .empty : .truncatedHeader))
        continue
      }
      let (frames, rest) = (length - header).quotientAndRemainder(dividingBy: line + Stream.payload)
      // A reader that has seen no parameters yet counts on none.
      let lineLeft = rest < 6 ? 6 - rest : rest < line ? 1 : 0
      let missing = rest < line ? lineLeft + Stream.payload : Stream.payload + line - rest
      let isCut = rest > 0
      let isPadded = truncation == .pad && isCut
      #expect(outcome.frames.count == frames + (isPadded ? 1 : 0))
      #expect(outcome.frames.prefix(frames).elementsEqual((0..<frames).map { Stream.samples($0) }))
      if truncation == .error {
        #expect(outcome.error == (isCut ? .truncated(frame: frames, missing: missing) : nil))
      } else {
        #expect(outcome.error == nil)
        #expect(outcome.cut == (isCut ? missing : nil))
      }
      if isPadded {
        let got = max(0, rest - line)
        let black = [UInt8](repeating: 16, count: 15) + [UInt8](repeating: 128, count: 12)
        #expect(outcome.frames[frames] == Array(Stream.samples(frames)[..<got] + black[got...]))
      }
    }
  }

  @Test func `nothing is read after the end`() throws {
    var reader = try FrameReader(ByteSource(Stream.bytes().dropLast()), truncation: .drop)
    let frame = Frame(reader.header.format)
    #expect(try reader.read(into: frame))
    #expect(try reader.read(into: frame))
    #expect(try !reader.read(into: frame))
    #expect(try !reader.read(into: frame))
    #expect(reader.cut?.frame == 2 && reader.cut?.missing == 1)
    #expect(reader.frameCount == 2)
  }

  @Test func `a pipe that gives a byte at a time is read`() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    let bytes = Stream.bytes(frames: 20)
    let writer = try Thread(name: "writer") {
      for byte in bytes { try? writing.writeFully([byte]) }
      try? writing.close()
    }
    let outcome = Stream.outcome(ByteSource(reading))
    #expect(outcome.frames == (0..<20).map { Stream.samples($0) })
    writer.join()
    try reading.close()
  }

  @Test func `a stop ends the stream as an error of the pipe`() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    try writing.writeFully(Stream.bytes(frames: 1) + [0x46])
    let interrupt = try Interrupt()
    var reader = try FrameReader(reading.interruptible(by: interrupt))
    let frame = Frame(reader.header.format)
    #expect(try reader.read(into: frame))
    interrupt.stop(by: .interrupt)
    #expect(throws: StreamError.pipe(.stopped(.interrupt))) { try reader.read(into: frame) }
    try reading.close()
    try writing.close()
  }
}
