import Images
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Streams of every layout and depth, at sizes that divide by nothing.
let everyFormat: [PixelFormat] = {
  var formats = Colorspace.all.compactMap { $0.format(width: 13, height: 9) }
  for (width, height) in [(1, 1), (3, 1), (1, 5), (16, 12)] {
    for name in [
      "420jpeg", "420mpeg2", "420paldv", "410", "411", "422", "440", "444alpha", "420p10",
    ] {
      formats.append(.named(name, width, height))
    }
  }
  return formats
}()

/// The promises of the architecture, on small frames of noise.
@Suite struct PromiseTests {
  static let sticker = Picture.painted(6, 5) { x, y in
    [UInt8(40 * x), UInt8(50 * y), UInt8(255 - 40 * x), UInt8(51 * y)]
  }

  /// A timeline with a layer of each kind, at odd places.
  static let everything = """
    [
      { "type": "color", "color": "#f80a", "position": [-2.5, 3.25], "size": [7, 4] },
      { "type": "gradient", "stops": ["#0000", "#0f0"], "position": [5, 1], "size": [5, 5],
        "rotation": 30, "opacity": 0.7 },
      { "type": "image", "source": "s.png", "position": { "from": [0, 0], "to": [8, 4] },
        "scale": { "from": 0.5, "to": 1.5 }, "duration": 1 },
      { "type": "group", "opacity": 0.6, "position": [1, 0], "layers": [
        { "type": "color", "color": "#0ff", "position": [2, 2], "size": [3, 3] },
        { "type": "effect", "effect": "vortex", "angle": 90, "radius": 6 } ] },
      { "type": "effect", "effect": "pointillize", "radius": 2,
        "region": { "position": [4, 2], "size": [6, 5], "shape": "ellipse" } },
      { "type": "effect", "effect": "vortex", "radius": 5, "angle": 120, "mix": 0.5 },
      { "type": "shape", "shape": "star", "size": [6, 5], "rotation": { "from": 0, "to": 90 },
        "position": [3.25, 2.5], "fill": "#ff08", "stroke": { "width": 1.5, "dash": [2, 1] },
        "duration": 1 }
    ]
    """

  @Test(arguments: everyFormat)
  func `a frame with nothing on is the input's, byte for byte`(_ format: PixelFormat) throws {
    let film = try Film(
      #"[{ "type": "color", "color": "red", "start": 1, "end": 2 }]"#, format)
    let source = Frame.noise(format)
    #expect(!film.renderer.isActive(at: Time(0.999)))
    #expect(film.renderer.isActive(at: Time(1)))
    #expect(!film.renderer.isActive(at: Time(2)))
    for time in [0, 0.999, 2, 100] {
      #expect(try film.frame(source, at: time).isIdentical(to: source))
    }
    #expect(try !film.frame(source, at: 1).isIdentical(to: source))
    #expect(try !film.frame(source, at: 1.999).isIdentical(to: source))
  }

  @Test(arguments: everyFormat)
  func `no sample outside the stated bounds changes`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    let pictures = ["s.png": Self.sticker]
    for place in ["[0.3, 0.6]", "[5, 3]", "[-3.7, 6.2]", "[11.9, 7.5]", "[30, 30]"] {
      for more in [#""rotation": 0"#, #""rotation": 33"#, #""rotation": 90, "scale": [-1.3, 0.4]"#]
      {
        let film = try Film(
          #"[{ "type": "image", "source": "s.png", "position": \#(place), \#(more) }]"#, format,
          pictures: pictures)
        let box = film.renderer.boxes(at: .zero).reduce(Box.empty) { $0.union($1) }
        let result = try film.frame(source)
        for (index, layout) in format.planes.enumerated() {
          let inside = samples(of: layout, in: box)
          for y in 0..<layout.height {
            for x in 0..<layout.width where !(inside.0.contains(x) && inside.1.contains(y)) {
              #expect(result[index, x, y] == source[index, x, y], "plane \(index) at \(x), \(y)")
            }
          }
        }
      }
    }
  }

  /// The samples whose footprints meet `box`, worked out anew.
  private func samples(of layout: PlaneLayout, in box: Box) -> (Range<Int>, Range<Int>) {
    func range(_ low: Int, _ high: Int, _ shift: Int, _ origin: Double, _ count: Int) -> Range<Int>
    {
      if high <= low { return 0..<0 }
      let pitch = Double(1 << shift)
      let inside = (0..<count).filter { index in
        let centre = origin + 0.5 + Double(index) * pitch
        return centre + pitch / 2 > Double(low) && centre - pitch / 2 < Double(high)
      }
      guard let first = inside.first, let last = inside.last else { return 0..<0 }
      return first..<last + 1
    }
    return (
      range(box.x, box.maxX, layout.shiftX, layout.originX, layout.width),
      range(box.y, box.maxY, layout.shiftY, layout.originY, layout.height)
    )
  }

  @Test(arguments: everyFormat)
  func `drawing is a function of frame and time alone`(_ format: PixelFormat) throws {
    let pictures = ["s.png": Self.sticker]
    let source = Frame.noise(format)
    let times = [0.0, 0.4, 0.2, 0.4, 0.9, 0, 3]
    // One renderer and one workspace for all times, against a new one for each.
    let shared = try Film(Self.everything, format, pictures: pictures)
    let workspace = Workspace()
    for time in times {
      let fresh = try Film(Self.everything, format, pictures: pictures)
      let result = try shared.frame(source, at: time, workspace)
      #expect(try fresh.frame(source, at: time).isIdentical(to: result), "at \(time)")
      if format.width > 8, format.height > 8 { #expect(!result.isIdentical(to: source)) }
    }
  }

  @Test(arguments: ["420mpeg2", "444alpha", "422p10"])
  func `any number of workers draws the same`(_ name: String) async throws {
    let format = PixelFormat.named(name, 24, 18)
    let film = try Film(Self.everything, format, pictures: ["s.png": Self.sticker])
    let expected = try (0..<12).map { index in
      try film.frame(.noise(format, seed: UInt64(index + 1)), at: Double(index) / 10)
    }
    for workers in [2, 7] {
      let shared = try Film(Self.everything, format, pictures: ["s.png": Self.sticker])
      try await withThrowingTaskGroup(of: [(Int, Frame)].self) { group in
        for worker in 0..<workers {
          group.addTask {
            let workspace = Workspace()
            return try stride(from: worker, to: 12, by: workers).map { index in
              let source = Frame.noise(format, seed: UInt64(index + 1))
              return (index, try shared.frame(source, at: Double(index) / 10, workspace))
            }
          }
        }
        for try await results in group {
          for (index, result) in results {
            #expect(result.isIdentical(to: expected[index]), "frame \(index)")
          }
        }
      }
    }
  }

  @Test(arguments: everyFormat)
  func `no opacity draws nothing, nor does no mix`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    let film = try Film(
      """
      [ { "type": "color", "color": "red", "opacity": 0 },
        { "type": "color", "color": "#f000" },
        { "type": "image", "source": "s.png", "opacity": 0, "rotation": 20 },
        { "type": "group", "opacity": 0, "layers": [ { "type": "color" } ] },
        { "type": "effect", "effect": "pointillize", "radius": 3, "mix": 0 },
        { "type": "effect", "effect": "vortex", "angle": 0 } ]
      """, format, pictures: ["s.png": Self.sticker])
    #expect(try film.frame(source).isIdentical(to: source))
  }

  @Test(arguments: everyFormat)
  func `a whole opaque layer leaves nothing of what was there`(_ format: PixelFormat) throws {
    let size = #""size": [\#(format.width), \#(format.height)]"#
    let layers = [
      #"{ "type": "color", "color": "rgb(51 204 136)" }"#,
      #"{ "type": "image", "source": "p.png", \#(size) }"#,
      #"{ "type": "color", "color": "rgb(51 204 136)", "rotation": 180, "size": ["200%", "300%"], "#
        + #""position": ["50%", "50%"], "anchor": "center" }"#,
      #"{ "type": "group", "layers": [ { "type": "color", "color": "rgb(51 204 136)" } ] }"#,
    ]
    for layer in layers {
      let film = try Film(
        "[\(layer)]", format, pictures: ["p.png": .plain(3, 2, [0x33, 0xcc, 0x88, 255])])
      let one = try film.frame(.noise(format, seed: 5))
      let other = try film.frame(.noise(format, seed: 6))
      #expect(one.isIdentical(to: other), "\(layer)")
      for plane in format.planes.indices {
        #expect(Set(one.samples(plane)).count == 1, "plane \(plane) of \(layer)")
      }
    }
  }
}
