import Geometry
import Testing

@testable import Shapes

@Suite struct PathCornersTests {
  @Test func `commands end at corners, with the ways to them and on`() throws {
    let corners = try PathData(parsing: "M0 0 H4 C4 0 6 2 6 4 M9 9 h1").corners
    #expect(
      corners.map(\.place) == [(0, 0), (4, 0), (6, 4), (9, 9), (10, 9)].map { Vector($0, $1) })
    #expect(corners.map(\.into) == [nil, Vector(4, 0), Vector(0, 2), nil, Vector(1, 0)])
    #expect(corners.map(\.out) == [Vector(4, 0), Vector(2, 2), nil, Vector(1, 0), nil])
  }

  @Test func `a closed contour has its first corner twice`() throws {
    let corners = try PathData(parsing: "M0 0 H4 V4 Z").corners
    #expect(corners.count == 4)
    for corner in [corners[0], corners[3]] {
      #expect(corner.place == Vector(0, 0))
      #expect(corner.into == Vector(-4, -4))
      #expect(corner.out == Vector(4, 0))
    }
  }

  @Test func `an arc has no corners within`() throws {
    #expect(try PathData(parsing: "M0 0 A5 5 0 1 1 0 9").corners.count == 2)
  }

  @Test func `data are read up to a fault`() {
    #expect(PathData(upToFaultIn: "M0 0 L4 0 L 5 H 9") == PathData(upToFaultIn: "M0 0 L4 0"))
    #expect(PathData(upToFaultIn: "L4 0") == PathData())
  }
}
