import Filters
import TestSupport
import Testing

@testable import Y4M

@Suite struct CanvasStageTests {
  /// The frame that a canvas makes, which must not depend on what its memory held before.
  private func canvas(
    _ parameters: String, _ source: Frame, range: ColorRange = .limited
  ) throws -> Frame {
    let film = try Film(
      #"{ "version": 1, "canvas": { \#(parameters) } }"#, source.format, range: range)
    let results = try [1, 2].map { seed in
      let target = Frame.noise(film.renderer.output, seed: UInt64(seed))
      try film.draw(source, to: target, at: .zero, Workspace())
      return target
    }
    #expect(results[0].isIdentical(to: results[1]), "\(parameters) shows what was there before")
    return results[0]
  }

  typealias Place = @Sendable (_ x: Int, _ y: Int, _ w: Int, _ h: Int) -> (Int, Int)

  static let turns: [(String, Place)] = [
    (#""rotate": 180"#, { x, y, w, h in (w - 1 - x, h - 1 - y) }),
    (#""flip": "horizontal""#, { x, y, w, _ in (w - 1 - x, y) }),
    (#""flip": "vertical""#, { x, y, _, h in (x, h - 1 - y) }),
    (#""flip": "both""#, { x, y, w, h in (w - 1 - x, h - 1 - y) }),
    // Clockwise: the bottom left corner of the input comes to the top left.
    (#""rotate": 90"#, { x, y, _, h in (y, h - 1 - x) }),
    (#""rotate": 270"#, { x, y, w, _ in (w - 1 - y, x) }),
    (#""rotate": -90"#, { x, y, w, _ in (w - 1 - y, x) }),
    // The input turns first and is mirrored then.
    (#""rotate": 90, "flip": "horizontal""#, { x, y, _, h in (y, x) }),
  ]

  @Test(arguments: everyFormat, turns.indices)
  func `turns and flips move whole samples`(_ format: PixelFormat, _ index: Int) throws {
    let (parameters, place) = Self.turns[index]
    let source = Frame.noise(format)
    let result = try canvas(parameters, source)
    for (plane, layout) in result.format.planes.enumerated() {
      // Chroma sited unevenly is resampled by a turn; whole samples of it move only where it lies
      // in the middle or is not subsampled.
      let isLuma = layout.shiftX == 0 && layout.shiftY == 0
      let isCentred = format.siting == .center && format.width % 2 == 0 && format.height % 2 == 0
      guard isLuma || (isCentred && format.chroma == .planes(x: 1, y: 1)) else { continue }
      let input = format.planes[plane]
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          let (fromX, fromY) = place(x, y, input.width, input.height)
          #expect(result[plane, x, y] == source[plane, fromX, fromY])
        }
      }
    }
  }

  @Test(arguments: everyFormat)
  func `a plain input on a canvas of its colour is plain`(_ format: PixelFormat) throws {
    // Black with opaque alpha, at any size and fit.
    let source = Frame(format)
    source.fillBlack(range: .limited)
    for size in ["[29, 17]", "[5, 3]"] {
      for fit in ["contain", "cover", "fill", "none", "scale-down"] {
        for more in ["", #", "background": "blur""#, #", "rotate": 90, "background": "blur""#] {
          let result = try canvas(#""size": \#(size), "fit": "\#(fit)"\#(more)"#, source)
          let black = Frame(result.format)
          black.fillBlack(range: .limited)
          #expect(result.isIdentical(to: black), "\(size) \(fit)\(more)")
        }
      }
    }
  }

  @Test(arguments: ["444", "420jpeg", "420mpeg2", "422p10", "411"])
  func `contain leaves bars of the background's colour`(_ name: String) throws {
    let format = PixelFormat.named(name, 16, 16)
    let level = format.peak / 2
    let source = Frame.flat(format, [level, level, level])
    let result = try canvas(#""size": [48, 16], "background": "red""#, source)
    let red = try Film(#"[{ "type": "color", "color": "red" }]"#, format).frame(source)
    for plane in format.planes.indices {
      let layout = result.format.planes[plane]
      let row = (0..<layout.width).map { result[plane, $0, layout.height / 2] }
      #expect(row[0] == red[plane, 0, 0] && row[row.count - 1] == red[plane, 0, 0])
      #expect(row[row.count / 2] == level)
      // The picture takes the middle third.
      let share = Double(row.reduce(0) { $0 + $1 - red[plane, 0, 0] })
      let width = share / Double(level - red[plane, 0, 0]) * Double(1 << layout.shiftX)
      #expect(abs(width - 16) < 0.3, "plane \(plane) is \(width) wide")
    }
  }

  @Test func `fits have the sizes of CSS`() throws {
    // A white input of 20 x 10 on a canvas of 40 x 40, and of 200 x 100 on the same.
    let sizes: [(String, (Int, Int), (Int, Int))] = [
      ("contain", (40, 20), (40, 20)), ("cover", (40, 40), (40, 40)), ("fill", (40, 40), (40, 40)),
      ("none", (20, 10), (40, 40)), ("scale-down", (20, 10), (40, 20)),
    ]
    for (fit, small, large) in sizes {
      for (input, expected) in [((20, 10), small), ((200, 100), large)] {
        let format = PixelFormat.named("mono", input.0, input.1)
        let result = try canvas(
          #""size": [40, 40], "fit": "\#(fit)""#, .flat(format, [235]))
        let columns = (0..<40).filter { result[0, $0, 20] == 235 }.count
        let rows = (0..<40).filter { result[0, 20, $0] == 235 }.count
        #expect((columns, rows) == expected, "\(fit) of \(input)")
      }
    }
  }

  @Test func `auto sides keep the aspect and percentages are of the input`() throws {
    let format = PixelFormat.named("444", 40, 30)
    let sizes: [(String, Int, Int)] = [
      (#"[20, "auto"]"#, 20, 15), (#"["auto", 60]"#, 80, 60), (#"["50%", "200%"]"#, 20, 60),
    ]
    for (size, width, height) in sizes {
      let result = try canvas(#""size": \#(size)"#, .noise(format))
      #expect(result.format.width == width && result.format.height == height, "\(size)")
    }
    let turned = try canvas(#""rotate": 90"#, .noise(format))
    #expect(turned.format.width == 30 && turned.format.height == 40)
  }

  @Test func `a canvas keeps transparent colours from showing`() throws {
    // Green without alpha beside opaque grey, made half as large.
    let format = PixelFormat.named("444alpha", 8, 8)
    let source = Frame.flat(format, [145, 54, 34, 0])
    for y in 0..<8 {
      for x in stride(from: 0, to: 8, by: 2) {
        for (plane, value) in [126, 128, 128, 255].enumerated() { source[plane, x, y] = value }
      }
    }
    let result = try canvas(#""size": [4, 4]"#, source)
    for (plane, value) in [126, 128, 128, 128].enumerated() {
      #expect(result.samples(plane).allSatisfy { abs($0 - value) <= 1 }, "plane \(plane)")
    }
  }

  @Test(arguments: ["444", "420jpeg", "420mpeg2"])
  func `a blurred background reaches as far in chroma as in luma`(_ name: String) throws {
    // A step across the picture, which the backdrop shows blurred above and below it.
    let format = PixelFormat.named(name, 64, 16)
    let source = Frame.flat(format, [50, 50, 200])
    for (plane, layout) in format.planes.enumerated() {
      for y in 0..<layout.height {
        for x in layout.width / 2..<layout.width { source[plane, x, y] = 250 - 50 * plane }
      }
    }
    let result = try canvas(#""size": [64, 64], "background": "blur", "blur": 0.2"#, source)
    func width(_ plane: Int) -> Double {
      let layout = result.format.planes[plane]
      let row = (0..<layout.width).map { Double(result[plane, $0, 2]) }
      let (low, high) = (row.min() ?? 0, row.max() ?? 0)
      let soft = row.filter { $0 > low + 0.1 * (high - low) && $0 < high - 0.1 * (high - low) }
      return Double(soft.count << layout.shiftX)
    }
    #expect(width(0) >= 8)
    #expect(abs(width(1) - width(0)) <= 4, "\(width(1)) in chroma, \(width(0)) in luma")
  }

  @Test(arguments: ["444", "444p10"])
  func `a blurred background is the gaussian of the picture that covers the canvas`(
    _ name: String
  ) throws {
    // Twice as high as the canvas, so that it covers the canvas at its own size.
    let source = Frame.noise(.named(name, 96, 96))
    let peak = Double(source.format.peak)
    for (blur, sigma) in [(0.1, 1.2), (0.25, 3), (0.5, 6)] {
      for (turn, isMirrored) in [(0, false), (90, false), (180, true)] {
        let flip = isMirrored ? "horizontal" : "none"
        let result = try canvas(
          #"""
          "size": [96, 48], "rotate": \#(turn), "flip": "\#(flip)", "background": "blur",
          "blur": \#(blur)
          """#, source)
        var values: [Double] = []
        for y in 0..<96 {
          for x in 0..<96 {
            let place = isMirrored ? 95 - x : x
            let (column, row) =
              switch turn {
              case 90: (y, 95 - place)
              case 180: (95 - place, 95 - y)
              default: (place, y)
              }
            values.append(Double(source[0, column, row]))
          }
        }
        let exact = ExactGaussian(width: 96, height: 96, values: values)
          .blurred(sigmaX: sigma, sigmaY: sigma).values
        // The picture itself takes the middle half.
        for x in Array(0..<23) + Array(73..<96) {
          for y in 0..<48 {
            let difference = Double(result[0, x, y]) - exact[(y + 24) * 96 + x]
            #expect(difference.magnitude < 0.55 + peak / 400, "\(x), \(y), turned by \(turn)")
          }
        }
      }
    }
  }
}
