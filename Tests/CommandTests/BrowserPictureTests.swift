import Filters
import Images
import Testing
import TestSupport
import Timeline
import Y4M

@testable import vfx

/// Pixels for browsers, held against the pictures that are written as PNG.
@Suite struct BrowserPictureTests {
  /// A frame whose samples are all over the place.
  private func frame(_ format: PixelFormat) -> SharedFrame {
    let frame = Frame(format)
    var state: UInt32 = 7
    for index in frame.bytes.indices {
      state = state &* 1_664_525 &+ 1_013_904_223
      let isHigh = format.sampleBytes == 2 && index % 2 == 1
      frame.bytes[index] = UInt8(truncatingIfNeeded: state >> 24) & (isHigh ? 3 : 255)
    }
    return SharedFrame(frame)
  }

  private func colors(_ matrix: Matrix, _ range: ColorRange) -> SourceColors {
    SourceColors(matrix: matrix, range: range)
  }

  private func eight(_ picture: Picture) -> [UInt8] {
    switch picture.samples {
    case .eight(let values): values
    case .sixteen(let values):
      values.map { UInt8(truncatingIfNeeded: (Int($0) * 255 + 32767) / 65535) }
    }
  }

  @Test(arguments: [Matrix.bt601, .bt709, .bt2020], [ColorRange.limited, .full])
  func `whole pictures are those of stills`(_ matrix: Matrix, _ range: ColorRange) throws {
    for depth in [8, 10] {
      let format = try #require(
        PixelFormat(width: 33, height: 17, depth: depth, chroma: .planes(x: 0, y: 0)))
      let frame = frame(format)
      let conversion = BrowserPicture(colors(matrix, range), isHalf: false)
      let pixels = conversion.bytes(of: frame, header: [1, 2, 3])
      #expect(Array(pixels.prefix(3)) == [1, 2, 3] && pixels.count == 3 + 4 * 33 * 17)
      let wanted = eight(PictureConversion(matrix: matrix, range: range).picture(of: frame))
      let worst = zip(pixels.dropFirst(3), wanted).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= 1, "\(depth) bits: \(worst)")
    }
  }

  @Test func `a half is the mean of four samples, and odd edges stay`() throws {
    let format = try #require(PixelFormat(width: 5, height: 3, chroma: .none))
    let frame = Frame(format)
    for (index, value) in [16, 20, 30, 34, 200, 24, 28, 38, 42, 204, 100, 102, 50, 50, 235]
      .enumerated()
    {
      frame.bytes[index] = UInt8(value)
    }
    let conversion = BrowserPicture(colors(.bt709, .limited), isHalf: true)
    #expect(conversion.size(of: format) == (3, 2))
    let pixels = conversion.bytes(of: SharedFrame(frame), header: [])
    let reds = stride(from: 0, to: pixels.count, by: 4).map { Int(pixels[$0]) }
    func code(_ luma: Int) -> Int { Int((255 * Double(luma - 16) / 219).rounded()) }
    #expect(reds == [22, 36, 200, 101, 50, 235].map(code))
  }

  @Test(arguments: [(1, 1), (1, 0), (2, 0)])
  func `even colours keep their colour at any subsampling and half`(_ shift: (x: Int, y: Int))
    throws
  {
    let format = try #require(
      PixelFormat(width: 19, height: 11, chroma: .planes(x: shift.x, y: shift.y)))
    let frame = Frame(format)
    for (plane, value) in zip(format.planes, [81, 90, 240] as [UInt8]) {
      for index in 0..<plane.width * plane.height { frame.bytes[plane.offset + index] = value }
    }
    for isHalf in [false, true] {
      let pixels = BrowserPicture(colors(.bt601, .limited), isHalf: isHalf)
        .bytes(of: SharedFrame(frame), header: [])
      for place in stride(from: 0, to: pixels.count, by: 4) {
        #expect(pixels[place] >= 253 && pixels[place + 1] <= 1 && pixels[place + 2] <= 1)
      }
    }
  }
}
