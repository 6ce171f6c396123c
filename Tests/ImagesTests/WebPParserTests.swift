import Bytes
import Testing

@testable import Images

@Suite struct WebPParserTests {
  private let red: [UInt8] = [255, 0, 0, 255]
  private let blue: [UInt8] = [0, 0, 255, 255]

  private func picture(_ bytes: [UInt8], _ index: Int = 0) throws -> Picture {
    try PictureSequence(ImageFile(parsing: bytes)).picture(index)
  }

  private func error(_ bytes: [UInt8]) -> ImageError? {
    do throws(ImageError) {
      _ = try PictureSequence(ImageFile(parsing: bytes)).picture(0)
      return nil
    } catch { return error }
  }

  private var still: WebPBuilder {
    WebPBuilder().adding("VP8L", WebPBuilder.plain(3, 2, [1, 2, 3, 4]))
  }

  @Test func `a file of one picture and nothing else is read`() throws {
    let file = try ImageFile(parsing: still.bytes)
    #expect(file.format == .webp && file.frameCount == 1 && file.loopCount == 1)
    let picture = try picture(still.bytes)
    #expect(picture.width == 3 && picture.height == 2)
    #expect(picture[2, 1] == [1, 2, 3, 4])
  }

  @Test func `what no picture depends on is stepped over`() throws {
    let file = WebPBuilder(flags: 0x10, width: 3, height: 2).adding("ABCD", [1, 2, 3])
      .adding("VP8L", WebPBuilder.plain(3, 2, [1, 2, 3, 4])).adding("XMP ", [5])
    #expect(try picture(file.bytes)[0, 0] == [1, 2, 3, 4])
    // So is what stands behind the file.
    #expect(try picture(file.bytes + [1, 2, 3])[0, 0] == [1, 2, 3, 4])
    // The byte that makes a length even may be left out at the end.
    var odd = file.bytes
    odd.removeLast()
    odd[4] -= 1
    #expect(try picture(odd)[0, 0] == [1, 2, 3, 4])
  }

  @Test func `a file that says it has no alpha is opaque`() throws {
    let file = WebPBuilder(flags: 0, width: 1, height: 1)
      .adding("VP8L", WebPBuilder.plain(1, 1, [1, 2, 3, 4]))
    #expect(try picture(file.bytes)[0, 0] == [1, 2, 3, 255])
  }

  @Test func `faults say where they are`() {
    let pixels = WebPBuilder.plain(3, 2, red)
    let extended = WebPBuilder(flags: 0x10, width: 3, height: 2)
    #expect(
      error(WebPBuilder().adding("ABCD", []).bytes) == .malformed(.chunk("ABCD"), at: .byte(12)))
    #expect(error(WebPBuilder().bytes) == .malformed(.noFrames, at: .byte(12)))
    #expect(
      error(extended.adding("VP8L", pixels).adding("VP8L", pixels).bytes)
        == .malformed(.repeated("chunk VP8L"), at: .byte(30 + 8 + pixels.count + pixels.count % 2)))
    #expect(
      error(WebPBuilder(flags: 0, width: 4, height: 2).adding("VP8L", pixels).bytes)
        == .malformed(.size(width: 3, height: 2), at: .byte(38)))
    #expect(
      error(extended.adding("ALPH", [0, 1]).adding("VP8L", pixels).bytes)
        == .malformed(.chunk("VP8L"), at: .byte(40)))
    #expect(
      error(extended.adding("VP8L", [0x2E] + pixels.dropFirst()).bytes)
        == .malformed(.field("the signature of VP8L", 0x2E), at: .byte(38)))
    #expect(
      error(WebPBuilder().adding("VP8 ", [1] + [UInt8](repeating: 0, count: 12)).bytes)
        == .malformed(.field("the kind of frame", 1), at: .byte(20)))
    var short = still.bytes
    short[4] += 2
    #expect(error(short) == .truncated(at: .byte(short.count)))
    short[4] = 3
    #expect(error(short) == .malformed(.field("the size of the file", 3), at: .byte(4)))
  }

  @Test func `limits hold before memory is taken`() {
    let wide = WebPBuilder(flags: 2, width: 1 << 24, height: 1)
    #expect(error(wide.bytes) == .unsupported(.size(width: 1 << 24, height: 1), at: .byte(20)))
    let large = WebPBuilder().adding("VP8L", WebPBuilder.plain(16_384, 16_384, red))
    #expect(
      error(large.bytes) == .unsupported(.size(width: 16_384, height: 16_384), at: .byte(20)))
    var many = WebPBuilder(flags: 2, width: 2, height: 2).animated(0)
    for _ in 0..<5 { many = many.frame(2, 2, red) }
    #expect(throws: ImageError.unsupported(.frames(4), at: .byte(228))) {
      try ImageFile(parsing: many.bytes, limits: ImageLimits(frames: 4))
    }
  }

  // MARK: - Animations

  @Test func `frames are laid over others, and cleared`() throws {
    let file = WebPBuilder(flags: 0x12, width: 6, height: 4).animated(3)
      .frame(2, 2, x: 2, y: 2, milliseconds: 7, red)
      .frame(4, 2, milliseconds: 0, flags: 1, blue)
      .frame(6, 2, x: 0, y: 2, [0, 255, 0, 128])
      .frame(6, 2, x: 0, y: 2, flags: 2, [0, 255, 0, 0]).bytes
    let image = try ImageFile(parsing: file)
    #expect(image.loopCount == 3)
    #expect(image.delays[0] == Rational(7, over: 1000) && image.delays[1] == .zero)
    // The background of the file, which is white, is for others.
    #expect(try picture(file, 0)[0, 0] == [0, 0, 0, 0])
    #expect(try picture(file, 0)[3, 3] == red)
    #expect(try picture(file, 1)[3, 1] == blue && picture(file, 1)[3, 3] == red)
    #expect(try picture(file, 2)[3, 1] == [0, 0, 0, 0])
    // Half of either: the weights are 128 and 127 of 255, cut off.
    #expect(try picture(file, 2)[3, 3] == [126, 127, 0, 255])
    #expect(try picture(file, 3)[3, 3] == [0, 255, 0, 0])
  }

  @Test func `a frame that breaks ends the animation`() throws {
    let two = WebPBuilder(flags: 0x12, width: 4, height: 4).animated(0).frame(4, 4, red)
      .frame(2, 2, x: 2, y: 2, blue)
    let place = two.bytes.count
    let outside = try ImageFile(parsing: two.frame(2, 2, x: 4, y: 0, red).bytes)
    #expect(outside.frameCount == 2)
    #expect(outside.damage == .malformed(.frameOutside, at: .byte(place)))
    let empty = two.adding("ANMF", WebPBuilder.frameHead(2, 2))
    #expect(
      try ImageFile(parsing: empty.bytes).damage == .malformed(.chunk("ANMF"), at: .byte(place)))
    let still = two.adding("VP8L", WebPBuilder.plain(4, 4, red))
    #expect(try ImageFile(parsing: still.bytes).frameCount == 2)
    #expect(
      error(WebPBuilder(flags: 2, width: 2, height: 2).frame(2, 2, red).bytes)
        == .malformed(.chunk("ANMF"), at: .byte(30)))
  }

  @Test func `parts that stand where they should not are reported`() throws {
    let twice = WebPBuilder(flags: 2, width: 2, height: 2).animated(2).animated(5)
      .frame(2, 2, red).adding("ICCP", [1, 2, 3])
    let file = try ImageFile(parsing: twice.bytes)
    #expect(file.loopCount == 2)
    #expect(file.oddities.first == ImageOddity(.repeated("chunk ANIM"), at: 44, .firstCounts))
    #expect(file.oddities.count == 2 && file.oddities.last?.outcome == .asSRGB)
  }
}
