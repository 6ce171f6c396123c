import Bytes
import Colors
import TestSupport
import Testing
import Y4M

@testable import Filters

/// `"canvas": { "blending": "linear" }`.
@Suite struct LinearLightTests {
  private func film(
    _ layers: String, _ format: PixelFormat, blending: String = "linear",
    range: ColorRange = .limited
  ) throws -> Film {
    try Film(
      """
      { "version": 1, "canvas": { "blending": "\(blending)" }, "layers": [\(layers)] }
      """, format, range: range)
  }

  /// Layers of several kinds, with soft edges.
  private let kinds = [
    #"{ "type": "color", "color": "orange", "size": [9.3, 5.7], "position": [2.4, 3.8], "rotation": 20 }"#,
    #"{ "type": "gradient", "shape": "radial", "stops": ["red", [0.5, "lime"], "rgb(0 0 255 / 0)"] }"#,
    #"{ "type": "shape", "shape": "ellipse", "size": [9, 7], "fill": "aqua", "opacity": 0.999 }"#,
    #"""
    { "type": "group", "opacity": 0.6, "layers": [
      { "type": "color", "color": "white", "size": [7, 6], "opacity": 0.5 },
      { "type": "color", "color": "navy", "size": [6.5, 5], "position": [3, 2] } ] }
    """#,
    #"""
    { "type": "color", "color": "red", "size": [8, 8], "radius": 3, "in": { "type": "wipe", "duration": 1 },
      "border": { "width": 1.5, "color": "yellow" } }
    """#,
  ]

  @Test(arguments: everyFormat)
  func `what changes no light changes no sample`(_ format: PixelFormat) throws {
    let source = format.hasAlpha ? opaque(Frame.noise(format)) : Frame.noise(format)
    for range in [ColorRange.limited, .full] {
      for (mode, color) in BlendingTests.neutral + [(.normal, "#f000")] {
        for opacity in [1, 0.37] where mode != .plusDarker || opacity == 1 {
          let layer = """
            { "type": "color", "color": "\(color)", "size": [9.3, 5.7], "position": [2.4, 3.8],
              "rotation": 20, "blend": "\(mode.rawValue)", "opacity": \(opacity) }
            """
          let result = try film(layer, format, range: range).frame(source)
          #expect(result.isIdentical(to: source), "\(mode), \(range), \(opacity)")
        }
      }
    }
  }

  @Test(arguments: everyFormat)
  func `what is wholly covered is the same`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    let whole = #"{ "type": "gradient", "stops": ["red", "navy"], "angle": 30 }"#
    let gamma = try film(whole, format, blending: "gamma").frame(source)
    #expect(try film(whole, format).frame(source).isIdentical(to: gamma))
    #expect(!gamma.isIdentical(to: source))
  }

  @Test(arguments: everyFormat.filter { $0.width == 13 })
  func `soft edges differ, and what lies around them does not`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    let disc = """
      { "type": "gradient", "shape": "radial", "size": [7, 5], "position": [5, 3],
        "stops": ["white", [0.5, "white"], "#fff0"] }
      """
    let (linear, gamma) = (
      try film(disc, format).frame(source),
      try film(disc, format, blending: "gamma").frame(source)
    )
    #expect(!linear.isIdentical(to: gamma))
    for index in format.planes.indices where format.roles[index] != .alpha {
      let planes = (source.samples(index), linear.samples(index), gamma.samples(index))
      // The middle is wholly covered, and the corner not at all.
      #expect(planes.0[0] == planes.1[0])
      if index == 0 { #expect(planes.1[5 * 13 + 8] == planes.2[5 * 13 + 8]) }
    }
  }

  @Test func `half of white over black is half of the light`() throws {
    let format = PixelFormat.named("444", 8, 8)
    let black = Frame.flat(format, [0, 128, 128])
    for opacity in [0.1, 0.25, 0.5, 0.9] {
      let layer = #"{ "type": "color", "color": "white", "opacity": \#(opacity) }"#
      let luma = try film(layer, format, range: .full).frame(black).samples(0)[0]
      #expect(luma == Int((255 * Maths.pow(opacity, 1 / 2.4)).rounded()))
      let plain = try film(layer, format, blending: "gamma", range: .full).frame(black).samples(0)
      #expect(abs(Double(plain[0]) - 255 * opacity) <= 1)
    }
  }

  @Test(arguments: everyFormat)
  func `bands make no difference`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    let all = try film(kinds.joined(separator: ",\n"), format)
    let alone = try all.frame(source)
    let workspace = Workspace()
    workspace.bands = OneRowBands()
    #expect(try all.frame(source, at: 0, workspace).isIdentical(to: alone))
  }

  @Test(arguments: everyFormat.filter { $0.width == 13 })
  func `a layer that stands still is what it would be if it moved`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    func film(_ opacity: String) throws -> Film {
      try self.film(
        """
        { "type": "gradient", "shape": "radial", "stops": ["orange", "#00008000"],
          "opacity": \(opacity) }
        """, format)
    }
    let first = try film("0.7").frame(source)
    let moving = try film(#"{ "keys": [[0, 0.7], [9, 0.1]] }"#).frame(source)
    #expect(first.greatestDifference(from: moving) <= (format.depth == 16 ? 8 : 1))
  }

  @Test func `layers in a group are mixed as they are without it`() throws {
    let format = PixelFormat.named("444", 16, 12)
    let source = Frame.flat(format, [40, 120, 140])
    let layers = """
      { "type": "color", "color": "#208040", "size": [16, 12] },
      { "type": "gradient", "stops": ["#fff", "#fff0"] },
      { "type": "color", "color": "red", "opacity": 0.3, "size": [9, 9], "blend": "screen" }
      """
    let group = try film(#"{ "type": "group", "layers": [\#(layers)] }"#, format).frame(source)
    #expect(group.greatestDifference(from: try film(layers, format).frame(source)) <= 1)
  }

  @Test(arguments: everyFormat.filter { $0.width == 13 })
  func `a clip that is seen through mixes light with its background`(_ format: PixelFormat) throws {
    func frame(_ blending: String, _ opacity: Double) throws -> Frame {
      try ClipFilm(
        """
        { "version": 1, "canvas": { "blending": "\(blending)", "background": "white" },
          "clips": [{ "source": "stdin", "opacity": \(opacity) }] }
        """, format
      ).frame(at: 1)
    }
    #expect(try frame("linear", 1).isIdentical(to: frame("gamma", 1)))
    let (linear, gamma) = (try frame("linear", 0.5), try frame("gamma", 0.5))
    let sums = (linear.samples(0).reduce(0, +), gamma.samples(0).reduce(0, +))
    // Half of the light of white is more than half of its code value.
    #expect(sums.0 > sums.1)
  }

  @Test func `curves of streams and their rows agree`() {
    for curve in [TransferCurve.bt709, .gamma22, .srgb, .pq] {
      let count = 1000
      let row = UnsafeMutablePointer<Float>.allocate(capacity: count + 8)
      defer { row.deallocate() }
      for x in 0..<count + 8 { row[x] = Float(x) / Float(count) }
      let light = LightCurve(curve)
      light.decode(row, count: count)
      for x in 1..<count {
        let expected = curve.decode(Double(x) / Double(count))
        #expect(abs(Double(row[x]) - expected) <= 1e-4 * expected + 1e-6, "\(curve), \(x)")
      }
      light.encode(row, count: count)
      for x in 1..<count { #expect(abs(row[x] - Float(x) / Float(count)) < 1e-4, "\(curve), \(x)") }
    }
  }

  /// The frame with its alpha at the whole.
  private func opaque(_ frame: Frame) -> Frame {
    frame.fill(plane: frame.format.planes.count - 1, units: 65535)
    return frame
  }
}
