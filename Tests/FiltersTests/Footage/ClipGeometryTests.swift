import Bytes
import Geometry
import Images
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Where the picture of a clip goes.
@Suite struct ClipGeometryTests {
  @Test(arguments: everyFormat)
  func `a clip that asks for nothing is its source, bit for bit`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for clip in ["", #""zoom": 1, "fit": "cover", "opacity": 1, "rotate": 0"#] {
      let scene = try ClipScene(clip, on: format, from: format)
      #expect(try scene.frame(source).isIdentical(to: source))
      #expect(scene.painter.passedFeed(at: .zero) == 0)
    }
    let scene = try ClipScene(#""effects": [{ "effect": "blur" }]"#, on: format, from: format)
    #expect(scene.painter.passedFeed(at: .zero) == nil)
    let other = try ClipScene(
      "", on: format, colors: SourceColors(matrix: .bt601, range: .full, format: format))
    #expect(other.painter.passedFeed(at: .zero) == nil)
  }

  typealias Place = @Sendable (_ x: Int, _ y: Int, _ w: Int, _ h: Int) -> (Int, Int)

  static let turns: [(String, Bool, Place)] = [
    (#""rotate": 180"#, false, { x, y, w, h in (w - 1 - x, h - 1 - y) }),
    (#""flip": "horizontal""#, false, { x, y, w, _ in (w - 1 - x, y) }),
    (#""flip": "vertical""#, false, { x, y, _, h in (x, h - 1 - y) }),
    (#""rotate": 90"#, true, { x, y, _, h in (y, h - 1 - x) }),
    (#""rotate": -90"#, true, { x, y, w, _ in (w - 1 - y, x) }),
    (#""rotate": 450, "flip": "horizontal""#, true, { x, y, _, h in (y, x) }),
  ]

  @Test(arguments: ["444", "444p10", "mono", "420jpeg", "440", "422", "444p16"], turns.indices)
  func `turns by quarters and flips move whole samples`(_ name: String, _ index: Int) throws {
    let (clip, isTurned, place) = Self.turns[index]
    let format = PixelFormat.named(name, 16, 12)
    let canvas = isTurned ? PixelFormat.named(name, 12, 16) : format
    let source = Frame.noise(format)
    let result = try ClipScene(clip, on: canvas).frame(source)
    for (plane, layout) in canvas.planes.enumerated() {
      // A turn of chroma that is halved along one side alone is a resampling.
      guard plane == 0 || ["444", "444p10", "444p16", "420jpeg"].contains(name) else { continue }
      let input = format.planes[plane]
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          let (fromX, fromY) = place(x, y, input.width, input.height)
          #expect(result[plane, x, y] == source[plane, fromX, fromY])
        }
      }
    }
  }

  @Test func `fits have the sizes of CSS`() throws {
    let sizes: [(String, (Int, Int), (Int, Int))] = [
      ("contain", (40, 20), (40, 20)), ("cover", (40, 40), (40, 40)), ("fill", (40, 40), (40, 40)),
      ("none", (20, 10), (40, 40)), ("scale-down", (20, 10), (40, 20)),
    ]
    let canvas = PixelFormat.named("mono", 40, 40)
    for (fit, small, large) in sizes {
      for (input, expected) in [((20, 10), small), ((200, 100), large)] {
        let scene = try ClipScene(#""fit": "\#(fit)""#, on: canvas)
        let result = try scene.frame(.flat(.named("mono", input.0, input.1), [235]))
        let columns = result.columns(of: 235, row: 20)?.count
        let rows = result.rows(of: 235, column: 20)?.count
        #expect(columns == expected.0 && rows == expected.1, "\(fit) of \(input)")
      }
    }
  }

  @Test func `turns keep the shape in which a film is shown where pixels are not square`() throws {
    // Shown, the canvas and the film are 80x40, and the film is 40x80 when it is turned.
    let canvas = PixelFormat.named("mono", 40, 40)
    let turns: [(String, Range<Int>)] = [
      (#""rotate": 0"#, 0..<40), (#""rotate": 180"#, 0..<40), (#""rotate": 90"#, 15..<25),
      (#""rotate": -90"#, 15..<25), (#""rotate": 270, "fit": "none""#, 10..<30),
      (#""rotate": { "keys": [[0, 90], [1, 91]] }"#, 10..<30),
      (#""rotate": 90, "crop": { "left": "50%" }"#, 10..<30),
      (#""rotate": 90, "fit": "cover""#, 0..<40),
    ]
    for (clip, columns) in turns {
      let scene = try ClipScene(clip, on: canvas, from: canvas, pixelWidth: 2)
      let result = try scene.frame(.flat(canvas, [235]))
      #expect(result.columns(of: 235, row: 20) == columns, "\(clip)")
      #expect(result.rows(of: 235, column: 20) == 0..<40, "\(clip)")
    }
    var layer = LayerGeometry()
    (layer.rotation, layer.pixelWidth) = (90, 2)
    #expect(layer.boxMap(Vector(40, 20))(Vector(0, 0)) == Vector(25, -30))
  }

  @Test func `pictures of files have square pixels where those of the canvas are not`() throws {
    let canvas = PixelFormat.named("mono", 40, 40)
    let picture = Picture(
      width: 20, height: 20, samples: .eight([UInt8](repeating: 255, count: 20 * 20 * 4)))
    // The canvas is shown as 80x40, and the picture as high as it is wide.
    let clips: [(String, Range<Int>, Range<Int>)] = [
      (#""fit": "none""#, 15..<25, 10..<30), (#""fit": "contain""#, 10..<30, 0..<40),
      (#""fit": "cover""#, 0..<40, 0..<40), (#""fit": "none", "rotate": 90"#, 15..<25, 10..<30),
      (#""fit": "none", "zoom": { "keys": [[0, 1], [1, 1.01]] }"#, 15..<25, 10..<30),
    ]
    for (clip, columns, rows) in clips {
      let scene = try ClipScene(
        clip, on: canvas, source: #""a.png""#, pictures: ["a.png": picture], pixelWidth: 2)
      let result = try scene.frame(.flat(canvas, [16]))
      #expect(result.columns(of: 235, row: 20) == columns, "\(clip)")
      #expect(result.rows(of: 235, column: 20) == rows, "\(clip)")
    }
    let setting = LayerSetting(
      format: canvas, coding: ColorCoding(matrix: .bt601, range: .limited, depth: 8),
      loader: ClipScene.loader(["a.png": picture]), budget: CacheBudget(bytes: 1 << 20),
      sources: [], pixelWidth: 2, faults: FaultLog())
    for (keys, size) in [
      ("", Vector(10, 20)), (#", "size": [20, "auto"]"#, Vector(20, 40)),
      (#", "size": [20, 20], "fit": "fill""#, Vector(20, 20)),
    ] {
      let document = try ClipScene.document(
        #"{ "version": 1, "layers": [{ "type": "image", "source": "a.png"\#(keys) }] }"#)
      let layer = try ImageLayer(document.layers[0], setting)
      #expect(layer.box(at: .zero, placedAt: .zero)?.size == size, "\(keys)")
    }
  }

  @Test func `position and anchor place the picture as CSS does`() throws {
    let places: [(String, Int, Int)] = [
      ("", 15, 15), (#""position": ["0%", "100%"]"#, 0, 30),
      (#""position": ["20%", "80%"]"#, 6, 24), (#""position": [3, 5]"#, 3, 5),
      (#""position": [20, 18], "anchor": "center""#, 15, 13),
      (#""position": ["50%", "50%"], "anchor": "top-left""#, 20, 20),
      (#""position": { "keys": [[0, [2, 2]], [1, [12, 2]]] }"#, 7, 2),
    ]
    let source = Frame.flat(.named("mono", 10, 10), [235])
    for (clip, x, y) in places {
      let more = clip.isEmpty ? "" : ", " + clip
      let scene = try ClipScene(#""fit": "none"\#(more)"#, on: .named("mono", 40, 40))
      let result = try scene.frame(source, at: 0.5)
      #expect(result.columns(of: 235, row: y + 5) == x..<x + 10, "\(clip)")
      #expect(result.rows(of: 235, column: x + 5) == y..<y + 10, "\(clip)")
    }
  }

  @Test(arguments: ["444", "420jpeg", "420mpeg2", "422p10"])
  func `zoom leaves the focus where it is`(_ name: String) throws {
    // A quarter of the picture is bright; about its corner, twice as large, it is all there is.
    let format = PixelFormat.named(name, 32, 32)
    let bright = format.peak * 3 / 4
    for (focus, left, top) in [("top-left", 0, 0), ("bottom-right", 1, 1), ("left", 0, 2)] {
      let source = Frame.flat(format, [bright / 4])
      for (plane, layout) in format.planes.enumerated() {
        let (w, h) = (layout.width / 2, layout.height / 2)
        for y in 0..<h {
          for x in 0..<w {
            source[plane, x + left * w, y + top * h / (top == 2 ? 2 : 1) - (top == 2 ? h / 2 : 0)] =
              bright
          }
        }
      }
      let scene = try ClipScene(#""zoom": 2, "focus": "\#(focus)""#, on: format)
      let result = try scene.frame(source)
      let inner = result[0, 12, top == 0 ? 12 : top == 1 ? 20 : 4]
      #expect(inner == bright, "\(focus)")
      for plane in format.planes.indices where top < 2 {
        let layout = format.planes[plane]
        let (x, y) = (left == 0 ? 1 : layout.width - 2, top == 0 ? 1 : layout.height - 2)
        #expect(result[plane, x, y] == bright, "\(focus), plane \(plane)")
      }
    }
  }

  @Test func `crop comes before the fit`() throws {
    let source = Frame.flat(.named("mono", 40, 20), [50])
    for y in 0..<20 { for x in 10..<30 { source[0, x, y] = 200 } }
    let scene = try ClipScene(
      #""crop": { "left": 10, "right": "25%" }"#, on: .named("mono", 60, 60))
    let result = try scene.frame(source)
    #expect(result.samples(0).allSatisfy { $0 == 200 })
  }

  @Test(arguments: ["420jpeg", "420mpeg2", "444p10", "422p10"])
  func `a slow zoom moves evenly in every plane`(_ name: String) throws {
    // The middle of the picture is an edge that drifts by a hundredth of a pixel a frame.
    let format = PixelFormat.named(name, 256, 24)
    let (low, high) = (format.peak / 4, format.peak * 3 / 4)
    let source = Frame.flat(format, [low])
    for (plane, layout) in format.planes.enumerated() {
      for y in 0..<layout.height {
        for x in layout.width * 3 / 4..<layout.width { source[plane, x, y] = high }
      }
    }
    let clip = #""zoom": { "from": 1, "to": 1.2, "duration": 10 }, "focus": "center""#
    let scene = try ClipScene(clip, on: format)
    let workspace = Workspace()
    var places = [[Double]](repeating: [], count: format.planes.count)
    for frame in 0..<60 {
      let result = try scene.frame(source, at: Double(frame) / 25, workspace)
      for (plane, layout) in format.planes.enumerated() {
        let row = (0..<layout.width).map { result[plane, $0, layout.height / 2] - low }
        let bright = Double(row.reduce(0, +)) / Double(high - low)
        places[plane].append((Double(layout.width) - bright) * Double(1 << layout.shiftX))
      }
    }
    for (plane, track) in places.enumerated() {
      #expect(track[59] - track[0] > 2.5, "plane \(plane) hardly moves")
      let steps = zip(track, track.dropFirst()).map { $0.1 - $0.0 }
      let jumps = zip(steps, steps.dropFirst()).map { abs($0.1 - $0.0) }
      #expect((jumps.max() ?? 1) < 0.05, "plane \(plane) jumps by \(jumps.max() ?? 1)")
    }
  }

  @Test func `a picture turned by any angle covers what its corners enclose`() throws {
    let format = PixelFormat.named("444", 100, 100)
    let source = Frame.flat(.named("444", 40, 20), [235, 128, 128])
    let scene = try ClipScene(
      #""fit": "none", "rotate": { "from": 0, "to": 90, "duration": 1 }"#, on: format)
    for (time, angle) in [(0.5, 45.0), (1.0 / 3, 30)] {
      let result = try scene.frame(source, at: time)
      let bright = result.samples(0).reduce(0.0) { $0 + Double($1 - 16) / 219 }
      #expect(abs(bright - 800) < 8, "\(angle): \(bright) pixels")
      let map = Affine.rotation(degrees: angle)
      let corner = map(Vector(17, 0))
      #expect(result[0, Int(50 + corner.x), Int(50 + corner.y)] == 235)
      let outside = map(Vector(0, 14))
      #expect(result[0, Int(50 + outside.x), Int(50 + outside.y)] == 16)
    }
  }
}
