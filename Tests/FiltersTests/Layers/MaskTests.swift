import Bytes
import Images
import TestSupport
import Testing
import Y4M

@testable import Filters

/// Masks of layers.
@Suite struct MaskTests {
  private let format = PixelFormat.named("444p14", 48, 32)
  private let peak = 16383.0

  /// How much is seen of a white layer over black, 0 to 1, row by row.
  private func shares(_ masks: String, _ more: String = "") throws -> [Double] {
    let layer = #"{ "type": "color", "color": "white", "mask": \#(masks)\#(more) }"#
    let frame = try Film("[\(layer)]", format, range: .full)
      .frame(Frame.flat(format, [0, 8192, 8192]))
    return frame.samples(0).map { Double($0) / peak }
  }

  private func share(_ shares: [Double], _ x: Int, _ y: Int) -> Double { shares[y * 48 + x] }

  @Test func `edges of shapes are exact areas`() throws {
    let box = try shares(#"{ "position": [10.25, 8.5], "size": [20.5, 10] }"#)
    #expect(abs(share(box, 9, 12)) < 1e-4 && abs(share(box, 20, 12) - 1) < 1e-4)
    // Coverage has 8 bits.
    #expect(abs(share(box, 10, 12) - 0.75) < 0.003 && abs(share(box, 30, 12) - 0.75) < 0.003)
    #expect(abs(share(box, 20, 8) - 0.5) < 0.003 && abs(share(box, 10, 8) - 0.375) < 0.003)
    let disc = try shares(
      #"{ "shape": "ellipse", "position": ["50%", "50%"], "anchor": "center", "size": [20, 20] }"#)
    #expect(abs(disc.reduce(0, +) - 100 * Double.pi) < 0.3)
    let path = try shares(#"{ "shape": "path", "path": "M4 4 h20 v10 l-20 -4 z" }"#)
    #expect(abs(path.reduce(0, +) - 160) < 0.3)
  }

  /// What a path runs through is no edge: it lies within.
  @Test(arguments: [5.0, 0.5])
  func `an edge moved inwards leaves what overlaps whole`(_ width: Double) throws {
    let overlapping = "M4 4h20v16h-20z M16 10h20v16h-20z"
    func path(_ more: String) throws -> [Double] {
      try shares(#"{ "shape": "path", "path": "\#(overlapping)"\#(more) }"#)
    }
    let moved = try path(#", "expand": \#(-width)"#)
    let whole = try path("")
    let outside = (0..<48 * 32).filter { whole[$0] == 0 }
    /// How far a sample lies from the nearest that is outside; the edge lies half a pixel before
    /// that.
    func distance(_ x: Int, _ y: Int) -> Double {
      var least = Double.infinity
      for place in outside {
        let (across, down) = (Double(place % 48 - x), Double(place / 48 - y))
        least = min(least, (across * across + down * down).squareRoot())
      }
      return least - 0.5
    }
    for y in 0..<32 {
      for x in 0..<48 where share(whole, x, y) == 1 {
        let away = distance(x, y)
        if away > width + 1 { #expect(share(moved, x, y) > 0.999, "\(x), \(y)") }
        if away < width - 1 { #expect(share(moved, x, y) < 0.001, "\(x), \(y)") }
      }
    }
  }

  @Test(arguments: [
    #""mask": { "shape": "rectangle" }"#, #""radius": 6"#,
    #""mask": { "size": ["100%", "50%"] }"#,
  ])
  func `a mask does not cover its part of an edge again`(_ mask: String) throws {
    func light(_ more: String) throws -> [Double] {
      let layer = #"""
        { "type": "color", "color": "white", "size": [20, 16], "position": [10.5, 8.25]\#(more) }
        """#
      let frame = try Film("[\(layer)]", format, range: .full)
        .frame(Frame.flat(format, [0, 8192, 8192]))
      return frame.samples(0).map { Double($0) / peak }
    }
    let (plain, masked) = (try light(""), try light(", " + mask))
    #expect(abs(share(plain, 10, 15) - 0.5) < 0.005 && abs(share(plain, 20, 8) - 0.75) < 0.005)
    for (x, y) in [(10, 15), (20, 8), (30, 15), (20, 12)] {
      #expect(abs(share(masked, x, y) - share(plain, x, y)) < 0.005, "\(x), \(y)")
    }
  }

  @Test func `modes are the formulas of masks`() throws {
    let (first, second) = (
      #""position": [8, 0], "size": [20, 32], "opacity": 0.7"#,
      #""position": [18, 0], "size": [20, 32], "opacity": 0.6"#
    )
    /// What two masks leave where neither is, the first alone, both, and the second alone.
    func found(_ modes: (String, String)) throws -> [Double] {
      let all = try shares(
        #"[{ "mode": "\#(modes.0)", \#(first) }, { "mode": "\#(modes.1)", \#(second) }]"#)
      return [2, 12, 22, 34].map { share(all, $0, 16) }
    }
    let expected: [((String, String), [Double])] = [
      (("add", "add"), [0, 0.7, 0.7 + 0.6 - 0.42, 0.6]),
      (("add", "subtract"), [0, 0.7, 0.7 * 0.4, 0]),
      (("add", "intersect"), [0, 0, 0.42, 0]), (("add", "lighten"), [0, 0.7, 0.7, 0.6]),
      (("add", "darken"), [0, 0, 0.6, 0]),
      (("add", "difference"), [0, 0.7, 0.7 + 0.6 - 0.84, 0.6]),
      (("subtract", "add"), [1, 0.3, 0.3 + 0.6 - 0.18, 1]),
      (("intersect", "subtract"), [0, 0.7, 0.28, 0]),
    ]
    for (modes, shares) in expected {
      for (found, share) in zip(try found(modes), shares) {
        #expect(abs(found - share) < 2e-4, "\(modes)")
      }
    }
    let inverted = try shares(#"{ "size": [24, 32], "invert": true, "opacity": 0.5 }"#)
    #expect(abs(share(inverted, 3, 3)) < 1e-4 && abs(share(inverted, 30, 3) - 0.5) < 1e-4)
  }

  @Test(arguments: [3.0, 8])
  func `a soft edge is a gaussian of half its width`(_ feather: Double) throws {
    let soft = try shares(#"{ "size": [24, 32], "feather": \#(feather) }"#)
    let sigma = feather / 2
    let reach = Int(5 * sigma) + 1
    let weights = (-reach...reach).map { place -> Double in
      let step = Double(place) / sigma
      return Maths.exp(-step * step / 2)
    }
    let whole = weights.reduce(0, +)
    for x in 12..<36 {
      // The weights of the columns before the edge.
      let covered = weights.prefix(max(0, 24 - x + reach)).reduce(0, +)
      #expect(abs(share(soft, x, 16) - covered / whole) < 0.001, "\(x)")
    }
  }

  @Test func `edges move outwards and inwards`() throws {
    let middle = #""shape": "ellipse", "position": ["50%", "50%"], "anchor": "center""#
    for (size, expand, radius) in [(12, 4.0, 10.0), (24, -4, 8), (20, 0.5, 10.5)] {
      let disc = try shares(#"{ \#(middle), "size": [\#(size), \#(size)], "expand": \#(expand) }"#)
      #expect(abs(disc.reduce(0, +) - Double.pi * radius * radius) < 2, "\(size)")
    }
    // A corner becomes round on its way out, and stays one on its way in.
    let box = #""position": [16, 8], "size": [16, 16]"#
    let out = try shares(#"{ \#(box), "expand": 4 }"#)
    #expect(abs(out.reduce(0, +) - (256 + 4 * 64 + 16 * Double.pi)) < 1)
    #expect(abs(try shares(#"{ \#(box), "expand": -4 }"#).reduce(0, +) - 64) < 1)
  }

  @Test func `masks stand in the layer's box and move with it`() throws {
    let placed = try shares(
      #"{ "size": ["50%", "50%"] }"#, #", "size": [20, 12], "position": [10, 10]"#)
    #expect(share(placed, 10, 10) > 0.999 && share(placed, 19, 15) > 0.999)
    #expect(share(placed, 20, 12) == 0 && share(placed, 12, 16) == 0)
    let turned = try shares(
      #"{ "size": ["50%", "100%"] }"#,
      #", "size": [20, 12], "position": [10, 10], "rotation": 90"#)
    // A quarter turn about the middle (20, 16): the left half is the upper one.
    #expect(share(turned, 20, 8) > 0.999 && share(turned, 20, 20) == 0)
  }

  @Test func `a layer's box is what its masks leave`() throws {
    func box(_ masks: String) throws -> Box {
      let layer = #"{ "type": "color", "color": "white", "mask": \#(masks) }"#
      let boxes = try Film("[\(layer)]", format).renderer.boxes(at: .zero)
      return try #require(boxes.first)
    }
    let disc = #""shape": "ellipse", "position": [10, 8], "size": [12, 10]"#
    let whole = Box(x: 0, y: 0, width: 48, height: 32)
    let tight = Box(x: 9, y: 7, width: 14, height: 12)
    #expect(try box("{ \(disc) }") == tight)
    #expect(try box(#"{ \#(disc), "expand": 2 }"#) == tight.grown(by: 2))
    #expect(try box(#"{ \#(disc), "feather": 2 }"#).width > tight.width + 4)
    for masks in [#"{ \#(disc), "invert": true }"#, #"{ \#(disc), "mode": "subtract" }"#] {
      #expect(try box(masks) == whole)
    }
    #expect(try box(#"[{}, { \#(disc), "mode": "intersect" }]"#) == tight)
    #expect(
      try box(#"[{ \#(disc) }, { "position": [30, 8], "size": [6, 6], "mode": "add" }]"#)
        == Box(x: 9, y: 7, width: 28, height: 12))
    // What lies beyond it is as it was, however soft the edge is.
    let soft = try shares(#"{ \#(disc), "feather": 6 }"#)
    let softBox = try box(#"{ \#(disc), "feather": 6 }"#)
    for (index, share) in soft.enumerated() where share > 0 {
      let (x, y) = (index % 48, index / 48)
      #expect(x >= softBox.x && x < softBox.maxX && y >= softBox.y && y < softBox.maxY)
    }
    #expect(soft.contains { $0 > 0 && $0 < 0.01 })
  }

  @Test func `a mask over all changes nothing, and one beyond shows nothing`() throws {
    for format in everyFormat where format.width == 13 {
      let source = Frame.noise(format)
      let layer = #"{ "type": "gradient", "stops": ["red", "blue"], "size": [7, 5], "rotation": 20"#
      let plain = try Film(#"[{ "type": "group", "layers": [\#(layer) }] }]"#, format).frame(source)
      let whole = try Film(#"[\#(layer), "mask": { "expand": 20 } }]"#, format).frame(source)
      #expect(whole.greatestDifference(from: plain) <= 1)
      let none = try Film(#"[\#(layer), "mask": { "position": [90, 0] } }]"#, format)
      #expect(try none.frame(source).isIdentical(to: source))
    }
  }

  @Test func `a clip shows its background beside its mask`() throws {
    let clip = try ClipScene(
      #""background": "white", "mask": { "size": ["50%", "100%"] }"#, on: format, range: .full)
    let frame = try clip.frame(Frame.flat(format, [4000, 8192, 8192]))
    #expect(frame[0, 10, 10] == 4000 && frame[0, 40, 10] > 16000)
  }

  /// A picture of four columns: nothing, half, white and black.
  private let columns = Picture(
    width: 4, height: 1,
    samples: .eight([0, 0, 0, 0, 255, 255, 255, 128, 255, 255, 255, 255, 0, 0, 0, 255]))

  private func shares(_ mask: String, of picture: Picture) throws -> [Double] {
    let layer = #"{ "type": "color", "color": "white", "mask": \#(mask) }"#
    let film = try Film("[\(layer)]", format, range: .full, pictures: ["mask.png": picture])
    return try film.frame(Frame.flat(format, [0, 8192, 8192])).samples(0).map { Double($0) / peak }
  }

  @Test func `a picture is a mask by what it covers, or by how bright it is`() throws {
    let middles = [6, 18, 30, 42]
    let alpha = try shares(#"{ "source": "mask.png" }"#, of: columns)
    for (x, expected) in zip(middles, [0, 128.0 / 255, 1, 1]) {
      #expect(abs(share(alpha, x, 16) - expected) < 0.03, "\(x)")
    }
    let luma = try shares(#"{ "source": "mask.png", "by": "luma" }"#, of: columns)
    for (x, expected) in zip(middles, [0, 128.0 / 255, 1, 0]) {
      #expect(abs(share(luma, x, 16) - expected) < 0.06, "\(x)")
    }
    let inverted = try shares(
      #"{ "source": "mask.png", "by": "luma", "invert": true, "opacity": 0.5 }"#, of: columns)
    for (luma, inverted) in zip(luma, inverted) {
      #expect(abs(inverted - (1 - luma) / 2) < 0.001)
    }
  }

  @Test func `a picture that is a mask is placed, grows and becomes soft`() throws {
    let white = Picture(width: 2, height: 2, samples: .eight([UInt8](repeating: 255, count: 16)))
    let place = #""source": "mask.png", "size": [16, 8], "position": [16, 12]"#
    let plain = try shares(#"{ \#(place) }"#, of: white)
    #expect(share(plain, 16, 12) > 0.99 && share(plain, 15, 12) == 0 && share(plain, 31, 19) > 0.99)
    #expect(share(plain, 32, 15) == 0 && share(plain, 20, 20) == 0)
    let grown = try shares(#"{ \#(place), "expand": 3 }"#, of: white)
    #expect(share(grown, 13, 15) > 0.99 && share(grown, 12, 15) < 0.01)
    let smaller = try shares(#"{ \#(place), "expand": -3 }"#, of: white)
    #expect(share(smaller, 19, 15) > 0.99 && share(smaller, 18, 15) < 0.01)
    let soft = try shares(#"{ \#(place), "feather": 4 }"#, of: white)
    #expect(share(soft, 15, 15) > 0.2 && share(soft, 16, 15) < 0.8 && share(soft, 24, 15) > 0.9)
    let turned = try shares(
      #"{ "source": "mask.png", "size": [16, 8], "rotation": 90, "anchor": "center", "position": [24, 16] }"#,
      of: white)
    #expect(share(turned, 24, 9) > 0.99 && share(turned, 17, 16) == 0)
  }

  @Test(arguments: [#""feather": 8"#, #""expand": -3"#, #""expand": 3, "feather": 4"#])
  func `the edge of a picture is the same when a part of it lies beyond the canvas`(
    _ edge: String
  ) throws {
    let disc = Picture.painted(30, 24) { x, y in
      [255, 255, 255, (x - 15) * (x - 15) + (y - 12) * (y - 12) < 120 ? 255 : 0]
    }
    func frame(_ width: Int, _ height: Int, at place: String) throws -> Frame {
      let format = PixelFormat.named("444", width, height)
      let layer = #"{ "type": "color", "color": "white", "size": [30, 24], "position": \#(place)"#
      return try Film(
        #"[\#(layer), "mask": { "source": "mask.png", \#(edge) } }]"#, format,
        pictures: ["mask.png": disc]
      ).frame(Frame.flat(format, [16, 128, 128]))
    }
    let part = try frame(24, 20, at: "[-10, -9]")
    let whole = try frame(90, 74, at: "[20, 21]")
    for y in 0..<20 {
      for x in 0..<24 { #expect(abs(part[0, x, y] - whole[0, x + 30, y + 30]) <= 1, "\(x), \(y)") }
    }
  }

  @Test func `a soft picture over all of the canvas has no rim`() throws {
    let white = Picture.painted(4, 4) { _, _ in [255, 255, 255, 255] }
    let mask = #""mask": { "source": "mask.png", "by": "luma", "feather": 8 }"#
    for place in ["", #""size": [56, 40], "position": [-3.5, -4], "#] {
      let frame = try Film(
        #"[{ "type": "color", "color": "white", \#(place)\#(mask) }]"#, format, range: .full,
        pictures: ["mask.png": white]
      ).frame(Frame.flat(format, [0, 8192, 8192]))
      #expect(frame.samples(0).allSatisfy { $0 > 16370 })
    }
  }

  @Test func `a picture is one of several masks, of a group too`() throws {
    let group =
      #"{ "type": "group", "layers": [{ "type": "color", "color": "white" }], "mask": [{ "source": "mask.png" }, { "mode": "subtract", "size": ["50%", "100%"] }] }"#
    let film = try Film("[\(group)]", format, range: .full, pictures: ["mask.png": columns])
    let light = try film.frame(Frame.flat(format, [0, 8192, 8192])).samples(0)
    #expect(light[16 * 48 + 18] == 0 && light[16 * 48 + 30] > 16000)
  }

  @Test(arguments: [#"{ "shape": "path" }"#, #"[{}, { "shape": "path", "feather": 4 }]"#])
  func `a mask without its path is reported`(_ masks: String) throws {
    let fault = #expect(throws: TimelineFault.self) { try shares(masks) }
    let words = "a mask of the shape 'path' needs 'path', its path data"
    #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
    _ = try shares(#"{ "shape": "path", "path": "M0 0h9v9z" }"#)
  }

  @Test func `a mask without a file is reported at its place`() {
    #expect(throws: TimelineFault.self) {
      try Film(#"[{ "type": "color", "mask": { "source": "gone.png" } }]"#, format)
    }
  }
}
