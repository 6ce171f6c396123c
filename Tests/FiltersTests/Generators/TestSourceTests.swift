import TestSupport
import Testing

@testable import Filters
@testable import Y4M

@Suite struct TestSourceTests {
  /// The code values of one sample of each plane, at a luma place.
  private func codes(_ frame: Frame, x: Int, y: Int) -> [Int] {
    frame.format.planes.map { plane in
      let place = (y >> plane.shiftY) * plane.width + (x >> plane.shiftX)
      let bytes = plane.offset + place * frame.format.sampleBytes
      return frame.format.sampleBytes == 1
        ? Int(frame.bytes[bytes]) : Int(frame.bytes[bytes]) | Int(frame.bytes[bytes + 1]) << 8
    }
  }

  private func frame(_ source: TestSource, _ index: Int) -> Frame {
    let frame = Frame(source.format)
    source.draw(frame: index, into: frame)
    return frame
  }

  private func isEqual(_ a: Frame, _ b: Frame) -> Bool { a.bytes.elementsEqual(b.bytes) }

  @Test(arguments: [
    (Matrix.bt709, ColorRange.limited, [63, 102, 240]), (.bt709, .full, [54, 99, 255]),
    (.bt601, .limited, [81, 90, 240]), (.bt601, .full, [76, 85, 255]),
  ])
  func `pure red has the code values of its matrix and range`(
    _ matrix: Matrix, _ range: ColorRange, _ expected: [Int]
  ) {
    let codes = CodeValues(matrix: matrix, isFullRange: range == .full, depth: 8)
    #expect([.luma, .blue, .red].map { codes.code(.red, for: $0) } == expected)
  }

  @Test func `bars of 75 percent are those of the standard`() throws {
    // SMPTE RP 219-1 for BT.709 and SMPTE EG 1 for BT.601, at 8 and 10 bits.
    let expected: [(Matrix, Int, [[Int]])] = [
      (
        .bt709, 8,
        [
          [180, 128, 128], [168, 44, 136], [145, 147, 44], [133, 63, 52], [63, 193, 204],
          [51, 109, 212], [28, 212, 120],
        ]
      ),
      (
        .bt601, 8,
        [
          [180, 128, 128], [162, 44, 142], [131, 156, 44], [112, 72, 58], [84, 184, 198],
          [65, 100, 212], [35, 212, 114],
        ]
      ),
      (
        .bt709, 10,
        [
          [721, 512, 512], [674, 176, 543], [581, 589, 176], [534, 253, 207], [251, 771, 817],
          [204, 435, 848], [111, 848, 481],
        ]
      ),
    ]
    for (matrix, depth, bars) in expected {
      let format = try #require(
        PixelFormat(width: 280, height: 240, depth: depth, chroma: .planes(x: 1, y: 0)))
      let picture = frame(TestSource(format, matrix: matrix), 0)
      for (index, bar) in bars.enumerated() {
        #expect(codes(picture, x: index * 40 + 2, y: 2) == bar, "\(matrix) \(depth) \(index)")
      }
    }
  }

  @Test func `a frame depends on its number and the seed alone`() throws {
    let format = try #require(PixelFormat(width: 70, height: 50))
    let source = TestSource(format)
    let used = Frame(format)
    for index in [5, 0, 9] { source.draw(frame: index, into: used) }
    #expect(isEqual(used, frame(TestSource(format), 9)))
    #expect(!isEqual(used, frame(source, 10)))
    #expect(!isEqual(used, frame(TestSource(format, seed: 1), 9)))
  }

  @Test func `every size and format is drawn within its bounds`() throws {
    for (width, height) in [(1, 1), (1, 40), (40, 1), (2, 2), (3, 5), (17, 15), (57, 49)] {
      for colorspace in Colorspace.all {
        let format = try #require(colorspace.format(width: width, height: height))
        let picture = frame(TestSource(format, range: .full), 1_000_000_007)
        #expect(!picture.exceedsPeak, "\(width)x\(height) \(colorspace.name)")
      }
    }
  }

  @Test func `numbers of frames up to the largest are drawn`() throws {
    let format = try #require(PixelFormat(width: 128, height: 72))
    for index in [-1, 0, 999_999, 1_000_000, Int.max - 1, Int.max] {
      #expect(!frame(TestSource(format), index).exceedsPeak)
    }
  }

  @Test func `what moves goes by four samples, so chroma goes with it`() throws {
    let format = try #require(PixelFormat(width: 320, height: 240, chroma: .planes(x: 1, y: 1)))
    let source = TestSource(format)
    let red = source.boxColumns(in: frame(source, 3))
    let next = source.boxColumns(in: frame(source, 4))
    #expect(red.count == 28)
    #expect(abs(red.lowerBound - next.lowerBound) == 4)
    #expect(red.lowerBound % 4 == 0)
  }

  @Test func `digits differ from one another`() {
    let shapes = (0..<10).map { digit in
      (0..<DigitFont.height).flatMap { row in
        (0..<DigitFont.width).map { DigitFont.isSet(digit, column: $0, row: row) }
      }
    }
    #expect(Set(shapes).count == 10)
  }

  @Test func `the counter changes with every frame`() throws {
    let format = try #require(PixelFormat(width: 320, height: 180, chroma: Chroma.none))
    let source = TestSource(format)
    // The counter's box: columns 128 to 191, rows 44 to 54.
    var seen: Set<[UInt8]> = []
    for index in 0..<30 {
      let picture = frame(source, index)
      seen.insert((44..<55).flatMap { Array(picture.bytes[$0 * 320 + 140..<$0 * 320 + 184]) })
    }
    #expect(seen.count == 30)
  }
}

extension TestSource {
  /// The columns in which a frame holds pure red, which nothing but the box does.
  fileprivate func boxColumns(in frame: Frame) -> Range<Int> {
    let expected = UInt8(
      CodeValues(matrix: .bt709, isFullRange: false, depth: 8).code(.red, for: .luma))
    let red = UInt8(CodeValues(matrix: .bt709, isFullRange: false, depth: 8).code(.red, for: .red))
    let chroma = frame.format.planes[2]
    // Noise may hit the value by chance; it fills the lowest quarter.
    var columns: [Int] = []
    for y in 0..<frame.format.height * 2 / 3 {
      for x in 0..<frame.format.width {
        let place = chroma.offset + (y >> 1) * chroma.width + (x >> 1)
        if frame.bytes[y * frame.format.width + x] == expected, frame.bytes[place] == red {
          columns.append(x)
        }
      }
    }
    guard let first = columns.min(), let last = columns.max() else { return 0..<0 }
    return first..<last + 1
  }
}
