import Foundation
import Images
import TestFiles
import Testing
import Y4M

@testable import Scopes

@Suite struct ScopePictureTests {
  static let fixtures = Checkout.fixture("scopes")

  private func check(_ picture: Picture, _ name: String) throws {
    let file = Self.fixtures.appendingPathComponent(name)
    let bytes = PNGEncoder.encode(picture)
    if ProcessInfo.processInfo.environment["UPDATE_SCOPES"] != nil {
      try Data(bytes).write(to: file)
    }
    #expect([UInt8](try Data(contentsOf: file)) == bytes, "\(name)")
  }

  @Test func `the four scopes of bars and a ramp are the picture that was looked at`() throws {
    let counts = ScopeCounts(try ScopeFrames.testPicture(), ScopeFrames.coding())
    try check(ScopePicture([], unit: .bt709).draw(counts, width: 640, height: 360), "bars.png")
  }

  @Test func `levels of PQ are light`() throws {
    let counts = ScopeCounts(try ScopeFrames.testPicture(), ScopeFrames.coding())
    let scopes = ScopePicture([.waveform, .histogram], unit: .pq)
    try check(scopes.draw(counts, width: 640, height: 240), "pq.png")
  }

  @Test(arguments: 1...4, [(240, 240), (1600, 900), (8192, 240), (240, 8192)])
  func `boxes fill the picture and do not overlap`(
    _ count: Int, _ size: (width: Int, height: Int)
  ) {
    let boxes = ScopeLayout.boxes(count, width: size.width, height: size.height)
    #expect(boxes.count == count)
    #expect(boxes.reduce(0) { $0 + $1.width * $1.height } == size.width * size.height)
    for (index, box) in boxes.enumerated() {
      #expect(box.x >= 0 && box.y >= 0 && box.maxX <= size.width && box.maxY <= size.height)
      for other in boxes[..<index] {
        #expect(
          box.x >= other.maxX || other.x >= box.maxX || box.y >= other.maxY || other.y >= box.maxY)
      }
    }
  }

  /// Odd sizes, one pixel, no colour, and depths: all are drawn, and opaque.
  @Test(arguments: [
    ("420jpeg", 1, 1), ("411", 3, 2), ("444p16", 2, 1), ("mono", 33, 3), ("mono10", 1, 1),
  ])
  func `every frame is drawn`(_ name: String, _ width: Int, _ height: Int) throws {
    let format = try #require(Colorspace.named(name)?.format(width: width, height: height))
    let frame = ScopeFrames.frame(format) { ScopeFrames.noise($0, $1, $2, below: format.peak + 1) }
    let range = format.chroma == .none ? ColorRange.full : .limited
    let counts = ScopeCounts(frame, ScopeFrames.coding(format.depth, range))
    let picture = ScopePicture([], unit: .hlg).draw(counts, width: 240, height: 250)
    #expect(picture.width == 240 && picture.height == 250 && picture.isOpaque)
  }

  @Test(arguments: [
    (1920, 1080, 1920, 1560), (640, 360, 960, 960), (1080, 1920, 3000, 1920),
    (100, 200, 1060, 960), (9000, 100, 9000, 2148),
  ])
  func `scopes stand below a still, or beside it`(
    _ width: Int, _ height: Int, _ wholeWidth: Int, _ wholeHeight: Int
  ) {
    let sheet = ScopeSheet(width: width, height: height)
    #expect(sheet.width == wholeWidth && sheet.height == wholeHeight)
  }

  @Test func `a still stays as it is, and as deep`() throws {
    let counts = ScopeCounts(try ScopeFrames.testPicture(), ScopeFrames.coding())
    let sheet = ScopeSheet(width: 224, height: 96)
    let scopes = ScopePicture([.waveform], unit: .bt709)
    let eight = (0..<4 * 224 * 96).map {
      UInt8(truncatingIfNeeded: $0 * 7 | ($0 & 3 == 3 ? 255 : 0))
    }
    let sixteen = eight.map { UInt16($0) * 257 }
    let shallow = sheet.draw(
      scopes, counts, beside: Picture(width: 224, height: 96, samples: .eight(eight)))
    let deep = sheet.draw(
      scopes, counts, beside: Picture(width: 224, height: 96, samples: .sixteen(sixteen)))
    guard case .eight(let small) = shallow.samples, case .sixteen(let large) = deep.samples else {
      Issue.record("other depths")
      return
    }
    #expect(large == small.map { UInt16($0) * 257 })
    let left = (sheet.width - 224) / 2
    for row in [0, 50, 95] {
      let start = 4 * (row * sheet.width + left)
      #expect(small[start..<start + 4 * 224] == eight[4 * 224 * row..<4 * 224 * (row + 1)])
    }
  }
}
