import Colors
import TestSupport
import Testing
import Y4M

@testable import Filters

@Suite struct BlendingTests {
  /// Colours that change nothing in a mode.
  static let neutral: [(BlendMode, String)] = [
    (.multiply, "white"), (.darken, "white"), (.colorBurn, "white"), (.linearBurn, "white"),
    (.divide, "white"), (.darkerColor, "white"), (.plusDarker, "white"), (.phoenix, "white"),
    (.screen, "black"), (.lighten, "black"), (.colorDodge, "black"), (.linearDodge, "black"),
    (.difference, "black"), (.exclusion, "black"), (.subtract, "black"), (.negation, "black"),
    (.lighterColor, "black"), (.plusLighter, "black"),
  ]

  private func layer(_ mode: BlendMode, _ color: String, _ more: String = "") -> String {
    """
    { "type": "color", "color": "\(color)", "size": [21.3, 13.7], "position": [5.4, 3.8],
      "rotation": 20, "blend": "\(mode.rawValue)"\(more) }
    """
  }

  @Test(arguments: everyFormat)
  func `what changes no colour changes no sample`(_ format: PixelFormat) throws {
    // Straight alpha grows under a layer, and what it shows with that.
    let source = format.hasAlpha ? opaque(Frame.noise(format)) : Frame.noise(format)
    for range in [ColorRange.limited, .full] {
      for (mode, color) in Self.neutral {
        for opacity in [1, 0.37] {
          // Sums of colours and of alphas are not shares of each other.
          if mode == .plusDarker, opacity < 1 { continue }
          let film = try Film(
            "[\(layer(mode, color, #", "opacity": \#(opacity)"#))]", format, range: range)
          let result = try film.frame(source)
          #expect(result.isIdentical(to: source), "\(mode), \(range), \(opacity)")
        }
      }
      for mode in BlendMode.allCases {
        let film = try Film("[\(layer(mode, "#f000"))]", format, range: range)
        #expect(try film.frame(source).isIdentical(to: source), "\(mode)")
      }
    }
  }

  @Test(arguments: everyFormat.filter { $0.width == 13 })
  func `nothing is touched outside the layer's bounds`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    let around = Box(x: 3, y: 2, width: 6, height: 5)
    for mode in [BlendMode.difference, .hardMix, .hue, .plusLighter, .dissolve] {
      let film = try Film(
        """
        [{ "type": "color", "color": "orange", "size": [3.2, 2.1], "position": [4.4, 3.3],
           "rotation": 20, "blend": "\(mode.rawValue)" }]
        """, format)
      let result = try film.frame(source)
      #expect(mode != .difference || !result.isIdentical(to: source))
      for (index, layout) in format.planes.enumerated() {
        let inside = layout.box(covering: around)
        let (before, after) = (source.samples(index), result.samples(index))
        for y in 0..<layout.height {
          for x in 0..<layout.width
          where !(inside.x..<inside.maxX ~= x && inside.y..<inside.maxY ~= y) {
            #expect(before[y * layout.width + x] == after[y * layout.width + x], "\(mode)")
          }
        }
      }
    }
  }

  @Test(arguments: everyFormat)
  func `bands make no difference`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    let picture = ##"{ "type": "gradient", "stops": ["red", "navy"], "blend": "overlay" }"##
    let film = try Film("[\(picture), \(layer(.hue, "lime"))]", format)
    let alone = try film.frame(source)
    let workspace = Workspace()
    workspace.bands = OneRowBands()
    #expect(try film.frame(source, at: 0, workspace).isIdentical(to: alone))
  }

  @Test(arguments: everyFormat)
  func `a layer that stands still is kept, and is what it would be if it moved`(
    _ format: PixelFormat
  ) throws {
    let source = Frame.noise(format)
    for (blend, opacity) in [("multiply", "0.7"), ("difference", "1"), ("color-dodge", "0.4")] {
      func film(_ opacity: String) throws -> Film {
        try Film(
          """
          [{ "type": "gradient", "shape": "radial", "stops": ["orange", "#00008000"],
             "blend": "\(blend)", "opacity": \(opacity) }]
          """, format)
      }
      let still = try film(opacity)
      let first = try still.frame(source)
      #expect(try still.frame(source, at: 1).isIdentical(to: first), "\(blend)")
      let moving = try film(#"{ "keys": [[0, \#(opacity)], [9, 0.1]] }"#).frame(source)
      #expect(first.greatestDifference(from: moving) <= (format.depth == 16 ? 4 : 1), "\(blend)")
    }
  }

  @Test func `a group blends with what is below it, and its layers within it`() throws {
    let format = everyFormat[0]
    let source = Frame.noise(format)
    // Within the group there is nothing to multiply with.
    let inside = try Film(
      #"[{ "type": "group", "layers": [\#(layer(.multiply, "orange"))] }]"#, format)
    let plain = try Film(
      #"[{ "type": "group", "layers": [\#(layer(.normal, "orange"))] }]"#, format)
    #expect(try inside.frame(source).greatestDifference(from: try plain.frame(source)) <= 1)
    let whole = try Film(
      #"""
      [{ "type": "group", "blend": "multiply", "layers": [\#(layer(.normal, "orange"))] }]
      """#, format)
    let direct = try Film("[\(layer(.multiply, "orange"))]", format)
    #expect(try whole.frame(source).greatestDifference(from: try direct.frame(source)) <= 1)
    #expect(!(try whole.frame(source).isIdentical(to: try plain.frame(source))))
  }

  /// The frame with its alpha at the whole.
  private func opaque(_ frame: Frame) -> Frame {
    frame.fill(plane: frame.format.planes.count - 1, units: 65535)
    return frame
  }
}

/// Parts work into single rows.
struct OneRowBands: BandRunner {
  func run(upTo most: Int, _ body: (_ band: Int, _ count: Int, _ lane: Int) -> Void) {
    for band in 0..<most { body(band, most, 0) }
  }
}
