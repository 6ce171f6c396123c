import Shapes
import Testing

@Suite struct DashingTests {
  @Test(arguments: [
    ([20.0, 10], 0.0, "M0,0 L20,0 M30,0 L50,0 M60,0 L80,0 M90,0 L100,0"),
    ([20, 10], 5, "M0,0 L15,0 M25,0 L45,0 M55,0 L75,0 M85,0 L100,0"),
    ([20, 10], -5, "M5,0 L25,0 M35,0 L55,0 M65,0 L85,0 M95,0 L100,0"),
    ([20, 10], 3005, "M0,0 L15,0 M25,0 L45,0 M55,0 L75,0 M85,0 L100,0"),
    // An odd list counts twice.
    ([40], 0, "M0,0 L40,0 M80,0 L100,0"),
    ([30, 10, 20], 0, "M0,0 L30,0 M40,0 L60,0 M90,0 L100,0"),
    // Without a gap, dashes still end where they end.
    ([50, 0], 0, "M0,0 L50,0 M50,0 L100,0"),
    // Nothing to break by.
    ([], 0, "M0,0 L100,0"), ([0, 0], 0, "M0,0 L100,0"), ([5, -1], 0, "M0,0 L100,0"),
    ([.infinity, 1], 0, "M0,0 L100,0"),
    ([0.0001, 0.0001], 0, "M0,0 L100,0"),
  ])
  func `a line is broken`(_ lengths: [Double], _ offset: Double, _ text: String) throws {
    let dashes = try path("M0 0 H100").dashed(DashPattern(lengths, offset: offset))
    #expect(spelt(dashes) == text)
  }

  @Test func `each contour begins anew`() throws {
    let dashes = try path("M0 0 H30 M0 9 H30").dashed(DashPattern([20, 20]))
    #expect(spelt(dashes) == "M0,0 L20,0 M0,9 L20,9")
  }

  @Test func `a dash runs over the start of a closed contour`() throws {
    let square = try path("M0 0 H40 V40 H0 Z")
    #expect(
      spelt(square.dashed(DashPattern([40, 40], offset: 20)))
        == "M40,20 L40,40 L20,40 M0,20 L0,0 L20,0")
    #expect(square.dashed(DashPattern([500, 10])) == square)
  }

  @Test func `dashes follow curves by their length`() throws {
    let circle = ShapePath.ellipse(.init(minX: 0, minY: 0, maxX: 100, maxY: 100))
    let dashes = circle.dashed(DashPattern([10, 5], offset: 0))
    #expect(dashes.contours.count == 21)
    for dash in dashes.contours.dropLast() {
      #expect(abs(ShapePath([dash]).length - 10) < 1e-3)
    }
  }

  @Test func `dots have caps that lie along the line`() throws {
    let slope = try path("M60 60 L140 140")
    let square = area(
      slope, StrokeStyle(width: 10, cap: .square, dashes: DashPattern([0, 200])))
    // Half of the first square lies before the start, all of it on the canvas.
    #expect(abs(square - 100) < 1)
    let round = area(slope, StrokeStyle(width: 10, cap: .round, dashes: DashPattern([0, 200])))
    #expect(abs(round - 25 * .pi) < 1)
    #expect(area(slope, StrokeStyle(width: 10, dashes: DashPattern([0, 200]))) == 0)
  }
}
