import Testing

@testable import Images

@Suite struct PNGParserTests {
  static let gray = PNGBuilder(width: 2, height: 2).adding(rows: [0, 1, 2, 0, 3, 4])

  @Test func `the plain file that the others differ from is right`() throws {
    let picture = try PictureSequence(ImageFile(parsing: Self.gray.ended)).picture(0)
    #expect(picture.samples == .eight([1, 1, 1, 255, 2, 2, 2, 255, 3, 3, 3, 255, 4, 4, 4, 255]))
  }

  /// Each of PngSuite's broken files has one of these faults.
  @Test func `broken headers are errors`() {
    for (type, depth) in [(1, 8), (5, 8), (9, 8), (2, 4), (3, 16), (0, 0), (0, 3), (6, 99)] {
      let file = PNGBuilder(width: 1, height: 1, depth: UInt8(depth), type: UInt8(type))
      #expect(throws: ImageError.malformed(.colorType(type, depth: depth), at: .byte(16))) {
        try ImageFile(parsing: file.adding(rows: [0, 0, 0, 0, 0]).ended)
      }
    }
    for builder in [
      PNGBuilder(width: 0, height: 1), PNGBuilder(width: 1, height: 0),
      PNGBuilder(width: 1 << 31, height: 1), PNGBuilder(width: 1, height: 1, interlace: 2),
      PNGBuilder(width: 1, height: 1, compression: 1), PNGBuilder(width: 1, height: 1, filter: 1),
    ] { #expect(!isReadable(builder.adding(rows: [0, 0]).ended)) }
  }

  @Test func `a signature that a transfer has changed is no PNG`() {
    for (index, byte) in [(0, 0x09), (4, 0x0A), (5, 0x0D), (1, 0x70)] as [(Int, UInt8)] {
      var bytes = Self.gray.ended
      bytes[index] = byte
      #expect(throws: ImageError.unsupported(.format, at: .byte(0))) {
        try ImageFile(parsing: bytes)
      }
    }
    #expect(
      "\(ImageError.unsupported(.format, at: .byte(0)))".contains("PNG, APNG, GIF, JPEG, WebP"))
  }

  @Test func `a wrong checksum is an error where it matters and loses the chunk where not`() throws
  {
    let header = PNGBuilder(width: 2, height: 2)
    let data = Deflater.pack([0, 1, 2, 0, 3, 4])
    #expect(throws: ImageError.self) {
      try ImageFile(parsing: header.adding("IDAT", data, checksumError: 1).adding("IEND").bytes)
    }
    #expect(throws: ImageError.self) {
      try ImageFile(parsing: Self.gray.adding("IEND", checksumError: 1).bytes)
    }
    let key = header.adding("tRNS", [0, 3]).adding("IDAT", data).ended
    #expect(try PictureSequence(ImageFile(parsing: key)).picture(0)[0, 1] == [3, 3, 3, 0])
    let lost = header.adding("tRNS", [0, 3], checksumError: 1).adding("IDAT", data).ended
    #expect(try PictureSequence(ImageFile(parsing: lost)).picture(0)[0, 1] == [3, 3, 3, 255])
    // Text is not even looked at.
    let text = header.adding("zTXt", [1, 2, 3], checksumError: 7).adding("IDAT", data).ended
    #expect(isReadable(text))
  }

  @Test func `chunks that are missing, repeated or out of place are errors`() {
    let header = PNGBuilder(width: 2, height: 2)
    let indexed = PNGBuilder(width: 2, height: 2, type: 3)
    let rows: [UInt8] = [0, 1, 2, 0, 3, 4]
    #expect(!isReadable(header.ended))
    #expect(!isReadable(Self.gray.bytes), "no IEND")
    #expect(!isReadable(indexed.adding(rows: rows).ended), "no palette")
    #expect(!isReadable(indexed.adding(rows: rows).adding("PLTE", [0, 0, 0]).ended))
    #expect(!isReadable(indexed.adding("PLTE", [0, 0]).adding(rows: rows).ended))
    #expect(!isReadable(indexed.adding("PLTE", []).adding(rows: rows).ended))
    let long = [UInt8](repeating: 0, count: 257 * 3)
    #expect(!isReadable(indexed.adding("PLTE", long).adding(rows: rows).ended))
    #expect(!isReadable(Self.gray.adding("IHDR", []).ended))
    #expect(!isReadable(Self.gray.adding("tEXt", []).adding(rows: rows).ended), "split data")
    #expect(throws: ImageError.unsupported(.criticalChunk("ABCD"), at: .byte(33))) {
      try ImageFile(parsing: header.adding("ABCD").adding(rows: rows).ended)
    }
  }

  @Test func `bytes behind the end and indices beyond the palette are let pass`() throws {
    #expect(isReadable(Self.gray.ended + [1, 2, 3]))
    let file = PNGBuilder(width: 2, height: 1, type: 3).adding("PLTE", [9, 8, 7])
      .adding(rows: [0, 0, 200]).ended
    let picture = try PictureSequence(ImageFile(parsing: file)).picture(0)
    #expect(picture.samples == .eight([9, 8, 7, 255, 0, 0, 0, 255]))
  }

  @Test func `broken pixels are errors`() {
    let header = PNGBuilder(width: 2, height: 2)
    #expect(!isReadable(header.adding(rows: [0, 1, 2, 5, 3, 4]).ended), "filter 5")
    #expect(!isReadable(header.adding(rows: [0, 1, 2, 0, 3]).ended), "a byte too few")
    #expect(isReadable(header.adding(rows: [0, 1, 2, 0, 3, 4, 5, 6]).ended), "bytes too many")
    let packed = Deflater.pack([0, 1, 2, 0, 3, 4])
    #expect(!isReadable(header.adding("IDAT", packed.dropLast(1) + [packed[0]]).ended), "Adler-32")
    for count in 0..<packed.count {
      #expect(!isReadable(header.adding("IDAT", Array(packed[..<count])).ended), "\(count) bytes")
    }
  }

  @Test func `data in many pieces are read as one`() throws {
    var file = PNGBuilder(width: 2, height: 2)
    for byte in Deflater.pack([0, 1, 2, 0, 3, 4]) {
      file = file.adding("IDAT").adding("IDAT", [byte])
    }
    #expect(try checksums(file.ended) == checksums(Self.gray.ended))
  }

  @Test func `grey keys of few bits and colour keys of 16 bits hit their pixel alone`() throws {
    let two = PNGBuilder(width: 4, height: 1, depth: 2).adding("tRNS", [0xFF, 0xFE])
      .adding(rows: [0, 0b00_01_10_11]).ended
    let picture = try PictureSequence(ImageFile(parsing: two)).picture(0)
    #expect((0..<4).map { picture[$0, 0][3] } == [255, 255, 0, 255])
    let deep = PNGBuilder(width: 2, height: 1, depth: 16, type: 2)
      .adding("tRNS", [0, 1, 0, 2, 0, 3])
      .adding(rows: [0, 0, 1, 0, 2, 0, 3, 0, 1, 0, 2, 0, 4]).ended
    #expect(
      try PictureSequence(ImageFile(parsing: deep)).picture(0).samples
        == .sixteen([1, 2, 3, 0, 1, 2, 4, 65_535]))
  }
}
