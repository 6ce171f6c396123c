import Fonts
import Geometry
import Shapes
import Testing

@Suite struct ShapeRasterizerTests {
  /// Squares within one another, all of which run the same way.
  private let squares = "M20 20H180V180H20Z M50 50H150V150H50Z M80 80H120V120H80Z"

  @Test func `rules tell what lies inside`() throws {
    #expect(abs(area(try path(squares)) - 160 * 160) < 0.01)
    let odd = area(try path(squares), .evenOdd)
    #expect(abs(odd - (160 * 160 - 100 * 100 + 40 * 40)) < 0.01)
    // A hole that runs the other way is one by both.
    let hole = try path("M20 20H180V180H20Z M50 50V150H150V50Z")
    #expect(area(hole) == area(hole, .evenOdd))
  }

  @Test func `edges between pixels are exact by the even-odd rule too`() throws {
    let shifted = try path("M20.3 20.6H180.3V180.6H20.3Z M50.25 50.5H150.25V150.5H50.25Z")
    #expect(abs(area(shifted, .evenOdd) - (160 * 160 - 100 * 100)) < 2)
    // Two circles that cross: what both cover is left out.
    let box = { (x: Double) in Bounds(minX: x, minY: 40, maxX: x + 100, maxY: 140) }
    let both = ShapePath(ShapePath.ellipse(box(20)).contours + ShapePath.ellipse(box(70)).contours)
    let lens = 5000 * 1.0471975511965976 - 25 * 86.60254037844386
    let circle = 2500 * Double.pi
    #expect(abs(area(both) - (2 * circle - lens)) < 3)
    #expect(abs(area(both, .evenOdd) - (2 * circle - 2 * lens)) < 3)
  }

  @Test func `a box shows the same pixels as the whole`() throws {
    let star = ShapePath.star(
      .init(minX: 10, minY: 10, maxX: 190, maxY: 190), points: 7, inner: 0.3)
    var rasterizer = ShapeRasterizer()
    let whole = rasterizer.coverage(of: star, in: canvas)
    let part = rasterizer.coverage(
      of: star, in: PixelBox(x: 60, y: 70, width: 50, height: 40))
    #expect(!part.isEmpty)
    for row in 0..<part.height {
      for column in 0..<part.width {
        let place =
          (row + part.y - whole.y) * whole.width + column + part.x - whole.x
        #expect(part.bytes[row * part.width + column] == whole.bytes[place])
      }
    }
  }

  @Test func `maps move and grow what is drawn`() throws {
    let square = try path("M10 10H30V30H10Z")
    var rasterizer = ShapeRasterizer()
    let turned = rasterizer.coverage(
      of: square,
      through: Affine.translation(100, 60).after(.rotation(degrees: 30)).after(
        .scale(2, 3)), in: canvas)
    #expect(abs(area(turned) - 400 * 6) < 2)
    let line = rasterizer.coverage(
      ofStroke: StrokeStyle(width: 4), along: square, of: square,
      through: .scale(2, 2), in: canvas)
    #expect(abs(area(line) - 4 * (24.0 * 24 - 16 * 16)) < 1)
  }

  /// Lines of two arms with 3100 pixels together, and what a join and caps add.
  private static let ends: [(LineJoin, LineCap, Double)] = [
    (.miter, .butt, 100), (.bevel, .butt, 50), (.round, .butt, 25 * Double.pi),
    (.miter, .square, 500), (.miter, .round, 100 + 100 * Double.pi),
  ]

  @Test(arguments: ends)
  func `joins and caps have their exact areas`(
    _ join: LineJoin, _ cap: LineCap, _ added: Double
  ) throws {
    let angle = try path("M50 130 V50 H130")
    let drawn = area(angle, StrokeStyle(width: 20, cap: cap, join: join))
    #expect(abs(drawn - 3100 - added) < 1.5, "\(drawn)")
  }

  @Test func `a limit cuts off miters`() throws {
    let angle = try path("M50 130 V50 H130")
    // A right angle's miter is as long as the diagonal of a square.
    let (below, above) = (
      area(angle, StrokeStyle(width: 20, miterLimit: 1.4)),
      area(angle, StrokeStyle(width: 20, miterLimit: 1.42))
    )
    #expect(abs(above - below - 50) < 1)
  }

  @Test func `lines lie within, around or on their paths`() throws {
    let square = try path("M50 50H150V150H50Z")
    func drawn(_ alignment: StrokeStyle.Alignment) -> Double {
      area(square, StrokeStyle(width: 8, alignment: alignment))
    }
    #expect(abs(drawn(.center) - (108.0 * 108 - 92 * 92)) < 1)
    #expect(abs(drawn(.inside) - (100.0 * 100 - 84 * 84)) < 1)
    #expect(abs(drawn(.outside) - (116.0 * 116 - 100 * 100)) < 1)
  }

  @Test func `a line that meets itself without being closed has caps there`() throws {
    let open = try path("M50 50 H150 V150 H50 V50")
    let closed = try path("M50 50 H150 V150 H50 Z")
    let style = StrokeStyle(width: 20)
    #expect(abs(area(closed, style) - area(open, style) - 100) < 1)
  }

  @Test func `a wide line ends square to its curve`() throws {
    // A quarter of a circle of radius 80, 60 wide: a sector of a ring.
    let arc = ShapePath.arc(.init(minX: 20, minY: 20, maxX: 180, maxY: 180), from: 0, to: 90)
    let drawn = area(arc, StrokeStyle(width: 36))
    #expect(abs(drawn - .pi * (98 * 98 - 62 * 62) / 4) < 3)
    var rasterizer = ShapeRasterizer()
    let coverage = rasterizer.coverage(
      ofStroke: StrokeStyle(width: 36), along: arc, of: arc, in: canvas)
    // Nothing reaches beyond the line on which it begins.
    #expect(
      coverage.x == 100
        || coverage.bytes.indices.allSatisfy {
          $0 % coverage.width + coverage.x >= 100 || coverage.bytes[$0] < 6
        })
  }

  /// Curves that turn within less than their line's width, and what skia and resvg draw of them, in
  /// pixels.
  private static let curves: [(String, Double, Double)] = [
    ("M10 50 C30 10 -9.7 76.2 50 40", 6, 344.4), ("M20 20 C60 20 20 60 50 50", 5, 278.5),
    ("M20 40 C60 20 0 20 40 40", 15, 569.2), ("M30 30 A1 1 0 0 1 32 30", 40, 1258),
  ]

  @Test(arguments: curves)
  func `joins are of corners, not of curves`(
    _ data: String, _ width: Double, _ expected: Double
  ) throws {
    let curve = try path(data).mapped(by: .translation(60, 60))
    for join in [LineJoin.miter, .bevel, .round] {
      let drawn = area(curve, StrokeStyle(width: width, join: join, miterLimit: 10))
      #expect(abs(drawn - expected) < 0.004 * expected, "\(join) \(drawn)")
    }
  }

  /// Short wide lines, and the area that a segment across a curve sweeps along it.
  private static let pens: [(String, Double, Double)] = [
    ("M30 30 A1 1 0 0 1 32 30", 40, 1258), ("M32 32 Q34 32 34 34", 40, 635.2),
    ("M32 32 Q36 32 36 36", 24, 254), ("M30 30 C33 30 33 34 30 34", 24, 467),
  ]

  @Test(arguments: pens)
  func `a line is all that its pen covers`(
    _ data: String, _ width: Double, _ expected: Double
  ) throws {
    let curve = try path(data).mapped(by: .translation(60, 60))
    let drawn = area(curve, StrokeStyle(width: width))
    #expect(abs(drawn - expected) < 2, "\(drawn)")
  }

  @Test func `dots that overlap are a line with a wavy edge`() throws {
    let line = try path("M10 12.3 L109 12.3")
    let dots = StrokeStyle(width: 6, cap: .round, dashes: DashPattern([0, 2]))
    // The first and the last half of a disc of the radius 3, and 49 slices of one around its
    // middle.
    let expected = 9 * Double.pi + 49 * 11.773_820
    #expect(abs(area(line, dots) - expected) < 2)
  }

  @Test func `corners of thin lines are covered once`() throws {
    var rasterizer = ShapeRasterizer()
    let square = try path("M20 20H180V180H20Z")
    let coverage = rasterizer.coverage(
      ofStroke: StrokeStyle(width: 1), along: square, of: square, in: canvas)
    func sample(_ x: Int, _ y: Int) -> UInt8 {
      coverage.bytes[(y - coverage.y) * coverage.width + x - coverage.x]
    }
    #expect(sample(19, 19) == 64 && sample(20, 20) == 191 && sample(50, 20) == 128)
  }

  @Test func `no width is no line`() throws {
    let way = try path(squares)
    for width in [0, -3, Double.nan, .infinity] {
      #expect(area(way, StrokeStyle(width: width)) == 0)
    }
  }
}
