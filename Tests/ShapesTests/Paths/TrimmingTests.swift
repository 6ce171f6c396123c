import Shapes
import Testing

@Suite struct TrimmingTests {
  private let line = "M0 0 H100"
  private let square = "M0 0 H100 V100 H0 Z"

  @Test(arguments: [
    (0.25, 0.75, 0.0, "M25,0 L75,0"), (0.75, 0.25, 0, "M25,0 L75,0"),
    // What reaches beyond an end goes on at the other.
    (0.5, 1, 0.25, "M0,0 L25,0 M75,0 L100,0"), (0, 0.5, -0.25, "M0,0 L25,0 M75,0 L100,0"),
    (0.25, 0.75, 3, "M25,0 L75,0"), (0, 1, 0.3, "M0,0 L100,0"), (-1, 1, 0, "M0,0 L100,0"),
    (0.3, 0.3, 0, ""),
  ])
  func `an open path is cut`(_ start: Double, _ end: Double, _ offset: Double, _ text: String)
    throws
  {
    #expect(try spelt(path(line).trimmed(from: start, to: end, offset: offset)) == text)
  }

  @Test func `a closed one is not cut at its start`() throws {
    let kept = try path(square).trimmed(from: 0.5, to: 1, offset: 0.25)
    #expect(spelt(kept) == "M0,100 L0,0 L100,0")
    let whole = try path(square).trimmed(from: 0, to: 1, offset: 0.4)
    #expect(whole.contours[0].isClosed)
  }

  @Test func `contours are cut one after another`() throws {
    let two = try path("M0 0 H100 M0 50 H100")
    #expect(spelt(two.trimmed(from: 0, to: 0.75)) == "M0,0 L100,0 M0,50 L50,50")
    #expect(spelt(two.trimmed(from: 0.5, to: 1)) == "M0,50 L100,50")
    let round = two.trimmed(from: 0.25, to: 1, offset: 0.25)
    #expect(spelt(round) == "M0,0 L50,0 M0,50 L100,50")
  }

  @Test func `a contour that stays whole stays closed`() throws {
    let two = try path("M0 0 H10 V10 H0 Z M0 50 H10 V60 H0 Z").trimmed(from: 0, to: 0.75)
    #expect(two.contours.map(\.isClosed) == [true, false])
  }

  @Test func `numbers that are none leave the path whole`() throws {
    let way = try path(line)
    #expect(way.trimmed(from: .nan, to: 1) == way)
    #expect(way.trimmed(from: 0, to: .infinity) == way)
  }
}
