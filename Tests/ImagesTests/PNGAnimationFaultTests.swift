import Testing

@testable import Images

/// What becomes of animated PNG files that are broken. Pixels are one grey byte.
@Suite struct PNGAnimationFaultTests {
  static let still = PNGBuilder(width: 1, height: 1).animated(3).frame(0, 1, 1)
    .adding(rows: [0, 10])
  static let two = still.frame(1, 1, 1).data(2, rows: [0, 20])
  static let three = two.frame(3, 1, 1).data(4, rows: [0, 30])

  private func levels(_ bytes: [UInt8]) throws -> (levels: [UInt8], damage: ImageError?) {
    let sequence = PictureSequence(try ImageFile(parsing: bytes))
    let levels = try (0..<sequence.file.frameCount).map { try sequence.picture($0)[0, 0][0] }
    return (levels, sequence.damage)
  }

  @Test func `the whole file has three frames and plays for ever`() throws {
    let (levels, damage) = try levels(Self.three.ended)
    #expect(levels == [10, 20, 30] && damage == nil)
    #expect(try ImageFile(parsing: Self.three.ended).loopCount == nil)
    let once = PNGBuilder(width: 1, height: 1).animated(1, plays: 1).frame(0, 1, 1)
      .adding(rows: [0, 1])
    #expect(try ImageFile(parsing: once.ended).loopCount == 1)
  }

  @Test func `a file that is cut off keeps its whole frames and says so`() throws {
    let whole = Self.three.ended
    var seen: Set<Int> = []
    for length in Self.still.bytes.count..<whole.count {
      let (levels, damage) = try levels(Array(whole[..<length]))
      #expect(levels == Array([10, 20, 30][..<levels.count]) && damage != nil, "\(length)")
      seen.insert(levels.count)
    }
    #expect(seen == [1, 2, 3])
    for length in 0..<Self.still.bytes.count - 12 {
      #expect(!isReadable(Array(whole[..<length])), "\(length)")
    }
  }

  @Test func `a faulty frame ends the animation before it`() throws {
    let faults: [PNGBuilder] = [
      Self.two.frame(4, 1, 1).data(5, rows: [0, 30]),
      Self.two.frame(2, 1, 1).data(3, rows: [0, 30]),
      Self.two.frame(3, 2, 1).data(4, rows: [0, 30]),
      Self.two.frame(3, 1, 1, x: 1).data(4, rows: [0, 30]),
      Self.two.frame(3, 1, 1, y: .max).data(4, rows: [0, 30]),
      Self.two.frame(3, 0, 1).data(4, rows: [0, 30]),
      Self.two.frame(3, 1 << 31, 1 << 31).data(4, rows: [0, 30]),
      Self.two.frame(3, 1, 1, dispose: 3).data(4, rows: [0, 30]),
      Self.two.frame(3, 1, 1, blend: 2).data(4, rows: [0, 30]),
      Self.two.frame(3, 1, 1).data(5, rows: [0, 30]),
      Self.two.frame(3, 1, 1).adding("fdAT", [0, 0, 4]),
      Self.two.frame(3, 1, 1).adding("fdAT", [0, 0, 0, 4, 1], checksumError: 1),
      Self.two.adding("fcTL", [UInt8](repeating: 0, count: 25)),
      Self.two.frame(3, 1, 1), Self.two,
    ]
    for (index, fault) in faults.enumerated() {
      let (levels, damage) = try levels(fault.ended)
      #expect(levels == [10, 20] && damage != nil, "fault \(index)")
    }
  }

  @Test func `pixels that turn out to be broken draw nothing`() throws {
    let file = Self.still.frame(1, 1, 1).adding("fdAT", [0, 0, 0, 2, 1, 2, 3])
      .frame(3, 1, 1).data(4, rows: [0, 30])
    let (levels, damage) = try levels(file.ended)
    #expect(levels == [10, 10, 30] && damage != nil)
    // The order in which frames are asked for makes no difference.
    let sequence = PictureSequence(try ImageFile(parsing: file.ended), keeping: 0)
    for index in [1, 2, 1, 0, 2, 0, 1] {
      #expect(try sequence.picture(index)[0, 0][0] == [10, 10, 30][index])
    }
  }

  @Test func `more frames than promised are not shown, and fewer are`() throws {
    let more = PNGBuilder(width: 1, height: 1).animated(1).frame(0, 1, 1).adding(rows: [0, 10])
      .frame(1, 1, 1).data(2, rows: [0, 20])
    #expect(try levels(more.ended).levels == [10])
    let many = PNGBuilder(width: 1, height: 1).animated(.max).frame(0, 1, 1)
      .adding(rows: [0, 10]).frame(1, 1, 1).data(2, rows: [0, 20])
    #expect(try levels(many.ended).levels == [10, 20])
  }

  @Test func `an animation without a frame is its still picture`() throws {
    for file in [
      PNGBuilder(width: 1, height: 1).animated(0).adding(rows: [0, 10]),
      PNGBuilder(width: 1, height: 1).animated(1).adding(rows: [0, 10]),
      PNGBuilder(width: 1, height: 1).adding("acTL", [1]).adding(rows: [0, 10]),
      PNGBuilder(width: 1, height: 1).animated(1).adding(rows: [0, 10]).frame(1, 1, 1),
      PNGBuilder(width: 1, height: 1).frame(0, 1, 1).adding(rows: [0, 10]).data(7, rows: []),
    ] { #expect(try levels(file.ended).levels == [10]) }
  }

  @Test func `the first frame may begin before the animation does`() throws {
    let file = PNGBuilder(width: 1, height: 1).frame(0, 1, 1).animated(2)
      .adding(rows: [0, 10]).frame(1, 1, 1).data(2, rows: [0, 20])
    let (levels, damage) = try levels(file.ended)
    #expect(levels == [10, 20] && damage == nil)
    #expect(try oddities(file).isEmpty)
  }

  @Test func `an animation without a whole frame is the picture outside`() throws {
    let start = PNGBuilder(width: 1, height: 1).animated(1)
    let files = [
      start.adding(rows: [0, 10]).frame(0, 1, 1).adding("fdAT", [0, 0, 0, 1, 1, 2, 3]),
      start.adding(rows: [0, 10]).frame(0, 1, 1).data(1, rows: [0]),
      start.frame(0, 2, 1).adding(rows: [0, 10]), start.frame(5, 1, 1).adding(rows: [0, 10]),
      start.frame(0, 1, 1, x: 1).adding(rows: [0, 10]).frame(0, 1, 1).data(1, rows: [0, 20]),
    ]
    for (index, file) in files.enumerated() {
      let (levels, damage) = try levels(file.ended)
      #expect(levels == [10] && damage != nil, "file \(index)")
    }
  }

  @Test func `the first frame of the animation restores to nothing`() throws {
    let file = PNGBuilder(width: 2, height: 1, type: 4).animated(2)
      .frame(0, 2, 1, dispose: 2).adding(rows: [0, 9, 255, 9, 255])
      .frame(1, 1, 1, blend: 1).data(2, rows: [0, 7, 255])
    let picture = try PictureSequence(ImageFile(parsing: file.ended)).picture(1)
    #expect(picture.samples == .eight([7, 7, 7, 255, 0, 0, 0, 0]))
  }

  /// What a file's oddities are called.
  private func oddities(_ file: PNGBuilder) throws -> [String] {
    try ImageFile(parsing: file.ended).oddities.map(\.description)
  }

  @Test func `of two beginnings of an animation the first counts, and that is reported`() throws {
    let file = PNGBuilder(width: 1, height: 1).animated(1, plays: 2).animated(2, plays: 5)
      .frame(0, 1, 1).adding(rows: [0, 10])
    let image = try ImageFile(parsing: file.ended)
    #expect(image.frameCount == 1 && image.loopCount == 2 && image.damage == nil)
    #expect(try oddities(file) == ["chunk acTL appears twice, at byte 53; the first counts"])
  }

  @Test func `an animation that is none is reported`() throws {
    let start = PNGBuilder(width: 1, height: 1)
    let files = [
      start.adding(rows: [0, 10]).animated(1),
      start.animated(0).adding(rows: [0, 10]),
      start.adding("acTL", [1]).adding(rows: [0, 10]),
      start.frame(0, 1, 1).adding(rows: [0, 10]).data(1, rows: [0, 20]),
    ]
    for file in files {
      #expect(try levels(file.ended).levels == [10])
      let told = try oddities(file)
      #expect(told.count == 1 && told[0].hasPrefix("chunk acTL is missing, repeated, out of place"))
    }
    let broken = start.adding(
      "acTL", [0, 0, 0, 1, 0, 0, 0, 0], checksumError: 1
    ).adding(rows: [0, 10])
    #expect(
      try oddities(broken) == ["wrong checksum of chunk acTL, at byte 33; it is left out"])
    #expect(try oddities(start.animated(1).frame(0, 1, 1).adding(rows: [0, 10])).isEmpty)
  }

  @Test func `transparency that is left out is reported`() throws {
    let start = PNGBuilder(width: 1, height: 1)
    #expect(try oddities(start.adding("tRNS", [0, 9]).adding(rows: [0, 10])).isEmpty)
    let files = [
      start.adding("tRNS", [0, 9]).adding("tRNS", [0, 10]), start.adding("tRNS", [9]),
      start.adding("tRNS", [0, 9], checksumError: 1),
    ]
    for file in files { #expect(try oddities(file.adding(rows: [0, 10])).count == 1) }
    #expect(try oddities(start.adding(rows: [0, 10]).adding("tRNS", [0, 9])).count == 1)
  }

  @Test func `no more than a few oddities are reported`() throws {
    var file = PNGBuilder(width: 1, height: 1).animated(1)
    for _ in 0..<100 { file = file.animated(1) }
    #expect(try oddities(file.frame(0, 1, 1).adding(rows: [0, 10])).count == 4)
  }
}
