import Bytes
import Images
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Pictures that are made of lines and areas, of 8x4 pixels by themselves.
@Suite struct VectorPictureTests {
  /// Gives a picture of one colour that tells how far it was enlarged.
  private final class Drawer: Sendable {
    let factors = Mutex<[Int]>([])

    var loader: AssetLoader {
      AssetLoader(
        measure: { _ in .success((8, 4)) },
        enlarging: { [self] name in
          guard name == "a.svg" else { return nil }
          return { factor in
            self.factors.withLock { $0.append(factor) }
            return .success(Self.png(factor))
          }
        }
      ) { _ in .success(Self.png(1)) }
    }

    static func png(_ factor: Int) -> [UInt8] {
      let (width, height) = (8 * factor, 4 * factor)
      let pixel: [UInt8] = [UInt8(factor * 10), UInt8(factor * 10), UInt8(factor * 10), 255]
      let samples = (0..<width * height).flatMap { _ in pixel }
      return PNGEncoder.encode(Picture(width: width, height: height, samples: .eight(samples)))
    }
  }

  /// Draws layers on 64x32 pixels of white, and gives the grey in the middle of its place.
  private func grey(_ timeline: String, _ drawer: Drawer, at place: (x: Int, y: Int)) throws -> Int
  {
    let format = PixelFormat.named("444", 64, 32)
    let stream = try StreamRenderer(
      ClipScene.document(#"{ "version": 1, \#(timeline) }"#), input: format, range: .full,
      matrix: .bt601, rate: FrameRate(25, 1), loader: drawer.loader)
    let white = Frame(format)
    for plane in 0..<3 {
      for y in 0..<32 { for x in 0..<64 { white[plane, x, y] = plane == 0 ? 255 : 128 } }
    }
    let target = Frame(stream.renderer.output)
    try stream.draw(white, to: target, at: .zero, Workspace())
    return Int(target[0, place.x, place.y])
  }

  @Test(arguments: [(8, 1), (4, 1), (9, 2), (16, 2), (17, 4), (40, 8)])
  func `they are read with the pixels that their place has`(_ width: Int, _ factor: Int) throws {
    let drawer = Drawer()
    let layer = #"{ "type": "image", "source": "a.svg", "size": [\#(width), \#(width / 2)] }"#
    let grey = try grey(#""layers": [\#(layer)]"#, drawer, at: (width / 2, width / 4))
    #expect(grey == factor * 10)
    #expect(drawer.factors.withLock { $0 } == (factor > 1 ? [factor] : []))
  }

  @Test func `they keep their own size, which scales and turns count from`() throws {
    let layer = #"{ "type": "image", "source": "a.svg", "scale": 2, "position": [20, 10] }"#
    // About their middle, 24 and 12: from 16 to 32, and from 8 to 16.
    for (x, grey) in [(17, 20), (31, 20), (14, 255), (33, 255)] {
      #expect(try self.grey(#""layers": [\#(layer)]"#, Drawer(), at: (x, 12)) == grey)
    }
  }

  @Test func `masks are, too`() throws {
    let drawer = Drawer()
    let mask = #""mask": { "source": "a.svg", "by": "alpha" }"#
    let layer = #"{ "type": "color", "color": "black", "size": [32, 16], \#(mask) }"#
    #expect(try grey(#""layers": [\#(layer)]"#, drawer, at: (16, 8)) == 0)
    #expect(drawer.factors.withLock { $0 } == [4])
  }

  @Test func `files of pixels are not`() throws {
    let drawer = Drawer()
    let layer = #"{ "type": "image", "source": "b.jpg", "size": [32, 16] }"#
    #expect(try grey(#""layers": [\#(layer)]"#, drawer, at: (16, 8)) == 10)
    #expect(drawer.factors.withLock { $0 }.isEmpty)
  }
}
