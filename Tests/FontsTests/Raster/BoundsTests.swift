import Geometry
import TestNumbers
import Testing

@testable import Fonts

@Suite struct BoundsTests {
  @Test func `bounds lie at the extremes of curves, not at control points`() throws {
    let outline = Outline([
      .move(Vector(0, 0)), .quadratic(Vector(5, 10), Vector(10, 0)),
      .cubic(Vector(10, -4), Vector(0, -4), Vector(0, 0)),
    ])
    #expect(outline.bounds() == Bounds(minX: 0, minY: -3, maxX: 10, maxY: 5))
    let mapped = try #require(outline.bounds(through: .scale(2, -1)))
    #expect(mapped == Bounds(minX: 0, minY: -5, maxX: 20, maxY: 3))
  }

  @Test func `no point of a curve lies outside, and some touch each side`() throws {
    var noise = SeededNumbers(11)
    for _ in 0..<100 {
      let points = (0..<4).map { _ in Vector(noise.part() * 9, noise.part() * 9) }
      let outline = Outline([.move(points[0]), .cubic(points[1], points[2], points[3])])
      let bounds = try #require(outline.bounds())
      var walked = Bounds(points[0])
      for step in 0...1000 {
        walked.include(
          Bezier.point(points[0], points[1], points[2], points[3], at: Double(step) / 1000))
      }
      for (side, other) in [
        (bounds.minX, walked.minX), (bounds.minY, walked.minY), (walked.maxX, bounds.maxX),
        (walked.maxY, bounds.maxY),
      ] {
        #expect(side <= other + 1e-9 && other - side < 1e-4)
      }
    }
  }

  @Test func `nothing has no bounds`() {
    #expect(Outline().bounds() == nil)
    #expect(Outline([.move(Vector(3, 3))]).bounds() == nil)
    #expect(Shapes.rectangle(0, 0, .infinity, 1).bounds() == nil)
    #expect(Shapes.rectangle(0, .nan, 2, 1).bounds() == nil)
  }
}
