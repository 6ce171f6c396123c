import Foundation
import Testing

/// Layers that stand at others.
@Suite struct LayerPlaceTests {
  private func frames(_ layers: String, _ options: String = "") throws -> [Data] {
    let bench = try Workbench()
    let timeline = #"""
      { "version": 1, "canvas": { "size": [128, 72], "format": "mono" },
        "clips": [{ "source": { "color": "#404040" }, "duration": 1 }], "layers": [\#(layers)] }
      """#
    try timeline.write(toFile: bench.path("t.json"), atomically: true, encoding: .utf8)
    let outcome = try bench.bash("vfx -q -t t.json --fps 10 \(options)")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    guard let header = outcome.output.firstIndex(of: 0x0A) else { return [] }
    let body = outcome.output[(header + 1)...]
    let size = 128 * 72 + 6
    return stride(from: body.startIndex, to: body.endIndex, by: size).map {
      Data(body[$0..<min($0 + size, body.endIndex)])
    }
  }

  private func dot(_ place: String) -> String {
    #"{ "type": "color", "color": "white", "size": [9, 5], "anchor": "top-left", \#(place) }"#
  }

  static let box = #"""
    { "type": "color", "name": "box", "color": "#a00", "size": [30, 20],
      "position": { "from": [5, 5], "to": [25, 15.5], "duration": 1 } }
    """#

  @Test func `it moves with the box, and stands below or above it`() throws {
    let moving =
      #""position": { "from": [37, 28], "to": [57, 38.5], "duration": 1 }"#
    let other = #""position": { "of": "box", "at": "bottom-right", "offset": [2, 3] }"#
    let expected = try frames("\(Self.box), \(dot(moving))")
    #expect(expected.count == 10 && Set(expected).count == 10)
    #expect(try frames("\(Self.box), \(dot(other))") == expected)
    #expect(try frames("\(Self.box), \(dot(other))", "--start 0.4 -j 3") == Array(expected[4...]))
    let under = try frames("\(dot(other)), \(Self.box)")
    #expect(under == (try frames("\(dot(moving)), \(Self.box)")))
  }

  @Test func `a turned box is turned for those that stand at it`() throws {
    let turned = #"""
      { "type": "color", "name": "box", "color": "#a00", "size": [40, 20], "position": [64, 36],
        "anchor": "center", "rotation": 90, "scale": 0.5 }
      """#
    // The top left corner, 20 to the left and 10 up, goes to 5 right and 10 up.
    let place = #""position": { "of": "box", "at": "top-left" }"#
    #expect(
      try frames("\(turned), \(dot(place))")
        == frames("\(turned), \(dot(#""position": [69, 26]"#))"))
    // A number of its own, and a movement of the point.
    let own = #""position": { "of": "box", "at": "top-left" }, "y": 3"#
    #expect(
      try frames("\(turned), \(dot(own))")
        == frames("\(turned), \(dot(#""position": [69, 3]"#))"))
    let point =
      #""position": { "of": "box", "at": { "from": [0, 0], "to": [1, 0], "duration": 1 } }"#
    #expect(
      try frames("\(turned), \(dot(point))")
        == frames(
          "\(turned), \(dot(#""position": { "from": [69, 26], "to": [69, 46], "duration": 1 }"#))"))
  }

  @Test func `a text's box is that of its lines, seen or not`() throws {
    for opacity in [1, 0] {
      let text = #"""
        { "type": "text", "name": "title", "text": "a title", "size": 20, "position": [100, 50],
          "anchor": "bottom-right", "opacity": \#(opacity), "start": 0.3, "end": 0.5 }
        """#
      let right = #""position": { "of": "title", "at": "bottom-right" }"#
      #expect(
        try frames("\(text), \(dot(right))")
          == frames("\(text), \(dot(#""position": [100, 50]"#))"))
      let left = try frames("\(text), \(dot(#""position": { "of": "title", "at": "left" }"#))")
      #expect(try left != frames("\(text), \(dot(#""position": [100, 50]"#))"))
    }
  }

  @Test func `circles are faults, and nothing else comes of them`() throws {
    let bench = try Workbench()
    let layers = #"""
      { "type": "text", "text": "a", "name": "a", "position": { "of": "b" }, "duration": 1,
        "out": { "type": "dissolve", "duration": 0.5 } },
      { "type": "text", "text": "b", "name": "b", "position": { "of": "c" } },
      { "type": "text", "text": "b", "name": "c", "position": { "of": "b" } }
      """#
    try #"{ "version": 1, "layers": [\#(layers)] }"#.write(
      toFile: bench.path("t.json"), atomically: true, encoding: .utf8)
    let outcome = try bench.vfx("check", "t.json")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("error: layers stand at each other in a circle: 'c', 'b', 'c'"))
  }

  @Test func `a layer in a group stands at one around it, and one at it at that`() throws {
    let chain = #"""
      { "type": "group", "layers": [
        { "type": "color", "color": "white", "size": [9, 5], "position": { "of": "second" } } ] },
      { "type": "color", "name": "second", "color": "#0a0", "size": [10, 10],
        "position": { "of": "box", "at": "top-right" } },
      \#(Self.box)
      """#
    let plain = #"""
      { "type": "color", "color": "white", "size": [9, 5],
        "position": { "from": [40, 10], "to": [60, 20.5], "duration": 1 } },
      { "type": "color", "color": "#0a0", "size": [10, 10],
        "position": { "from": [35, 5], "to": [55, 15.5], "duration": 1 } },
      \#(Self.box)
      """#
    #expect(try frames(chain) == frames(plain))
  }
}
