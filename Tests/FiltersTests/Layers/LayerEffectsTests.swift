import Images
import TestSupport
import Testing
import Y4M

@testable import Filters

/// Effects on one layer.
@Suite struct LayerEffectsTests {
  private let sticker = Picture.painted(9, 7) { x, y in
    let alpha: UInt8 = x == 0 || y == 0 ? 90 : 255
    return [UInt8(28 * x), UInt8(36 * y), UInt8(255 - 28 * x), alpha]
  }

  private func picture(_ more: String) -> String {
    #"{ "type": "image", "source": "s.png", "position": [3, 2], "rotation": 10\#(more) }"#
  }

  @Test(arguments: [
    #"{ "effect": "blur", "sigma": 1.5 }"#,
    #"{ "effect": "invert" }, { "effect": "exposure", "ev": -1 }"#,
    #"{ "effect": "blur", "sigma": 1 }, { "effect": "invert", "mix": 0.5 }"#,
    #"{ "effect": "vortex", "angle": 120, "radius": 6 }"#,
    #"{ "effect": "pointillize", "radius": 2 }"#,
    #"{ "effect": "invert", "region": { "size": [9, 6] } }"#,
  ])
  func `they do what they do in a group with the layer`(_ effects: String) throws {
    let inGroup = effects.replacing("{ \"effect\"", with: "{ \"type\": \"effect\", \"effect\"")
    for format in everyFormat where format.width == 13 {
      let source = Frame.noise(format)
      let own = try Film(
        "[\(picture(#", "effects": [\#(effects)]"#))]", format, pictures: ["s.png": sticker])
      let group = try Film(
        #"[{ "type": "group", "layers": [\#(picture("")), \#(inGroup)] }]"#, format,
        pictures: ["s.png": sticker])
      #expect(try own.frame(source).isIdentical(to: try group.frame(source)), "\(format)")
    }
  }

  @Test(arguments: [
    // What is drawn in one place of a reach comes from any other of it.
    #"{ "effect": "vortex", "angle": 180, "radius": 40, "falloff": 0.3 }"#,
    #"{ "effect": "twirl", "angle": 150, "radius": 40 }"#,
    #"{ "effect": "blur", "sigma": 1 }, { "effect": "vortex", "radius": 30, "angle": 90 }"#,
    // These cover what is clear.
    #"{ "effect": "redact", "mode": "fill", "regions": { "position": [4, 6], "size": [9, 7] } }"#,
    #"{ "effect": "letterbox" }"#,
    #"{ "effect": "letterbox", "mix": 0.5, "region": { "size": [50, 30] } }"#,
    #"{ "effect": "box-blur", "edge": "color", "edgeColor": "red" }"#,
    #"{ "effect": "wave", "edge": "color", "edgeColor": "red" }"#,
  ])
  func `they show far from the layer what they do in a group, where the plan says`(
    _ effects: String
  ) throws {
    let format = PixelFormat.named("444", 96, 80)
    let source = Frame.flat(format, [60, 128, 128])
    let inGroup = effects.replacing("{ \"effect\"", with: "{ \"type\": \"effect\", \"effect\"")
    let layer = #"{ "type": "color", "color": "coral", "size": [6, 5], "position": [71, 38]"#
    let own = try Film(
      #"[\#(layer), "border": { "width": 2 }, "effects": [\#(effects)] }]"#, format)
    let group = try Film(
      #"[{ "type": "group", "layers": [\#(layer), "border": { "width": 2 } }, \#(inGroup)] }]"#,
      format)
    let frame = try own.frame(source)
    #expect(frame.isIdentical(to: try group.frame(source)))
    let boxes = own.renderer.boxes(at: .zero)
    #expect(UntouchedSamples(allowed: boxes).changes(from: source, to: frame).isEmpty)
  }

  @Test func `their times count from the layer's start, and it is direct while none is on`() throws
  {
    let format = PixelFormat.named("444", 16, 12)
    let source = Frame.noise(format)
    let plain = try Film("[\(picture(""))]", format, pictures: ["s.png": sticker])
    let late = try Film(
      "[\(picture(#", "start": 1, "effects": [{ "effect": "invert", "start": 1 }]"#))]", format,
      pictures: ["s.png": sticker])
    let start = try plain.frame(source)
    #expect(try late.frame(source, at: 1.5).isIdentical(to: start))
    #expect(try late.frame(source, at: 2.5).greatestDifference(from: start) > 50)
  }

  @Test func `what a blur spreads is taken through an entrance`() throws {
    let format = PixelFormat.named("444", 32, 24)
    let source = Frame.flat(format, [100, 128, 128])
    let layer = #"""
      [{ "type": "color", "color": "white", "size": [4, 4], "position": [14, 10],
         "effects": [{ "effect": "blur", "sigma": 2 }], "in": { "type": "wipe", "duration": 4 } }]
      """#
    let frame = try Film(layer, format).frame(source, at: 2)
    // Left of the layer's own box, and on the side that is uncovered or not.
    let touched = [11, 20].map { frame[0, $0, 12] != 100 }
    #expect(touched.contains(true) && touched.contains(false))
  }
}
