import Bytes
import Colors
import TestSupport
import Testing
import Y4M

@testable import Filters

/// Blending in numbers of 16 bits beside the same in floats, which streams of 16 bits have.
@Suite struct BlendedBytesTests {
  private static let shallow = everyFormat.filter {
    $0.depth == 8 && !$0.hasAlpha && $0.width > 12
      && $0.planes.allSatisfy { $0.shiftX <= 1 && $0.shiftY <= 1 }
  }

  /// Still and moving layers, with soft edges and hard ones.
  private func layers(_ blend: String) -> [String] {
    [
      """
      { "type": "gradient", "stops": ["#f30", [0.4, "#17cc"], "#fff3"], "rotation": 25,
        "position": [1.5, 0.5], "size": [10, 8], "opacity": 0.9\(blend) }
      """,
      """
      { "type": "shape", "shape": "ellipse", "fill": "#3c9", "size": [7, 6],
        "position": { "from": [1, 1], "to": [6, 3], "duration": 2 }\(blend) }
      """,
      """
      { "type": "gradient", "stops": ["#a03", "#8df8"]\(blend) }
      """,
      // Its samples are of 8 bits.
      """
      { "type": "shape", "shape": "rectangle", "fill": "#3c9", "size": [7, 6], "opacity": 0.7,
        "position": [6, 4]\(blend) }
      """,
    ]
  }

  /// The greatest distance of the samples of a frame of 8 bits and one of 16, in codes of 8 bits.
  private func distance(_ timeline: String, _ format: PixelFormat) throws -> Double {
    let deep = try #require(
      PixelFormat(
        width: format.width, height: format.height, depth: 16, chroma: format.chroma,
        siting: format.siting))
    let source = Frame.noise(format)
    let wide = Frame(deep)
    for (plane, layout) in format.planes.enumerated() {
      for y in 0..<layout.height {
        for x in 0..<layout.width { wide[plane, x, y] = source[plane, x, y] << 8 }
      }
    }
    let one = try Film(timeline, format).frame(source, at: 1)
    let other = try Film(timeline, deep).frame(wide, at: 1)
    #expect(!one.isIdentical(to: source))
    var worst = 0.0
    for plane in format.planes.indices {
      for (a, b) in zip(one.samples(plane), other.samples(plane)) {
        worst = max(worst, abs(Double(a) - min(Double(b) / 256, 255)))
      }
    }
    return worst
  }

  @Test(arguments: shallow)
  func `every mode is within 3 quarters of a code of floats`(_ format: PixelFormat) throws {
    for mode in BlendMode.allCases where ByteBlending.has(mode) && mode != .normal {
      for layer in layers(#", "blend": "\#(mode.rawValue)""#) {
        #expect(try distance("[\(layer)]", format) <= 0.75, "\(mode), \(layer)")
      }
    }
  }

  @Test(arguments: shallow)
  func `mixed light is near that of floats`(_ format: PixelFormat) throws {
    for layer in layers("") {
      let timeline = """
        { "version": 1, "canvas": { "blending": "linear" }, "layers": [\(layer)] }
        """
      #expect(try distance(timeline, format) <= 0.9, "\(layer)")
    }
  }

  /// What light of a colour comes to, with nothing, something and all of another over it.
  @Test func `tables of light are within an eighth of a code of powers`() {
    let tables = ByteLight(LightCurve(.bt709))
    let count = 10_000
    let scratch = Scratch()
    let (line, places) = (scratch.take(Int16.self, count), scratch.take(Int16.self, count))
    let (top, cover) = (scratch.take(UInt16.self, count), scratch.take(UInt16.self, count))
    let sums = scratch.take(Float.self, count)
    let white = Double(ByteColors.white)
    for share in [0, 1, 300, 20_000, 65535] {
      for root in [0, 1, 700, 9000, 40_000, 65535] {
        for x in 0..<count {
          (line[x], top[x], cover[x]) = (Int16(x - 900), UInt16(root), UInt16(share))
        }
        tables.mix(top, cover, line, (sums, places), count: count)
        var worst = 0.0
        for x in 0..<count {
          let raw = Double(x - 900) / white
          let back = min(max(raw, 0), 1)
          let alpha = Double(share) / 65535
          let other = Double(root) / 65535 * Double(root) / 65535
          let light = Maths.pow(back, 2.4)
          let mixed = Maths.pow(light + alpha * (other - light), 1 / 2.4)
          let change = mixed - back - alpha * (raw - back)
          worst = max(worst, abs(Double(line[x]) / white - change) * 255)
        }
        #expect(worst < 0.125, "\(share), \(root)")
      }
    }
  }
}
