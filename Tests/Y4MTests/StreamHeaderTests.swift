import Bytes
import Testing

@testable import Y4M

@Suite struct StreamHeaderTests {
  static func header(_ line: String) throws -> StreamHeader {
    try StreamHeader(parsing: Array(line.utf8))
  }

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `a header of ffmpeg is read`() throws {
    let line =
      "YUV4MPEG2 W35 H27 F30000:1001 It A118:81 C422p10 XYSCSS=422P10 XCOLORRANGE=FULL XLENGTH=9\n"
    let header = try Self.header(line)
    #expect(header.format.width == 35)
    #expect(header.format.height == 27)
    #expect(header.format.depth == 10)
    #expect(header.format.chroma == .planes(x: 1, y: 0))
    #expect(header.colorspace.name == "422p10")
    #expect(header.rate == FrameRate(30000, 1001))
    #expect(header.aspect == PixelAspect(118, 81))
    #expect(header.interlacing == .topFieldFirst)
    #expect(header.range == .full)
    #expect(header.otherTags.map(Self.text) == ["XYSCSS=422P10", "XLENGTH=9"])
    #expect(header.line == Array(line.utf8))
  }

  @Test func `a rate counts once it is reduced`() throws {
    let header = try Self.header("YUV4MPEG2 W4 H4 F30000000000:1001000000\n")
    #expect(header.rate == FrameRate(30_000, 1001))
    #expect(throws: StreamError.malformedHeader(.badValue("F3000000001:2"), offset: 16)) {
      try Self.header("YUV4MPEG2 W4 H4 F3000000001:2\n")
    }
  }

  @Test func `a stream of another kind carries any format`() throws {
    let format = try #require(PixelFormat(width: 9, height: 5, depth: 10, hasAlpha: true))
    let header = StreamHeader(carrying: format, rate: FrameRate(25, 1), range: .full)
    #expect(header.isCarried && header.line.isEmpty && header.shortened == header)
    #expect(header.colorspace.name.isEmpty && header.colorspace.hasAlpha)
    let other = try #require(PixelFormat(width: 4, height: 4))
    let changed = try #require(header.changing(format: other, rate: nil, aspect: .square))
    #expect(changed.isCarried && changed.format == other && changed.rate == nil)
    #expect(changed.colorspace.name == "420mpeg2" && changed.statedRange == .full)
    #expect(try !Self.header("YUV4MPEG2 H2 W4\n").isCarried)
  }

  @Test func `what is not said has its default`() throws {
    let header = try Self.header("YUV4MPEG2 H2 W4\n")
    #expect(header.colorspace.name == "420jpeg")
    #expect(header.rate == nil)
    #expect(header.aspect == .unknown)
    #expect(header.interlacing == .unknown)
    #expect(header.range == .limited)
    #expect(header.statedRange == nil)
  }

  @Test(arguments: Colorspace.all)
  func `every colourspace is read by its name`(_ colorspace: Colorspace) throws {
    let header = try Self.header("YUV4MPEG2 W17 H15 F25:1 C\(colorspace.name)\n")
    #expect(header.colorspace == colorspace)
    #expect(header.format.depth == colorspace.depth)
    #expect(header.format.chroma == colorspace.chroma)
    #expect(header.format.siting == colorspace.siting)
    #expect(header.format.hasAlpha == (colorspace.name == "444alpha"))
    // And without C, by the tag of ffmpeg.
    let fallback = try Self.header(
      "YUV4MPEG2 W17 H15 XYSCSS=\(colorspace.name.uppercased()) F25:1\n")
    #expect(fallback.colorspace == colorspace)
    #expect(fallback.format == header.format)
  }

  @Test(arguments: [
    ("420jpeg", 17 * 15 + 2 * 9 * 8), ("420paldv", 399), ("410", 17 * 15 + 2 * 5 * 4),
    ("411", 17 * 15 + 2 * 5 * 15), ("422", 17 * 15 + 2 * 9 * 15), ("440", 17 * 15 + 2 * 17 * 8),
    ("444", 3 * 17 * 15), ("444alpha", 4 * 17 * 15), ("mono", 17 * 15), ("mono9", 2 * 17 * 15),
    ("420p10", 2 * 399), ("444p16", 6 * 17 * 15),
  ])
  func `a frame of odd sides has its size`(_ name: String, _ bytes: Int) throws {
    #expect(try Self.header("YUV4MPEG2 W17 H15 C\(name)\n").format.frameBytes == bytes)
  }

  @Test func `422jpeg is read as 422 and keeps its name`() throws {
    let header = try Self.header("YUV4MPEG2 W17 H15 F25:1 C422jpeg\n")
    #expect(header.format == (try Self.header("YUV4MPEG2 W17 H15 C422\n").format))
    let larger = try #require(header.changing(format: format("422"), rate: nil))
    #expect(Self.text(larger.line).contains(" C422jpeg"))
  }

  @Test(arguments: [
    "C420foo", "C420p11", "C420p10be", "C444jpeg", "C444ps", "C", "C420JPEG", "C420 p10", "Cmono8",
    "C420p8", "XYSCSS=999",
  ])
  func `an unknown colourspace lists the known ones`(_ tag: String) {
    let error = #expect(throws: StreamError.self) {
      try Self.header("YUV4MPEG2 W4 H4 \(tag == "C420 p10" ? "C420_p10" : tag)\n")
    }
    guard case .unsupportedColorspace = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let text = error?.description ?? ""
    #expect(text.contains("420jpeg, 420mpeg2") && text.contains("mono16"))
  }

  @Test(arguments: [
    "YUV4MPEG2  W4   H4 F25:1 \n", "YUV4MPEG2 W4 H4 F25:1\r\n", "YUV4MPEG2 W4 H4 F25:1",
    "YUV4MPEG2 W4 W4 H4 F25:1 F25:1\n", "YUV4MPEG2 F025:1 Q9 w7 W0004 H4 XX X\n",
    "YUV4MPEG2 W4 H4 F50:2 A1:0 XCOLORRANGE=LIMITED XYSCSS=444 C420\n",
  ])
  func `harmless oddities are let through`(_ line: String) throws {
    let header = try Self.header(line)
    #expect(header.format.width == 4 && header.format.height == 4)
    #expect(header.format.chroma == .planes(x: 1, y: 1))
    #expect(header.rate == FrameRate(25, 1))
    #expect(header.line == Array(line.utf8))
  }

  @Test func `interlace letters are read`() throws {
    for letter in "?ptbm" {
      let header = try Self.header("YUV4MPEG2 W4 H4 I\(letter)\n")
      #expect(header.interlacing.rawValue == letter.asciiValue)
    }
  }

  @Test(arguments: [
    ("full", ColorRange.full), ("Full", .full), ("limited", .limited), ("LIMITED", .limited),
  ])
  func `a range is read in any case and passed as it came`(_ word: String, _ range: ColorRange)
    throws
  {
    let header = try Self.header("YUV4MPEG2 W4 H4 XCOLORRANGE=\(word)\n")
    #expect(header.statedRange == range)
    #expect(Self.text(header.line) == "YUV4MPEG2 W4 H4 XCOLORRANGE=\(word)\n")
  }

  static let faults: [(String, StreamError)] = [
    ("YUV4MPEG2\n", .malformedHeader(.missing("W"), offset: 9)),
    ("YUV4MPEG2 W4\n", .malformedHeader(.missing("H"), offset: 12)),
    ("YUV4MPEG2 H4 F25:1\n", .malformedHeader(.missing("W"), offset: 18)),
    ("YUV4MPEG2 w4 h4\n", .malformedHeader(.missing("W"), offset: 15)),
    ("YUV4MPEG2 W0 H4\n", .malformedHeader(.badValue("W0"), offset: 10)),
    ("YUV4MPEG2 W H4\n", .malformedHeader(.badValue("W"), offset: 10)),
    ("YUV4MPEG2 W4 H-4\n", .malformedHeader(.badValue("H-4"), offset: 13)),
    ("YUV4MPEG2 W4 H+4\n", .malformedHeader(.badValue("H+4"), offset: 13)),
    ("YUV4MPEG2 W4 H4.5\n", .malformedHeader(.badValue("H4.5"), offset: 13)),
    ("YUV4MPEG2 W4x H4\n", .malformedHeader(.badValue("W4x"), offset: 10)),
    ("YUV4MPEG2 W4 H4 F25\n", .malformedHeader(.badValue("F25"), offset: 16)),
    ("YUV4MPEG2 W4 H4 F25:0\n", .malformedHeader(.badValue("F25:0"), offset: 16)),
    ("YUV4MPEG2 W4 H4 F0:1\n", .malformedHeader(.badValue("F0:1"), offset: 16)),
    ("YUV4MPEG2 W4 H4 F-25:1\n", .malformedHeader(.badValue("F-25:1"), offset: 16)),
    ("YUV4MPEG2 W4 H4 F25:1:1\n", .malformedHeader(.badValue("F25:1:1"), offset: 16)),
    ("YUV4MPEG2 W4 H4 F29.97\n", .malformedHeader(.badValue("F29.97"), offset: 16)),
    (
      "YUV4MPEG2 W4 H4 F4294967296:1\n",
      .malformedHeader(.badValue("F4294967296:1"), offset: 16)
    ),
    ("YUV4MPEG2 W4 H4 A-1:1\n", .malformedHeader(.badValue("A-1:1"), offset: 16)),
    ("YUV4MPEG2 W4 H4 A\n", .malformedHeader(.badValue("A"), offset: 16)),
    ("YUV4MPEG2 W4 H4 Ix\n", .malformedHeader(.badValue("Ix"), offset: 16)),
    ("YUV4MPEG2 W4 H4 I\n", .malformedHeader(.badValue("I"), offset: 16)),
    ("YUV4MPEG2 W4 H4 Ipp\n", .malformedHeader(.badValue("Ipp"), offset: 16)),
    (
      "YUV4MPEG2 W4 H4 XCOLORRANGE=most\n",
      .malformedHeader(.badValue("XCOLORRANGE=most"), offset: 16)
    ),
    ("YUV4MPEG2 W4 H4 W5\n", .malformedHeader(.contradictory("W"), offset: 16)),
    ("YUV4MPEG2 W4 H4 C420 C422\n", .malformedHeader(.contradictory("C"), offset: 21)),
    ("YUV4MPEG2 W4\tH4\n", .malformedHeader(.controlByte(9), offset: 10)),
    ("YUV4MPEG2 W4 H4 X\0\n", .malformedHeader(.controlByte(0), offset: 16)),
    ("YUV4MPEG2 W4 H4\r X\n", .malformedHeader(.controlByte(13), offset: 13)),
    ("YUV4MPEG2 W65536 H4\n", .unsupportedSize(width: "65536", height: "4")),
    ("YUV4MPEG2 W65535 H65535\n", .unsupportedSize(width: "65535", height: "65535")),
    ("YUV4MPEG2 W4294967328 H32\n", .unsupportedSize(width: "4294967328", height: "32")),
    (
      "YUV4MPEG2 W18446744073709551648 H32\n",
      .unsupportedSize(width: "(a huge number)", height: "32")
    ),
    ("YUV4MPEG2 W26755 H26755 C444p16\n", .unsupportedSize(width: "26755", height: "26755")),
    ("YUV4MPEG3 W4 H4\n", .notY4M(start: Array("YUV4MPEG3 W4 H4\n".utf8))),
    ("YUV4MPEG2W4 H4\n", .notY4M(start: Array("YUV4MPEG2W4 H4\n".utf8))),
    ("", .empty),
  ]

  @Test(arguments: faults)
  func `a faulty header names its fault`(_ line: String, _ error: StreamError) {
    #expect(throws: error) { try Self.header(line) }
    #expect(!error.description.isEmpty && !error.description.contains("\n"))
  }

  // MARK: - Headers that are made

  private func format(_ name: String, _ width: Int = 320, _ height: Int = 240) throws -> PixelFormat
  {
    try #require(Colorspace.named(name)?.format(width: width, height: height))
  }

  @Test(arguments: Colorspace.all)
  func `a header that was made says the same when it is read`(_ colorspace: Colorspace) throws {
    let format = try format(colorspace.name, 17, 15)
    let made = try #require(
      StreamHeader(
        format: format, rate: FrameRate(30000, 1001), aspect: PixelAspect(4, 3),
        interlacing: .topFieldFirst, range: .full, otherTags: [Array("XFOO=1".utf8)]))
    let read = try StreamHeader(parsing: made.line)
    #expect(read.format == format)
    #expect(read == made)
    #expect(made.line.count <= 96)
    #expect(made.droppedTags.isEmpty)
  }

  @Test func `tags stand in the usual order`() throws {
    let made = try #require(
      StreamHeader(format: try format("420mpeg2"), rate: nil, range: .full))
    #expect(
      Self.text(made.line)
        == "YUV4MPEG2 W320 H240 F0:0 Ip A1:1 C420mpeg2 XCOLORRANGE=FULL\n")
  }

  @Test func `a long header loses its least tags first`() throws {
    let tags = ["XYSCSS=420JPEG", "XLENGTH=1000000", "XFIRST=1234567890", "XSECOND=1234567890"]
    func made(_ aspect: PixelAspect) throws -> StreamHeader {
      try #require(
        StreamHeader(
          format: try format("420jpeg", 1920, 1080), rate: FrameRate(30000, 1001), aspect: aspect,
          range: .full, otherTags: tags.map { Array($0.utf8) }))
    }
    let header = try made(.square)
    #expect(header.line.count <= 96)
    #expect(header.otherTags.map(Self.text) == ["XYSCSS=420JPEG"])
    #expect(
      header.droppedTags.map(Self.text) == [
        "XSECOND=1234567890", "XFIRST=1234567890", "XLENGTH=1000000",
      ]
    )
    let longer = try made(PixelAspect(1_000_000_007, 999_999_999))
    #expect(longer.line.count <= 96)
    #expect(longer.otherTags.isEmpty)
    #expect(longer.range == .full)
  }

  @Test func `a header is shortened only where it is too long`() throws {
    let start = "YUV4MPEG2 W64 H48 F25:1 Ib A8:9 C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=LIMITED"
    let fitting = "\(start) \(String(repeating: "X", count: 95 - start.utf8.count - 1))\n"
    #expect(fitting.utf8.count == 96)
    let kept = try Self.header(fitting).shortened
    #expect(kept.line == Array(fitting.utf8) && kept.droppedTags.isEmpty)
    let long = try Self.header("\(start) XNOTE=\(String(repeating: "x", count: 95))\n").shortened
    #expect(
      Self.text(long.line).dropLast()
        == start.replacing(
          "XYSCSS=420MPEG2 XCOLORRANGE=LIMITED", with: "XCOLORRANGE=LIMITED XYSCSS=420MPEG2"))
    #expect(long.droppedTags.map { Self.text($0).prefix(6) } == ["XNOTE="])
    // Without C, the layout that XYSCSS says is said by C.
    let note = String(repeating: "x", count: 95)
    let layout = try Self.header("YUV4MPEG2 W4 H4 XYSCSS=444 XNOTE=\(note)\n").shortened
    #expect(Self.text(layout.line) == "YUV4MPEG2 W4 H4 F0:0 I? A0:0 C444 XYSCSS=444\n")
  }

  @Test func `a changed header keeps what it does not change`() throws {
    let old = try Self.header(
      "YUV4MPEG2 W35 H27 F24:1 Ib A8:9 C420 XYSCSS=420 XCOLORRANGE=FULL Q9\n")
    let format = try format("420", 64, 48)
    let new = try #require(old.changing(format: format, rate: old.rate))
    #expect(
      Self.text(new.line)
        == "YUV4MPEG2 W64 H48 F24:1 Ib A8:9 C420 XCOLORRANGE=FULL XYSCSS=420 Q9\n")
    let other = try #require(
      old.changing(format: try self.format("444p10", 64, 48), rate: nil, aspect: .square))
    #expect(
      Self.text(other.line) == "YUV4MPEG2 W64 H48 F0:0 Ib A1:1 C444p10 XCOLORRANGE=FULL Q9\n")
  }

  @Test func `a format that no tag can say has no header`() throws {
    let format = try #require(PixelFormat(width: 4, height: 4, depth: 11))
    #expect(StreamHeader(format: format, rate: nil) == nil)
  }
}
