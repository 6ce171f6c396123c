import TestSupport
import Testing
import Y4M

@testable import Filters

/// Clips with keys.
@Suite struct KeyedClipTests {
  private let green = #""effect": "chroma-key", "color": "rgb(0 200 0)""#

  private func clip(_ effects: String, _ format: PixelFormat, _ more: String = "") throws
    -> ClipScene
  {
    try ClipScene(
      #""background": "white", "effects": [\#(effects)]\#(more)"#, on: format, range: .full)
  }

  /// The left half is the screen, the right half grey.
  private func source(_ format: PixelFormat) throws -> Frame {
    let half = #"""
      [{ "type": "color", "color": "rgb(0 200 0)", "size": ["50%", "100%"] }]
      """#
    return try Film(half, format, range: .full).frame(Frame.flat(format, [120, 128, 128]))
  }

  @Test(arguments: ["444", "420jpeg", "422"])
  func `the background is seen where a clip is keyed`(_ name: String) throws {
    let format = PixelFormat.named(name, 64, 16)
    let frame = try clip("{ \(green) }", format).frame(try source(format))
    #expect(frame[0, 8, 8] >= 253 && abs(Int(frame[0, 56, 8]) - 120) <= 1)
    // Before the key starts the screen is there, and untouched.
    let late = try clip("{ \(green), \"start\": 1 }", format)
    #expect(try late.frame(try source(format)).isIdentical(to: try source(format)))
    #expect(try late.frame(try source(format), at: 2)[0, 8, 8] >= 253)
  }

  @Test func `a mask and a mode go with a key`() throws {
    let format = PixelFormat.named("444", 64, 16)
    let frame = try clip(
      "{ \(green) }", format, #", "mask": { "size": ["100%", "50%"] }, "blend": "multiply""#
    ).frame(try source(format))
    #expect(
      frame[0, 8, 4] >= 253 && frame[0, 56, 12] >= 254 && abs(Int(frame[0, 56, 4]) - 120) <= 1)
  }

  @Test(arguments: ["444", "420jpeg", "420mpeg2", "422p10", "mono"])
  func `colours beyond white stay where a mask shows a clip`(_ name: String) throws {
    let format = PixelFormat.named(name, 64, 16)
    let scale = 1 << (format.depth - 8)
    // Far more blue and red than any colour of R'G'B' has.
    let values = [230, 250, 246].map { $0 * scale }
    let source = Frame.flat(format, format.chroma == .none ? [values[0]] : values)
    for more in [#""mask": { "size": ["50%", "100%"] }"#, #""effects": [{ \#(green) }]"#] {
      let frame = try ClipScene(
        #""background": "black", \#(more)"#, on: format, range: .limited
      ).frame(source)
      for (plane, layout) in format.planes.enumerated() {
        for y in 0..<layout.height {
          for x in 0..<(layout.width / 2 - 1) {
            #expect(abs(Int(frame[plane, x, y]) - values[plane]) <= scale, "\(plane) \(x) \(y)")
          }
        }
      }
    }
  }
}
