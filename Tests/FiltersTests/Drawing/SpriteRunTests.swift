import Images
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Opaque stretches are copied and transparent ones left out, and that cannot be seen.
@Suite struct SpriteRunTests {
  /// A picture with long opaque, transparent and soft stretches, and short ones.
  private static let picture = Picture.painted(150, 40) { x, y in
    let alpha: Int =
      switch (y / 4 + x / 24) % 5 {
      case 0, 1: 255
      case 2: 0
      case 3: (x * 37 + y * 11) % 256
      default: x % 3 == 0 ? 255 : 0
      }
    return [UInt8(x), UInt8(255 - x), UInt8(6 * y), UInt8(alpha)]
  }

  private func sprite(
    _ picture: Picture, _ format: PixelFormat, x: Double, y: Double, isLasting: Bool
  ) -> Sprite {
    let coding = ColorCoding(matrix: .bt601, range: .limited, depth: format.depth)
    let sprite = Sprite()
    let placement = Placement(
      domain: .init(
        left: 0, top: 0, right: Double(picture.width), bottom: Double(picture.height)),
      map: .translation(x, y), sampling: .bicubic)
    SpriteBuilder(format: format, coding: coding).build(
      sprite, ImageRows(picture, coding: coding), placement, clip: nil, isLasting: isLasting,
      Workspace())
    return sprite
  }

  /// Blends every sample of a sprite.
  private func blendAll(_ sprite: Sprite, on frame: Frame, x: Int, y: Int, opacity: UInt16) {
    for (index, layout) in frame.format.planes.enumerated() {
      guard let plane = sprite.planes[index] else { continue }
      let place = plane.box.moved(x: x >> layout.shiftX, y: y >> layout.shiftY)
      let seen = place.intersection(layout.box)
      for row in seen.y..<seen.maxY {
        let from = (row - place.y) * place.width + seen.x - place.x
        let start = row * layout.width + seen.x
        let (add, keep) = (plane.add + from, plane.keep + from)
        let depth = frame.format.depth
        if depth == 8 {
          let target = frame.samples8(layout) + start
          blend(target, add, keep, depth, opacity, seen.width)
        } else {
          let target = frame.samples16(layout) + start
          blend(target, add, keep, depth, opacity, seen.width)
        }
      }
    }
  }

  private func blend<S: Sample>(
    _ target: UnsafeMutablePointer<S>, _ add: UnsafeMutablePointer<UInt16>,
    _ keep: UnsafeMutablePointer<UInt16>, _ depth: Int, _ opacity: UInt16, _ count: Int
  ) {
    if opacity == 65535 {
      S.blend(target, add: add, keep: keep, depth: depth, count: count)
    } else {
      S.blend(target, add: add, keep: keep, depth: depth, opacity: opacity, count: count)
    }
  }

  @Test(
    arguments: ["mono", "420mpeg2", "444", "411", "420p10", "422p12", "444p16"], [true, false])
  func `what is copied or left out is what blending makes`(
    _ name: String, _ isLasting: Bool
  ) throws {
    let format = PixelFormat.named(name, 130, 60)
    for (x, y) in [(0.0, 0.0), (0.3, 0.6)] {
      let sprite = sprite(Self.picture, format, x: x, y: y, isLasting: isLasting)
      var kinds = Set<Int32>()
      for row in 0..<40 {
        if let plane = sprite.planes[0] {
          for run in plane.runs[row] { kinds.insert(run.kind.rawValue) }
        }
      }
      #expect(kinds == [SpriteRun.Kind.mixed.rawValue, SpriteRun.Kind.opaque.rawValue])
      for (moveX, moveY, opacity) in [(0, 0, 65535), (8, 12, 65535), (-32, -8, 65535), (4, 4, 999)]
      {
        let (one, other) = (Frame.noise(format), Frame.noise(format))
        Compositor(one, Workspace())
          .draw(sprite, x: moveX, y: moveY, opacity: UInt16(opacity))
        blendAll(sprite, on: other, x: moveX, y: moveY, opacity: UInt16(opacity))
        #expect(one.isIdentical(to: other), "at \(moveX), \(moveY), opacity \(opacity)")
      }
    }
  }

  @Test(arguments: ["420mpeg2", "444p10"])
  func `the hole of a frame-shaped picture costs nothing`(_ name: String) throws {
    let format = PixelFormat.named(name, 640, 360)
    let (width, height, border) = (640, 360, 20)
    let picture = Picture.painted(width, height) { x, y in
      let isHole =
        x >= border && x < width - border && y >= border && y < height - border
      return [200, 30, 90, isHole ? 0 : 255]
    }
    let sprite = sprite(picture, format, x: 0, y: 0, isLasting: true)
    for (index, layout) in format.planes.enumerated() {
      let plane = try #require(sprite.planes[index])
      let runs = (0..<layout.height).flatMap { Array(plane.runs[$0]) }
      let drawn = runs.reduce(0) { $0 + $1.count }
      let (edgeX, edgeY) = (border >> layout.shiftX, border >> layout.shiftY)
      // Runs begin and end with blocks of 16 samples.
      let most = 2 * edgeY * layout.width + 2 * (edgeX + 15) * (layout.height - 2 * edgeY)
      #expect(drawn <= most + 4 * layout.width)
      // Above and below the hole, rows are copied but for the ends of chroma.
      let copied = plane.runs[1].reduce(0) { $0 + ($1.kind == .opaque ? $1.count : 0) }
      #expect(copied >= layout.width - (index == 0 ? 0 : 32))
      #expect(plane.runs[layout.height / 2].count <= 4)
    }
  }
}
