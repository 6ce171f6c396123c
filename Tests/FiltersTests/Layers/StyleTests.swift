import Bytes
import TestSupport
import Testing
import Y4M

@testable import Filters

/// Borders, shadows, glows and round corners of layers.
@Suite struct StyleTests {
  private let format = PixelFormat.named("444p14", 64, 48)
  private let peak = 16383.0

  /// What is seen of layers over black in full range, 0 to 1, row by row.
  private func light(_ layers: String) throws -> [Double] {
    let frame = try Film("[\(layers)]", format, range: .full)
      .frame(Frame.flat(format, [0, 8192, 8192]))
    return frame.samples(0).map { Double($0) / peak }
  }

  /// A black box of 20 by 16 at 20, 14 with a style.
  private func box(_ style: String) throws -> [Double] {
    try light(
      #"{ "type": "color", "color": "black", "position": [20, 14], "size": [20, 16], \#(style) }"#)
  }

  private func sum(_ light: [Double]) -> Double { light.reduce(0, +) }

  /// Whether the sum of what is seen is this one, but for so much.
  private func sum(_ light: [Double], is expected: Double, within error: Double) -> Bool {
    abs(sum(light) - expected) < error
  }

  private func at(_ light: [Double], _ x: Int, _ y: Int) -> Double { light[y * 64 + x] }

  @Test func `a border lies around, within or on the edge`() throws {
    let outside = try box(#""border": { "width": 4 }"#)
    // Four sides, and the four quarters of a disc at the corners.
    #expect(sum(outside, is: 288 + 16 * .pi, within: 1))
    #expect(at(outside, 16, 20) > 0.999 && at(outside, 15, 20) == 0 && at(outside, 20, 20) == 0)
    let inside = try box(#""border": { "width": 3, "align": "inside" }"#)
    #expect(sum(inside, is: 180, within: 0.1))
    #expect(at(inside, 20, 20) > 0.999 && at(inside, 23, 20) == 0 && at(inside, 19, 20) == 0)
    let center = try box(#""border": { "width": 4, "align": "center" }"#)
    #expect(at(center, 18, 20) > 0.999 && at(center, 21, 20) > 0.999 && at(center, 22, 20) == 0)
    #expect(at(center, 17, 20) == 0)
  }

  @Test func `a border lies within a layer that ends where the canvas does`() throws {
    for size in ["", #""size": ["100%", "100%"], "#] {
      let whole = try light(
        #"{ "type": "color", "color": "black", \#(size)"border": { "width": 3, "align": "inside" } }"#
      )
      #expect(sum(whole, is: 64 * 48 - 58 * 42, within: 0.1))
      #expect(at(whole, 2, 20) > 0.999 && at(whole, 3, 20) == 0 && at(whole, 61, 20) > 0.999)
    }
    // Beyond the other sides the layer goes on.
    let half = try light(
      #"""
      { "type": "color", "color": "black", "size": [200, 200], "position": [0, -20],
        "border": { "width": 3, "align": "inside" } }
      """#)
    #expect(sum(half, is: 3 * 48, within: 0.1))
  }

  /// Two edges are as far away in whole samples, and one is nearer by its share of one.
  @Test func `a border within a box between samples has sharp corners`() throws {
    let found = try light(
      #"""
      { "type": "color", "color": "black", "position": [4.82, 3.28], "size": [33.16, 37.55],
        "border": { "width": 8.39, "align": "inside" } }
      """#)
    for y in 20..<32 { #expect(abs(at(found, 29, y) - 0.41) < 0.04, "\(y)") }
    for x in 15..<29 { #expect(abs(at(found, x, 32) - 0.56) < 0.04, "\(x)") }
    for away in 0..<6 { #expect(at(found, 30 + away, 32 + away) > 0.98, "\(away)") }
  }

  /// What lies within some pixels of the edge of a box, on one side of it, counted at points of the
  /// samples.
  private func edge(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>, _ width: Double) -> [Double]
  {
    let steps = 16
    return (0..<48 * 64).map { place in
      var count = 0
      for step in 0..<steps * steps {
        let across = Double(place % 64) + (Double(step % steps) + 0.5) / Double(steps)
        let down = Double(place / 64) + (Double(step / steps) + 0.5) / Double(steps)
        let beyondX = max(x.lowerBound - across, across - x.upperBound)
        let beyondY = max(y.lowerBound - down, down - y.upperBound)
        let (away, up) = (max(beyondX, 0), max(beyondY, 0))
        let inside = max(beyondX, beyondY)
        let isNear =
          width > 0
          ? inside > 0 && away * away + up * up <= width * width
          : inside <= 0 && inside > width
        count += isNear ? 1 : 0
      }
      return Double(count) / Double(steps * steps)
    }
  }

  @Test(arguments: [(0.2, 0.3), (0.5, 0.5), (0.81, 0.87), (0.9, 0.1), (0, 0.25)])
  func `corners of a border are exact between samples`(_ left: Double, _ top: Double) throws {
    let (x, y) = (20 + left...41.4, 14 + top...31.6)
    func found(_ border: String) throws -> [Double] {
      try light(
        #"""
        { "type": "color", "color": "black", "position": [\#(x.lowerBound), \#(y.lowerBound)],
          "size": [\#(x.upperBound - x.lowerBound), \#(y.upperBound - y.lowerBound)],
          "border": { \#(border) } }
        """#)
    }
    let (outside, around) = (try found(#""width": 6"#), edge(x, y, 6))
    let (inside, within) = (
      try found(#""width": 3.4, "align": "inside""#), edge(x, y, -3.4)
    )
    for place in around.indices {
      #expect(abs(outside[place] - around[place]) < 0.13, "\(place % 64), \(place / 64)")
      #expect(abs(inside[place] - within[place]) < 0.06, "\(place % 64), \(place / 64)")
    }
  }

  @Test func `a border looks the same wherever the layer lies`() throws {
    let format = PixelFormat.named("444p14", 200, 40)
    func light(_ x: Int, _ turn: Int) throws -> [Int] {
      let layer = #"""
        { "type": "color", "color": "black", "size": [70, 12], "position": [\#(x), 14],
          "rotation": \#(turn), "border": { "width": 4.5 } }
        """#
      return try Film("[\(layer)]", format, range: .full)
        .frame(Frame.flat(format, [0, 8192, 8192])).samples(0)
    }
    for turn in [0, 7] {
      let first = try light(20, turn)
      for x in 21...60 {
        let moved = try light(x, turn)
        for y in 0..<40 {
          #expect(
            first[y * 200 + 5..<y * 200 + 130].elementsEqual(
              moved[y * 200 + x - 15..<y * 200 + x + 110]))
        }
      }
    }
  }

  @Test func `a border around a slanted edge is as wide as it says`() throws {
    let format = PixelFormat.named("444p14", 160, 160)
    for (turn, width) in [(3, 2.0), (17, 5.5), (30, 7.25), (45, 12)] {
      func sum(_ style: String) throws -> Double {
        let layer = #"""
          { "type": "color", "color": "white", "size": [100, 40], "position": [80, 80],
            "anchor": "center", "rotation": \#(turn)\#(style) }
          """#
        return try Film("[\(layer)]", format, range: .full)
          .frame(Frame.flat(format, [0, 8192, 8192])).samples(0)
          .reduce(0) { $0 + Double($1) / peak }
      }
      let border = try sum(#", "border": { "width": \#(width) }"#) - sum("")
      // Beside four sides, and a disc at the corners.
      #expect(abs(border / (280 * width + .pi * width * width) - 1) < 0.01)
    }
  }

  @Test func `borders from two edges meet between them`() throws {
    let bar = try light(
      #"""
      { "type": "color", "color": "black", "position": [10.5, 8], "size": [6, 30],
        "border": { "width": 3, "align": "inside" } }
      """#)
    #expect(at(bar, 13, 20) > 0.99)
    #expect(sum(bar, is: 180, within: 1.2))
    let gap = try light(
      #"""
      { "type": "group", "border": { "width": 3 }, "layers": [
        { "type": "color", "color": "black", "position": [2, 8], "size": [10.5, 30] },
        { "type": "color", "color": "black", "position": [18.5, 8], "size": [11.5, 30] } ] }
      """#)
    #expect(at(gap, 15, 20) > 0.99)
  }

  @Test func `a border follows what is covered, and a second lies around the first`() throws {
    let disc =
      #""type": "shape", "shape": "ellipse", "fill": "black", "size": [20, 20], "position": [22.3, 14.6]"#
    let one = try light(#"{ \#(disc), "border": { "width": 5.5 } }"#)
    #expect(sum(one, is: .pi * 140.25, within: 2))
    let two = try light(
      #"{ \#(disc), "border": [{ "width": 3, "color": "black" }, { "width": 2.5 }] }"#)
    #expect(sum(two, is: .pi * 71.25, within: 2))
  }

  @Test func `a shadow is the shape, moved`() throws {
    let hard = try box(#""shadow": { "offset": [6, -3], "blur": 0, "color": "white" }"#)
    for y in 0..<48 {
      for x in 0..<64 {
        let isCast = (26..<46).contains(x) && (11..<27).contains(y)
        let isHidden = (20..<40).contains(x) && (14..<30).contains(y)
        #expect(abs(at(hard, x, y) - (isCast && !isHidden ? 1 : 0)) < 1e-3, "\(x), \(y)")
      }
    }
    let half = try box(#""shadow": { "offset": [4.5, 0], "blur": 0, "color": "white" }"#)
    #expect(abs(at(half, 44, 20) - 0.5) < 1e-3 && abs(at(half, 43, 20) - 1) < 1e-3)
    let larger = try box(
      #""shadow": { "offset": [0, 0], "blur": 0, "spread": 3, "color": "white" }"#)
    #expect(at(larger, 17, 20) > 0.999 && at(larger, 16, 20) == 0)
    let smaller = try box(
      #""shadow": { "offset": [12, 0], "blur": 0, "spread": -2, "color": "white" }"#)
    #expect(at(smaller, 49, 20) > 0.999 && at(smaller, 50, 20) == 0 && at(smaller, 45, 15) == 0)
  }

  @Test func `a spread that two edges reach covers what both do`() throws {
    let gap = try light(
      #"""
      { "type": "group",
        "shadow": { "offset": [0, 0], "blur": 0, "spread": 2.25, "color": "white" },
        "layers": [
          { "type": "color", "color": "black", "position": [10, 8], "size": [10, 30] },
          { "type": "color", "color": "black", "position": [25, 8], "size": [10, 30] } ] }
      """#)
    let bar = try light(
      #"""
      { "type": "color", "color": "black", "position": [20, 8], "size": [5, 30],
        "shadow": { "offset": [0, 0], "blur": 0, "spread": 2.25, "color": "white", "inset": true } }
      """#)
    for light in [gap, bar] {
      for (x, share) in [(20, 1), (21, 1), (22, 0.5), (23, 1), (24, 1)] {
        #expect(abs(at(light, x, 20) - share) < 0.01, "\(x)")
      }
    }
  }

  @Test func `a hard inset shadow leaves the edges clean along which it falls`() throws {
    let box = try light(
      #"""
      { "type": "color", "color": "black", "position": [20.75, 14.5], "size": [20, 16],
        "shadow": { "offset": [5, 0], "blur": 0, "color": "white", "inset": true } }
      """#)
    for y in [14, 30] {
      for x in 27..<42 { #expect(at(box, x, y) < 1e-3, "\(x), \(y)") }
      #expect(abs(at(box, 23, y) - 0.5) < 1e-3)
    }
    #expect(abs(at(box, 20, 20) - 0.25) < 1e-3 && abs(at(box, 25, 20) - 0.75) < 1e-3)
  }

  @Test(arguments: [0.0, 3, -3])
  func `an inset shadow falls from the sides of the canvas where the layer ends`(
    _ spread: Double
  ) throws {
    let whole = try light(
      #"""
      { "type": "color", "color": "black",
        "shadow": { "offset": [5, 0], "blur": 8, "spread": \#(spread), "color": "white",
          "inset": true } }
      """#)
    let weights = (-40...40).map { Maths.exp(-Double($0 * $0) / 32) }
    let hole = Int(5 + spread)..<Int(69 - spread)
    for x in 0..<64 {
      let shadow = (-40...40).reduce(0.0) {
        $0 + (hole.contains(x + $1) ? 0 : weights[$1 + 40] / sum(weights))
      }
      #expect(abs(at(whole, x, 24) - shadow) < 0.004, "\(x)")
    }
  }

  @Test func `a shadow ends where a layer does that ends at the canvas`() throws {
    func shadow(of place: String) throws -> [Double] {
      try light(
        #"""
        { "type": "color", "color": "black", \#(place),
          "shadow": { "offset": [8, 15], "blur": 0, "color": "white" } }
        """#)
    }
    let ending = try shadow(of: #""position": [0, 10], "size": [30, 10]"#)
    #expect(at(ending, 7, 30) == 0 && at(ending, 8, 30) > 0.999 && at(ending, 38, 30) == 0)
    // Beyond the canvas the layer goes on, and so does its shadow.
    let going = try shadow(of: #""position": [-20, 10], "size": [50, 10]"#)
    #expect(at(going, 0, 30) > 0.999 && at(going, 37, 30) > 0.999 && at(going, 38, 30) == 0)
  }

  /// The edge that casts the shadow lies outside of the layer.
  @Test(arguments: [(-4.0, 0.0), (-3, 6), (2, 3)])
  func `a spread moves the edge of an inset shadow`(_ spread: Double, _ offset: Double) throws {
    let wide = #""type": "color", "color": "black", "position": [20, -40], "size": [20, 200]"#
    let inset = try light(
      #"""
      { \#(wide), "shadow": { "offset": [\#(offset), 0], "blur": 6, "spread": \#(spread),
        "color": "white", "inset": true } }
      """#)
    let weights = (-40...40).map { Maths.exp(-Double($0 * $0) / 18) }
    let whole = sum(weights)
    // Where the hole's sides come to lie, in whole samples.
    let hole = Int(20 + spread + offset)..<Int(40 - spread + offset)
    for x in 20..<40 {
      let shadow = (-40...40).reduce(0.0) {
        $0 + (hole.contains(x + $1) ? 0 : weights[$1 + 40] / whole)
      }
      #expect(abs(at(inset, x, 20) - shadow) < 0.004, "\(x)")
    }
  }

  @Test func `a soft shadow is a gaussian of half its blur, and an inset one falls inwards`() throws
  {
    let wide = #""type": "color", "color": "black", "position": [20, -40], "size": [20, 200]"#
    let soft = try light(
      #"{ \#(wide), "shadow": { "offset": [0, 0], "blur": 6, "color": "white" } }"#)
    let inset = try light(
      #"{ \#(wide), "shadow": { "offset": [2, 0], "blur": 6, "color": "white", "inset": true } }"#)
    let weights = (-20...20).map { place -> Double in
      Maths.exp(-Double(place * place) / 18)
    }
    let whole = sum(weights)
    /// The share of a gaussian around `x` that lies in the box.
    func covered(_ x: Int) -> Double {
      sum((-20...20).map { (20..<40).contains(x + $0) ? weights[$0 + 20] : 0 }) / whole
    }
    for x in 4..<60 {
      let isInside = (20..<40).contains(x)
      #expect(abs(at(soft, x, 24) - (isInside ? 0 : covered(x))) < 0.002, "\(x)")
      #expect(abs(at(inset, x, 24) - (isInside ? 1 - covered(x - 2) : 0)) < 0.002, "\(x)")
    }
  }

  @Test func `a soft shadow that is moved beyond the picture is not seen`() throws {
    let bare = try box(#""opacity": 1"#)
    for offset in ["[300, 0]", "[-300, 2]", "[0, 300]", "[1, -300]", "[9000, -9000]"] {
      for blur in [1, 6, 40] {
        let style = #""shadow": { "offset": \#(offset), "blur": \#(blur), "color": "white" }"#
        #expect(try box(style) == bare)
      }
    }
  }

  @Test func `a glow is stronger than its blur, and lies beneath shadows`() throws {
    let glow = try box(#""glow": { "blur": 8, "strength": 2 }"#)
    let plain = try box(#""shadow": { "offset": [0, 0], "blur": 8, "color": "white" }"#)
    for x in [10, 14, 17, 19] {
      #expect(abs(at(glow, x, 20) - min(2 * at(plain, x, 20), 1)) < 1e-3, "\(x)")
    }
    let both = try box(
      #""glow": { "blur": 8, "strength": 20 }, "shadow": { "blur": 0, "color": "black" }"#)
    #expect(at(both, 41, 25) == 0 && at(both, 19, 20) > 0.9)
  }

  @Test func `corners of every kind of layer are rounded`() throws {
    let round = try light(
      #"{ "type": "color", "color": "white", "size": [40, 20], "radius": "50%" }"#)
    #expect(sum(round, is: 400 + 100 * .pi, within: 0.5))
    let group = try light(
      #"{ "type": "group", "radius": 8, "layers": [{ "type": "color", "color": "white" }] }"#)
    #expect(sum(group, is: 2816 + 64 * .pi, within: 0.5))
    // A mask stays beside it.
    let masked = try light(
      #"{ "type": "color", "color": "white", "size": [40, 20], "radius": "50%", "mask": { "size": ["50%", "100%"] } }"#
    )
    #expect(sum(masked, is: 200 + 50 * .pi, within: 0.5))
  }

  @Test func `a layer that is half seen has a shadow that is half seen`() throws {
    let layer =
      #""type": "color", "color": "white", "position": [20, 14], "size": [20, 16], "shadow": { "offset": [9, 0], "blur": 0, "color": "gray" }"#
    let whole = try light(#"{ \#(layer) }"#)
    let half = try light(#"{ \#(layer), "opacity": 0.5 }"#)
    for (whole, half) in zip(whole, half) { #expect(abs(half - whole / 2) < 1e-3) }
    let blended = try light(#"{ \#(layer), "opacity": 0.5, "blend": "screen" }"#)
    for (half, blended) in zip(half, blended) { #expect(abs(half - blended) < 2e-3) }
  }

  @Test func `styles that show nothing change nothing, in every format`() throws {
    for format in everyFormat where format.width == 13 {
      let source = Frame.noise(format)
      let layer = #"{ "type": "gradient", "stops": ["red", "blue"], "size": [7, 5], "rotation": 20"#
      let plain = try Film(#"[{ "type": "group", "layers": [\#(layer) }] }]"#, format).frame(source)
      let none = try Film(
        #"[\#(layer), "border": { "width": 0 }, "shadow": { "color": "transparent" }, "glow": { "strength": 0 } }]"#,
        format
      ).frame(source)
      #expect(none.greatestDifference(from: plain) <= 2)
      let styled = try Film(
        #"[\#(layer), "border": { "width": 1 }, "shadow": { "offset": [1, 1], "blur": 2 } }]"#,
        format
      ).frame(source)
      #expect(styled.greatestDifference(from: plain) > 8)
      let gone = try Film(
        #"[\#(layer), "position": [90, 90], "border": { "width": 1 }, "glow": {} }]"#, format
      ).frame(source)
      #expect(gone.isIdentical(to: source))
    }
  }

  @Test func `an image of nothing, and numbers beyond all limits, draw what they can`() throws {
    for style in [
      #""shadow": { "offset": [100000, -100000], "blur": 500, "spread": 500 }"#,
      #""border": { "width": 500, "align": "center" }, "glow": { "blur": 500, "strength": 20 }"#,
      #""shadow": { "inset": true, "spread": 500, "blur": 500, "offset": ["1000%", "-1000%"] }"#,
      #""border": { "width": { "from": 0, "to": 500, "ease": "easeOutBack", "duration": 1 } }"#,
    ] {
      let light = try box(style)
      #expect(light.allSatisfy { $0 >= 0 && $0 <= 1 })
      let none = try self.light(#"{ "type": "color", "color": "transparent", \#(style) }"#)
      #expect(none.allSatisfy { $0 == 0 })
    }
  }

  @Test func `texts and shapes keep words of their own`() throws {
    let shape = #""type": "shape", "shape": "polygon", "points": 4, "size": [40, 40]"#
    let sharp = try light(#"{ \#(shape) }"#)
    let round = try light(#"{ \#(shape), "radius": 6 }"#)
    // The polygon's own corners, and not those of its box, which it touches with its tips alone.
    #expect(sum(round) < sum(sharp) - 10 && at(round, 20, 20) == 1)
    let text = #""type": "text", "text": "I", "size": 40, "color": "black", "position": [20, 2]"#
    let shadow = try light(
      #"{ \#(text), "shadow": { "offset": [8, 0], "blur": 0, "color": "white" } }"#)
    let border = try light(#"{ \#(text), "border": { "width": 2 } }"#)
    #expect(sum(shadow) > 30 && sum(border) > 30)
  }

  @Test func `what stands still is drawn once, and looks as what moves`() throws {
    let format = PixelFormat.named("420jpeg", 64, 48)
    let source = Frame.noise(format)
    let style =
      #""border": { "width": 2 }, "shadow": { "blur": 4 }, "mask": { "shape": "star" }, "radius": 3"#
    let layer =
      #""type": "gradient", "stops": ["red", "blue"], "position": [11, 7], "size": [30, 24]"#
    let still = try Film(
      #"[{ \#(layer), \#(style), "in": { "type": "wipe", "duration": 1 } }]"#, format)
    let moving = try Film(
      #"[{ \#(layer), \#(style), "angle": { "from": 180, "to": 180.001, "duration": 9 }, "in": { "type": "wipe", "duration": 1 } }]"#,
      format)
    for seconds in [0.5, 1, 2, 0.25, 3] {
      let (one, other) = (
        try still.frame(source, at: seconds), try moving.frame(source, at: seconds)
      )
      #expect(one.greatestDifference(from: other) <= 1, "\(seconds)")
    }
  }
}
