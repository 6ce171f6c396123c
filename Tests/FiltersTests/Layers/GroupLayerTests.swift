import Images
import TestSupport
import Testing
import Y4M

@testable import Filters

@Suite struct GroupLayerTests {
  static let child = #"{ "type": "image", "source": "s.png", "position": [3, 2] }"#
  static let pictures = [
    "s.png": Picture.painted(8, 6) { x, y in [UInt8(30 * x), UInt8(40 * y), 99, UInt8(36 * x)] }
  ]

  @Test(arguments: ["420mpeg2", "420jpeg", "444", "422p10", "444p16", "mono", "411", "444alpha"])
  func `a group of one layer is that layer`(_ name: String) throws {
    let format = PixelFormat.named(name, 20, 14)
    let source = Frame.noise(format)
    let alone = try Film("[\(Self.child)]", format, pictures: Self.pictures)
    let grouped = try Film(
      #"[{ "type": "group", "layers": [ \#(Self.child) ] }]"#, format, pictures: Self.pictures)
    let nested = try Film(
      #"[{ "type": "group", "layers": [{ "type": "group", "layers": [ \#(Self.child) ] }] }]"#,
      format, pictures: Self.pictures)
    let expected = try alone.frame(source)
    // One level of 8 bits, as many of more; the colours under straight alpha are a quotient.
    let slack = max(1, format.peak / 255) * (format.hasAlpha ? 2 : 1)
    #expect(try grouped.frame(source).greatestDifference(from: expected) <= slack)
    #expect(try nested.frame(source).greatestDifference(from: expected) <= slack)
    #expect(try !grouped.frame(source).isIdentical(to: source))
  }

  @Test func `groups in one another take two canvases, and a third where something lies below`()
    throws
  {
    let format = PixelFormat.named("444", 24, 18)
    func canvases(_ below: String) throws -> Int {
      var layer = Self.child
      for depth in 0..<6 {
        layer =
          #"{ "type": "group", "rotation": 3, "layers": [\#(depth == 3 ? below : "") \#(layer)] }"#
      }
      let workspace = Workspace()
      let film = try Film("[\(layer)]", format, pictures: Self.pictures)
      _ = try film.frame(.noise(format), at: 0.0, workspace)
      return workspace.frameCount
    }
    #expect(try canvases("") == 2)
    #expect(try canvases(#"{ "type": "color", "color": "red", "size": [5, 5] },"#) == 3)
  }

  @Test func `an effect in a group sees only the group`() throws {
    let format = PixelFormat.named("444", 24, 18)
    let film = try Film(
      """
      [{ "type": "group", "layers": [
        { "type": "color", "color": "#0f0", "position": [9, 7], "size": [4, 4] },
        { "type": "effect", "effect": "vortex", "angle": 180, "radius": 12,
          "region": { "position": [8, 6], "size": [6, 6] } } ] }]
      """, format)
    let workspace = Workspace()
    let expected = try film.frame(.noise(format), at: 0.0, workspace)
    // What another group left in the workspace must not be wound in.
    let other = try Film(
      #"[{ "type": "group", "layers": [ { "type": "color", "color": "magenta" } ] }]"#, format)
    _ = try other.frame(.noise(format), at: 0.0, workspace)
    #expect(try film.frame(.noise(format), at: 0.0, workspace).isIdentical(to: expected))
  }

  @Test(arguments: ["420jpeg", "420mpeg2", "444"], [1, 0.4])
  func `a turned group shows nothing of what was in its memory before`(
    _ colorspace: String, _ scale: Double
  ) throws {
    let format = PixelFormat.named(colorspace, 48, 36)
    let source = Frame.noise(format)
    func film() throws -> Film {
      try Film(
        """
        [{ "type": "group", "rotation": -2, "scale": \(scale), "layers": [
          { "type": "color", "color": "#0f0", "position": [24, 18], "anchor": "center",
            "size": [21, 19], "rotation": { "from": 0, "to": 360, "duration": 8 } } ] }]
        """, format)
    }
    let shared = try film()
    // What one frame leaves beyond the bounds of the next must not be drawn.
    let workspace = Workspace()
    for step in 0..<16 {
      let time = Double(step) / 2
      let result = try shared.frame(source, at: time, workspace)
      #expect(try film().frame(source, at: time).isIdentical(to: result), "at \(time)")
    }
  }

  @Test func `a group's opacity is that of the whole`() throws {
    let format = PixelFormat.named("444", 8, 8)
    let film = try Film(
      """
      [{ "type": "group", "opacity": 0.5, "layers": [
        { "type": "color", "color": "#fff" }, { "type": "color", "color": "#000" } ] }]
      """, format)
    let result = try film.frame(.flat(format, [216, 128]))
    // Half of black over 216, not white between them.
    #expect(Set(result.samples(0)) == [116])
  }
}
