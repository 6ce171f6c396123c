import Shapes
import Testing

@Suite struct MorphTests {
  @Test func `paths with the same commands are mixed`() throws {
    let square = try PathData(parsing: "M0 0 H10 V10 H0 Z")
    let other = try PathData(parsing: "M10 0 L30 0 30 20 10 20 z")
    #expect(square.matches(other))
    let half = try #require(square.mixed(with: other, 0.5))
    #expect(spelt(half.path) == "M5,0 L20,0 L20,15 L5,15 Z")
    #expect(square.mixed(with: other, 0) == square)
    #expect(square.mixed(with: other, 1) == other)
    let beyond = try #require(square.mixed(with: other, 1.5))
    #expect(spelt(beyond.path) == "M15,0 L40,0 L40,25 L15,25 Z")
  }

  @Test func `arcs are mixed as arcs`() throws {
    // The curves of these two differ in number.
    let short = try PathData(parsing: "M100 50 A50 50 0 0 1 101 50.01")
    let long = try PathData(parsing: "M100 50 A50 50 0 0 1 100 150")
    #expect(short.path.contours[0].segments.count != long.path.contours[0].segments.count)
    #expect(short.mixed(with: long, 0.5) != nil)
  }

  @Test(arguments: [
    "M0 0 L1 1 Z", "M0 0 L1 1 2 2 3 3", "M0 0 Q1 1 2 2", "M0 0 A1 1 0 0 1 2 2", "",
  ])
  func `paths with other commands are not`(_ data: String) throws {
    let line = try PathData(parsing: "M0 0 L1 1 2 2")
    let other = try PathData(parsing: data)
    #expect(!line.matches(other))
    #expect(line.mixed(with: other, 0.5) == nil)
  }

  @Test func `arcs with other flags are not`() throws {
    let arc = try PathData(parsing: "M0 0 A5 5 0 0 1 9 9")
    #expect(try !arc.matches(PathData(parsing: "M0 0 A5 5 0 1 1 9 9")))
    #expect(try !arc.matches(PathData(parsing: "M0 0 A5 5 0 0 0 9 9")))
  }
}
