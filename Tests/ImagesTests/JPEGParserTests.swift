import Bytes
import Testing

@testable import Images

@Suite struct JPEGParserTests {
  private func picture(_ bytes: [UInt8]) throws -> Picture {
    try PictureSequence(ImageFile(parsing: bytes)).picture(0)
  }

  private func error(_ bytes: [UInt8]) -> ImageError? {
    do throws(ImageError) {
      _ = try PictureSequence(ImageFile(parsing: bytes)).picture(0)
      return nil
    } catch { return error }
  }

  private let small = JPEGBuilder(width: 3, height: 2)
  /// 7 more than before, and then the end of the block.
  private let brighter: [UInt8] = [0b1111_0111]

  @Test func `a file of one block is read`() throws {
    let file = try ImageFile(parsing: small.scan(brighter).ended)
    #expect(file.format == .jpeg && file.oddities.isEmpty)
    let sequence = PictureSequence(file)
    let picture = try sequence.picture(0)
    #expect(picture.width == 3 && picture.height == 2 && picture[2, 1] == [135, 135, 135, 255])
    #expect(sequence.flaw == nil)
  }

  @Test func `what no picture depends on is stepped over`() throws {
    var builder = JPEGBuilder().adding(0xFE, Array("a comment".utf8)).adding(0xE9, [])
    builder.bytes += [0xFF, 0xFF] + small.adding(0xEC, [1]).scan(brighter).bytes[3...]
    #expect(try picture(builder.ended + [1, 2, 3])[0, 0] == [135, 135, 135, 255])
  }

  static let limitations: [(frame: UInt8, words: String)] = [
    (0xC3, "lossless coding"), (0xC5, "hierarchical coding"), (0xC7, "hierarchical coding"),
    (0xCB, "lossless coding"), (0xCD, "hierarchical arithmetic coding"),
    (0xDE, "hierarchical coding"), (0xF7, "JPEG-LS coding"),
  ]

  @Test(arguments: limitations)
  func `kinds that are not read are named`(_ frame: UInt8, _ words: String) {
    let file = JPEGBuilder(width: 3, height: 2, frame: frame).scan(brighter).ended
    #expect(error(file) == .unsupported(.jpeg(words), at: .byte(71)))
    #expect(error(file).map { "\($0)" } == "a JPEG with \(words) is not read, at byte 71")
  }

  @Test func `JPEG-LS is a format of others`() {
    #expect(ImageFormat(of: [0xFF, 0xD8, 0xFF, 0xF7, 0, 17]) == nil)
    #expect(ImageFormat(of: [0xFF, 0xD8, 0xFF, 0xE0, 0, 17]) == .jpeg)
  }

  @Test func `what is not read of a frame is named`() {
    #expect(
      error(JPEGBuilder(width: 3, height: 2, frame: 0xC1, depth: 16).scan(brighter).ended)
        == .unsupported(.jpeg("samples of 16 bits"), at: .byte(75)))
    #expect(
      error(JPEGBuilder(width: 3, height: 2, sampling: [0x11, 0x11]).scan(brighter).ended)
        == .unsupported(.jpeg("2 components"), at: .byte(80)))
    let odd = JPEGBuilder(width: 3, height: 2, sampling: [0x31, 0x21, 0x11])
    #expect(
      error(odd.scan(brighter, components: 3).ended)
        == .unsupported(.jpeg("samples 2x1 beside 3x1"), at: .byte(81)))
  }

  @Test func `faults before a scan say where they are`() {
    #expect(error(JPEGBuilder().ended) == .malformed(.noFrames, at: .byte(2)))
    #expect(error(small.ended) == .malformed(.noFrames, at: .byte(small.bytes.count)))
    #expect(
      error(small.adding(0xC0, []).ended)
        == .malformed(.repeated("segment SOF0"), at: .byte(small.bytes.count)))
    #expect(
      error(JPEGBuilder().scan(brighter).ended) == .malformed(.segment("SOS"), at: .byte(2)))
    #expect(
      error(small.scan(brighter, tables: 0x20).ended)
        == .malformed(.segment("DHT"), at: .byte(small.bytes.count)))
    #expect(
      error(JPEGBuilder(width: 0, height: 2).scan(brighter).ended)
        == .malformed(.size(width: 0, height: 2), at: .byte(76)))
    #expect(
      error(JPEGBuilder(width: 3, height: 0).scan(brighter).ended)
        == .malformed(.size(width: 3, height: 0), at: .byte(76)))
    #expect(
      error(JPEGBuilder(width: 3, height: 2, sampling: [0x11, 0x51, 0x11]).ended)
        == .malformed(.field("a sampling factor", 0x51), at: .byte(85)))
    // A code has no more symbols of a length than there can be.
    #expect(
      error(JPEGBuilder().adding(0xC4, [0, 3] + [UInt8](repeating: 0, count: 18)).ended)
        == .malformed(.segment("DHT"), at: .byte(2)))
  }

  @Test func `a code of sixteen bits is no fault before it is known whose it is`() {
    let code: [UInt8] = [0, 0, 1] + [UInt8](repeating: 0, count: 14) + [16]
    let file = JPEGBuilder().adding(0xC4, code).adding(0xC3, [])
    #expect(error(file.ended) == .unsupported(.jpeg("lossless coding"), at: .byte(24)))
  }

  @Test func `a height where none is missing says nothing`() throws {
    var builder = JPEGBuilder().adding(0xDC, Array("JFIF".utf8))
    builder.bytes += small.adding(0xDC, [0, 9]).scan(brighter).bytes[2...]
    #expect(try picture(builder.adding(0xDC, [0, 1]).ended).height == 2)
  }

  @Test func `no prefix without a scan is a picture`() {
    let whole = small.bytes
    for length in 3..<whole.count {
      #expect(error(Array(whole[..<length])) == .truncated(at: .byte(length)), "\(length)")
    }
  }

  @Test func `a height may stand behind the scan`() throws {
    let file = JPEGBuilder(width: 3, height: 0).scan(brighter)
    let picture = try picture(file.adding(0xDC, [0, 5]).ended)
    #expect(picture.height == 5 && picture[2, 4] == [135, 135, 135, 255])
  }

  @Test func `faults behind a scan end the picture, and are reported`() throws {
    let file = try ImageFile(parsing: small.scan(brighter).adding(0xC0, []).ended)
    let fault = ImageError.malformed(
      .repeated("segment SOF0"), at: .byte(small.scan(brighter).bytes.count))
    #expect(file.oddities == [ImageOddity(fault, .partsMissing)])
    #expect(file.oddities.first?.losesParts == true)
    #expect(try PictureSequence(file).picture(0)[0, 0] == [135, 135, 135, 255])
  }

  @Test func `data that end too early leave grey, and are reported when they are decoded`() throws {
    let wide = JPEGBuilder(width: 32, height: 8)
    let sequence = PictureSequence(try ImageFile(parsing: wide.scan(brighter).ended))
    #expect(sequence.flaw == nil)
    let picture = try sequence.picture(0)
    #expect(picture[7, 0] == [135, 135, 135, 255] && picture[31, 0] == [128, 128, 128, 255])
    let flaw = try #require(sequence.flaw)
    #expect(
      "\(flaw)".hasPrefix("broken picture data (data of a scan end too early), at byte "))
    #expect("\(flaw)".hasSuffix("; parts of the picture may be missing or wrong"))
  }

  @Test func `decoding begins anew at restarts, and one that is lost costs its part`() throws {
    let wide = JPEGBuilder(width: 32, height: 8).adding(0xDD, [0, 1])
    func shades(_ data: [UInt8]) throws -> ([UInt8], Bool) {
      let sequence = PictureSequence(try ImageFile(parsing: wide.scan(data).ended))
      let picture = try sequence.picture(0)
      return ((0..<4).map { picture[8 * $0, 0][0] }, sequence.flaw != nil)
    }
    let parts: [[UInt8]] = [[0b1111_0111], [0b1110_0111], [0b1101_0111], [0b1100_0111]]
    func data(_ order: [(marker: UInt8, part: Int)]) -> [UInt8] {
      parts[0] + order.flatMap { [0xFF, $0.marker] + parts[$0.part] }
    }
    let whole = try shades(data([(0xD0, 1), (0xD1, 2), (0xD2, 3)]))
    #expect(whole.0 == [135, 134, 133, 132] && !whole.1)
    let lost = try shades(data([(0xD1, 2), (0xD2, 3)]))
    #expect(lost.0 == [135, 128, 133, 132] && lost.1)
    let short = try shades(data([(0xD0, 1)]))
    #expect(short.0 == [135, 134, 128, 128] && short.1)
  }

  @Test func `limits hold before memory is taken`() throws {
    let large = JPEGBuilder(width: 65_535, height: 65_535).scan(brighter).ended
    #expect(
      error(large) == .unsupported(.size(width: 65_535, height: 65_535), at: .byte(76)))
    // A block takes a bit at least; so few bytes are none of such a picture.
    let empty = JPEGBuilder(width: 10_000, height: 9_999).scan(brighter).ended
    #expect(error(empty) == .truncated(at: .byte(empty.count)))
    let limits = ImageLimits(bytes: 8 * 8 * 4)
    #expect(throws: Never.self) {
      try ImageFile(parsing: JPEGBuilder(width: 8, height: 8).scan(brighter).ended, limits: limits)
    }
    // What comes in several scans keeps its coefficients.
    let progressive = JPEGBuilder(width: 8, height: 8, frame: 0xC2)
      .scan(brighter, band: [0, 0, 0]).ended
    #expect(throws: ImageError.unsupported(.size(width: 8, height: 8), at: .byte(76))) {
      try ImageFile(parsing: progressive, limits: limits)
    }
    #expect(throws: Never.self) {
      try ImageFile(parsing: progressive, limits: ImageLimits(bytes: 8 * 8 * 4 + 128))
    }
  }

  @Test func `the work that arithmetic codes of a few bytes ask for has a limit`() {
    var builder = JPEGBuilder(width: 8000, height: 8000, frame: 0xCA)
    for _ in 0..<100 { builder = builder.scan([0], band: [1, 63, 0]) }
    #expect(error(builder.ended) == .truncated(at: .byte(builder.ended.count)))
  }

  @Test func `more scans than pictures have end the picture`() throws {
    var builder = JPEGBuilder(width: 8, height: 8, frame: 0xC2).scan(brighter, band: [0, 0, 0])
    for _ in 0..<300 { builder = builder.scan([0], band: [1, 63, 0]) }
    let file = try ImageFile(parsing: builder.ended)
    #expect("\(file.oddities)".contains("a JPEG with more than 128 scans is not read"))
  }

  @Test func `a profile whose parts do not belong together is left out`() throws {
    let name = Array("ICC_PROFILE\0".utf8)
    for parts in [[[1, 2]], [[1, 1], [1, 1]], [[1, 1], [2, 2]], [[0, 0]], [[2, 1]]] as [[[UInt8]]] {
      var builder = JPEGBuilder()
      for part in parts { builder.add(0xE2, name + part + [1, 2, 3]) }
      builder.bytes += small.scan(brighter).bytes[2...]
      let file = try ImageFile(parsing: builder.ended)
      let fault = ImageError.Fault.profile("its parts do not belong together")
      #expect(file.oddities == [ImageOddity(fault, at: 2, .asSRGB)], "\(parts)")
    }
  }

  @Test func `Exif data that can't be read turn nothing`() throws {
    for data in [[], [0x49, 0x49], [UInt8](repeating: 255, count: 40)] as [[UInt8]] {
      var builder = JPEGBuilder().adding(0xE1, Array("Exif\0\0".utf8) + data)
      builder.bytes += small.scan(brighter).bytes[2...]
      #expect(try picture(builder.ended).width == 3)
    }
  }
}
