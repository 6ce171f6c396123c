import Filters
import TestSupport
import Testing
import Y4M

/// Layers without a picture of their own: colours and gradients.
@Suite struct BoxLayerTests {
  static let format = PixelFormat.named("mono", 40, 20)

  private func luma(_ layer: String, _ format: PixelFormat = Self.format) throws -> Frame {
    try Film("[{ \(layer) }]", format, range: .full).frame(.flat(format, [0]))
  }

  @Test(arguments: [
    #""type": "color", "color": "white""#, #""type": "gradient", "stops": ["white", "white"]"#,
  ])
  func `a crop is counted in pixels of the box`(_ kind: String) throws {
    let result = try luma(
      #"\#(kind), "size": [20, 10], "position": [4, 2], "crop": { "left": 5, "bottom": "30%" }"#)
    for y in 0..<20 {
      for x in 0..<40 {
        // What is left of the box keeps its size: the box is that of the cropped picture.
        let isInside = (4..<24).contains(x) && (2..<12).contains(y)
        #expect(result[0, x, y] == (isInside ? 255 : 0))
      }
    }
  }

  @Test func `a crop cuts the gradient, it does not squeeze it`() throws {
    let whole = try luma(#""type": "gradient", "angle": 90, "size": [40, 20]"#)
    let half = try luma(
      #""type": "gradient", "angle": 90, "size": [40, 20], "crop": { "left": "50%" }, "fit": "none""#
    )
    // Without fitting the right half stands in the middle at its own size.
    #expect(abs(half[0, 12, 4] - whole[0, 22, 4]) <= 2)
    #expect(half[0, 5, 4] == 0 && half[0, 35, 4] == 0)
  }

  @Test func `a box with one side keeps the canvas's aspect`() throws {
    let result = try luma(#""type": "color", "color": "white", "size": [20, "auto"]"#)
    #expect(result.samples(0).filter { $0 == 255 }.count == 200)
  }

  @Test func `a linear gradient goes from corner to corner`() throws {
    let down = try luma(#""type": "gradient""#)
    #expect(down[0, 0, 0] <= 8 && down[0, 0, 19] >= 247 && down[0, 39, 10] == down[0, 0, 10])
    let across = try luma(#""type": "gradient", "angle": 90"#)
    for x in 0..<40 { #expect(abs(Double(across[0, x, 3]) - 255 * (Double(x) + 0.5) / 40) <= 1) }
    let corner = try luma(#""type": "gradient", "angle": 135"#)
    #expect(corner[0, 0, 0] < 6 && corner[0, 39, 19] > 249)
    // Lines of one colour are at right angles to the way, as in CSS.
    #expect(abs(corner[0, 20, 9] - corner[0, 19, 10]) <= 1)
  }

  @Test func `a conic gradient starts above and runs clockwise`() throws {
    let square = PixelFormat.named("mono", 40, 40)
    let result = try luma(#""type": "gradient", "shape": "conic""#, square)
    #expect(result[0, 21, 2] < 8 && result[0, 18, 2] > 247)
    #expect(abs(result[0, 37, 20] - 64) < 6 && abs(result[0, 20, 37] - 127) < 6)
    let turned = try luma(#""type": "gradient", "shape": "conic", "angle": 90"#, square)
    #expect(turned[0, 37, 21] < 8 && abs(turned[0, 20, 37] - 64) < 6)
  }

  @Test func `a radial gradient reaches the farthest corner`() throws {
    let result = try luma(#""type": "gradient", "shape": "radial""#)
    #expect(result[0, 19, 9] < 12 && result[0, 0, 0] > 243)
    // On the ellipse through the middle of the sides it is at 1 / sqrt(2).
    #expect(abs(result[0, 39, 10] - 178) < 5 && abs(result[0, 20, 19] - 176) < 6)
  }

  @Test func `spreads go on beyond the last stop`() throws {
    func row(_ spread: String) throws -> [Int] {
      let result = try luma(
        #""type": "gradient", "angle": 90, "stops": [[0.25, "black"], [0.5, "white"]], "spread": "\#(spread)""#
      )
      return (0..<40).map { result[0, $0, 5] }
    }
    let (pad, again, mirrored) = (try row("pad"), try row("repeat"), try row("reflect"))
    #expect(pad[5] == 0 && pad[25] == 255 && pad[39] == 255)
    for x in 10..<20 { #expect(pad[x] == again[x] && pad[x] == mirrored[x]) }
    for x in 0..<10 {
      #expect(abs(again[x] - pad[x + 10]) <= 1 && abs(again[x + 20] - pad[x + 10]) <= 1)
      #expect(abs(mirrored[x] - pad[19 - x]) <= 1 && abs(mirrored[x + 20] - pad[19 - x]) <= 1)
    }
  }

  @Test func `a gradient is scaled with its box`() throws {
    // At 45 degrees the lines of one colour lean with the stretch.
    let plain = try luma(#""type": "gradient", "angle": 45, "size": [20, 20], "pivot": "top-left""#)
    let wide = try luma(
      #""type": "gradient", "angle": 45, "size": [20, 20], "pivot": "top-left", "scale": [2, 1]"#)
    for y in 0..<20 {
      for x in 0..<20 {
        let mean = (wide[0, 2 * x, y] + wide[0, 2 * x + 1, y]) / 2
        #expect(abs(plain[0, x, y] - mean) <= 2)
      }
    }
  }
}
