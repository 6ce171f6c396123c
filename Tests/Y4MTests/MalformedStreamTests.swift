import TestNumbers
import Testing

@testable import Y4M

/// Streams with one thing wrong, or odd, and what must come of each.
@Suite struct MalformedStreamTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let frames: Int
    let error: StreamError?
    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8], frames: Int = 0, _ error: StreamError?) {
      self.name = name
      self.bytes = bytes
      self.frames = frames
      self.error = error
    }
  }

  static let whole = Stream.bytes()
  static let headerBytes = Stream.header.utf8.count
  static let frameBytes = 6 + Stream.payload

  /// The whole stream with `bytes` put before frame `frame`, or over what stands there.
  static func inserting(_ bytes: String, frame: Int, replacing: Int = 0) -> [UInt8] {
    var stream = whole
    let place = headerBytes + frame * frameBytes
    stream.replaceSubrange(place..<(place + replacing), with: bytes.utf8)
    return stream
  }

  static func junk(_ frame: Int, _ found: String) -> StreamError {
    .malformed(
      frame: frame, offset: UInt64(headerBytes + frame * frameBytes), found: Array(found.utf8))
  }

  static let cases: [Case] = [
    Case("nothing", [], .empty),
    Case("a newline", [10], .notY4M(start: [10])),
    Case("a PNG", [0x89, 0x50, 0x4E, 0x47], .notY4M(start: [0x89, 0x50, 0x4E, 0x47])),
    Case(
      "a byte order mark", [0xEF, 0xBB, 0xBF] + whole,
      .notY4M(start: [0xEF, 0xBB, 0xBF] + Array("YUV4MP".utf8))),
    Case("half the magic word", Array("YUV4".utf8), .truncatedHeader),
    Case("the magic word alone", Array("YUV4MPEG2".utf8), .truncatedHeader),
    Case("no newline", Array("YUV4MPEG2 W4 H4".utf8), .truncatedHeader),
    Case(
      "a header without end",
      Array("YUV4MPEG2 W4 H4 X".utf8) + [UInt8](repeating: 0x41, count: 1 << 20),
      .malformedHeader(.tooLong, offset: 16_384)),
    Case(
      "a long header",
      Array("YUV4MPEG2 W5 H3 X".utf8) + [UInt8](repeating: 0x41, count: 16_000) + [10]
        + whole.dropFirst(headerBytes), frames: 3, nil),
    Case("two headers", inserting(Stream.header, frame: 0), junk(0, "YUV4MP")),
    Case("two streams, one after the other", whole + whole, frames: 3, junk(3, "YUV4MP")),
    Case("a newline between frames", inserting("\n", frame: 1), frames: 1, junk(1, "\nFRAME")),
    Case("a newline at the end", whole + [10], frames: 3, junk(3, "\n")),
    Case("a NUL at the end", whole + [0], frames: 3, junk(3, "\0")),
    Case("a space at the end", whole + [0x20], frames: 3, junk(3, " ")),
    Case("a byte too many", inserting("Z", frame: 2), frames: 2, junk(2, "ZFRAME")),
    Case("lower case", inserting("frame\n", frame: 1, replacing: 6), frames: 1, junk(1, "frame\n")),
    Case("FRAMES", inserting("FRAMES", frame: 0, replacing: 6), junk(0, "FRAMES")),
    Case(
      "FRAME and NUL", inserting("FRAME\0", frame: 2, replacing: 6), frames: 2,
      junk(2, "FRAME\0")),
    Case(
      "FRAM at the end", whole + Array("FRAM".utf8), frames: 3,
      .truncated(frame: 3, missing: 2 + Stream.payload)),
    Case(
      "FRAME at the end", whole + Array("FRAME\n".utf8), frames: 3,
      .truncated(frame: 3, missing: Stream.payload)),
    Case("FRAX at the end", whole + Array("FRAX".utf8), frames: 3, junk(3, "FRAX")),
    Case(
      "half a parameter", whole + Array("FRAME Ip".utf8), frames: 3,
      .truncated(frame: 3, missing: 1 + Stream.payload)),
    Case("FRAME lines with CRLF", Stream.bytes(line: "FRAME\r\n"), frames: 3, nil),
    Case("parameters", Stream.bytes(line: "FRAME Ixyz XA=b\n"), frames: 3, nil),
    Case(
      "parameters without end",
      inserting("FRAME " + String(repeating: "a", count: 5000), frame: 1, replacing: 6), frames: 1,
      .longFrameLine(frame: 1, offset: UInt64(headerBytes + frameBytes))),
    Case("a header with CRLF", Stream.bytes(header: "YUV4MPEG2 W5 H3\r\n"), frames: 3, nil),
    Case(
      "a frame one byte short", Array(whole.dropLast()), frames: 2,
      .truncated(frame: 2, missing: 1)),
    Case(
      "a frame missing from the middle's start",
      Array(whole[..<(headerBytes + frameBytes)]) + whole[(headerBytes + frameBytes + 1)...],
      frames: 1, junk(1, "RAME\n\u{3E}")),
    Case(
      "a length that lies", Stream.bytes(header: "YUV4MPEG2 W5 H3 XLENGTH=900\n"), frames: 3,
      nil),
    Case(
      "mixed interlacing", Stream.bytes(header: "YUV4MPEG2 W5 H3 Im\n", line: "FRAME Itpp\n"),
      frames: 3, nil),
    Case("only a size", Stream.bytes(header: "YUV4MPEG2 H3 W5\n"), frames: 3, nil),
  ]

  @Test(arguments: cases)
  func `whole frames come first and then the fault`(_ given: Case) {
    for step in [Int.max, 1] {
      let outcome = Stream.outcome(given.bytes, step: step)
      #expect(outcome.frames.count == given.frames)
      #expect(outcome.error == given.error)
    }
  }

  @Test func `a second stream is called one`() {
    let message = Self.junk(3, "YUV4MP").description
    #expect(message.contains("frame 3") && message.contains("another stream begins here"))
    #expect(!Self.junk(1, "JUNKJU").description.contains("stream"))
  }

  /// The payload is longer than the header says.
  @Test func `a stream of the wrong size ends at the second frame`() {
    let outcome = Stream.outcome(Stream.bytes(header: "YUV4MPEG2 W5 H2\n"))
    #expect(outcome.frames.count == 1)
    guard case .malformed(frame: 1, offset: 38, _) = outcome.error else {
      Issue.record("\(String(describing: outcome.error))")
      return
    }
  }

  /// Changes, removes and adds bytes at random; nothing may trap or go on for ever.
  @Test func `mutations end in frames or in an error`() {
    var numbers = SeededNumbers(2026)
    func random(_ bound: Int) -> Int { numbers.below(bound) }
    var errors = 0
    for _ in 0..<3000 {
      var bytes = Self.whole
      for _ in 0...random(3) {
        let place = random(random(2) == 0 ? Self.headerBytes : bytes.count)
        switch random(4) {
        case 0: bytes[place] = UInt8(random(256))
        case 1: bytes[place] ^= 1 << UInt8(random(8))
        case 2: bytes.remove(at: place)
        default: bytes.insert(UInt8(ascii: random(2) == 0 ? "9" : " "), at: place)
        }
      }
      let outcome = Stream.outcome(bytes)
      errors += outcome.error == nil ? 0 : 1
      #expect(outcome.frames.count <= bytes.count / 6)
      if let error = outcome.error { #expect(!error.description.contains("\n")) }
    }
    #expect(errors > 1000)
  }
}
