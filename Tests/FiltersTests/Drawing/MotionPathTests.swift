import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Layers whose `position` is a path, against places that are computed otherwise.
@Suite struct MotionPathTests {
  private static let format = PixelFormat.named("mono", 200, 160)
  /// Four points of a curve that no formula cuts into equal parts.
  private static let points = [(20.0, 100.0), (60, -60), (140, 260), (180, 100)]
  private static let curve = #""path": "M20 100 C60 -60 140 260 180 100""#

  private func frame(_ layers: String, at seconds: Double = 0) throws -> Frame {
    try Film("[\(layers)]", Self.format, range: .full)
      .frame(.flat(Self.format, [0]), at: seconds)
  }

  /// A white box that moves for ten seconds.
  private func box(_ position: String, _ keys: String = "") -> String {
    #"{ "type": "color", "color": "white", "size": [12, 6], "end": 10, "position": \#(position)\#(keys) }"#
  }

  /// Where the middle of all light is.
  private func middle(_ layers: String, at seconds: Double = 0) throws -> (x: Double, y: Double) {
    let frame = try frame(layers, at: seconds)
    var (sum, across, down) = (0.0, 0.0, 0.0)
    for y in 0..<160 {
      for x in 0..<200 {
        let light = Double(frame[0, x, y])
        sum += light
        across += light * (Double(x) + 0.5)
        down += light * (Double(y) + 0.5)
      }
    }
    return (across / sum, down / sum)
  }

  /// The place of the curve at a share of its length and its derivative there, by many small steps.
  private func reference(_ share: Double) -> (x: Double, y: Double, dx: Double, dy: Double) {
    func mix(_ weights: [Double]) -> (Double, Double) {
      zip(Self.points, weights).reduce((0, 0)) { ($0.0 + $1.0.0 * $1.1, $0.1 + $1.0.1 * $1.1) }
    }
    func slope(_ t: Double) -> (Double, Double) {
      mix([
        -3 * (1 - t) * (1 - t), 3 * (1 - t) * (1 - 3 * t), 3 * t * (2 - 3 * t), 3 * t * t,
      ])
    }
    let count = 20_000
    let steps = (0..<count).map { step -> Double in
      let (u, v) = slope((Double(step) + 0.5) / Double(count))
      return (u * u + v * v).squareRoot() / Double(count)
    }
    let whole = steps.reduce(0, +)
    var (t, sum) = (0.0, 0.0)
    for step in steps where sum < share * whole {
      let part = min(1, (share * whole - sum) / step)
      t += part / Double(count)
      sum += step
    }
    let (x, y) = mix([
      (1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t,
    ])
    let (dx, dy) = slope(t)
    return (x, y, dx, dy)
  }

  // MARK: The way

  @Test(arguments: [0.0, 1, 2.5, 4, 5, 7.3, 9, 9.99])
  func `the same time is the same way everywhere`(_ seconds: Double) throws {
    let place = try middle(box("{ \(Self.curve) }", #", "anchor": "center""#), at: seconds)
    let expected = reference(seconds / 10)
    #expect(abs(place.x - expected.x) < 0.02 && abs(place.y - expected.y) < 0.02)
  }

  @Test(arguments: [0.0, 1, 2.5, 4, 5, 7.3, 9, 9.99])
  func `an oriented layer looks along the derivative`(_ seconds: Double) throws {
    // It turns about its left end, which stands on the path, so its middle is half of it ahead.
    let keys = #", "anchor": "left", "pivot": "left""#
    let way = reference(seconds / 10)
    let length = (way.dx * way.dx + way.dy * way.dy).squareRoot()
    for turn in [0.0, 90] {
      let place = try middle(
        box(#"{ \#(Self.curve), "orient": true }"#, keys + #", "rotation": \#(turn)"#),
        at: seconds)
      let (u, v) = turn == 0 ? (way.dx, way.dy) : (-way.dy, way.dx)
      #expect(abs(place.x - way.x - 6 * u / length) < 0.03, "\(place) \(way)")
      #expect(abs(place.y - way.y - 6 * v / length) < 0.03, "\(place) \(way)")
    }
  }

  @Test func `progress moves as other values do`() throws {
    let keys = #", "anchor": "center""#
    func place(_ progress: String, at seconds: Double) throws -> (x: Double, y: Double) {
      try middle(
        box(#"{ "path": "M20 20 H120 V60", "progress": \#(progress) }"#, keys), at: seconds)
    }
    for (progress, seconds, x, y) in [
      ("0.5", 3.0, 90.0, 20.0), (#""100%""#, 3, 120, 60),
      (#"{ "keys": [[0, 0], [2, "50%"], [4, 1, "hold"]] }"#, 1, 55, 20),
      (#"{ "keys": [[0, 0], [2, "50%"], [4, 1, "hold"]] }"#, 3, 90, 20),
      (#"{ "from": 1, "to": 0, "duration": 7, "ease": "ease-in-out" }"#, 3.5, 90, 20),
      // Beyond its ends it goes straight on.
      ("1.25", 0, 120, 95), ("-0.05", 0, 13, 20),
    ] {
      let (ownX, ownY) = try place(progress, at: seconds)
      #expect(abs(ownX - x) < 0.02 && abs(ownY - y) < 0.02, "\(progress): \(ownX), \(ownY)")
    }
  }

  @Test func `points are shares of the canvas, and an offset is added`() throws {
    let keys = #", "anchor": "center""#
    for (position, x, y) in [
      (#"{ "path": [["10%", "50%"], ["90%", "50%"]], "progress": 0.25 }"#, 60.0, 80.0),
      (#"{ "path": [[20, 20], ["50%", "50%"], [180, 20]], "progress": 0.5 }"#, 100, 80),
      (#"{ "path": "M0 0 H40", "progress": 0.5, "offset": ["50%", 30] }"#, 120, 30),
      (#"{ "path": "M60 60 H100 V100 H60 Z", "progress": 2.125 }"#, 80, 60),
    ] {
      let place = try middle(box(position, keys), at: 1)
      #expect(abs(place.x - x) < 0.02 && abs(place.y - y) < 0.02, "\(position): \(place)")
    }
    let mixed = try middle(box(#"{ "path": "M0 0 H40", "progress": 1 }"#, keys + #", "y": 70"#))
    #expect(abs(mixed.x - 40) < 0.02 && abs(mixed.y - 70) < 0.02)
  }

  // MARK: What belongs to a layer

  /// The largest difference of two pictures.
  private func difference(_ one: String, _ other: String, at seconds: Double) throws -> Int {
    let (one, other) = (try frame(one, at: seconds), try frame(other, at: seconds))
    return zip(one.samples(0), other.samples(0)).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test(arguments: [
    #", "motionBlur": true"#, #", "mask": { "shape": "ellipse", "feather": 2 }"#,
    #", "shadow": { "offset": [3, 3], "blur": 2 }"#,
    #", "effects": [{ "effect": "blur", "sigma": 2 }]"#,
  ])
  func `blurs, masks and styles follow it`(_ keys: String) throws {
    let path = box(#"{ "path": "M20 30 L150 120" }"#, keys)
    let line = box(#"{ "from": [20, 30], "to": [150, 120] }"#, keys)
    for seconds in [0, 2.2, 7.35] {
      #expect(try difference(path, line, at: seconds) <= 1)
      let (group, other) = (
        #"{ "type": "group", "end": 10, "rotation": 20, "layers": [\#(path)] }"#,
        #"{ "type": "group", "end": 10, "rotation": 20, "layers": [\#(line)] }"#
      )
      #expect(try difference(group, other, at: seconds) <= 1)
    }
  }

  @Test func `a layer that turns with its path is blurred by the turn`() throws {
    // A quarter of a circle a second, turned by it, against the same turn by itself.
    let circle = #""path": "M100 40 A40 40 0 1 1 99.999 40 Z""#
    let keys = #", "anchor": "center", "motionBlur": { "shutter": 360 }"#
    let path = box(
      #"{ \#(circle), "progress": { "from": 0, "to": 1, "duration": 4 }, "orient": true }"#, keys)
    let arm = #"""
      { "type": "color", "color": "white", "size": [12, 6], "end": 10, "position": [100, 40],
        "anchor": "center", "pivot": [0.5, 7.1666666666667], "motionBlur": { "shutter": 360 },
        "rotation": { "from": 0, "to": 360, "duration": 4 } }
      """#
    for seconds in [0.5, 1.9, 3.2] {
      #expect(try difference(path, arm, at: seconds) <= 3)
    }
  }

  @Test func `on wide pixels the turn is the one that is seen`() throws {
    let timeline =
      #"{ "version": 1, "layers": [\#(box(#"{ "path": "M0 0 L30 40", "orient": true }"#))] }"#
    let document = try #require(
      Document.decode(
        SourceText(name: "t.json", text: timeline), vocabulary: Registry.vocabulary
      ).document)
    let place = LayerPlace(document.layers[0].arguments, canvas: (200, 160))
    // 30 pixels of a width of 2 are as wide as 60 are high.
    for (width, degrees) in [(1.0, 53.130102354), (2, 33.690067526), (0.5, 69.443954781)] {
      #expect(abs(place.turn(at: .zero, pixelWidth: width) - degrees) < 1e-8)
    }
  }

  @Test func `others stand at its box`() throws {
    let mover = #"""
      { "type": "color", "name": "a", "color": "black", "size": [40, 20], "end": 10,
        "anchor": "center", "position": { "path": "M50 20 V140", "orient": true } }
      """#
    let dot = box(#"{ "of": "a", "at": "right" }"#, #", "anchor": "center""#)
    // It looks down, so its right side is at the bottom.
    let place = try middle("\(mover), \(dot)", at: 5)
    #expect(abs(place.x - 50) < 0.02 && abs(place.y - 100) < 0.02, "\(place)")
  }

  // MARK: Faults

  @Test(arguments: [
    (#"{ "path": "L20 20" }"#, "L20", "path data must begin with 'M' or 'm'"),
    (#"{ "path": "M20 20" }"#, #""M20"#, "the path has no length, so nothing moves along it"),
    (#"{ "path": "" }"#, #""" }"#, "the path has no length, so nothing moves along it"),
    (#"{ "path": [[1, 2]] }"#, "[[1", "a path runs through 2 to 1000 points, not 1"),
    (#"{ "path": [[1, 2], [1, 2]] }"#, "[[1", "the path has no length, so nothing moves along it"),
    (#"{ "path": [[1, 2], [1, "x"]] }"#, #""x""#, "'path' cannot be 'x'"),
    (#"{ "path": 7 }"#, "7 }", "'path' takes path data or points, not a number"),
    (#"{ "path": "M0 0 H9", "of": "a" }"#, #""path"#, "'path' does not go with 'of'"),
    (#"{ "progress": 0.5 }"#, "{", "'position' needs 'path'"),
    (#"{ "path": "M0 0 H9", "progres": 1 }"#, #""progres"#, "unknown key 'progres' in 'position'"),
    (
      #"{ "path": "M0 0 H9", "progress": 1001 }"#, "1001",
      "'progress' must be from -1000 to 1000, not 1001"
    ),
  ])
  func `faults have their places`(_ position: String, _ place: String, _ message: String) throws {
    let head =
      #"{ "version": 1, "layers": [{ "type": "color", "color": "red", "end": 1, "position": "#
    let text = head + position + "}] }"
    let faults = Document.decode(
      SourceText(name: "t.json", text: text), vocabulary: Registry.vocabulary
    ).diagnostics.sorted
    #expect(faults.map { String($0.message.prefix(message.count)) } == [message])
    let rest = Array(text.utf8).dropFirst(faults.first?.range.lowerBound ?? 0)
    #expect(String(decoding: rest, as: UTF8.self).hasPrefix(place))
  }

  @Test func `without an end the way needs a time`() {
    let text = SourceText(
      name: "t.json",
      text: #"""
        { "version": 1, "layers": [
          { "type": "color", "color": "red", "position": { "path": "M0 0 H9" } } ] }
        """#)
    let faults = Document.decode(text, vocabulary: Registry.vocabulary).diagnostics.sorted
    #expect(faults.count == 1)
    #expect(
      faults.first?.message.hasPrefix("'progress' moves over the layer's range unless it is given")
        == true)
  }
}
