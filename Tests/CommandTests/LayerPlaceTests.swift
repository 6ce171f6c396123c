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
    try bench.write(timeline)
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
    try bench.write(#"{ "version": 1, "layers": [\#(layers)] }"#)
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

  @Test func `a box is as large as another one, which may move and be scaled`() throws {
    let grown = #"""
      { "type": "color", "name": "box", "color": "#a00", "anchor": "center", "position": [64, 36],
        "rotation": 30, "scale": { "from": 1, "to": 1.5, "duration": 1 },
        "size": { "from": [20, 10], "to": [40, 10], "duration": 1 } }
      """#
    func behind(_ size: String) -> String {
      #"""
      { "type": "color", "color": "white", "anchor": "center", "position": { "of": "box" },
        "size": \#(size) }, \#(grown)
      """#
    }
    // The sides are 20 (1 + t) (1 + t / 2) and 10 (1 + t / 2).
    let keys = (0..<10).map { index in
      let time = Double(index) / 10
      return "[\(time), [\(20 * (1 + time) * (1 + time / 2) + 8), \(10 * (1 + time / 2) / 2 + 4)]]"
    }
    let expected = try frames(
      behind(#"{ "keys": [\#(keys.joined(separator: ", "))], "ease": "step-end" }"#))
    let sized = try frames(
      behind(#"{ "of": "box", "height": "50%", "padding": [4, 2] }"#))
    #expect(expected.count == 10 && Set(expected).count == 10)
    for (frame, other) in zip(expected, sized) {
      // Thousandths of a pixel may be another step of brightness.
      let distance = zip(frame, other).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
      #expect(distance <= 1)
    }
    let half = try frames(
      behind(
        #"{ "of": "box", "width": 30, "height": { "from": "100%", "to": "200%", "duration": 1 } }"#),
      "--start 0.5")
    #expect(half.count == 5 && Set(half).count == 5)
  }

  @Test func `a box behind a title has its size, and many of them are quick`() throws {
    let title = #"""
      { "type": "text", "name": "title", "text": "a title", "size": 20, "position": [64, 36],
        "anchor": "center" }
      """#
    func box(_ size: String) -> String {
      #"""
      { "type": "color", "color": "#fff", "anchor": "center", "position": { "of": "title" }, "size": \#(size) },
      \#(title)
      """#
    }
    let inside = try frames(box(#"{ "of": "title" }"#))
    let wide = try frames(box(#"{ "of": "title", "padding": [10, 0] }"#))
    let bare = try frames(title)
    #expect(inside != wide && inside[0] != bare[0])
    // Each names the one before twice: what each would ask of the others doubles with each of them.
    let row = (1..<40).map {
      #"""
      { "type": "color", "name": "b\#($0)", "color": "#0001", "anchor": "center",
        "position": { "of": "b\#($0 - 1)" }, "size": { "of": "b\#($0 - 1)", "padding": [1, 0] } }
      """#
    }
    let first = title.replacingOccurrences(of: #""title","#, with: #""b0","#)
    #expect(try frames(([first] + row).joined(separator: ", ")).count == 10)
  }

  @Test func `sizes that wait for each other are faults`() throws {
    let bench = try Workbench()
    let layers = #"""
      { "type": "color", "color": "red", "name": "a", "size": { "of": "b" } },
      { "type": "color", "color": "red", "name": "b", "position": { "of": "a" } },
      { "type": "color", "color": "red", "name": "c", "size": { "of": "c" } },
      { "type": "color", "color": "red", "size": { "of": "d", "at": "top" } }
      """#
    try bench.write(#"{ "version": 1, "layers": [\#(layers)] }"#)
    let outcome = try bench.vfx("check", "t.json")
    #expect(outcome.status == 2)
    for message in [
      "t.json:1:92: error: layers stand at each other or are sized so in a circle: 'b', 'a', 'b'",
      "error: the layer is sized after itself", "there is no layer 'd'",
      "unknown key 'at' in 'size'",
    ] {
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  @Test func `a countdown in a group counts to the end of the group`() throws {
    func text(_ keys: String) -> String {
      #"{ "type": "text", "text": "${countdown:1}", "template": true, "size": 30, "position": [4, 4]\#(keys) }"#
    }
    func group(_ layers: String) -> String {
      #"{ "type": "group", "start": 0.2, "end": 0.9, "layers": [\#(layers)] }"#
    }
    let own = try frames(group(text(#", "end": 0.7"#)))
    let plain = try frames(group(text("")))
    #expect(Set(own).count == 8 && own == plain)
    let inner = #"{ "type": "group", "layers": [\#(text(""))] }"#
    let deep = try frames(group(inner))
    #expect(own == deep)
  }
}
