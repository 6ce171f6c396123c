import Geometry
import Shapes
import Testing

@Suite struct ArcTests {
  @Test(arguments: [("1", "1"), ("0", "0"), ("0", "1"), ("1", "0")])
  func `flags choose one of four arcs`(_ large: String, _ sweep: String) throws {
    // A circle of radius 50; its chord of 60 stands 40 from the middle.
    let data = "M70 100 A50 50 0 \(large) \(sweep) 130 100 Z"
    let bounds = try #require(try path(data).bounds())
    let height = large == "1" ? 90.0 : 10
    #expect(abs(bounds.height - height) < 0.001)
    // Sweeping from left to right runs over the top.
    #expect(abs((sweep == "1" ? bounds.maxY : bounds.minY) - 100) < 0.001)
    let angle = 2 * 0.643501108793284
    let segment = 50 * 50 * (angle - 0.96) / 2
    let expected = large == "1" ? 50 * 50 * Double.pi - segment : segment
    #expect(abs(area(try path(data)) - expected) < 2)
  }

  @Test func `radii that do not reach are made larger`() throws {
    // The half circle over a way of 100, whatever the radius below 50.
    let bounds = try #require(try path("M50 100 A1 1 0 0 1 150 100").bounds())
    #expect(abs(bounds.minY - 50) < 1e-3)
    let flat = try #require(try path("M50 100 A2 1 0 0 1 150 100").bounds())
    #expect(abs(flat.minY - 75) < 1e-3)
  }

  @Test func `negative radii count as positive ones`() throws {
    let way = try path("M50 100 A-60 -70 15 0 1 150 100")
    #expect(try way == path("M50 100 A60 70 15 0 1 150 100"))
  }

  @Test func `a turned ellipse ends where it is said to`() throws {
    let way = try path("M 30 40 A 40 30 20 1 1 150 100")
    #expect(way.contours[0].segments.last?.end == Vector(150, 100))
  }

  @Test func `the length of an arc is that of its circle`() throws {
    let turn = try path("M100 20 A80 80 0 0 1 180 100").length
    #expect(abs(turn - 40 * Double.pi) < 1e-3)
  }
}
