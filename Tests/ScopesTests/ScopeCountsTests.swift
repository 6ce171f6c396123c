import Testing
import Y4M

@testable import Scopes

@Suite struct ScopeCountsTests {
  static let colorspaces = [
    "420jpeg", "420mpeg2", "420paldv", "411", "422", "444", "444alpha", "mono", "420p9", "422p10",
    "444p12", "420p14", "444p16", "mono16",
  ]

  @Test(arguments: colorspaces)
  func `counts are histograms of columns and of pairs`(_ name: String) throws {
    let format = try #require(Colorspace.named(name)?.format(width: 37, height: 21))
    func code(_ role: PlaneRole, _ x: Int, _ y: Int) -> Int {
      ScopeFrames.noise(role, x, y, below: format.peak + 1)
    }
    let counts = ScopeCounts(
      ScopeFrames.frame(format, code), ScopeFrames.coding(format.depth))
    let shift = max(format.depth - 10, 0)
    var wave = [UInt32](repeating: 0, count: 37 << min(format.depth, 10))
    var histogram = [Int](repeating: 0, count: format.peak + 1)
    for y in 0..<21 {
      for x in 0..<37 {
        wave[code(.luma, x, y) >> shift * 37 + x] += 1
        histogram[code(.luma, x, y)] += 1
      }
    }
    #expect(counts.waves[0].counts == wave)
    #expect(counts.levels[0].counts == histogram)
    #expect(counts.hasColor == (format.chroma != .none))
    guard counts.hasColor else {
      #expect(counts.vectors.total == 0)
      #expect(counts.waves[1...].allSatisfy { $0 == counts.waves[0] })
      return
    }
    let levels = counts.vectors.levels
    var vectors = [UInt32](repeating: 0, count: levels * levels)
    for y in 0..<format.planes[1].height {
      for x in 0..<format.planes[1].width {
        vectors[code(.red, x, y) >> shift * levels + code(.blue, x, y) >> shift] += 1
      }
    }
    #expect(counts.vectors.counts == vectors)
    #expect(counts.vectors.total == format.planes[1].width * format.planes[1].height)
  }

  @Test(arguments: [8, 10, 12, 16], [ColorRange.limited, .full])
  func `red, green and blue are those of the formula`(_ depth: Int, _ range: ColorRange) throws {
    let format = try #require(
      PixelFormat(width: 16, height: 16, depth: depth, chroma: .planes(x: 0, y: 0)))
    let coding = ScopeFrames.coding(depth, range)
    func code(_ role: PlaneRole, _ x: Int, _ y: Int) -> Int {
      ScopeFrames.noise(role, x, y, below: format.peak + 1)
    }
    let counts = ScopeCounts(ScopeFrames.frame(format, code), coding)
    let chroma = Double(range == .full ? format.peak : 224 << (depth - 8))
    let scale = Double(coding.white - coding.black) / chroma
    var expected = [0, 1, 2].map { _ in [Int: Int]() }
    for y in 0..<16 {
      for x in 0..<16 {
        let cb = Double(code(.blue, x, y) - 128 << (depth - 8)) * scale
        let cr = Double(code(.red, x, y) - 128 << (depth - 8)) * scale
        let luma = Double(code(.luma, x, y))
        let rgb = [
          luma + 1.5748 * cr, luma - 0.1873242729306488 * cb - 0.4681242729306488 * cr,
          luma + 1.8556 * cb,
        ]
        for channel in 0..<3 { expected[channel][Int(rgb[channel].rounded()), default: 0] += 1 }
      }
    }
    for channel in 0..<3 {
      let found = counts.levels[channel + 1]
      let sorted = expected[channel].sorted { $0.key < $1.key }.flatMap {
        Array(repeating: $0.key, count: $0.value)
      }
      let codes = found.counts.indices.flatMap {
        Array(repeating: $0 + found.low, count: found.counts[$0])
      }
      #expect(codes.count == sorted.count)
      #expect(zip(codes, sorted).allSatisfy { abs($0 - $1) <= 1 })
    }
  }

  /// Chroma that rises by 8 a sample is a line through its true places: the red that it gives tells
  /// where it was read.
  @Test(arguments: [
    ("420jpeg", 0.5, 0.5), ("420mpeg2", 0, 0.5), ("420paldv", 0, 0), ("422", 0, 0), ("411", 0, 0),
  ])
  func `chroma is read where it lies`(_ name: String, _ left: Double, _ top: Double) throws {
    let format = try #require(Colorspace.named(name)?.format(width: 32, height: 8))
    let frame = ScopeFrames.frame(format) { role, x, y in
      role == .luma ? 100 : role == .blue ? 128 : 100 + 4 * x + 8 * y
    }
    let counts = ScopeCounts(frame, ScopeFrames.coding())
    let plane = format.planes[2]
    for x in 4..<24 {
      var sum = 0.0
      for level in 0..<256 {
        sum += Double(counts.waves[1].counts[level * 32 + x]) * Double(level)
      }
      var expected = 0.0
      for y in 0..<8 {
        let across = (Double(x) - left) / Double(1 << plane.shiftX)
        let down = min(
          max((Double(y) - top) / Double(1 << plane.shiftY), 0), Double(plane.height - 1))
        expected += 100 + (4 * across + 8 * down - 28) * 1.5748 * 219 / 224
      }
      #expect((sum - expected).magnitude / 8 < 0.5, "column \(x)")
    }
  }

  @Test func `wide pictures are counted in 2048 columns, and nothing is lost`() throws {
    let format = try #require(PixelFormat(width: 5001, height: 2, chroma: .none))
    let counts = ScopeCounts(
      ScopeFrames.frame(format) { _, x, _ in x * 255 / 5000 }, ScopeFrames.coding())
    let wave = counts.waves[0]
    #expect(wave.columns == 2048)
    #expect(wave.counts.reduce(0, +) == 10_002)
    #expect(wave.counts[0] == 6 && wave.counts[255 * 2048 + 2047] > 0)
  }

  @Test func `a sample over the peak counts as the peak`() throws {
    let format = try #require(PixelFormat(width: 3, height: 1, depth: 10, chroma: .none))
    let counts = ScopeCounts(
      ScopeFrames.frame(format) { _, x, _ in [1023, 1024, 65535][x] }, ScopeFrames.coding(10))
    #expect(counts.levels[0].counts[1023] == 3)
  }
}
