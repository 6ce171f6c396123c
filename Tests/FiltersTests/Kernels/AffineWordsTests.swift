import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// How far affine changes in numbers of 16 bits lie from exact ones.
@Suite struct AffineWordsTests {
  private typealias Color = SIMD3<Double>

  private static let changes: [(String, ColorMatrix)] = [
    ("invert", .scaled(SIMD3(repeating: -1), adding: SIMD3(repeating: 1))),
    ("exposure", .scaled(SIMD3(repeating: 1.7), adding: SIMD3())),
    (
      "adjust",
      ColorMatrix.saturation(1.3, .bt709).after(
        .scaled(SIMD3(repeating: 1.2), adding: SIMD3(repeating: -0.05)))
    ),
    ("grey", .saturation(0, .bt709)),
    (
      "sepia",
      ColorMatrix(
        red: SIMD4(0.393, 0.769, 0.189, 0), green: SIMD4(0.349, 0.686, 0.168, 0),
        blue: SIMD4(0.272, 0.534, 0.131, 0))
    ),
    ("lifted", .scaled(SIMD3(0.8, 0.85, 0.7), adding: SIMD3(0.1, 0.05, 0.15))),
    ("green", .scaled(SIMD3(1, 0.4, 1), adding: SIMD3(0, 0.1, 0))),
  ]

  private static func change(_ matrix: ColorMatrix) -> @Sendable (Color) -> Color {
    { color in
      func sum(_ row: SIMD4<Double>) -> Double {
        row.x * color.x + row.y * color.y + row.z * color.z + row.w
      }
      return Color(sum(matrix.red), sum(matrix.green), sum(matrix.blue))
    }
  }

  private func draw(
    _ matrix: ColorMatrix, _ source: Frame, _ range: ColorRange, within box: Box? = nil
  ) -> Frame? {
    let format = source.format
    let coding = ColorCoding(matrix: .bt709, range: range, depth: format.depth)
    guard let words = ColorWords(matrix, coding) else { return nil }
    let target = Frame(format)
    target.copy(from: source)
    Recoloring(
      source: source, target: target, change: MatrixRows(matrix), coding: coding,
      isPremultiplied: false, affine: matrix, words: words
    ).run(box ?? Box(x: 0, y: 0, width: format.width, height: format.height), Workspace())
    return target
  }

  /// A frame that changes slowly, so that whole parts of rows are far from black and white.
  private func slow(_ format: PixelFormat) -> Frame {
    let frame = Frame(format)
    var noise = Noise(seed: 9)
    for (plane, layout) in format.planes.enumerated() {
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          let wave = (x / 60 + y / 7) * 7919 % 61
          let base = plane == 0 ? 40 + 3 * wave : 98 + wave
          frame[plane, x, y] =
            base << (format.depth - 8) + noise.next(12 << (format.depth - 8))
        }
      }
    }
    return frame
  }

  @Test(
    arguments: everyFormat.filter {
      $0.width == 16 && $0.depth <= 10 && $0.chroma != .none && !$0.hasAlpha
    })
  func `samples lie within rounding of exact ones`(_ small: PixelFormat) throws {
    let format = try #require(
      PixelFormat(
        width: 140, height: 9, depth: small.depth, chroma: small.chroma, siting: small.siting))
    for source in [Frame.noise(format), slow(format)] {
      for (name, matrix) in Self.changes {
        for range in [ColorRange.limited, .full] {
          let drawn = try #require(draw(matrix, source, range), "\(name)")
          let exact = ExactRecoloring(
            source: source, matrix: .bt709, range: range, change: Self.change(matrix))
          for plane in format.planes.indices {
            let off = zip(drawn.samples(plane), exact.samples(of: plane)).map {
              abs(Double($0) - $1)
            }
            let (most, mean) = (off.max() ?? 0, off.reduce(0, +) / Double(off.count))
            let isDeep = format.depth > 8
            #expect(most < (isDeep ? 1 : 0.62), "\(name) \(range) plane \(plane)")
            #expect(mean < (isDeep ? 0.42 : 0.33), "\(name) \(range) plane \(plane)")
          }
        }
      }
    }
  }

  @Test func `what is grey stays grey where a change keeps it`() throws {
    for (name, depth) in [("420mpeg2", 8), ("444p10", 10)] {
      for range in [ColorRange.limited, .full] {
        let format = PixelFormat.named(name, 256, 4)
        let source = Frame(format)
        for (plane, layout) in format.planes.enumerated() {
          for y in 0..<layout.height {
            for x in 0..<layout.width {
              source[plane, x, y] = plane == 0 ? x << (depth - 8) : 128 << (depth - 8)
            }
          }
        }
        for factor in [0, 0.5, 1.8] {
          let drawn = try #require(draw(.saturation(factor, .bt709), source, range))
          #expect(drawn.isIdentical(to: source), "\(name) \(range) \(factor)")
        }
      }
    }
  }

  @Test func `nothing is changed by what changes nothing`() throws {
    for name in ["420jpeg", "411", "444p10"] {
      let source = Frame.noise(.named(name, 150, 20))
      let drawn = try #require(draw(.identity, source, .limited))
      #expect(drawn.isIdentical(to: source))
    }
  }

  @Test func `large numbers have no words`() {
    let coding = ColorCoding(matrix: .bt709, range: .limited, depth: 8)
    #expect(AffineWords(.scaled(SIMD3(repeating: 30), adding: SIMD3()), coding) == nil)
    #expect(AffineWords(.scaled(SIMD3(repeating: .infinity), adding: SIMD3()), coding) == nil)
    let deep = ColorCoding(matrix: .bt709, range: .limited, depth: 12)
    #expect(AffineWords(.identity, deep) == nil)
  }

  @Test(arguments: ["420mpeg2", "444p10"])
  func `wide rows are changed as their halves are`(_ name: String) throws {
    let format = PixelFormat.named(name, 4300, 6)
    let source = slow(format)
    // A whole number of parts, and more of them than are looked at together.
    let half = Box(x: 0, y: 0, width: 2048, height: 6)
    let rest = Box(x: 2048, y: 0, width: 4300 - 2048, height: 6)
    for (name, matrix) in Self.changes {
      let whole = try #require(draw(matrix, source, .limited), "\(name)")
      let halves = [
        try #require(draw(matrix, source, .limited, within: half)),
        try #require(draw(matrix, source, .limited, within: rest)),
      ]
      for (plane, layout) in format.planes.enumerated() {
        let isSame = (0..<layout.height * layout.width).allSatisfy { place in
          let (x, y) = (place % layout.width, place / layout.width)
          return whole[plane, x, y] == halves[x << layout.shiftX < 2048 ? 0 : 1][plane, x, y]
        }
        #expect(isSame, "\(name) plane \(plane)")
      }
    }
  }

  @Test func `a large frame is changed so, with any number of workers`() throws {
    let format = PixelFormat.named("420mpeg2", 640, 360)
    let source = slow(format)
    let film = try Film(
      #"[{ "type": "effect", "effect": "adjust", "contrast": 1.2, "saturation": 1.3 }]"#, format,
      matrix: .bt709)
    let matrix = ColorMatrix.saturation(1.3, .bt709).after(
      .scaled(SIMD3(repeating: 1.2), adding: SIMD3(repeating: -0.1)))
    let drawn = try film.frame(source)
    #expect(draw(matrix, source, .limited)?.isIdentical(to: drawn) == true)
    // Bands of rows, one after the other.
    let parts = Frame(format)
    parts.copy(from: source)
    let coding = ColorCoding(matrix: .bt709, range: .limited, depth: 8)
    for y in stride(from: 0, to: 360, by: 24) {
      Recoloring(
        source: source, target: parts, change: MatrixRows(matrix), coding: coding,
        isPremultiplied: false, affine: matrix, words: ColorWords(matrix, coding)
      ).run(Box(x: 0, y: y, width: 640, height: 24), Workspace())
    }
    #expect(parts.isIdentical(to: drawn))
  }
}
