import Pipes
import Testing

@testable import Y4M

@Suite struct FrameWriterTests {
  /// What a reader and a writer make of a stream between them.
  static func copy(_ bytes: [UInt8], shortensLines: Bool = false) throws -> [UInt8] {
    let (reading, writing) = try FileDescriptor.pipe()
    let copier = try Thread(name: "copier") {
      do {
        var reader = try FrameReader(ByteSource(bytes))
        var writer = try FrameWriter(writing, header: reader.header, shortensLines: shortensLines)
        let frame = Frame(reader.header.format)
        while try reader.read(into: frame) {
          try writer.write(frame, parameters: reader.parameters)
        }
        if !shortensLines, writer.offset != UInt64(bytes.count) {
          try writing.writeFully("wrong count")
        }
      } catch {
        try? writing.writeFully("\(error)")
      }
      try? writing.close()
    }
    var source = ByteSource(reading)
    var copy: [UInt8] = []
    while true {
      let part = try source.readBytes(10_000)
      copy += part
      if part.count < 10_000 { break }
    }
    copier.join()
    try reading.close()
    return copy
  }

  @Test(arguments: ["FRAME\n", "FRAME Ixyz XA=1\n", "FRAME\r\n", "FRAME \n"])
  func `a stream goes through to the byte`(_ line: String) throws {
    let bytes = Stream.bytes(line: line)
    #expect(try Self.copy(bytes) == bytes)
  }

  @Test func `a strange header goes through to the byte`() throws {
    for header in ["YUV4MPEG2 W5  H3 Q9 XA F0:0 \r\n", "YUV4MPEG2 XYSCSS=420 H3 W5\n"] {
      let bytes = Stream.bytes(header: header)
      #expect(try Self.copy(bytes) == bytes)
    }
  }

  @Test func `long lines of frames are shortened where that is asked for`() throws {
    let (start, tag) = ("FRAME Ipp", String(repeating: "X", count: 69))
    let line = "\(start) \(tag)\n"
    #expect(line.utf8.count == FrameWriter.longestLine)
    let bytes = Stream.bytes(line: line)
    #expect(try Self.copy(bytes, shortensLines: true) == bytes)
    for longer in ["\(start) \(tag)X\n", "\(start) \(tag) X\n"] {
      let bytes = Stream.bytes(line: longer)
      #expect(try Self.copy(bytes) == bytes)
      let kept = longer.hasSuffix(" X\n") ? line : "\(start)\n"
      #expect(try Self.copy(bytes, shortensLines: true) == Stream.bytes(line: kept))
    }
    let huge = Stream.bytes(line: "FRAME \(tag)\(tag)\n")
    #expect(try Self.copy(huge, shortensLines: true) == Stream.bytes(line: "FRAME\n"))
  }

  @Test func `frames larger than any pipe go through`() throws {
    let count = 640 * 480 * 3
    let bytes = Stream.bytes(header: "YUV4MPEG2 W640 H480 C444\n", count: count)
    #expect(try Self.copy(bytes) == bytes)
  }

  @Test func `a reader that has gone is told apart`() throws {
    Signals.ignoreBrokenPipes()
    let (reading, writing) = try FileDescriptor.pipe()
    let header = try StreamHeader(parsing: Array(Stream.header.utf8))
    var writer = try FrameWriter(writing, header: header)
    try reading.close()
    #expect(throws: PipeError.readerHasGone) { try writer.write(Frame(header.format)) }
    try writing.close()
  }
}
