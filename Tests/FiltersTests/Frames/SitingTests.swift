import Images
import TestSupport
import Testing
import Y4M

@testable import Filters

/// Positions in every plane, at the true places of its samples.
@Suite struct SitingTests {
  static let formats: [PixelFormat] = [
    (Chroma.planes(x: 1, y: 1), Siting.center), (.planes(x: 1, y: 1), .left),
    (.planes(x: 1, y: 1), .palDV), (.planes(x: 1, y: 0), .left), (.planes(x: 0, y: 1), .left),
    (.planes(x: 2, y: 0), .left), (.planes(x: 2, y: 2), .left), (.planes(x: 0, y: 0), .left),
  ].compactMap { chroma, siting in
    PixelFormat(width: 32, height: 32, depth: 16, chroma: chroma, siting: siting)
  }

  /// Where a step lies in plane coordinates, from how much of each sample is on its first side.
  private func edge(_ samples: [Int]) -> Double {
    let (first, last) = (Double(samples[0]), Double(samples[samples.count - 1]))
    return samples.reduce(0) { $0 + (Double($1) - last) / (first - last) }
  }

  @Test(arguments: formats, ["bicubic", "bilinear"])
  func `a step lies where it belongs, to a fraction of a sample`(
    _ format: PixelFormat, _ sampling: String
  ) throws {
    for (isAcross, name) in [(true, "x"), (false, "y")] {
      let picture = Picture.painted(32, 32) { x, y in
        (isAcross ? x : y) < 16 ? [255, 0, 0, 255] : [0, 40, 255, 255]
      }
      for shift in [0, 0.25, 0.5, 0.75, 1, 2.125, -3.375] {
        let position = isAcross ? "[\(shift), 0]" : "[0, \(shift)]"
        // The picture is laid out over more than the frame, so that only its step is seen.
        let film = try Film(
          """
          [ { "type": "color", "color": "red" },
            { "type": "color", "color": "rgb(0 40 255)", "position": [\(isAcross ? 24 : 0), \
            \(isAcross ? 0 : 24)] },
            { "type": "image", "source": "\(name).png", "position": \(position),
              "sampling": "\(sampling)" } ]
          """, format, pictures: ["\(name).png": picture])
        let result = try film.frame(.noise(format))
        for (index, layout) in format.planes.enumerated() {
          let samples =
            isAcross
            ? (0..<layout.width).map { result[index, $0, layout.height / 2] }
            : (0..<layout.height).map { result[index, layout.width / 2, $0] }
          let map = layout.map
          let expected =
            isAcross ? map.a * (16 + shift) + map.tx : map.d * (16 + shift) + map.ty
          let found = edge(samples)
          #expect(
            abs(found - expected) < 0.01, "plane \(index) \(name) by \(shift): \(found)")
        }
      }
    }
  }

  @Test(arguments: formats)
  func `a turned step lies where it belongs`(_ format: PixelFormat) throws {
    // A quarter turn and a bit more, far from the picture's edges.
    let film = try Film(
      """
      [{ "type": "image", "source": "s.png", "position": [16.25, 15.5], "anchor": "center",
         "rotation": 0.001, "size": [64, 64] }]
      """, format, pictures: ["s.png": .step(64, 64)])
    let result = try film.frame(.noise(format))
    for (index, layout) in format.planes.enumerated() where format.roles[index] == .luma {
      let samples = (0..<layout.width).map { result[index, $0, layout.height / 2] }
      #expect(abs(edge(samples) - (layout.map.a * 16.25 + layout.map.tx)) < 0.02)
    }
  }
}
