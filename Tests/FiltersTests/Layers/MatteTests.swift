import TestSupport
import Testing
import Y4M

@testable import Filters

@Suite struct MatteTests {
  private let format = PixelFormat.named("444", 24, 16)

  private func frame(
    _ layers: String, _ format: PixelFormat? = nil, at seconds: Double = 0
  ) throws -> Frame {
    let format = format ?? self.format
    return try Film("[\(layers)]", format, range: .full)
      .frame(Frame.flat(format, [0, 128, 128]), at: seconds)
  }

  private func white(_ more: String) -> String { #"{ "type": "color", "color": "white"\#(more) }"# }

  private let half =
    #"{ "type": "color", "name": "cut", "color": "rgb(255 0 0 / 50.196%)", "size": [8, 16], "position": [4, 0] }"#

  @Test func `a layer is seen as far as its matte covers`() throws {
    for matte in [#""matte": "cut""#, #""matte": { "layer": "cut" }"#] {
      let found = try frame("\(half), \(white(", " + matte))")
      #expect(found[0, 3, 8] == 0 && found[0, 12, 8] == 0)
      #expect(found[0, 4, 8] == 128 && found[0, 11, 8] == 128)
    }
    let own = half.replacing(#""name": "cut", "#, with: "")
    #expect(
      try frame(white(#", "matte": { "layer": \#(own) }"#))
        .isIdentical(to: try frame("\(half), \(white(#", "matte": "cut""#))")))
  }

  @Test func `an inverted one shows the rest, and a shown one is drawn too`() throws {
    let found = try frame(
      "\(half), \(white(#", "matte": { "layer": "cut", "invert": true }"#))")
    #expect(found[0, 3, 8] == 255 && found[0, 12, 8] == 255 && found[0, 6, 8] == 127)
    let shown = try frame(
      "\(half), \(white(#", "opacity": 0, "matte": { "layer": "cut", "show": true }"#))")
    #expect(shown[0, 6, 8] == 38 && shown[0, 3, 8] == 0)
  }

  @Test func `a matte of several layers is drawn if one of them shows it`() throws {
    func clear(_ matte: String) -> String { white(#", "opacity": 0, "matte": \#(matte)"#) }
    let (one, other) = (clear(#"{ "layer": "cut", "show": true }"#), clear(#""cut""#))
    for layers in [[half, one, other], [half, other, one], [other, half, one]] {
      #expect(try frame(layers.joined(separator: ", "))[0, 6, 8] == 38)
    }
    #expect(try frame("\(half), \(other), \(other)")[0, 6, 8] == 0)
  }

  @Test func `by luma counts how bright it is`() throws {
    // Red is 0.299 in the matrix of BT.601, under half of an alpha.
    let found = try frame("\(half), \(white(#", "matte": { "layer": "cut", "by": "luma" }"#))")
    #expect(abs(Int(found[0, 6, 8]) - 38) <= 1 && found[0, 3, 8] == 0)
    for (color, luma) in [("white", 255), ("black", 0), ("gray", 128)] {
      let matte = #"{ "layer": { "type": "color", "color": "\#(color)" }, "by": "luma" }"#
      #expect(try frame(white(#", "matte": \#(matte)"#))[0, 2, 2] == luma)
    }
  }

  @Test func `mattes are cut by mattes, in whatever order they stand`() throws {
    let across = #"{ "type": "color", "name": "across", "color": "red", "size": [24, 4] }"#
    let down =
      #"{ "type": "color", "name": "down", "color": "red", "size": [4, 16], "matte": "across" }"#
    for layers in [
      [across, down, white(#", "matte": "down""#)], [white(#", "matte": "down""#), down, across],
    ] {
      let found = try frame(layers.joined(separator: ", "))
      #expect(found[0, 2, 2] == 255 && found[0, 2, 6] == 0 && found[0, 6, 2] == 0)
    }
  }

  @Test func `a matte has times, effects and an entrance of its own`() throws {
    let late = #"{ "type": "color", "name": "cut", "color": "red", "start": 2 }"#
    let layers = "\(late), \(white(#", "matte": "cut""#))"
    #expect(try frame(layers, at: 1)[0, 5, 5] == 0)
    #expect(try frame(layers, at: 3)[0, 5, 5] == 255)
    let coming =
      #"{ "type": "color", "name": "cut", "color": "red", "in": { "type": "crossfade", "duration": 2 } }"#
    #expect(try frame("\(coming), \(white(#", "matte": "cut""#))", at: 1)[0, 5, 5] == 128)
  }

  @Test func `it cuts groups, and blends and comes with them`() throws {
    let group = #"""
      { "type": "group", "start": 1, "blend": "screen", "in": { "type": "crossfade", "duration": 2 },
        "matte": { "layer": { "type": "color", "color": "red", "size": [8, 8], "duration": 4 } },
        "layers": [\#(white(""))] }
      """#
    // Half of white, between both.
    let half = try frame(group, at: 2)[0, 4, 4]
    #expect(half == 127 || half == 128)
    #expect(try frame(group, at: 2)[0, 9, 4] == 0)
    #expect(try frame(group, at: 4)[0, 4, 4] == 255)
    #expect(try frame(group, at: 6)[0, 4, 4] == 0)
  }

  @Test func `bands make no difference`() throws {
    let layers = "\(half), \(white(#", "matte": { "layer": "cut", "by": "luma" }"#))"
    let film = try Film("[\(layers)]", format)
    let workspace = Workspace()
    workspace.bands = OneRowBands()
    let source = Frame.noise(format)
    #expect(try film.frame(source, at: 0, workspace).isIdentical(to: try film.frame(source)))
  }
}
