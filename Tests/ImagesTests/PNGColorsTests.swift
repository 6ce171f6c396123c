import Colors
import TestNumbers
import Testing

@testable import Images

/// Pictures whose chunks say what their colours are; see Tests/Fixtures/profiles/SOURCE.txt.
@Suite struct PNGColorsTests {
  private func samples(_ name: String, convertingColors: Bool = true) throws -> [Int] {
    let file = try ImageFile(
      parsing: Fixtures.bytes("profiles/\(name).png"), convertingColors: convertingColors)
    #expect(file.oddities.isEmpty, "\(name): \(file.oddities)")
    switch try PictureSequence(file).picture(0).samples {
    case .eight(let samples): return samples.map { Int($0) }
    case .sixteen(let samples): return samples.map { Int($0) }
    }
  }

  private func difference(_ first: [Int], _ second: [Int]) -> Int {
    zip(first, second).map { abs($0 - $1) }.max() ?? 0
  }

  static let profiles = [
    "display-p3", "a98-2.19921875", "prophoto-1.8", "bt2020-para4", "p3-table", "p3-small-table",
    "mixed", "srgb-gamma18", "grey-1.8",
  ]

  @Test(arguments: profiles)
  func `a profile's colours are those of LittleCMS, to a code`(_ name: String) throws {
    let found = try samples(name)
    #expect(difference(found, try samples(name + ".srgb")) <= 1)
    #expect(difference(found, try samples(name, convertingColors: false)) > 5)
  }

  static let chunks = [
    "gama-linear", "gama-chrm", "chrm-p3", "cicp-p3", "cicp-dci-28", "cicp-narrow", "cicp-hlg",
  ]

  @Test(arguments: chunks)
  func `chunks without a profile are their formulas in NumPy`(_ name: String) throws {
    let found = try samples(name)
    #expect(difference(found, try samples(name + ".srgb")) <= 1)
    #expect(difference(found, try samples(name, convertingColors: false)) > 5)
  }

  @Test func `light of PQ is brought down, at 16 bits`() throws {
    let (found, wanted) = (try samples("cicp-pq"), try samples("cicp-pq.srgb"))
    #expect(difference(found, wanted) <= 65)
    #expect(found.max() == 65535 && found.min() == 0)
  }

  private func grey(_ sample: UInt16, _ transfer: UInt8, _ target: PictureTarget) throws -> Int {
    let bytes = PNGBuilder(width: 1, height: 1, depth: 16, type: 0)
      .adding("cICP", [9, transfer, 0, 1]).adding(rows: [
        0, UInt8(sample >> 8), UInt8(sample & 255),
      ])
    let picture = try PictureSequence(ImageFile(parsing: bytes.ended, target: target)).picture(0)
    #expect(picture.keepsLight == [.pq, .hlg].contains(target.curve))
    guard case .sixteen(let samples) = picture.samples else { return -1 }
    return Int(samples[0])
  }

  @Test func `for streams of PQ and HLG, light brighter than white stays`() throws {
    let (pq, hlg) = (
      PictureTarget(curve: .pq, gamut: .bt2020), PictureTarget(curve: .hlg, gamut: .bt2020)
    )
    // By NumPy in float64 from BT.2100: what a display of 1000 cd/m² shows is the same.
    for (sample, inHLG, inPQ) in [
      (0, 0, 0), (20_000, 17_148, 21_977), (38_055, 49_143, 31_545), (49_000, 65_155, 37_964),
      (65_535, 65_535, 49_271),
    ] as [(UInt16, Int, Int)] {
      #expect(abs(try grey(sample, 16, hlg) - inHLG) <= 4, "PQ \(sample)")
      #expect(abs(try grey(sample, 18, pq) - inPQ) <= 4, "HLG \(sample)")
      #expect(abs(try grey(sample, 16, pq) - Int(sample)) <= 4)
      #expect(abs(try grey(sample, 18, hlg) - Int(sample)) <= 4)
    }
    let file = try ImageFile(parsing: Fixtures.bytes("profiles/cicp-pq.png"), target: pq)
    let plain = try samples("cicp-pq", convertingColors: false)
    #expect(
      try PictureSequence(file).picture(0).samples == .sixteen(plain.map { UInt16($0) }))
  }

  /// A sample of a scene's light, whose alpha is half where it is multiplied.
  private func light(_ sample: UInt16, isMultiplied: Bool, _ target: PictureTarget) throws -> Int {
    let (high, low) = (UInt8(sample >> 8), UInt8(sample & 255))
    let bytes = PNGBuilder(width: 1, height: 1, depth: 16, type: 6)
      .adding("vxLt", [isMultiplied ? 1 : 0])
      .adding(rows: [0, high, low, high, low, high, low, 128, 0])
    let file = try ImageFile(parsing: bytes.ended, target: target)
    #expect(file.oddities.isEmpty)
    let picture = try PictureSequence(file).picture(0)
    #expect(picture.keepsLight == [.pq, .hlg].contains(target.curve))
    guard case .sixteen(let samples) = picture.samples else { return -1 }
    #expect(samples[0] == samples[1] && samples[1] == samples[2] && samples[3] == 128 << 8)
    return Int(samples[0])
  }

  @Test func `light of a scene has its white at that of graphics, and goes on above`() throws {
    let pq = PictureTarget(curve: .pq, gamut: .bt2020)
    let dim = PictureTarget(curve: .pq, gamut: .bt2020, white: 100)
    let hlg = PictureTarget(curve: .hlg, gamut: .bt2020)
    // By NumPy in float64 from BT.2100: 0, 0.18, 0.5, 1, 4 and 100 times white, as PQ of so many
    // cd/m².
    for (sample, inSDR, inPQ, inDim, inHLG) in [
      (0, 0, 0, 0, 0), (5205, 30_236, 26_929, 22_804, 28_589),
      (7698, 48_194, 33_396, 28_854, 41_437),
      (9827, 65_535, 38_056, 33_298, 49_144), (15_229, 65_535, 47_785, 42_767, 63_448),
      (33_297, 65_535, 65_535, 65_535, 65_535),
    ] as [(UInt16, Int, Int, Int, Int)] {
      #expect(abs(try light(sample, isMultiplied: false, .standard) - inSDR) <= 4, "\(sample)")
      #expect(abs(try light(sample, isMultiplied: false, pq) - inPQ) <= 4, "\(sample)")
      #expect(abs(try light(sample, isMultiplied: false, dim) - inDim) <= 4, "\(sample)")
      #expect(abs(try light(sample, isMultiplied: false, hlg) - inHLG) <= 12, "\(sample)")
    }
    // Half of white at an alpha of half (32,768 of 65,535) is white.
    #expect(abs(try light(7698, isMultiplied: true, pq) - 38_056) <= 8)
    #expect(abs(try light(7698, isMultiplied: true, .standard) - 65_535) <= 8)
    // Where numbers are wanted, they are those of the file of floats, and 1 where they are more.
    for (sample, number) in [(7698, 32_768), (5205, 11_796), (15_229, 65_535)] as [(UInt16, Int)] {
      let bytes = PNGBuilder(width: 1, height: 1, depth: 16, type: 0)
        .adding("vxLt", [0]).adding(rows: [0, UInt8(sample >> 8), UInt8(sample & 255)])
      let file = try ImageFile(parsing: bytes.ended, convertingColors: false, target: pq)
      guard case .sixteen(let samples) = try PictureSequence(file).picture(0).samples else {
        Issue.record("no 16 bits")
        return
      }
      #expect(abs(Int(samples[0]) - number) <= 6, "\(sample)")
    }
    let broken = PNGBuilder(width: 1, height: 1, depth: 8, type: 0)
      .adding("vxLt", []).adding(rows: [0, 78]).ended
    let file = try ImageFile(parsing: broken, target: pq)
    #expect(try grey(file) == 78 && file.oddities.count == 1)
  }

  @Test func `light that is brought down is written by the display's curve`() throws {
    for sample in [9000, 20_000, 38_055] as [UInt16] {
      let display = try grey(sample, 16, PictureTarget(curve: .gamma24, gamut: .bt2020))
      let plain = try grey(sample, 16, .standard)
      let light = TransferCurve.gamma24.decode(Double(display) / 65535)
      #expect((TransferCurve.srgb.decode(Double(plain) / 65535) - light).magnitude < 1e-4)
      #expect(display - plain > 300)
    }
    // The first pictures of 8 bits are written apart.
    let bytes = PNGBuilder(width: 1, height: 1, depth: 8, type: 0)
      .adding("cICP", [9, 16, 0, 1]).adding(rows: [0, 78]).ended
    let target = PictureTarget(curve: .gamma24, gamut: .bt709)
    let found = try grey(ImageFile(parsing: bytes, target: target))
    let wide = try grey(78 * 257, 16, target)
    #expect(abs(Int(found) * 257 - wide) <= 140)
  }

  @Test(
    arguments: ["srgb-table", "srgb-para", "srgb-gama-chrm", "srgb-chunk", "cicp-bt709"])
  func `what is sRGB by its numbers keeps its very bytes`(_ name: String) throws {
    #expect(try samples(name) == samples(name + ".srgb"))
    let file = try ImageFile(parsing: Fixtures.bytes("profiles/\(name).png"))
    guard case .png(let png) = file.content else {
      Issue.record("no PNG")
      return
    }
    #expect(png.colors == nil)
  }

  /// A picture of one grey pixel with chunks before it.
  private func file(_ chunks: [(String, [UInt8])], late: Bool = false) throws -> ImageFile {
    var builder = PNGBuilder(width: 1, height: 1, depth: 8, type: 2)
    if !late { for chunk in chunks { builder.add(chunk.0, chunk.1) } }
    builder = builder.adding(rows: [0, 128, 128, 128])
    if late { for chunk in chunks { builder.add(chunk.0, chunk.1) } }
    return try ImageFile(parsing: builder.ended)
  }

  private func grey(_ file: ImageFile) throws -> UInt8 {
    guard case .eight(let samples) = try PictureSequence(file).picture(0).samples else { return 0 }
    return samples[0]
  }

  private let linear: (String, [UInt8]) = ("gAMA", PNGBuilder.number(100_000))

  @Test func `the first of four ways counts, and a broken one gives way`() throws {
    #expect(try grey(file([linear])) == 188)
    #expect(try grey(file([linear, ("sRGB", [1])])) == 128)
    #expect(try grey(file([linear, ("cICP", [1, 13, 0, 1])])) == 128)
    #expect(try grey(file([("sRGB", [0]), ("cICP", [1, 8, 0, 1])])) == 188)
    let broken = try file([linear, ("sRGB", [9])])
    #expect(try grey(broken) == 188)
    #expect(
      broken.oddities.map(\.description) == [
        "chunk sRGB is missing, repeated, out of place or of a wrong length, at byte 49; "
          + "it is left out"
      ])
  }

  /// By NumPy in float64: matrices of SMPTE ST 2065-1 and BT.709, with the adaptation of Bradford.
  @Test func `primaries of ACES, whose blue lies below 0, are read`() throws {
    let places: [Int32] = [32_168, 33_767, 73_470, 26_530, 0, 100_000, 10, -7700]
    let numbers = places.flatMap { PNGBuilder.number(UInt32(bitPattern: $0)) }
    let colors: [([UInt8], [UInt8])] = [
      ([100, 60, 30], [215, 124, 87]), ([128, 128, 128], [188, 188, 188]),
      ([40, 50, 60], [81, 124, 135]),
    ]
    for (color, wanted) in colors {
      let bytes = PNGBuilder(width: 1, height: 1, depth: 8, type: 2)
        .adding(linear.0, linear.1).adding("cHRM", numbers).adding(rows: [0] + color).ended
      let file = try ImageFile(parsing: bytes)
      #expect(file.oddities.isEmpty)
      #expect(try PictureSequence(file).picture(0).samples == .eight(wanted + [255]))
    }
  }

  @Test func `what can't be used is left out with a warning`() throws {
    for (chunk, part) in [
      (("gAMA", PNGBuilder.number(0)), "gAMA can't be 0, at byte 33; colours are taken as"),
      (("gAMA", [1]), "chunk gAMA is missing, repeated, out of place or of a wrong length"),
      (("cHRM", [UInt8](repeating: 0, count: 32)), "chromaticities that are no primaries"),
      (("cHRM", [0]), "chunk cHRM"), (("cICP", [1, 2]), "chunk cICP"),
      (("cICP", [9, 16, 9, 1]), "the matrix of cICP can't be 9"),
      (("cICP", [9, 16, 0, 2]), "chunk cICP"),
      (("cICP", [2, 2, 0, 1]), "colours of primaries 2 and transfer 2 are not read"),
      (("sRGB", []), "chunk sRGB"), (("iCCP", []), "broken colour profile (no name"),
      (("iCCP", [65, 0, 0, 1, 2, 3]), "broken colour profile (it can't be unpacked)"),
      (("iCCP", [65, 0, 1] + Deflater.pack([0, 0, 0, 0])), "packed in an unknown way"),
      (("iCCP", [65, 0, 0] + Deflater.pack([0, 0, 1, 0])), "it can't be unpacked"),
    ] as [((String, [UInt8]), String)] {
      let made = try file([chunk])
      #expect(made.oddities.count == 1, "\(part)")
      #expect(made.oddities.first?.description.contains(part) == true, "\(made.oddities)")
      #expect(try grey(made) == 128)
    }
  }

  @Test func `black of narrow samples of 16 bits is 4096, and white 60160`() throws {
    let file = PNGBuilder(width: 3, height: 1, depth: 16, type: 0)
      .adding("cICP", [1, 13, 0, 0]).adding(rows: [0, 16, 0, 235, 0, 0, 0]).ended
    let samples = try PictureSequence(ImageFile(parsing: file)).picture(0).samples
    guard case .sixteen(let found) = samples else {
      Issue.record("no 16 bits")
      return
    }
    // Between entries of a table, and encoded within 10^-5.
    let wanted = [0, 0, 0, 65535, 65535, 65535, 65535, 65535, 0, 0, 0, 65535]
    #expect(difference(found.map { Int($0) }, wanted) <= 2)
  }

  @Test func `a chunk that is late, repeated or damaged is left out`() throws {
    let late = try file([linear], late: true)
    #expect(try grey(late) == 128 && late.oddities.count == 1)
    let twice = try file([linear, ("gAMA", PNGBuilder.number(45_455))])
    #expect(try grey(twice) == 188)
    #expect(
      twice.oddities.map(\.description) == [
        "chunk gAMA appears twice, at byte 49; the first counts"
      ]
    )
    let damaged = PNGBuilder(width: 1, height: 1, depth: 8, type: 2)
      .adding(linear.0, linear.1, checksumError: 1).adding(rows: [0, 128, 128, 128]).ended
    let read = try ImageFile(parsing: damaged)
    #expect(try grey(read) == 128 && read.oddities.count == 1)
  }

  @Test func `extreme numbers trap nowhere`() throws {
    for gamma in [1, 2, 100, 1_000_000_000, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32] {
      _ = try grey(file([("gAMA", PNGBuilder.number(gamma))]))
    }
    var dice = SeededNumbers(5)
    for _ in 0..<60 {
      let numbers = (0..<8).flatMap { _ in
        PNGBuilder.number(
          Bool.random(using: &dice) ? UInt32.random(in: 0...100_000, using: &dice) : dice.next32)
      }
      _ = try grey(file([("cHRM", numbers), linear]))
      let points = (0..<4).map { _ in UInt8.random(in: 0...23, using: &dice) }
      _ = try grey(file([("cICP", [points[0], points[1], 0, points[3] & 1])]))
    }
  }

  @Test func `animations are converted frame by frame`() throws {
    let builder = PNGBuilder(width: 1, height: 1, depth: 8, type: 2)
      .adding(linear.0, linear.1).animated(2).frame(0, 1, 1).adding(rows: [0, 128, 128, 128])
      .frame(1, 1, 1).data(2, rows: [0, 10, 60, 255])
    let sequence = PictureSequence(try ImageFile(parsing: builder.ended))
    #expect(try sequence.picture(0).samples == .eight([188, 188, 188, 255]))
    #expect(try sequence.picture(1).samples == .eight([56, 133, 255, 255]))
    #expect(try sequence.picture(0).samples == .eight([188, 188, 188, 255]))
  }
}

extension SeededNumbers {
  fileprivate var next32: UInt32 {
    mutating get { UInt32(truncatingIfNeeded: next()) }
  }
}
