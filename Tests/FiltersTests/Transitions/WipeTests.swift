import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct WipeTests {
  /// The share of the picture that comes in each sample of a plane, drawn between black and white.
  private func shares(
    _ name: String, _ share: Double, _ format: PixelFormat, _ arguments: Arguments = Arguments(),
    plane: Int = 0
  ) throws -> [Double] {
    let frames = TransitionFrames(format, .flat(format, [0]), .flat(format, [format.peak]))
    return try frames.frame(name, at: share, arguments).samples(plane).map {
      Double($0) / Double(format.peak)
    }
  }

  @Test func `the edge moves where the name says`() throws {
    let format = PixelFormat.named("mono", 8, 8)
    // Columns and rows of the next picture at a quarter of the way.
    let wanted: [(String, columns: Range<Int>, rows: Range<Int>)] = [
      ("wipeleft", 7..<8, 0..<8), ("wiperight", 0..<3, 0..<8), ("wipeup", 0..<8, 7..<8),
      ("wipedown", 0..<8, 0..<3),
    ]
    for (name, columns, rows) in wanted {
      let shares = try shares(name, 0.25, format)
      for y in 0..<8 {
        for x in 0..<8 {
          let isNext = columns.contains(x) && rows.contains(y)
          #expect(shares[8 * y + x] == (isNext ? 1 : 0), "\(name) at \(x), \(y)")
        }
      }
    }
  }

  @Test(arguments: ["left", "right", "up", "down"])
  func `a name is the family with a direction`(_ direction: String) throws {
    let frames = TransitionFrames(.named("420mpeg2", 34, 22))
    for family in ["wipe", "smooth"] {
      let value = try #require(WipeDirection(rawValue: direction))
      let arguments = Arguments().setting(Wipe.direction, to: value)
      let drawn = try frames.frame(family, at: 0.4, arguments)
      #expect(try drawn.isIdentical(to: frames.frame(family + direction, at: 0.4)))
    }
  }

  @Test(arguments: [("wipetl", 0), ("wipetr", 7), ("wipebl", 56), ("wipebr", 63)])
  func `a corner is left last`(_ name: String, _ corner: Int) throws {
    let late = try shares(name, 0.8, .named("mono", 8, 8))
    #expect(late[corner] == 0)
    #expect(late.filter { $0 == 0 }.count <= 4)
  }

  @Test func `softness widens the edge around the sharp one`() throws {
    let format = PixelFormat.named("mono16", 200, 1)
    let arguments = Arguments().setting(Wipe.softness, to: 0.25)
    let row = try shares("wipeleft", 0.5, format, arguments)
    #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(row.filter { $0 > 0 && $0 < 1 }.count == 49)
    #expect(abs(row[100] - 0.5) < 0.02)
  }

  @Test func `a chroma sample has the mean of its footprint`() throws {
    // An edge behind luma sample 4 leaves all from sample 5 on to the next picture.
    let arguments = Arguments()
    func chroma(_ name: String) throws -> [Double] {
      try shares("wipeleft", 0.5, .named(name, 8, 2), arguments, plane: 1)
    }
    // Between two luma columns: 4 and 5 are halves of one sample.
    let between = try chroma("420jpeg")
    #expect(between[0] == 0 && between[1] == 0 && between[3] == 1)
    #expect(abs(between[2] - 0.5) < 0.01)
    // On a luma column, with halves of both neighbours: 3 and 4 and 5, then 5 and 6 and 7.
    let left = try chroma("420mpeg2")
    #expect(left[0] == 0 && left[1] == 0 && left[3] == 1)
    #expect(abs(left[2] - 0.25) < 0.01)
  }

  @Test func `a soft edge is the same at all depths`() throws {
    let arguments = Arguments().setting(Wipe.softness, to: 0.6)
    for name in ["wiperight", "wipebr", "smoothup"] {
      let deep = try shares(name, 0.3, .named("420p16", 40, 30), arguments, plane: 1)
      let shallow = try shares(name, 0.3, .named("420mpeg2", 40, 30), arguments, plane: 1)
      for (a, b) in zip(deep, shallow) { #expect(abs(a - b) < 0.006) }
    }
  }
}
