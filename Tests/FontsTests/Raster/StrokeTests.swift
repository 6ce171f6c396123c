import Geometry
import TestNumbers
import Testing

@testable import Fonts

@Suite struct StrokeTests {
  /// The area that a stroke covers, in square units of the outline.
  private func area(_ outline: Outline, scale: Double = 4) -> Double {
    var rasterizer = Rasterizer()
    return rasterizer.coverage(of: outline, through: .scale(scale, -scale)).area / scale / scale
  }

  private let line = Outline([.move(Vector(10, 10)), .line(Vector(50, 10))])

  @Test func `caps end a line at its end, around it, or half a width behind`() {
    func area(_ cap: LineCap) -> Double {
      self.area(line.stroked(width: 8, cap: cap, isClosed: false, tolerance: 0.01))
    }
    #expect((area(.butt) - 320).magnitude < 0.1)
    #expect((area(.square) - 384).magnitude < 0.1)
    #expect((area(.round) - 320 - 16 * .pi).magnitude < 0.2)
  }

  @Test func `joins of a square have their corners' areas`() {
    let square = Shapes.rectangle(0, 0, 40, 40)
    func area(_ join: LineJoin, limit: Double = 4) -> Double {
      self.area(square.stroked(width: 10, join: join, miterLimit: limit, tolerance: 0.01))
    }
    #expect((area(.miter) - (2500 - 900)).magnitude < 0.5)
    #expect((area(.bevel) - (2500 - 900 - 50)).magnitude < 0.5)
    #expect((area(.round) - (2500 - 900 - 100 + 25 * .pi)).magnitude < 0.5)
    #expect(area(.miter, limit: 1.41) == area(.bevel))
    #expect(area(.miter, limit: 1.42) == area(.miter))
  }

  @Test func `the direction of a contour does not matter`() {
    for width in [3.0, 30, 90] {
      let one = Shapes.rectangle(0, 0, 40, 40).stroked(width: width)
      let other = Shapes.rectangle(0, 0, 40, 40, reversed: true).stroked(width: width)
      #expect((area(one) - area(other)).magnitude < 0.01)
    }
  }

  @Test(arguments: [0.5, 4, 19.9, 20, 21, 35, 80]) func `a circle becomes a ring, then a disc`(
    width: Double
  ) {
    let circle = Shapes.circle(100, 100, radius: 10)
    let found = area(circle.stroked(width: width, tolerance: 0.005))
    let inner = max(10 - width / 2, 0)
    let outer = 10 + width / 2
    let expected = (outer * outer - inner * inner) * .pi
    #expect((found - expected).magnitude < 0.003 * expected + 0.1)
  }

  @Test func `a smooth ring is two contours that do not overlap`() {
    let ring = Shapes.circle(0, 0, radius: 20).stroked(width: 12, tolerance: 0.05)
    let moves = ring.segments.filter { if case .move = $0 { true } else { false } }
    #expect(moves.count == 2)
    #expect(ring.segments.count < 200)
  }

  /// A place is covered when it is near enough to the line.
  @Test func `a round stroke covers what is near`() {
    var noise = SeededNumbers(21)
    var rasterizer = Rasterizer()
    for round in 0..<6 {
      let outline = randomLine(&noise)
      let radius = 0.5 + noise.part() * 9
      let isClosed = round % 2 == 0
      let stroke = outline.stroked(
        width: 2 * radius, cap: .round, isClosed: isClosed, tolerance: 0.01)
      let found = rasterizer.coverage(of: stroke, clip: PixelBox(x: 0, y: 0, width: 32, height: 32))
      let line = points(outline, isClosed: isClosed)
      for row in 0..<32 {
        for column in 0..<32 {
          let center = Vector(Double(column) + 0.5, Double(row) + 0.5)
          let distance = distance(center, to: line)
          if distance < radius - 0.75 { #expect(found.at(column, row) == 255, "round \(round)") }
          if distance > radius + 0.75 { #expect(found.at(column, row) == 0, "round \(round)") }
        }
      }
    }
  }

  private func randomLine(_ noise: inout SeededNumbers) -> Outline {
    func point() -> Vector { Vector(noise.part() * 32, noise.part() * 32) }
    return Outline([
      .move(point()), .line(point()), .cubic(point(), point(), point()),
      .quadratic(point(), point()),
    ])
  }

  /// Many points of a line.
  private func points(_ outline: Outline, isClosed: Bool) -> [Vector] {
    var points: [Vector] = []
    for segment in outline.segments + (isClosed ? [.line(outline.segments[0].end)] : []) {
      let last = points.last ?? segment.end
      for step in 0...50 {
        let t = Double(step) / 50
        switch segment {
        case .move(let point): points.append(point)
        case .line(let end):
          points.append(Vector(last.x + (end.x - last.x) * t, last.y + (end.y - last.y) * t))
        case .quadratic(let control, let end):
          points.append(Bezier.point(last, control, end, at: t))
        case .cubic(let first, let second, let end):
          points.append(Bezier.point(last, first, second, end, at: t))
        }
      }
    }
    return points
  }

  private func distance(_ place: Vector, to points: [Vector]) -> Double {
    var least = Double.infinity
    for point in points {
      let (x, y) = (point.x - place.x, point.y - place.y)
      least = min(least, x * x + y * y)
    }
    return least.squareRoot()
  }

  @Test func `a point is a dot with caps`() {
    let dot = Outline([.move(Vector(5, 5)), .line(Vector(5, 5))])
    #expect(dot.stroked(width: 4, cap: .butt, isClosed: false).isEmpty)
    #expect(area(dot.stroked(width: 4, cap: .square, isClosed: false)) == 16)
    let round = area(dot.stroked(width: 4, cap: .round, isClosed: false, tolerance: 0.01))
    #expect((round - 4 * .pi).magnitude < 0.1)
    #expect(dot.stroked(width: 4, cap: .round).isEmpty)
  }

  @Test func `an open contour that ends where it begins has a join there`() {
    var segments = Shapes.rectangle(0, 0, 40, 40).segments
    segments.append(.line(segments[0].end))
    let closed = Shapes.rectangle(0, 0, 40, 40).stroked(width: 10, join: .miter)
    #expect(Outline(segments).stroked(width: 10, join: .miter, isClosed: false) == closed)
  }

  @Test func `strange numbers give nothing or something, never a trap`() {
    let numbers = [Double.nan, .infinity, -1, 0, 1e-300, 1e-9, 3, 1e8, 1e10, 1e300]
    var noise = SeededNumbers(22)
    for _ in 0..<300 {
      func number() -> Double { numbers[Int(noise.next() % 10)] }
      func point() -> Vector { Vector(number(), number()) }
      let outline = Outline([
        .move(point()), .line(point()), .quadratic(point(), point()),
        .cubic(point(), point(), point()), .line(point()),
      ])
      let stroke = outline.stroked(
        width: number(), join: .miter, miterLimit: number(), cap: .round,
        isClosed: noise.next() % 2 == 0, tolerance: number())
      #expect(stroke.segments.count < 20_000)
    }
    #expect(Outline([.line(Vector(1, 1))]).stroked(width: 1).isEmpty)
  }
}
