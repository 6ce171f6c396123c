import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Computed pictures as fills of figures and letters.
@Suite struct PatternFillTests {
  private static let patterns = [
    #""checkerboard": { "cell": 5, "color": "gold", "background": "navy" }"#,
    #""stripes": { "width": 3, "gap": 4, "angle": 30, "color": "red" }"#,
    #""grid": { "cell": 6, "thickness": 1.5, "color": "rgb(0 255 0 / 50%)" }"#,
    #""noise": { "cell": 7, "color": "rgb(255 0 0 / 50%)", "background": "blue" }"#,
    #""noise": { "kind": "white" }"#, #""noise": { "kind": "voronoi", "cell": 4 }"#,
    #""bars": { "standard": "ebu" }"#,
  ]
  private static let formats = [
    "mono", "420jpeg", "420mpeg2", "422", "411", "444", "444alpha", "420p10", "422p12", "444p16",
  ]

  private func film(
    _ layer: String, _ format: PixelFormat, at time: Double = 0, level: Int = 40
  ) throws -> Frame {
    let ground = [Int](repeating: level << (format.depth - 8), count: format.planes.count)
    return try Film("[{ \(layer) }]", format, range: .full).frame(.flat(format, ground), at: time)
  }

  /// The layer of a generator, as the source that it is in a fill.
  private func layer(_ pattern: String) -> String {
    let (name, rest) = (pattern.prefix { $0 != ":" }, pattern.drop { $0 != "{" }.dropFirst())
    let keys = rest.dropLast().trimmingSpaces
    return "\"type\": \(name)" + (keys.isEmpty ? "" : ", \(keys)")
  }

  @Test(arguments: formats, patterns)
  func `a rectangle of whole samples is the layer of the same box`(
    _ name: String, _ pattern: String
  ) throws {
    let format = PixelFormat.named(name, 47, 33)
    for box in [#""size": [24, 20], "position": [8, 4]"#, #""size": [31, 17], "position": [5, 7]"#]
    {
      for time in [0.0, 0.7] {
        let filled = try film(
          #""type": "shape", "shape": "rectangle", "fit": "none", \#(box), "fill": { \#(pattern) }"#,
          format, at: time)
        let whole = try film("\(layer(pattern)), \(box)", format, at: time)
        #expect(filled.samples(0) == whole.samples(0), "\(box) at \(time)")
        // Chroma between samples of luma is rounded at another place next to an edge.
        let most = format.planes.contains { $0.shiftX > 0 } ? 1 : 0
        #expect(filled.greatestDifference(from: whole) <= most, "\(box) at \(time)")
      }
    }
  }

  @Test(arguments: ["444", "444p10", "444p16"])
  func `a circle is mixed by what it covers`(_ name: String) throws {
    let format = PixelFormat.named(name, 60, 60)
    let box = #""type": "shape", "shape": "ellipse", "size": [41, 41], "position": [9, 11]"#
    let ones = PixelFormat.named("mono16", 60, 60)
    let cover = try film(#"\#(box), "fill": "white""#, ones, level: 0)
    func plane(_ color: String) throws -> [Int] {
      let frame = try film(#""type": "color", "color": "\#(color)""#, format)
      return (0..<3).map { Int(frame[$0, 30, 30]) }
    }
    let (light, dark) = (try plane("gold"), try plane("navy"))
    let filled = try film(
      #"\#(box), "fill": { "checkerboard": { "cell": 6, "color": "gold", "background": "navy" } }"#,
      format)
    let ground = Double(40 << (format.depth - 8))
    var seen = 0
    for y in 0..<60 {
      for x in 0..<60 {
        let share = Double(cover[0, x, y]) / 65535
        guard share > 0 else { continue }
        if share < 1 { seen += 1 }
        let isLight = ((x - 9) / 6 + (y - 11) / 6) % 2 == 0
        for index in 0..<3 {
          let color = Double((isLight ? light : dark)[index])
          let expected = ground + (color - ground) * share
          // What 8 bits of coverage leave in doubt of deeper samples.
          let most = 1.01 + (format.depth > 8 ? 0.0021 * Double(format.peak) : 0)
          #expect(abs(Double(filled[index, x, y]) - expected) <= most)
        }
      }
    }
    #expect(seen > 80)
  }

  @Test func `a pattern goes on under a line around the box`() throws {
    let format = PixelFormat.named("mono", 60, 50)
    let frame = try film(
      #"""
      "type": "shape", "shape": "rectangle", "size": [30, 20], "position": [15, 15], "fit": "none",
      "stroke": { "width": 8, "align": "outside", "color": { "checkerboard": { "cell": 5 } } }
      """#, format, level: 90)
    for y in 0..<50 {
      for x in 0..<60 {
        let isInside = (15..<45).contains(x) && (15..<35).contains(y)
        let isLine = !isInside && (7..<53).contains(x) && (7..<43).contains(y)
        let isLight = ((x + 5) / 5 + (y + 5) / 5) % 2 == 0
        #expect(frame[0, x, y] == (isLine ? isLight ? 255 : 0 : 90))
      }
    }
  }

  @Test(arguments: patterns)
  func `a pattern turns and grows with its figure`(_ pattern: String) throws {
    let format = PixelFormat.named("444", 80, 70)
    for way in [
      #""x": 40, "rotation": 90"#, #""x": 40, "scale": 2"#,
      #""x": 40, "rotation": 180, "scale": [1, 2]"#, #""x": 40, "rotation": 30, "scale": 1.5"#,
      #""x": 38.5"#,
    ] {
      let box = #""size": [30, 20], "anchor": "center", "y": 35, \#(way)"#
      let filled = try film(
        #""type": "shape", "shape": "rectangle", "fit": "none", \#(box), "fill": { \#(pattern) }"#,
        format)
      let whole = try film("\(layer(pattern)), \(box)", format)
      // Turned, a layer is resampled with another filter, and its edges are those of a filter.
      let means = [filled, whole].map { frame in
        (0..<3).map { Double(frame.samples($0).reduce(0, +)) / 5600 }
      }
      for index in 0..<3 { #expect(abs(means[0][index] - means[1][index]) < 0.6, "\(way)") }
      if !way.contains("30,"), !way.contains("38.5") {
        #expect(filled.greatestDifference(from: whole) <= 2, "\(way)")
      }
    }
  }

  @Test func `letters show their part of a pattern`() throws {
    let format = PixelFormat.named("mono", 120, 50)
    let box = #"""
      "type": "text", "text": "Wavy", "size": 34, "width": 100, "height": 40, "position": [10, 5]
      """#
    let cover = try film(box, format, level: 0)
    let filled = try film(#"\#(box), "color": { "checkerboard": { "cell": 4 } }"#, format, level: 0)
    var count = 0
    for y in 0..<50 {
      for x in 0..<120 where cover[0, x, y] > 0 {
        let isLight = ((x + 6) / 4 + (y + 3) / 4) % 2 == 0
        #expect(abs(Int(filled[0, x, y]) - (isLight ? Int(cover[0, x, y]) : 0)) <= 1)
        count += 1
      }
    }
    #expect(count > 500)
  }

  @Test func `a figure is still where its pattern is`() throws {
    func isStill(_ fill: String) throws -> Bool {
      let text =
        #"{ "version": 1, "layers": [{ "type": "shape", "shape": "star", "fill": \#(fill) }] }"#
      let decoded = Document.decode(
        SourceText(name: "t.json", text: text), vocabulary: Registry.vocabulary)
      let layer = try #require(decoded.document?.layers.first)
      return try Registry.make(layer, .testing(.named("mono", 40, 40))).isStill
    }
    for still in [
      #"{ "checkerboard": {} }"#, #"{ "grid": { "cell": 9 } }"#, #"{ "bars": {} }"#,
      #"{ "noise": { "rate": 0 } }"#, #"{ "stripes": { "offset": 4 } }"#,
    ] { #expect(try isStill(still), "\(still)") }
    for moving in [
      #"{ "noise": {} }"#, #"{ "noise": { "kind": "white" } }"#,
      #"{ "noise": { "rate": 0, "evolution": { "from": 0, "to": 4, "duration": 2 } } }"#,
      #"{ "stripes": { "offset": { "from": 0, "to": 40, "duration": 1 } } }"#,
      #"{ "checkerboard": { "color": { "from": "red", "to": "blue", "duration": 1 } } }"#,
    ] { #expect(try !isStill(moving), "\(moving)") }
  }

  @Test func `what is known of a pattern by its arguments is what it is`() throws {
    for type in PatternPictures.types {
      func check<Picture: PatternPicture>(_ type: Picture.Type) {
        let coding = ColorCoding(matrix: .bt709, range: .full, depth: 8)
        let picture = Picture(Arguments(), coding: coding, side: 40)
        #expect(picture.isStill == type.isStill(Arguments()))
        let rows = picture.rows(BoxRaster(width: 40, height: 40, box: .init(40, 40)), at: .zero)
        let texture = Texture(rows)
        let alphas = (0..<1600).map { texture.plane(3)[$0] }
        #expect(alphas.allSatisfy { $0 == .max } == type.isOpaque(Arguments(), at: .zero))
      }
      check(type)
    }
  }

  @Test(arguments: patterns)
  func `nothing breaks however a figure is placed`(_ pattern: String) throws {
    for place in [
      #""scale": 1e6"#, #""scale": 1e-6"#, #""skewX": 89.9999"#, #""skewX": 89.9999, "scale": 500"#,
      #""position": [1e7, -1e7]"#, #""scale": [1e-9, 1e5], "rotation": 33"#,
      #""scale": [4000, 0.001], "rotation": 45"#, #""size": [0, 0]"#,
    ] {
      for (name, size) in [("420jpeg", 19), ("444alpha", 1)] {
        let box = place.contains("size") ? "" : #""size": [9, 7], "#
        let frame = try film(
          #""type": "shape", "shape": "ellipse", \#(box)\#(place), "fill": { \#(pattern) }, "#
            + #""stroke": { "width": 30, "color": { \#(pattern) } }, "#
            + #""shadow": { "offset": [3000, -10], "color": { \#(pattern) } }"#,
          .named(name, size, size))
        #expect(!frame.exceedsPeak)
      }
    }
  }
}

extension StringProtocol {
  fileprivate var trimmingSpaces: String {
    var text = Substring(self)
    while text.last == " " { text = text.dropLast() }
    return String(text.drop { $0 == " " })
  }
}
