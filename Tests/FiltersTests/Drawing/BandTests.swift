import Images
import TestSupport
import Testing
import Y4M

@testable import Filters

/// Frames drawn in bands are those drawn at once.
@Suite struct BandTests {
  /// Runs bands one after another, the last one first, with any worker's memory.
  private struct Backwards: BandRunner {
    let count: Int

    func run(upTo most: Int, _ body: (Int, Int, Int) -> Void) {
      let count = min(count, most)
      for band in (0..<count).reversed() { body(band, count, (band * 3 + 1) % 7) }
    }
  }

  static let layers = [
    #"{ "type": "image", "source": "s.png", "size": [250, 180], "position": [3.3, 7.7] }"#,
    #"{ "type": "image", "source": "s.png", "size": [250, 180], "rotation": 23 }"#,
    #"{ "type": "image", "source": "s.png", "size": [200, 250], "rotation": 90 }"#,
    #"{ "type": "gradient", "opacity": 0.6 }"#,
    #"{ "type": "group", "layers": [ { "type": "gradient", "size": [220, 190] } ], "scale": 0.9 }"#,
    #"{ "type": "effect", "effect": "vortex", "angle": 200 }"#,
    #"{ "type": "effect", "effect": "pointillize", "radius": 7 }"#,
  ]

  @Test(arguments: ["420mpeg2", "444alpha"], ["90", "0"])
  func `a canvas drawn in bands is the same`(_ name: String, _ rotate: String) throws {
    let format = PixelFormat.named(name, 201, 131)
    let timeline = """
      { "version": 1, "canvas": { "size": [301, 231], "fit": "contain", "rotate": \(rotate) } }
      """
    let film = try Film(timeline, format)
    let source = Frame.noise(format)
    let whole = try film.frame(source)
    for count in [2, 3, 7] {
      let workspace = Workspace.team(of: 7)[0]
      workspace.bands = Backwards(count: count)
      #expect(try film.frame(source, at: 0, workspace).isIdentical(to: whole), "\(count) bands")
    }
  }

  @Test(arguments: ["420mpeg2", "444p10", "444alpha"], layers)
  func `frames drawn in bands are the same`(_ name: String, _ layer: String) throws {
    let format = PixelFormat.named(name, 301, 231)
    let picture = Picture.painted(120, 90) { x, y in
      let alpha = UInt8(min(255, 3 * x))
      return [UInt8(2 * x), UInt8(x ^ y), UInt8(y), alpha]
    }
    let source = Frame.noise(format)
    // A film of its own for each, so that none draws what another has kept.
    func film() throws -> Film {
      try Film("[\(layer)]", format, pictures: ["s.png": picture])
    }
    let whole = try film().frame(source, at: 0.3)
    for count in [2, 3, 7] {
      let workspace = Workspace.team(of: 7)[0]
      workspace.bands = Backwards(count: count)
      let parted = try film().frame(source, at: 0.3, workspace)
      #expect(parted.isIdentical(to: whole), "\(count) bands")
    }
  }
}
