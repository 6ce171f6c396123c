import Bytes
import Testing

@testable import Images

@Suite struct GIFParserTests {
  private func frames(_ bytes: [UInt8]) throws -> [[UInt8]] {
    let sequence = PictureSequence(try ImageFile(parsing: bytes))
    return try (0..<sequence.file.frameCount).map { index in
      let picture = try sequence.picture(index)
      return (0..<picture.width * picture.height).map { letter(picture[$0, 0]) }
    }
  }

  /// The index of a colour; 9 is transparent.
  private func letter(_ pixel: [UInt8]) -> UInt8 {
    if pixel[3] == 0 { return 9 }
    for index in 0..<4
    where Array(GIFBuilder.palette[index * 3..<index * 3 + 3]) == pixel.dropLast() {
      return UInt8(index)
    }
    return 8
  }

  @Test func `disposal leaves, clears or restores the frame's rectangle`() throws {
    let start = GIFBuilder(width: 3, height: 1).frame(3, 1, [1, 1, 1])
    for (disposal, left) in [(0, 2), (1, 2), (2, 9), (3, 1), (4, 2), (7, 2)] as [(UInt8, UInt8)] {
      let file = start.control(disposal: disposal).frame(1, 1, x: 1, [2]).frame(1, 1, x: 2, [3])
      #expect(try frames(file.ended) == [[1, 1, 1], [1, 2, 1], [1, left, 3]], "\(disposal)")
    }
  }

  @Test func `restoring the first frame, and clearing it, leave nothing`() throws {
    for disposal in [2, 3] as [UInt8] {
      let file = GIFBuilder(width: 2, height: 1).control(disposal: disposal).frame(2, 1, [1, 1])
        .frame(1, 1, [2])
      #expect(try frames(file.ended) == [[1, 1], [2, 9]])
    }
  }

  @Test func `several restored frames go back to the same picture`() throws {
    let file = GIFBuilder(width: 2, height: 1).frame(2, 1, [1, 1])
      .control(disposal: 3).frame(1, 1, [2]).control(disposal: 3).frame(1, 1, x: 1, [3])
      .frame(1, 1, [0])
    #expect(try frames(file.ended) == [[1, 1], [2, 1], [1, 3], [0, 1]])
  }

  @Test func `frames beyond the screen are clipped`() throws {
    let file = GIFBuilder(width: 2, height: 1).frame(2, 2, x: 1, [2, 3, 1, 1])
      .frame(1, 1, x: 5, y: 7, [1]).frame(3, 1, [1, 2, 3])
    #expect(try frames(file.ended) == [[9, 2], [9, 2], [1, 2]])
  }

  @Test func `a frame without pixels shows what was there`() throws {
    let file = GIFBuilder(width: 1, height: 1).control(delay: 7).frame(0, 0, []).frame(1, 1, [2])
    #expect(try frames(file.ended) == [[9], [2]])
    #expect(try ImageFile(parsing: file.ended).delays == [Rational(7, over: 100), .zero])
  }

  @Test func `too few pixels leave the rest, too many are dropped`() throws {
    let few = GIFBuilder(width: 3, height: 1).frame(3, 1, [2])
    #expect(try frames(few.ended) == [[2, 9, 9]])
    let many = GIFBuilder(width: 1, height: 1).frame(1, 1, [2, 3, 3])
    #expect(try frames(many.ended) == [[2]])
  }

  @Test func `transparent pixels and local palettes`() throws {
    let file = GIFBuilder(width: 2, height: 1).frame(2, 1, [1, 1])
      .control(transparent: 2).frame(2, 1, [2, 3])
      .frame(2, 1, flags: 0x80, local: [255, 0, 0, 0, 255, 0], [0, 1])
      .frame(2, 1, flags: 0x80, local: [255, 0, 0, 0, 255, 0], [0, 3])
    // An index beyond the palette is black.
    #expect(try frames(file.ended) == [[1, 1], [1, 3], [2, 3], [2, 0]])
  }

  @Test func `the loop count is one more than the repeats, for ever, or once`() throws {
    let start = GIFBuilder(width: 1, height: 1)
    let frame = start.frame(1, 1, [1]).bytes.dropFirst(start.bytes.count)
    func loops(_ file: GIFBuilder) throws -> Int? {
      try ImageFile(parsing: file.adding(Array(frame)).ended).loopCount
    }
    #expect(try loops(start) == 1)
    #expect(try loops(start.loop(0)) == nil)
    #expect(try loops(start.loop(3)) == 4)
    #expect(try loops(start.loop(2, name: "ANIMEXTS1.0")) == 3)
    #expect(try loops(start.loop(2, name: "SOMETHING.1")) == 1)
  }

  @Test func `a file without a screen takes the size of its first frame`() throws {
    let file = try ImageFile(parsing: GIFBuilder(width: 0, height: 0).frame(3, 1, [1, 2, 3]).ended)
    #expect(file.width == 3 && file.height == 1)
  }

  @Test func `a file that is cut off keeps its whole frames and says so`() throws {
    let first = GIFBuilder(width: 2, height: 1).control(delay: 5).frame(2, 1, [1, 2])
    let whole = first.control(delay: 5).frame(1, 1, [3]).ended
    for length in 0..<whole.count {
      let bytes = Array(whole[..<length])
      if length < first.bytes.count {
        #expect(!isReadable(bytes), "\(length)")
        continue
      }
      let file = try ImageFile(parsing: bytes)
      #expect(file.frameCount == (length < whole.count - 1 ? 1 : 2), "\(length)")
      #expect(file.damage == .truncated(at: .byte(length)))
    }
    #expect(try ImageFile(parsing: whole).damage == nil)
  }

  @Test func `codes that can't be are errors in the first frame and void in later ones`() throws {
    let start = GIFBuilder(width: 2, height: 1)
    for codes in [[4, 6], [4, 7], [4, 1, 7], [6], [7]] {
      let file = start.frame(2, 1, codeBits: 2, codes: codes)
      #expect(throws: ImageError.self, "\(codes)") { try self.frames(file.ended) }
      let later = start.frame(2, 1, [1, 2]).frame(2, 1, codeBits: 2, codes: codes)
        .frame(1, 1, [3])
      #expect(try frames(later.ended) == [[1, 2], [1, 2], [3, 2]], "\(codes)")
    }
    for bits in [0, 12, 13, 255] as [UInt8] {
      let image: [UInt8] = [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, bits, 1, 0, 0]
      #expect(!isReadable(start.adding(image).ended))
    }
  }

  @Test func `unknown extensions and stray zeros are stepped over`() throws {
    let file = GIFBuilder(width: 1, height: 1).adding([0x21, 0x42, 2, 9, 9, 0, 0, 0])
      .adding([0x21, 0xFE, 1, 65, 0]).adding([0x21, 0xF9, 1, 0, 0]).frame(1, 1, [2])
    #expect(try frames(file.ended) == [[2]])
    #expect(!isReadable(GIFBuilder(width: 1, height: 1).ended), "no frame")
    #expect(!isReadable(GIFBuilder(width: 1, height: 1).adding([0x99]).ended))
  }

  @Test func `of two loop counts the last counts, and that is reported where they differ`() throws {
    let frame = GIFBuilder(width: 1, height: 1).loop(3)
    func image(_ count: Int) throws -> ImageFile {
      try ImageFile(parsing: frame.loop(count).frame(1, 1, [0]).ended)
    }
    #expect(try image(3).oddities.isEmpty)
    let other = try image(0)
    #expect(other.loopCount == nil)
    #expect(other.oddities.map(\.description).count == 1)
    #expect(other.oddities.first?.description.hasPrefix("the loop count appears twice") == true)
    #expect(other.oddities.first?.description.hasSuffix("the last counts") == true)
  }
}
