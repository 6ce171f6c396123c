import Fonts
import Geometry
import Shapes
import Testing

/// Curves are drawn by chords that stand off by less than a hundredth of a pixel, so areas are
/// short of the true ones by less than that times their borders.
@Suite struct FiguresTests {
  private let box = Bounds(minX: 20.25, minY: 30.5, maxX: 170.75, maxY: 180)

  /// The area between the corner of a square and the arc in it.
  private func cut(_ radius: Double) -> Double { radius * radius * (1 - .pi / 4) }

  @Test func `a rectangle has its exact area`() {
    #expect(abs(area(.rectangle(box)) - 150.5 * 149.5) < 1.5)
    let round = area(.rectangle(box, radii: .init(40)))
    #expect(abs(round - (150.5 * 149.5 - 4 * cut(40))) < 3)
    let four = area(.rectangle(box, radii: .init(SIMD4(5, 10, 0, 60))))
    #expect(abs(four - (150.5 * 149.5 - cut(5) - cut(10) - cut(60))) < 3)
  }

  @Test func `radii that are too large are all made smaller`() {
    let square = Bounds(minX: 0, minY: 0, maxX: 100, maxY: 100)
    #expect(
      abs(area(.rectangle(square, radii: .init(1000))) - area(.ellipse(square))) < 0.5)
    // Two corners of 100 and 50 share a side of 100: both lose a third.
    let uneven = area(.rectangle(square, radii: .init(SIMD4(100, 50, 0, 0))))
    #expect(abs(uneven - (10_000 - cut(200.0 / 3) - cut(100.0 / 3))) < 1)
  }

  @Test func `rectangles begin at the top left and run clockwise`() {
    let square = Bounds(minX: 0, minY: 0, maxX: 10, maxY: 10)
    #expect(spelt(.rectangle(square)) == "M0,0 L10,0 L10,10 L0,10 Z")
    let one = ShapePath.rectangle(square, radii: .init(SIMD4(2, 0, 0, 0)))
    #expect(one.contours[0].start == Vector(2, 0))
    #expect(abs(one.length - (36 + .pi)) < 1e-4)
  }

  @Test func `an ellipse has its exact area`() {
    #expect(abs(area(.ellipse(box)) - .pi * 150.5 * 149.5 / 4) < 3)
    #expect(ShapePath.ellipse(box).contours[0].start.y == 30.5)
  }

  @Test(arguments: [(0.0, 90.0), (30, 200), (200, 30), (-90, 90), (10, 340)])
  func `a pie and a ring have their shares of it`(_ start: Double, _ end: Double) {
    let share = abs(end - start) / 360
    let whole = Double.pi * 150.5 * 149.5 / 4
    #expect(abs(area(.pie(box, from: start, to: end)) - whole * share) < 3)
    let ring = area(.ring(box, inner: 0.6, from: start, to: end))
    #expect(abs(ring - whole * share * (1 - 0.36)) < 3)
  }

  @Test func `a whole ring has a hole by both rules`() {
    let whole = Double.pi * 150.5 * 149.5 / 4
    let ring = ShapePath.ring(box, inner: 0.5)
    #expect(abs(area(ring) - whole * 0.75) < 3)
    #expect(abs(area(ring, .evenOdd) - whole * 0.75) < 3)
    #expect(area(.ring(box, inner: 1)) == 0)
    #expect(abs(area(.ring(box, inner: 0)) - whole) < 3)
  }

  @Test func `an arc is open until it is a turn`() {
    let arc = ShapePath.arc(box, from: 0, to: 180)
    #expect(!arc.contours[0].isClosed)
    #expect(ShapePath.arc(box, from: 0, to: 360).contours[0].isClosed)
    #expect(ShapePath.arc(box, from: 40, to: 40).isEmpty)
    let circle = Bounds(minX: 0, minY: 0, maxX: 100, maxY: 100)
    #expect(abs(ShapePath.arc(circle, from: 10, to: 100).length - 25 * .pi) < 1e-3)
  }

  @Test func `an even polygon has its exact area`() {
    let circle = Bounds(minX: 20, minY: 20, maxX: 180, maxY: 180)
    // Six triangles of equal sides.
    let root = 3.0.squareRoot()
    let hexagon = 6 * 80 * 80 * root / 4
    #expect(abs(area(.polygon(circle, corners: 6)) - hexagon) < 1.5)
    #expect(ShapePath.polygon(circle, corners: 6).contours[0].start == Vector(100, 20))
    // Each corner of 120 degrees loses a kite but for a sector of 60.
    let lost = 100 * (1 / root - Double.pi / 6)
    #expect(abs(area(.polygon(circle, corners: 6, radius: 10)) - (hexagon - 6 * lost)) < 1.5)
  }

  @Test func `a star has its exact area`() {
    let circle = Bounds(minX: 20, minY: 20, maxX: 180, maxY: 180)
    // Ten triangles with two sides at 36 degrees.
    let expected = 10 * 0.5 * 80 * 32 * 0.587785252292473
    #expect(abs(area(.star(circle, points: 5, inner: 0.4)) - expected) < 1.5)
    #expect(area(.star(circle, points: 5, inner: 0.4, radius: 8)) < expected - 50)
    #expect(area(.star(circle, points: 5, inner: 0.4, innerRadius: 20)) > expected + 20)
  }

  @Test func `an arrow has its exact area, and shrinks to its head`() {
    let arrow = ShapePath.arrow(
      from: Vector(20, 100), to: Vector(180, 100), width: 10, head: Vector(40, 60))
    #expect(abs(area(arrow) - (120 * 10 + 40 * 60 / 2)) < 1)
    let short = ShapePath.arrow(
      from: Vector(20, 100), to: Vector(40, 100), width: 10, head: Vector(40, 60))
    #expect(abs(area(short) - 20 * 30 / 2) < 1)
    #expect(
      ShapePath.arrow(from: Vector(1, 1), to: Vector(1, 1), width: 1, head: Vector(2, 2)).isEmpty)
  }

  @Test func `corners of a path are rounded where its sides are straight`() throws {
    let square = try path("M50 50 H150 V150 H50 Z")
    #expect(abs(area(square.rounded(30)) - (10_000 - 4 * cut(30))) < 1)
    // No arc reaches beyond the middle of a side.
    #expect(abs(area(square.rounded(500)) - (10_000 - 4 * cut(50))) < 2)
    let open = try path("M50 50 H150 V150").rounded(30)
    #expect(open.contours[0].start == Vector(50, 50))
    #expect(abs(open.length - (140 + 15 * .pi)) < 1e-3)
    let curved = try path("M50 50 Q100 0 150 50 V150")
    #expect(curved.rounded(30) == curved)
  }

  @Test func `what has no size is nothing`() {
    let flat = Bounds(minX: 10, minY: 10, maxX: 10, maxY: 50)
    #expect(ShapePath.rectangle(flat).isEmpty && ShapePath.ellipse(flat).isEmpty)
    #expect(ShapePath.star(flat, points: 5, inner: 0.5).isEmpty)
    #expect(ShapePath.pie(flat, from: 0, to: 90).isEmpty)
  }
}
