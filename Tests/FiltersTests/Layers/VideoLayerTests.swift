import Bytes
import Images
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct VideoLayerTests {
  /// A film with a video layer whose frames the test gives.
  private struct Scene {
    private let stream: StreamRenderer
    var renderer: Renderer { stream.renderer }

    init(
      _ layer: String, _ format: PixelFormat, from source: PixelFormat? = nil,
      kind: String = #""face.y4m""#, matrix: Matrix = .bt601, pictures: [String: Picture] = [:]
    ) throws {
      let document = try ClipScene.document(
        """
        { "version": 1, "layers": [ { "type": "video", "source": \(kind), "duration": 4\
        \(layer.isEmpty ? "" : ", ")\(layer) } ] }
        """)
      let isFile = kind == #""face.y4m""#
      let colors = SourceColors(matrix: .bt601, range: .limited, format: source)
      do {
        stream = try StreamRenderer(
          document, input: format, range: .limited, matrix: matrix,
          sources: [isFile ? colors : nil], rate: FrameRate(25, 1),
          loader: ClipScene.loader(pictures))
      } catch {
        throw SceneFault(description: error.faults.map(\.message).joined())
      }
    }

    func frame(
      _ below: Frame, _ video: Frame?, at seconds: Double = 0, _ workspace: Workspace = Workspace()
    ) throws -> Frame {
      let target = Frame.noise(renderer.output, seed: 9)
      try stream.draw(below, [video], to: target, at: Time(seconds), workspace)
      return target
    }
  }

  @Test(arguments: everyFormat)
  func `what a still matte leaves of a film is mixed with what is below`(
    _ format: PixelFormat
  ) throws {
    guard !format.hasAlpha else { return }
    let below = Frame.noise(format)
    let video = Frame.noise(.named("420mpeg2", 24, 16), seed: 4)
    let half =
      #"{ "type": "color", "color": "rgb(0 0 0 / 50.196%)", "size": [6, 4], "position": [2, 2] }"#
    func frame(_ more: String, _ workspace: Workspace = Workspace()) throws -> Frame {
      try Scene(more, format, from: video.format).frame(below, video, workspace)
    }
    let whole = try frame("")
    let cut = try frame(#""matte": { "layer": \#(half) }"#)
    let rest = try frame(#""matte": { "layer": \#(half), "invert": true }"#)
    for y in 0..<min(8, format.height) {
      for x in 0..<min(12, format.width) {
        let share = (2..<8).contains(x) && (2..<6).contains(y) ? 0.50196 : 0
        let (old, new) = (Double(below[0, x, y]), Double(whole[0, x, y]))
        #expect(abs(Double(cut[0, x, y]) - (old + (new - old) * share)) <= 1)
        #expect(abs(Double(rest[0, x, y]) - (new + (old - new) * share)) <= 1)
        if share == 0 { #expect(cut[0, x, y] == below[0, x, y] && rest[0, x, y] == whole[0, x, y]) }
      }
    }
    let workspace = Workspace()
    workspace.bands = OneRowBands()
    #expect(try frame(#""matte": { "layer": \#(half) }"#, workspace).isIdentical(to: cut))
  }

  @Test(arguments: everyFormat)
  func `nothing outside the layer's box is touched`(_ format: PixelFormat) throws {
    let below = Frame.noise(format)
    let video = Frame.noise(.named("420mpeg2", 7, 5), seed: 4)
    let turned = #""rotation": 20, "mask": { "shape": "ellipse" }"#
    for more in [#""opacity": 0.9"#, #""rotation": 90, "flip": "horizontal""#, turned] {
      for place in ["[2.3, 1.6]", "[-3, 4]", "[30, 30]"] {
        let scene = try Scene(
          #""position": \#(place), \#(more)"#, format, from: video.format)
        let box = scene.renderer.boxes(at: .zero).reduce(Box.empty) { $0.union($1) }
        let result = try scene.frame(below, video)
        for (plane, layout) in format.planes.enumerated() {
          let touched = layout.box(covering: box)
          for y in 0..<layout.height {
            for x in 0..<layout.width {
              let isInside =
                (touched.x..<touched.maxX).contains(x) && (touched.y..<touched.maxY).contains(y)
              if !isInside { #expect(result[plane, x, y] == below[plane, x, y]) }
            }
          }
        }
      }
    }
  }

  @Test(arguments: ["420mpeg2", "444p10", "444alpha", "mono"])
  func `where there is no frame nothing is drawn`(_ name: String) throws {
    let below = Frame.noise(.named(name, 24, 16))
    let scene = try Scene("", below.format)
    #expect(try scene.frame(below, nil).isIdentical(to: below))
  }

  @Test(arguments: ["420jpeg", "420mpeg2", "444", "422p10"])
  func `whole samples on whole places are copied`(_ name: String) throws {
    let format = PixelFormat.named(name, 32, 24)
    let (below, video) = (Frame.noise(format), Frame.noise(.named(name, 8, 8), seed: 5))
    let result = try Scene(#""position": [4, 6]"#, format).frame(below, video)
    for (plane, layout) in format.planes.enumerated() {
      let (left, top) = (4 >> layout.shiftX, 6 >> layout.shiftY)
      let inner = video.format.planes[plane]
      for y in 0..<inner.height {
        for x in 0..<inner.width - (layout.shiftX > 0 ? 1 : 0) {
          // Chroma on the left column reaches a quarter of a sample beyond the box.
          guard x > 0 || layout.shiftX == 0 else { continue }
          #expect(result[plane, left + x, top + y] == video[plane, x, y])
        }
      }
    }
  }

  /// By NumPy, from BT.601 through R'G'B' to BT.709.
  @Test(arguments: [([133, 98, 59], 151), ([93, 109, 216], 77)])
  func `on a canvas without chroma it has the luma of the canvas's matrix`(
    _ colors: [Int], _ luma: Int
  ) throws {
    let below = Frame.flat(.named("mono", 24, 16), [16])
    let video = Frame.flat(.named("444", 12, 8), colors)
    for more in ["", #""size": [20, 14]"#, #""rotation": 10"#] {
      let scene = try Scene(more, below.format, from: video.format, matrix: .bt709)
      #expect(try scene.frame(below, video)[0, 6, 4] == luma, "\(more)")
    }
  }

  @Test(arguments: ["420jpeg", "444", "444p10", "444alpha"])
  func `turned by nothing is as good as not turned`(_ name: String) throws {
    // The way of planes and the way of pictures with alpha meet at an angle too small to see.
    let format = PixelFormat.named(name, 96, 64)
    let below = Frame.flat(
      format, [60 << (format.depth - 8), 128 << (format.depth - 8), 128 << (format.depth - 8), 255])
    let video = Frame(.named("420mpeg2", 40, 30))
    for (plane, layout) in video.format.planes.enumerated() {
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          video[plane, x, y] = 60 + 3 * (x << layout.shiftX) + (y << layout.shiftY)
        }
      }
    }
    let place = #""position": [10.5, 8.25], "size": [60, 45], "opacity": 0.8"#
    let straight = try Scene(place, format).frame(below, video)
    let turned = try Scene(#"\#(place), "rotation": 0.001"#, format).frame(below, video)
    let difference = straight.greatestDifference(from: turned)
    #expect(difference <= 2 << (format.depth - 8), "\(difference)")
    let matrix = try Scene(#"\#(place), "matrix": "709""#, format, matrix: .bt709)
    #expect(
      try matrix.frame(below, video).greatestDifference(from: straight) <= 1 << (format.depth - 8))
  }

  /// How many pixels of luma are those of the video.
  private func area(_ layer: String, _ format: PixelFormat, at time: Double = 0) throws -> Double {
    let low = 16 << (format.depth - 8)
    let scene = try Scene(layer, format)
    let video = Frame.flat(.named("444", 40, 40), [235, 128, 128])
    let result = try scene.frame(.flat(format, [low, 8 * low, 8 * low, 255]), video, at: time)
    let span = Double(219 << (format.depth - 8))
    return result.samples(0).reduce(0.0) { $0 + Double($1 - low) / span }
  }

  @Test(arguments: ["444", "420jpeg", "444p10", "444alpha"])
  func `masks have the area of their shapes`(_ name: String) throws {
    let format = PixelFormat.named(name, 120, 120)
    let circle = Double.pi * 400
    let shapes: [(String, Double)] = [
      (#""mask": { "shape": "ellipse" }"#, circle),
      (#""mask": { "shape": "ellipse", "feather": 6 }"#, circle),
      (#""mask": { "shape": "ellipse", "invert": true }"#, 1600 - circle),
      (#""mask": { "radius": 10 }"#, 1600 - (4 - .pi) * 100),
      (#""mask": { "position": ["25%", 0], "size": ["50%", "50%"] }"#, 400),
      (#""mask": { "position": [10.5, 0], "size": [10.25, 20] }"#, 205),
      (#""mask": { "shape": "ellipse" }, "size": [80, 60]"#, .pi * 40 * 30),
      (#""mask": { "size": ["50%", "100%"] }, "rotation": 33"#, 800),
      (#""mask": { "shape": "ellipse" }, "rotation": 33, "scale": 1.5"#, circle * 2.25),
      (#""mask": { "shape": "ellipse" }, "rotation": 90, "scale": [1.5, 0.5]"#, circle * 0.75),
      (#""mask": { "radius": "50%" }, "scale": [1.5, 1.5]"#, circle * 2.25),
    ]
    for (layer, expected) in shapes {
      let place = #""position": [60, 60], "anchor": "center""#
      let found = try area("\(place), \(layer)", format)
      #expect(abs(found - expected) < expected * 0.012 + 3, "\(layer): \(found) for \(expected)")
    }
  }

  @Test func `a mask may move`() throws {
    let format = PixelFormat.named("444", 60, 60)
    let mask = #""mask": { "size": { "from": [0, 40], "to": [40, 40], "duration": 4 } }"#
    #expect(try abs(area(mask, format, at: 1) - 400) < 3)
    #expect(try abs(area(mask, format, at: 3) - 1200) < 3)
  }

  @Test(arguments: ["420mpeg2", "444p10"])
  func `a picture as the source is what an image layer draws`(_ name: String) throws {
    let format = PixelFormat.named(name, 64, 48)
    let below = Frame.noise(format)
    let picture = ClipPictureTests.sticker
    let place = #""position": [9.5, 7], "size": [30, "auto"], "rotation": 12"#
    let film = try Film(
      #"[{ "type": "image", "source": "s.png", \#(place) }]"#, format,
      pictures: ["s.png": picture])
    let scene = try Scene(place, format, kind: #""s.png""#, pictures: ["s.png": picture])
    #expect(try scene.frame(below, nil).isIdentical(to: film.frame(below)))
  }

  @Test(arguments: ["420mpeg2", "444p10"])
  func `a colour and a gradient fill the layer's box`(_ name: String) throws {
    let format = PixelFormat.named(name, 64, 48)
    let below = Frame.noise(format)
    let place = ##""size": ["50%", 20], "position": [3, 4.5]"##
    for (source, layer) in [
      (##"{ "color": "#c04080" }"##, ##""type": "color", "color": "#c04080""##),
      (
        ##"{ "gradient": { "stops": ["red", "blue"], "angle": 45 } }"##,
        ##""type": "gradient", "stops": ["red", "blue"], "angle": 45"##
      ),
    ] {
      let film = try Film(#"[{ \#(layer), \#(place) }]"#, format)
      let scene = try Scene(place, format, kind: source)
      #expect(try scene.frame(below, nil).isIdentical(to: film.frame(below)), "\(source)")
    }
  }

  @Test(arguments: ["420jpeg", "444alpha"])
  func `in a group it is the same`(_ name: String) throws {
    let format = PixelFormat.named(name, 48, 40)
    let below = Frame.flat(format, [90, 120, 140, 255])
    let video = Frame.flat(.named("444alpha", 20, 16), [180, 90, 150, 0])
    for y in 0..<16 { for x in 0..<20 { video[3, x, y] = 12 * x } }
    // The corners of a mask are softened in each plane by its own samples.
    let mask = format.hasAlpha ? #", "mask": { "radius": 5 }"# : ""
    let layer =
      #"{ "type": "video", "source": "a.y4m", "duration": 9, "position": [5, 6]\#(mask) }"#
    func draw(_ layers: String) throws -> Frame {
      let document = try ClipScene.document(#"{ "version": 1, "layers": [\#(layers)] }"#)
      let renderer = try StreamRenderer(
        document, input: format, range: .limited, matrix: .bt601,
        sources: [SourceColors(matrix: .bt601, range: .limited)], loader: .none)
      let target = Frame(format)
      try renderer.draw(below, [video], to: target, at: .zero, Workspace())
      return target
    }
    let alone = try draw(layer)
    let grouped = try draw(#"{ "type": "group", "duration": 9, "layers": [\#(layer)] }"#)
    #expect(!alone.isIdentical(to: below))
    #expect(grouped.greatestDifference(from: alone) <= 2)
  }
}
