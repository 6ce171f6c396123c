import Filters
import TestSupport
import Testing
import Timeline
import Y4M

/// Figures as layers, on a black picture whose samples are shares of white.
@Suite struct ShapeLayerTests {
  static let format = PixelFormat.named("mono", 100, 60)

  private func frame(
    _ layer: String, at time: Double = 0, _ format: PixelFormat = Self.format
  ) throws -> Frame {
    try Film(#"[{ "type": "shape", \#(layer) }]"#, format, range: .full)
      .frame(.flat(format, [0]), at: time)
  }

  /// How many samples are white, all together.
  private func area(_ layer: String, at time: Double = 0) throws -> Double {
    Double(try frame(layer, at: time).samples(0).reduce(0, +)) / 255
  }

  // MARK: Places

  private static let areas: [(String, Double)] = [
    // A rectangle is as large as the canvas, the others as a square on it.
    (#""shape": "rectangle""#, 6000), (#""shape": "ellipse""#, 2827.43),
    (#""shape": "rectangle", "size": [20, "auto"]"#, 240),
    (#""shape": "ellipse", "size": [20, "auto"]"#, 314.16),
    (#""shape": "pie", "endAngle": 90"#, 706.86), (#""shape": "ring", "inner": 0.5"#, 2120.58),
    (#""shape": "polygon", "points": 4"#, 1800),
    (#""shape": "rectangle", "size": [40, 30], "radius": 10"#, 1114.16),
    (#""shape": "rectangle", "size": [40, 30], "radius": [10, 0, 0, 0]"#, 1178.54),
    // Lines and arcs bound nothing; they have a stroke of four pixels.
    (#""shape": "line", "from": [10, 10], "to": [60, 10]"#, 200), (#""shape": "line""#, 400),
    (#""shape": "arc", "endAngle": 90, "size": [40, 40], "position": [30, 10]"#, 125.66),
    (#""shape": "arrow", "thickness": 6, "head": [20, 30]"#, 780),
    (#""shape": "path", "path": "M10 10 H50 V30 H10 Z M20 15 H40 V25 H20 Z""#, 800),
    (
      #""shape": "path", "path": "M9 9 H49 V29 H9 Z M20 15 H40 V25 H20 Z", "fillRule": "evenodd""#,
      600
    ),
  ]

  @Test(arguments: areas)
  func `figures cover what they should`(_ layer: String, _ expected: Double) throws {
    #expect(abs(try area(layer) - expected) < 2 + expected * 0.002)
  }

  @Test func `a figure stands in its box, turned and scaled about its middle`() throws {
    let box = #""shape": "rectangle", "size": [40, 20], "position": [50, 30], "anchor": "center""#
    let turned = try frame(box + #", "rotation": 90, "scale": 0.5"#)
    for y in 0..<60 {
      for x in 0..<100 {
        let isInside = (45..<55).contains(x) && (20..<40).contains(y)
        #expect(turned[0, x, y] == (isInside ? 255 : 0))
      }
    }
  }

  @Test func `a crop cuts a figure with its stroke`() throws {
    let cut = try frame(
      #""shape": "rectangle", "size": [40, 20], "position": [10, 10], "fit": "none", "stroke": { "width": 4 }, "fill": "white", "crop": { "left": "50%" }"#
    )
    #expect(cut[0, 12, 20] == 0 && cut[0, 30, 20] == 255 && cut[0, 45, 20] == 0)
  }

  // MARK: Paint

  @Test func `strokes lie over the fill, the first on top`() throws {
    let result = try frame(
      #"""
      "shape": "rectangle", "size": [40, 40], "position": [10, 10], "fill": "#404040",
      "stroke": [{ "width": 4, "color": "#fff" }, { "width": 12, "color": "#808080" }]
      """#)
    let row = (0..<32).map { result[0, $0, 30] }
    #expect(row[3] == 0 && row[5] == 128 && row[9] == 255 && row[11] == 255)
    #expect(row[13] == 128 && row[15] == 128 && row[17] == 64)
  }

  @Test func `with a stroke alone nothing is filled`() throws {
    #expect(
      abs(
        try area(
          #""shape": "rectangle", "size": [40, 20], "position": [20, 20], "stroke": { "width": 2 }"#
        )
          - 240) < 0.5)
  }

  @Test(arguments: [("center", 240.0), ("inside", 224), ("outside", 256)])
  func `a stroke lies where it is said to`(_ align: String, _ expected: Double) throws {
    let drawn = try area(
      #""shape": "rectangle", "size": [40, 20], "position": [20, 20], "stroke": { "width": 2, "align": "\#(align)" }"#
    )
    #expect(abs(drawn - expected) < 0.5)
  }

  @Test func `gradients run along the figure`() throws {
    let across = try frame(
      #"""
      "shape": "path", "path": "M40 10 H90 V50 H40 Z",
      "fill": { "stops": ["black", "white"], "angle": 90 }
      """#)
    for x in 41..<89 {
      #expect(abs(Double(across[0, x, 30]) - 255 * (Double(x) - 39.5) / 50) <= 2)
    }
    #expect(across[0, 39, 30] == 0)
  }

  // MARK: Movement

  @Test func `trims and dashes follow the true length`() throws {
    let line = #""shape": "line", "from": [0, 30], "to": [100, 30]"#
    let moving =
      line
      + #", "stroke": { "width": 10 }, "trim": { "from": [0, 0], "to": [0, 1], "duration": 4 }"#
    for time in [0.0, 1, 2, 3, 4] { #expect(abs(try area(moving, at: time) - 250 * time) < 1) }
    let round = line + #", "stroke": { "width": 10 }, "trim": [0, 0.4], "trimOffset": 0.8"#
    let result = try frame(round)
    #expect(result[0, 10, 30] == 255 && result[0, 30, 30] == 0 && result[0, 90, 30] == 255)
    let dashes =
      line
      + #", "stroke": { "width": 10, "dash": [20, 20], "offset": { "from": 0, "to": 20, "duration": 1 } }"#
    #expect(try frame(dashes)[0, 10, 30] == 255 && frame(dashes)[0, 30, 30] == 0)
    #expect(try frame(dashes, at: 1)[0, 10, 30] == 0 && frame(dashes, at: 1)[0, 30, 30] == 255)
  }

  @Test func `paths with the same commands turn into one another`() throws {
    let layer = #"""
      "shape": "path", "path": { "keys": [[0, "M0 0 H40 V40 H0 Z"], [2, "M0 0 L40 0 20 40 0 40 Z"],
        [4, "M0 0 H10 V10 H0 Z"]] }
      """#
    #expect(abs(try area(layer, at: 0) - 1600) < 1)
    #expect(abs(try area(layer, at: 1) - 1400) < 1)
    #expect(abs(try area(layer, at: 2) - 1200) < 1)
    #expect(abs(try area(layer, at: 9) - 100) < 1)
  }

  @Test func `paths with other commands wait for their key`() throws {
    let layer =
      #""shape": "path", "path": { "from": "M0 0 H40 V40 H0 Z", "to": "M0 0 H20 V20 Z", "duration": 2 }"#
    #expect(abs(try area(layer, at: 1.9) - 1600) < 1)
    #expect(abs(try area(layer, at: 2) - 200) < 1)
  }

  @Test func `what moves is drawn as if it stood there`() throws {
    for format in ["420mpeg2", "444", "444alpha", "422p10", "mono16"] {
      let format = PixelFormat.named(format, 60, 44)
      let shape = ##"""
        "type": "shape", "shape": "star", "size": [30, 30], "fill": "#08f8",
        "stroke": { "width": 3, "color": "red" }
        """##
      let moving = try Film(
        #"""
        [{ \#(shape), "position": { "from": [4, 2], "to": [14, 12], "duration": 2 },
          "rotation": { "from": 0, "to": 60, "duration": 2 } }]
        """#,
        format)
      let still = try Film(#"[{ \#(shape), "position": [9, 7], "rotation": 30 }]"#, format)
      let source = Frame.noise(format)
      let expected = try still.frame(source)
      #expect(try moving.frame(source, at: 1).isIdentical(to: expected))
      // What stands still is drawn once, and the same again.
      #expect(try still.frame(source, at: 5).isIdentical(to: expected))
    }
  }

  // MARK: Faults

  @Test(arguments: [
    (#""shape": "sar""#, "did you mean 'star'?"), (#""points": 4"#, "needs 'shape'"),
    (#""shape": "path""#, "the shape 'path' needs 'path'"),
    (#""shape": "path", "path": "L1 2""#, "path data must begin with 'M' or 'm'"),
    (#""shape": "path", "path": 5"#, "takes path data, not a number"),
    (#""shape": "star", "points": 1"#, "'points' must be from 2 to 1000"),
    (#""shape": "star", "radius": [1, 2]"#, "not 2 values"),
    (#""shape": "star", "trim": 0.5"#, "takes two numbers"),
    (#""shape": "star", "stroke": { "dash": 5 }"#, "takes an array of lengths"),
    (#""shape": "star", "stroke": { "dash": [5, -5] }"#, "'dash' must be"),
    (#""shape": "star", "stroke": { "align": "middle" }"#, "did you mean 'center'?"),
    (#""shape": "star", "stroke": { "align": "along" }"#, "it takes"),
    (#""shape": "star", "color": "red""#, "did you mean 'fill'?"),
    (#""shape": "star", "blend": "add""#, "did you mean 'linear-dodge'?"),
  ])
  func `faults are reported`(_ layer: String, _ words: String) throws {
    let fault = #expect(throws: TimelineFault.self) { try frame(layer) }
    #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
  }

  @Test func `a figure is no kind of layer`() throws {
    let fault = #expect(throws: TimelineFault.self) {
      try Film(#"[{ "type": "rectangle" }]"#, Self.format, range: .full)
    }
    let advice = #"write "type": "shape", "shape": "rectangle""#
    #expect(fault?.description.contains(advice) == true, "\(fault?.description ?? "")")
  }

  @Test func `a fault in path data has its place in the string`() throws {
    let fault = #expect(throws: TimelineFault.self) {
      try frame(#""shape": "path", "path": "M0 0 L10 X""#)
    }
    let text =
      #"{ "version": 1, "layers": [{ "type": "shape", "shape": "path", "path": "M0 0 L10 X" }] }"#
    let column = text.utf8.count - #"X" }] }"#.utf8.count + 1
    #expect(fault?.description.contains("test.json:1:\(column): error: 'L' needs two") == true)
  }
}
