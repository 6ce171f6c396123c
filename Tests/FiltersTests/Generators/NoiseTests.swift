import TestSupport
import Testing

@testable import Filters
@testable import Timeline
@testable import Y4M

@Suite struct NoiseTests {
  private static let kinds = ["white", "value", "gradient", "fbm", "voronoi"]
  private static let format = PixelFormat.named("mono", 96, 64)

  private func luma(
    _ keys: String, at seconds: Double = 0, _ format: PixelFormat = Self.format
  ) throws -> Frame {
    try Film("[{ \"type\": \"noise\", \(keys) }]", format, range: .full)
      .frame(.flat(format, [0]), at: seconds)
  }

  @Test(arguments: kinds)
  func `it has its mean and most of its range`(_ kind: String) throws {
    let frame = try luma(#""kind": "\#(kind)", "cell": 6"#, .named("mono", 160, 160))
    let samples = frame.samples(0).map { Double($0) / 255 }
    let count = Double(samples.count)
    let mean = samples.reduce(0, +) / count
    #expect(abs(mean - (kind == "voronoi" ? 0.45 : 0.5)) < 0.04, "\(mean)")
    #expect(samples.contains { $0 < 0.1 } && samples.contains { $0 > 0.85 })
    let cut = samples.filter { $0 == 0 || $0 == 1 }.count
    #expect(Double(cut) / count < 0.02, "\(cut)")
  }

  @Test func `grains are even and independent`() throws {
    let frame = try luma(#""kind": "white""#, .named("mono", 256, 256))
    var counts = [Int](repeating: 0, count: 8)
    var (along, down) = (0.0, 0.0)
    for y in 1..<256 {
      for x in 1..<256 {
        counts[frame[0, x, y] / 32] += 1
        let value = Double(frame[0, x, y]) - 127.5
        along += value * (Double(frame[0, x - 1, y]) - 127.5)
        down += value * (Double(frame[0, x, y - 1]) - 127.5)
      }
    }
    let count = 255.0 * 255
    #expect(counts.allSatisfy { abs(Double($0) / count - 0.125) < 0.005 }, "\(counts)")
    let variance = 255.0 * 255 / 12
    #expect(abs(along / count / variance) < 0.015 && abs(down / count / variance) < 0.015)
  }

  @Test(arguments: ["value", "gradient", "fbm", "voronoi"])
  func `it is smooth in place and in time`(_ kind: String) throws {
    let keys = #""kind": "\#(kind)", "cell": 32, "octaves": 2, "rate": 1"#
    let frame = try luma(keys)
    for y in 1..<64 {
      for x in 1..<96 {
        #expect(abs(frame[0, x, y] - frame[0, x - 1, y]) < 32)
        #expect(abs(frame[0, x, y] - frame[0, x, y - 1]) < 32)
      }
    }
    for seconds in [0.49, 0.99] {
      let (one, two) = (try luma(keys, at: seconds), try luma(keys, at: seconds + 0.02))
      #expect(one.greatestDifference(from: two) < 40)
    }
    #expect(try luma(keys, at: 1.5).greatestDifference(from: frame) > 40)
  }

  @Test(arguments: kinds)
  func `parts of rows are as the whole`(_ kind: String) throws {
    let film = try NoisePicture(
      Arguments().setting(NoisePicture.kind, to: #require(NoisePicture.Kind(rawValue: kind)))
        .setting(NoisePicture.cell, to: Length(pixels: 7.3)), .testing(Self.format))
    let raster = BoxRaster(width: 700, height: 9, box: .init(700, 9))
    let rows = film.rows(raster, at: Time(0.3))
    let (whole, part) = (Texture(width: 700, height: 1), Texture(width: 700, height: 1))
    for y in 0..<9 {
      rows.fill(whole.row(0), y: y, columns: 0..<700)
      for columns in [0..<3, 3..<301, 301..<555, 555..<700] {
        rows.fill(part.row(0), y: y, columns: columns)
      }
      for x in 0..<700 { #expect(whole.row(0).y[x] == part.row(0).y[x]) }
    }
  }

  @Test func `a seed gives the same noise again, and another one other noise`() throws {
    for kind in Self.kinds {
      let one = try luma(#""kind": "\#(kind)", "seed": 5"#, at: 2)
      #expect(try luma(#""kind": "\#(kind)", "seed": 5"#, at: 2).isIdentical(to: one))
      #expect(!(try luma(#""kind": "\#(kind)", "seed": 6"#, at: 2)).isIdentical(to: one))
    }
  }

  @Test func `it drifts by whole samples without a change`() throws {
    for kind in Self.kinds where kind != "fbm" {
      let keys = #""kind": "\#(kind)", "cell": 8, "rate": 0"#
      let (one, two) = (try luma(keys), try luma(keys + #", "offset": [5, 3]"#))
      for y in 3..<64 {
        for x in 5..<96 { #expect(abs(two[0, x, y] - one[0, x - 5, y - 3]) <= 1) }
      }
    }
  }

  @Test func `stops and transparent colours paint it`() throws {
    let format = PixelFormat.named("444", 48, 32)
    func film(_ keys: String) throws -> Frame {
      try Film("[{ \"type\": \"noise\", \"cell\": 9, \"rate\": 0, \(keys) }]", format, range: .full)
        .frame(.flat(format, [100, 128, 128]))
    }
    let plain = try film(#""color": "white""#)
    let ramp = try film(#""stops": ["black", "white"]"#)
    #expect(plain.greatestDifference(from: ramp) <= 1)
    let veil = try film(#""background": "rgb(255 255 255 / 0%)""#)
    for x in 0..<48 {
      let expected = 100 + 155 * Double(plain[0, x, 7]) / 255
      #expect(abs(Double(veil[0, x, 7]) - expected) <= 1.5)
    }
    let red = try film(#""stops": ["red", "red"]"#)
    #expect(red.samples(0).allSatisfy { $0 == 76 } && red.samples(2).allSatisfy { $0 == 255 })
  }

  @Test(arguments: kinds)
  func `nothing breaks at the ends of ranges`(_ kind: String) throws {
    for name in ["420mpeg2", "422p10", "444alpha"] {
      for size in [1, 2, 17] {
        for cell in ["0", "-3", "1e9", "1e-9"] {
          let keys = #"""
            "kind": "\#(kind)", "cell": \#(cell), "octaves": 10, "roughness": 1, "rate": 1000,
            "offset": [1e9, -1e9], "evolution": -1000000, "color": "red"
            """#
          #expect(!(try luma(keys, at: 1e6, .named(name, size, size))).exceedsPeak)
        }
      }
    }
  }
}
