import TestNumbers
import Testing

@testable import Images

@Suite struct PNGEncoderTests {
  private func noise(_ width: Int, _ height: Int, opaque: Bool, seed: Int) -> [UInt16] {
    var dice = SeededNumbers(seed)
    return (0..<width * height * 4).map { index in
      if opaque, index % 4 == 3 { return .max }
      return UInt16.random(in: 0...UInt16.max, using: &dice) >> (index / 4 % 3 == 0 ? 0 : 12)
    }
  }

  @Test(arguments: [(1, 1), (2, 3), (7, 1), (1, 9), (33, 17), (200, 40)])
  func `what is written is read back`(_ width: Int, _ height: Int) throws {
    for opaque in [false, true] {
      let words = noise(width, height, opaque: opaque, seed: 3)
      let bytes = words.map { UInt8(truncatingIfNeeded: $0) }
      for samples in [PictureSamples.eight(bytes), .sixteen(words)] {
        let picture = Picture(width: width, height: height, samples: samples)
        let file = PNGEncoder.encode(picture)
        #expect(try PictureSequence(ImageFile(parsing: file)).picture(0) == picture)
        #expect(file[25] == (picture.isOpaque ? 2 : 6))
        #expect(file == PNGEncoder.encode(picture))
      }
    }
  }

  @Test func `all pictures of PngSuite survive a round trip`() throws {
    let names = try Fixtures.names("png", ".png")
    #expect(names.count > 150)
    for name in names {
      let picture = try PictureSequence(ImageFile(parsing: Fixtures.bytes("png/" + name))).picture(
        0)
      let file = try ImageFile(parsing: PNGEncoder.encode(picture))
      #expect(try PictureSequence(file).picture(0) == picture, "\(name)")
    }
  }

  @Test func `pictures are taken up to 2 GiB`() {
    #expect(PNGEncoder.takes(width: 65_535, height: 8191, sampleBytes: 1))
    #expect(!PNGEncoder.takes(width: 65_535, height: 8193, sampleBytes: 1))
    #expect(PNGEncoder.takes(width: 16_384, height: 16_383, sampleBytes: 2))
    #expect(!PNGEncoder.takes(width: 16_384, height: 16_384, sampleBytes: 2))
    #expect(PNGEncoder.takes(width: 1, height: 65_535, sampleBytes: 2))
    #expect(!PNGEncoder.takes(width: 1, height: 65_536, sampleBytes: 2))
    #expect(!PNGEncoder.takes(width: 0, height: 1, sampleBytes: 1))
    #expect(!PNGEncoder.takes(width: .max, height: .max, sampleBytes: 2))
  }

  @Test func `an even picture becomes small`() {
    let picture = Picture(
      width: 300, height: 200, samples: .eight([UInt8](repeating: 255, count: 240_000)))
    #expect(PNGEncoder.encode(picture).count < 1000)
  }
}
