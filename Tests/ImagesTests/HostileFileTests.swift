import Bytes
import TestNumbers
import Testing

@testable import Images

/// Files that are made to do harm, or came to harm. A trap ends the test run.
@Suite struct HostileFileTests {
  /// Takes any bytes apart and decodes the first frames; what comes out does not matter here.
  private func digest(_ bytes: [UInt8]) {
    let limits = ImageLimits(pixels: 1 << 18)
    guard let file = try? ImageFile(parsing: bytes, limits: limits) else { return }
    let sequence = PictureSequence(file, keeping: 1 << 20)
    for index in 0..<min(file.frameCount, 4) { _ = try? sequence.picture(index) }
    _ = FrameSchedule(file).frame(at: Rational(7, over: 3))
  }

  static let small = [
    "png/basi3p02.png", "png/s09i3p02.png", "png/tbbn0g04.png", "apng/delay_zero_numer.png",
    "apng/dispose-previous-blend-source.png", "gif/interlace.gif", "gif/animation.gif",
    "profiles/display-p3.png", "gif/mixed-disposal.gif", "gif/border_touching_layers.gif",
    "gif/no-clear.gif", "webp/lossy-17x33.webp", "webp/alpha-q100.webp",
    "webp/gopher-doc.2bpp.lossless.webp", "webp/lossless-4-colours.webp",
    "webp/animation-1.webp", "jpeg/420.jpg", "jpeg/restart-progressive.jpg", "jpeg/cmyk.jpg",
    "jpeg/non_interleaved_440_64x64.jpg", "jpeg/noise-q100.jpg",
  ]

  @Test(arguments: small)
  func `no prefix of a file traps`(_ path: String) throws {
    let whole = try Fixtures.bytes(path)
    for length in 0..<whole.count { digest(Array(whole[..<length])) }
  }

  @Test(arguments: small)
  func `every prefix of a still PNG and WebP is an error`(_ path: String) throws {
    guard path.hasPrefix("png/") || path.hasPrefix("webp/"), !path.contains("animation") else {
      return
    }
    let whole = try Fixtures.bytes(path)
    for length in 0..<whole.count {
      #expect(throws: ImageError.self) { try ImageFile(parsing: Array(whole[..<length])) }
    }
  }

  @Test(arguments: 1...6 as ClosedRange<Int>)
  func `changed bytes do not trap`(_ seed: Int) throws {
    var dice = SeededNumbers(seed)
    for path in Self.small {
      let whole = try Fixtures.bytes(path)
      for _ in 0..<60 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...4, using: &dice) {
          let place = Int.random(in: 0..<bytes.count, using: &dice)
          bytes[place] =
            Bool.random(using: &dice)
            ? UInt8.random(in: 0...255, using: &dice)
            : bytes[place] ^ 1 << UInt8.random(in: 0...7, using: &dice)
        }
        digest(bytes)
      }
    }
  }

  /// Checksums would keep most changes of a PNG from the code behind them.
  @Test(arguments: 1...4 as ClosedRange<Int>)
  func `changed deflate streams and headers do not trap`(_ seed: Int) {
    var dice = SeededNumbers(seed)
    var rows: [UInt8] = []
    for row in 0..<40 { rows += [UInt8(row % 5)] + (0..<48).map { UInt8(($0 * row) & 0x7F) } }
    let packed = Deflater.pack(rows)
    for _ in 0..<400 {
      var data = packed
      for _ in 0..<Int.random(in: 1...3, using: &dice) {
        data[Int.random(in: 0..<data.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      }
      let (type, depth) =
        [(0, 8), (2, 8), (3, 8), (4, 8), (6, 8), (0, 16), (6, 16), (0, 1)]
        .randomElement(using: &dice) ?? (0, 8)
      let file = PNGBuilder(
        width: UInt32.random(in: 1...50, using: &dice),
        height: UInt32.random(in: 1...50, using: &dice),
        depth: UInt8(depth), type: UInt8(type), interlace: UInt8.random(in: 0...1, using: &dice))
      digest(file.adding("PLTE", [1, 2, 3]).adding("IDAT", data).ended)
    }
  }

  @Test func `a picture that is larger than its data can be is refused before it gets memory`() {
    let bomb = PNGBuilder(width: 10_000, height: 9_999, type: 6)
      .adding("IDAT", Deflater.pack([UInt8](repeating: 0, count: 3000))).ended
    #expect(!isReadable(bomb))
    let wide = PNGBuilder(width: 65_536, height: 1).adding(rows: []).ended
    #expect(throws: ImageError.unsupported(.size(width: 65_536, height: 1), at: .byte(16))) {
      try ImageFile(parsing: wide)
    }
    let large = PNGBuilder(width: 30_000, height: 30_000, depth: 1).adding(rows: []).ended
    #expect(throws: ImageError.unsupported(.size(width: 30_000, height: 30_000), at: .byte(16))) {
      try ImageFile(parsing: large)
    }
    let screen = GIFBuilder(width: 65_535, height: 65_535).frame(1, 1, [1]).ended
    #expect(throws: ImageError.unsupported(.size(width: 65_535, height: 65_535), at: .byte(6))) {
      try ImageFile(parsing: screen)
    }
    let frame = GIFBuilder(width: 1, height: 1).frame(65_535, 65_535, [1]).ended
    #expect(!isReadable(frame))
  }

  @Test func `data that go on behind the picture are not unpacked`() throws {
    let bomb = PNGBuilder(width: 1, height: 1)
      .adding(rows: [UInt8](repeating: 0, count: 8 << 20)).ended
    let clock = ContinuousClock()
    let time = try clock.measure { _ = try checksums(bomb) }
    #expect(time < .milliseconds(500))
  }

  @Test func `a frame count is only a claim, and a limit holds`() throws {
    var gif = GIFBuilder(width: 1, height: 1)
    for _ in 0..<20 { gif = gif.frame(1, 1, [1]) }
    #expect(throws: ImageError.self) {
      try ImageFile(parsing: gif.ended, limits: ImageLimits(frames: 19))
    }
    #expect(try ImageFile(parsing: gif.ended, limits: ImageLimits(frames: 20)).frameCount == 20)
    var png = PNGBuilder(width: 1, height: 1).animated(.max).frame(0, 1, 1).adding(rows: [0, 1])
    for frame in 1..<5 as Range<UInt32> {
      png = png.frame(frame * 2 - 1, 1, 1).data(frame * 2, rows: [0, 2])
    }
    #expect(throws: ImageError.self) {
      try ImageFile(parsing: png.ended, limits: ImageLimits(frames: 4))
    }
  }

  @Test func `many small chunks and blocks take no long time`() {
    var png = PNGBuilder(width: 1, height: 1)
    for _ in 0..<5000 { png.add("IDAT", []) }
    for byte in Deflater.pack([0, 1]) { png.add("IDAT", [byte]) }
    for _ in 0..<5000 { png.add("tEXt", [65, 0]) }
    #expect(isReadable(png.ended))
    let comments = [[UInt8]](repeating: [0x21, 0xFE, 1, 65, 0], count: 20_000).flatMap { $0 }
    #expect(isReadable(GIFBuilder(width: 1, height: 1).adding(comments).frame(1, 1, [1]).ended))
  }
}
